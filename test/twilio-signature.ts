import { createHmac } from 'node:crypto'

/** The signature of a form that Twilio posts: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export const twilioSignature = (token: string, url: string, form: Record<string, string>): string =>
  Object.entries(form)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .reduce(
      (hash, [name, value]) => hash.update(`${name}${value}`),
      createHmac('sha1', token).update(url),
    )
    .digest('base64')

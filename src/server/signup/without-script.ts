import { referralCodeIn } from '../../domain/referral.ts'

const asked = 'Please switch it on and reload this page.'

/** The application's page for an address; on that of a sign-up, whoever has no scripts is led to the form that needs none. */
export function withSimpleForm(html: string, url: string): string {
  const [path = '', query] = url.split('?', 2)
  const [, place] = /^\/signup(\/(?:org\/)?[\w-]+)\/?$/.exec(path) ?? []
  if (!place) return html
  const ref = referralCodeIn(new URLSearchParams(query).get('ref'))
  return html.replace(
    asked,
    `${asked} Or <a href="/public-signup${place}${ref ? `?ref=${ref}` : ''}">use the simple form</a>, which needs none.`,
  )
}

import { referralCodeIn } from '../../domain/referral.ts'

const asked = 'Please switch it on and reload this page.'

/**
 * The application's page for a URL; on a sign-up's, visitors without scripts are sent to the form
 * that needs none.
 */
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

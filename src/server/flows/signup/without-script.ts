import { referralCodeIn } from '../../../domain/customers/referral.ts'

const asked = 'Please switch it on and reload this page.'
const askedInSpanish = 'Actívelo y vuelva a cargar esta página.'

/**
 * The application's page for a URL; on a sign-up's, visitors without scripts are sent to the form
 * that needs none.
 */
export function withSimpleForm(html: string, url: string): string {
  const [path = '', query] = url.split('?', 2)
  const [, place] = /^\/signup(\/(?:org\/)?[\w-]+)\/?$/.exec(path) ?? []
  if (!place) return html
  const ref = referralCodeIn(new URLSearchParams(query).get('ref'))
  const form = `/public-signup${place}`
  return html
    .replace(
      asked,
      `${asked} Or <a href="${form}${ref ? `?ref=${ref}` : ''}">use the simple form</a>, which needs none.`,
    )
    .replace(
      askedInSpanish,
      `${askedInSpanish} O <a href="${form}?lang=es${ref ? `&amp;ref=${ref}` : ''}">use el formulario sencillo</a>, que no lo necesita.`,
    )
}

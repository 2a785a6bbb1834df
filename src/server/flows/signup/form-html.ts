import type { FastifyRequest } from 'fastify'
import { formatCents } from '../../../domain/base/money.ts'
import type { OfferedService } from '../../../domain/base/service.ts'
import { showsPrice, type PublicOrganization } from '../../../domain/flows/signup.ts'
import { productName } from '../../../domain/base/text.ts'
import { escapeHtml as safe } from '../../messages/letter.ts'
import { localeFrom, preferredLocale, type Locale } from '../../../domain/base/locale.ts'
import { refusalWords as enRefusals } from '../../../words/en/refusals.ts'
import { signupForm as en } from '../../../words/en/signup-form.ts'
import { refusalWords as esRefusals } from '../../../words/es/refusals.ts'
import { signupForm as es } from '../../../words/es/signup-form.ts'

export const formFields = [
  'name',
  'email',
  'phone_number',
  'street',
  'city',
  'state',
  'zip',
  'website',
] as const
type FormField = (typeof formFields)[number]
/** The input, to be shown again if something is wrong with it. */
export type Typed = Record<FormField, string> & { services: string[] }
export type FormFault = { summary: string | null; fields: Record<string, string> }

type Business = Pick<PublicOrganization, 'name' | 'logo'>

/** Whose page it is: the first thing its visitor sees. */
const headOf = ({ name, logo }: Business): string =>
  `<p class="business">${logo ? `<img src="${safe(logo.path)}" width="${logo.width}" height="${logo.height}" alt="">` : ''}${safe(name)}</p>\n`

/** A page of the sign-up without scripts. `head`: what a page that is shared and printed says of itself. */
export const page = (
  say: Say,
  title: string,
  body: string,
  { business, head }: { business?: Business; head?: string } = {},
): string => `<!doctype html>
<html lang="${say.locale}">
<head>
<meta charset="utf-8">
<title>${safe(title)} – ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/ground.css">
<link rel="stylesheet" href="/signup-form.css">
${head ?? '<meta name="robots" content="noindex">'}
</head>
<body>
<main>
${
  head
    ? body
    : `${business ? headOf(business) : ''}<p class="welcome">${say.words.welcome}</p>
<h1>${safe(title)}</h1>
<div class="card">
${body}
</div>`
}
</main>
<footer><span>© ${new Date().getFullYear()} ${productName}</span> <nav aria-label="${say.words.legalAndSupport}"><a href="${safe(say.otherUrl)}" lang="${say.other}" hreflang="${say.other}">${say.words.otherLanguage}</a> <a href="/legal/terms" target="_top">${say.words.terms}</a> <a href="/legal/privacy" target="_top">${say.words.privacy}</a> <a href="/support" target="_top">${say.words.support}</a></nav></footer>
</body>
</html>
`

/** A page without a sign-up; `text` says why. */
export const lostPage = (say: Say, text: string, more = ''): string =>
  page(
    say,
    say.words.title,
    `<p class="alert" role="alert">${safe(text)}</p>
${more ? `<p>${safe(more)}</p>\n` : ''}<p>${say.words.askForLink} <a href="/support" target="_top">${say.words.writeToUs}</a> ${say.words.weHelp}</p>`,
  )

/** `code` links to the account where a payment method is saved. */
export const thanksPage = (
  say: Say,
  { organization, code }: { organization: Business; code: string },
): string =>
  page(
    say,
    say.words.signUpWith(organization.name),
    `<p class="thanks" role="status">${safe(say.words.thanks(organization.name))}</p>
<p>${say.words.saveMethod}</p>
<p><a class="button" href="/signup/${encodeURIComponent(code)}/pay" target="_top">${say.words.createAccount}</a></p>`,
    { business: organization },
  )

type Form = {
  organization: Business
  services: readonly OfferedService[]
  typed: Typed
  fault: FormFault
}

/**
 * The whole sign-up on one page without scripts, so that it works anywhere, even in a frame on
 * another site.
 */
export function formPage(say: Say, { organization, services, typed, fault }: Form): string {
  const { words } = say
  const first = formFields.find((name) => fault.fields[name])
  const field = (name: FormField, label: string, attributes: string): string => {
    const wrong = fault.fields[name]
    return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" ${attributes} value="${safe(typed[name])}"${wrong ? ` aria-invalid="true" aria-describedby="${name}-wrong"` : ''}${name === first ? ' autofocus' : ''}>
${wrong ? `<p class="wrong" id="${name}-wrong">${safe(wrong)}</p>` : ''}</div>`
  }
  const offer = services.length
    ? services
        .map(
          ({ key, label, price_cents }) =>
            `<label class="choice"><input type="checkbox" name="services" value="${safe(key)}"${typed.services.includes(key) ? ' checked' : ''}><span>${safe(label)}</span>${
              showsPrice(price_cents)
                ? `<span class="price">${formatCents(price_cents)}</span>`
                : ''
            }</label>`,
        )
        .join('\n')
    : `<p>${words.noServices}</p>`
  return page(
    say,
    words.signUpWith(organization.name),
    `${fault.summary ? `<p class="alert" role="alert">${safe(fault.summary)}</p>` : ''}
<form method="post" novalidate>
<fieldset><legend>${words.services}</legend>
${offer}
</fieldset>
<fieldset><legend>${words.contact}</legend>
${field('name', words.name, 'type="text" autocomplete="name" autocapitalize="words" maxlength="200"')}
${field('email', words.email, 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254"')}
${field('phone_number', words.phone, 'type="tel" autocomplete="tel" maxlength="40"')}
</fieldset>
<fieldset><legend>${words.address}</legend>
${field('street', words.street, 'type="text" autocomplete="address-line1" maxlength="200"')}
${field('city', words.city, 'type="text" autocomplete="address-level2" maxlength="100"')}
<div class="pair">
${field('state', words.state, 'type="text" autocomplete="address-level1" autocapitalize="words" maxlength="30"')}
${field('zip', words.zip, 'type="text" inputmode="numeric" autocomplete="postal-code" maxlength="10"')}
</div>
</fieldset>
<div class="unseen" aria-hidden="true"><label for="website">${words.leaveEmpty}</label><input id="website" name="website" type="text" tabindex="-1" autocomplete="off"></div>
<button type="submit">${words.submit}</button>
<p class="note">${words.note}</p>
</form>`,
    { business: organization },
  )
}

const tables = { en: { words: en, refusals: enRefusals }, es: { words: es, refusals: esRefusals } }

/** The language of the form, its words, and where it is read in the other language. */
export type Say = ReturnType<typeof sayTo>

/** The language the link asks for (`lang`), or the browser's. */
export function sayTo({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>) {
  const [path = '', query] = url.split('?', 2)
  const fields = new URLSearchParams(query)
  const locale: Locale =
    localeFrom(fields.get('lang')) ?? preferredLocale(headers['accept-language'])
  const other: Locale = locale === 'es' ? 'en' : 'es'
  fields.set('lang', other)
  return { locale, other, otherUrl: `${path}?${fields}`, ...tables[locale] }
}

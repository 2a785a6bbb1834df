import { formatCents } from '../../domain/money.ts'
import type { OfferedService } from '../../domain/service.ts'
import { showsPrice } from '../../domain/signup.ts'
import { productName, welcomeText } from '../../domain/text.ts'

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

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string): string => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${safe(title)} – ${productName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/ground.css">
<link rel="stylesheet" href="/signup-form.css">
</head>
<body>
<main>
<p class="welcome">${welcomeText}</p>
<h1>${safe(title)}</h1>
<div class="card">
${body}
</div>
</main>
<footer><span>© ${new Date().getFullYear()} ${productName}</span> <nav aria-label="Legal and support"><a href="/legal/terms" target="_top">Terms</a> <a href="/legal/privacy" target="_top">Privacy</a> <a href="/support" target="_top">Support</a></nav></footer>
</body>
</html>
`

/** A page without a sign-up; `text` says why. */
export const lostPage = (text: string): string =>
  page(
    'Sign up',
    `<p class="alert" role="alert">${safe(text)}</p>
<p>Ask the business for a new link, or <a href="/support" target="_top">write to us</a> and we will help you find it.</p>`,
  )

/** `code` links to the account where a payment method is saved. */
export const thanksPage = ({
  organization,
  code,
}: {
  organization: string
  code: string
}): string =>
  page(
    `Sign up with ${organization}`,
    `<p class="thanks" role="status">Thanks! ${safe(organization)} has your details and will be in touch.</p>
<p>Would you like to save a payment method already? It takes a minute, and nothing is charged today.</p>
<p><a class="button" href="/signup/${encodeURIComponent(code)}/pay" target="_top">Create my account</a></p>`,
  )

type Form = {
  organization: string
  services: readonly OfferedService[]
  typed: Typed
  fault: FormFault
}

/**
 * The whole sign-up on one page without scripts, so that it works anywhere, even in a frame on
 * another site.
 */
export function formPage({ organization, services, typed, fault }: Form): string {
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
    : '<p>No services are currently offered.</p>'
  return page(
    `Sign up with ${organization}`,
    `${fault.summary ? `<p class="alert" role="alert">${safe(fault.summary)}</p>` : ''}
<form method="post" novalidate>
<fieldset><legend>Services</legend>
${offer}
</fieldset>
<fieldset><legend>Contact</legend>
${field('name', 'Full name', 'type="text" autocomplete="name" autocapitalize="words" maxlength="200"')}
${field('email', 'Email', 'type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254"')}
${field('phone_number', 'Phone', 'type="tel" autocomplete="tel" maxlength="40"')}
</fieldset>
<fieldset><legend>Address</legend>
${field('street', 'Street', 'type="text" autocomplete="address-line1" maxlength="200"')}
${field('city', 'City', 'type="text" autocomplete="address-level2" maxlength="100"')}
<div class="pair">
${field('state', 'State', 'type="text" autocomplete="address-level1" autocapitalize="characters" maxlength="2"')}
${field('zip', 'ZIP', 'type="text" inputmode="numeric" autocomplete="postal-code" maxlength="10"')}
</div>
</fieldset>
<div class="unseen" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" type="text" tabindex="-1" autocomplete="off"></div>
<button type="submit">Submit</button>
<p class="note">We ask for a payment method later, never here. You confirm that you are at least 18 years old.</p>
</form>`,
  )
}

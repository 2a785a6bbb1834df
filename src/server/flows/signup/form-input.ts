import type { Locale } from '../../../domain/base/locale.ts'
import { referralCodeIn } from '../../../domain/customers/referral.ts'
import type { SignupPage } from '../../../domain/flows/signup.ts'
import { formFields, type FormFault, type Say, type Typed } from './form-html.ts'

/** The body of a refused call. */
export type Fault = { error?: string; code?: string; fields?: Record<string, string> }

export function typedIn(body: unknown): Typed {
  const given = (body ?? {}) as Record<string, unknown>
  const textOf = (value: unknown): string =>
    typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 500) : ''
  const services = [given['services'] ?? []].flat().map(textOf)
  return {
    services,
    ...(Object.fromEntries(formFields.map((name) => [name, textOf(given[name])])) as Omit<
      Typed,
      'services'
    >),
  }
}

/**
 * The input, with the referral code from the URL, since the form posts to the URL it was opened at.
 */
export const bodyOf = (
  { services, name, phone_number, website, ...rest }: Typed,
  offer: Pick<SignupPage, 'services'>,
  query: unknown,
  locale: Locale,
) => ({
  ...rest,
  locale,
  ref: referralCodeIn((query as { ref?: unknown }).ref),
  ...(website ? { website } : {}),
  name: name.trim() || null,
  phone_number: phone_number.trim() || null,
  services_selected: offer.services
    .filter(({ key }) => services.includes(key))
    .map(({ key, price_cents }) => ({ key, price_cents })),
})

/** The call's own message; `internal` is generic, so the form uses its own. */
export const sentence = (say: Say, { error, code }: Fault, fallback: string): string =>
  error && code !== 'internal' ? say.refusals.say(error, code) : fallback

/** The form's errors: at its fields alone if it has them all, otherwise with a summary. */
export function faultOf(say: Say, fault: Fault): FormFault {
  const fields = Object.fromEntries(
    Object.entries(fault.fields ?? {}).map(([name, text]) => [name, say.refusals.say(text)]),
  )
  const names = Object.keys(fields)
  const isShown =
    names.length > 0 && names.every((name) => (formFields as readonly string[]).includes(name))
  return { summary: isShown ? null : sentence(say, fault, say.words.failed), fields }
}

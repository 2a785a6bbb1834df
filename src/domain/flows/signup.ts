import { z } from 'zod'
import {
  AddressInput,
  CityText,
  EmailText,
  OptionalPhone,
  StateText,
  StreetText,
  TrialEmail,
  ZipText,
} from '../base/contact.ts'
import { Brand } from '../base/brand.ts'
import { DayKeys } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { nameLine } from '../base/name.ts'
import { PriceCents } from '../base/money.ts'
import { clampWeekInterval, SignupFrequency } from '../base/cadence.ts'
import { PublicHours } from '../base/hours.ts'
import { OfferedService } from '../base/service.ts'
import type { Locale } from '../base/locale.ts'
import { taxCents } from '../money/tax.ts'
import { tooLong } from '../base/text.ts'

export const stepsBeforeLogin = [
  'email',
  'address',
  'availability',
  'services',
  'frequency',
  'disclosures',
] as const
export const stepsAfterLogin = ['postauth_name', 'postauth_phone'] as const
export const signupSteps = [...stepsBeforeLogin, ...stepsAfterLogin] as const
export const SignupStep = z.enum(signupSteps)
export type SignupStep = z.infer<typeof SignupStep>

/** 7 of 8: which question it is, of six before sign-in and eight after. */
export function signupStepPlace(step: SignupStep): { at: number; of: number } {
  const index = signupSteps.indexOf(step)
  return {
    at: index + 1,
    of: index < stepsBeforeLogin.length ? stepsBeforeLogin.length : signupSteps.length,
  }
}

type Wishes = { services_selected: readonly unknown[] }

/** The step itself, or the one after it: how often is asked only of people who chose a service. */
export const askedStep = (step: SignupStep, { services_selected }: Wishes): SignupStep =>
  step === 'frequency' && !services_selected.length ? 'disclosures' : step

export function nextStep(step: SignupStep, wishes: Wishes): SignupStep {
  return askedStep(signupSteps[signupSteps.indexOf(step) + 1] ?? step, wishes)
}
export function stepBefore(step: SignupStep, wishes: Wishes): SignupStep {
  const before = signupSteps[signupSteps.indexOf(step) - 1] ?? step
  return askedStep(before, wishes) === before ? before : stepBefore(before, wishes)
}

/** Shown when a step could not be saved. */
export const signupStepFailures: Record<SignupStep, string> = {
  email: 'Could not save email',
  address: 'Could not save address',
  availability: 'Could not save availability',
  services: 'Could not save services',
  frequency: 'Could not save frequency',
  disclosures: 'Could not save your info',
  postauth_name: 'Could not save your info',
  postauth_phone: 'Could not save your info',
}

export const defaultLocationLabel = 'Home'
export const defaultFrequency: SignupFrequency = 'weekly'

export const NameText = z.string().overwrite(nameLine).max(200, tooLong(200))
const OptionalName = NameText.nullish().transform((name) => name || null)

/** A chosen service. The price is what the page showed; the service's own price counts. */
export const SelectedService = z.object({
  key: z.string().min(1).max(80),
  price_cents: PriceCents.nullish(),
})
export type SelectedService = z.infer<typeof SelectedService>

const servicesSelected = z.array(SelectedService).max(50)
const interval = z.unknown().optional()

/** Weeks for every_x_weeks (1 to 26; 2 if not a number), otherwise null. */
const withInterval = <
  T extends { service_frequency?: SignupFrequency; service_interval?: unknown },
>(
  value: T,
) => ({
  ...value,
  service_interval:
    value.service_frequency === 'every_x_weeks' ? clampWeekInterval(value.service_interval) : null,
})

export const EmailStep = z.object({ email: EmailText })
/** The PATCH of the address step; the last step also sends name and phone. */
export const LeadPatch = z.object({
  email: EmailText,
  street: StreetText.optional(),
  city: CityText.optional(),
  state: StateText.optional(),
  zip: ZipText.optional(),
  name: OptionalName.optional(),
  phone_number: OptionalPhone.optional(),
})
export const AvailabilityStep = EmailStep.extend({ available_days: DayKeys })
export const ServicesStep = EmailStep.extend({ services_selected: servicesSelected })
export const FrequencyStep = EmailStep.extend({
  service_frequency: SignupFrequency,
  service_interval: interval,
}).transform(withInterval)
const consentText = z.string().trim().max(5000)
/**
 * The exact text next to each box. A box not listed here was agreed to under `authorization_text`.
 */
const ConsentTexts = z
  .object({ autopay: consentText, autopay_oneoffs: consentText, sms: consentText })
  .partial()
  .optional()
export const DisclosuresStep = EmailStep.extend({
  autopay_authorized: z.boolean().default(false),
  /** Includes one-time services; has no effect without autopay_authorized. */
  autopay_oneoffs: z.boolean().default(false),
  sms_opt_in: z.boolean().default(false),
  authorization_text: consentText.nullish(),
  consent_texts: ConsentTexts,
})

/** The whole simple form, or the end of the wizard with its extra fields. */
export const SignupInput = z
  .object({
    email: EmailText,
    name: OptionalName,
    phone_number: OptionalPhone.optional(),
    ...AddressInput.shape,
    services_selected: servicesSelected.default([]),
    available_days: DayKeys.optional(),
    service_frequency: SignupFrequency.optional(),
    service_interval: interval,
    sms_opt_in: z.boolean().default(false),
    autopay_authorized: z.boolean().default(false),
    autopay_oneoffs: z.boolean().default(false),
    authorization_text: consentText.nullish(),
    consent_texts: ConsentTexts,
    lead_token: z.string().max(200).optional(),
  })
  .transform(withInterval)
export type SignupInput = z.infer<typeof SignupInput>

const signupNexts = ['login', 'pay', 'done'] as const
export const SignupResult = z.object({
  ok: z.literal(true),
  customer_id: Id.nullable(),
  status: z.string(),
  next: z.enum(signupNexts),
})
export type SignupResult = z.infer<typeof SignupResult>

/** What a visitor sees of an organization. */
export const PublicOrganization = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  industry: z.string().nullable(),
  website: z.string().nullable(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  insurance_provider: z.string().nullable(),
  logo: Brand.shape.logo,
  /** Null if the organization has set no hours. */
  business_hours: PublicHours.nullable(),
})
export type PublicOrganization = z.infer<typeof PublicOrganization>

export const SignupPage = z.object({
  organization: PublicOrganization,
  services: z.array(OfferedService),
  /** The permanent code, for a page reached by slug. */
  signup_code: z.string().nullable(),
})
export type SignupPage = z.infer<typeof SignupPage>

/** Sign-up pages show a price only above zero. */
export const showsPrice = (price_cents: unknown): price_cents is number =>
  typeof price_cents === 'number' && price_cents > 0

/** Per-visit total of the selection; counts only whole, non-negative cents. */
export function estimatedTotal(
  offered: readonly { key: string; price_cents?: unknown; taxable?: boolean }[],
  selectedKeys: readonly string[],
  tax_ppm = 0,
): number {
  const counts = (price: unknown): price is number =>
    typeof price === 'number' && Number.isInteger(price) && price >= 0
  const chosen = new Set(selectedKeys)
  return offered.reduce(
    (sum, { key, price_cents, taxable }) =>
      chosen.has(key) && counts(price_cents)
        ? sum + price_cents + (taxable ? taxCents(price_cents, tax_ppm) : 0)
        : sum,
    0,
  )
}

/**
 * The text a customer agrees to before any charge without them. `limit` is the displayed estimate
 * in dollars.
 */
export const autochargeConsent = (about: Agreed, locale: Locale = 'en'): string =>
  consents[locale].autopay(about)

export const autochargeLabel = 'Charge my saved payment method automatically after each service'
export const oneoffsLabel = 'Also for one-time services'

export const smsConsent = (about: Pick<Agreed, 'organization'>, locale: Locale = 'en'): string =>
  consents[locale].sms(about)

/** The text next to the switch for offers by text, as shown and stored. */
export const offerTextsConsent = (
  about: Pick<Agreed, 'organization'>,
  locale: Locale = 'en',
): string => consents[locale].offers(about)

/** Next to the box that extends automatic payments to one-time services. */
export const oneoffsConsent = (locale: Locale): string => consents[locale].oneoffs

/** The text next to each of the three boxes, as shown and stored. */
export function consentTexts(about: Agreed, locale: Locale = 'en') {
  const { autopay, oneoffs, sms } = consents[locale]
  return {
    autopay: autopay(about),
    autopay_oneoffs: `${autopay(about)}\n${oneoffs}.`,
    sms: sms(about),
  }
}

type Agreed = { organization: string; limit: string }
const consents = {
  en: {
    autopay: ({ organization, limit }: Agreed) =>
      `I authorize ${organization} to charge my saved payment method automatically for completed services: the price of the ` +
      `option I chose plus taxes and fees, capped at the displayed estimate of ${limit} per visit unless I approve more work. ` +
      'Failed charges may be retried for a limited period. A receipt is sent for every charge. ' +
      'I can turn automatic payments off at any time in my account.',
    oneoffs: oneoffsLabel,
    sms: ({ organization }: Pick<Agreed, 'organization'>) =>
      `I agree to receive text messages about my services from ${organization}. Message frequency varies. ` +
      'Message and data rates may apply. Reply STOP to opt out, HELP for help. Consent is not a condition of purchase.',
    offers: ({ organization }: Pick<Agreed, 'organization'>) =>
      `I agree to receive offers and news from ${organization} by automated text message at my phone number. ` +
      'Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. ' +
      'Consent is not a condition of purchase.',
  },
  es: {
    autopay: ({ organization, limit }: Agreed) =>
      `Autorizo a ${organization} a cobrar automáticamente a mi forma de pago guardada los servicios terminados: el precio de la ` +
      `opción que elegí más impuestos y cargos, hasta el presupuesto mostrado de ${limit} por visita, a menos que yo apruebe más trabajo. ` +
      'Los cobros fallidos pueden reintentarse durante un tiempo limitado. Se envía un recibo de cada cobro. ' +
      'Puedo desactivar los pagos automáticos en cualquier momento en mi cuenta.',
    oneoffs: 'También para servicios de una sola vez',
    sms: ({ organization }: Pick<Agreed, 'organization'>) =>
      `Acepto recibir mensajes de texto de ${organization} sobre mis servicios. La frecuencia de los mensajes varía. ` +
      'Pueden aplicarse cargos por mensajes y datos. Responda STOP para dejar de recibirlos o HELP para recibir ayuda. El consentimiento no es condición de compra.',
    offers: ({ organization }: Pick<Agreed, 'organization'>) =>
      `Acepto recibir ofertas y novedades de ${organization} por mensajes de texto automáticos en mi número de teléfono. ` +
      'La frecuencia de los mensajes varía. Pueden aplicarse cargos por mensajes y datos. ' +
      'Responda STOP para dejar de recibirlos o HELP para recibir ayuda. El consentimiento no es condición de compra.',
  },
}

/** The estimate named in a text of ours; null for any other text. */
export const limitNamedIn = (text: string): string | null =>
  /(?:capped at the displayed estimate of|hasta el presupuesto mostrado de) (\$[\d,]+\.\d{2}) (?:per visit|por visita)/.exec(
    text,
  )?.[1] ?? null

/** Shown next to the ZIP if an organization accepts sign-ups from its service area only. */
export const outOfAreaRefusal = 'We do not come to this ZIP yet'

export const disclosureStatement =
  'By continuing you confirm that you are at least 18 years old. Taxes and discounts may apply.'

/** Free trial. */
export const TrialForm = z.object({
  name: z
    .string('Please enter your name.')
    .trim()
    .min(1, 'Please enter your name.')
    .max(200, tooLong(200)),
  email: TrialEmail,
  company: z
    .string('Please enter your company.')
    .trim()
    .min(1, 'Please enter your company.')
    .max(200, tooLong(200)),
  phone: OptionalPhone.optional(),
})
export type TrialForm = z.infer<typeof TrialForm>

import { z } from 'zod'
import { addDays, civilOfDay, dayNumber, Moment, type LocalDate } from '../base/dates.ts'
import { nextDueDate } from './due-date.ts'
import { refuse, rule } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'

const defaultDueDay = 28
/** Clamps a due or charge day to 1–28; anything that is not a number becomes 28. */
export function clampDueDay(day: number | null | undefined): number {
  return typeof day === 'number' && Number.isFinite(day)
    ? Math.min(28, Math.max(1, Math.trunc(day)))
    : defaultDueDay
}

/** Why a charge was left to the office whose day passed while the business was closed. */
export const dueWhileClosed = {
  code: 'business_closed',
  message: 'It was due while your business was closed. Charge it, or send the invoice.',
}

/** Charges run at 9:00 in the organization's zone. */
export const chargeRunMinutes = 540

const dayOfMonth = (date: LocalDate): number => civilOfDay(dayNumber(date)).day

/**
 * Days of the month a customer may choose, ascending: 1 to the due day, plus the days after today
 * up to 28. Never today.
 */
export function chargeDayChoices(dueDay: number, today: LocalDate): number[] {
  const due = clampDueDay(dueDay)
  const now = dayOfMonth(today)
  return Array.from({ length: 28 }, (_, i) => i + 1).filter(
    (day) => day !== now && (day <= due || day > now),
  )
}

export const chargeDayMessage = (dueDay: number): string =>
  `Please choose a day between 1–${clampDueDay(dueDay)} (excluding today) or after today up to 28.`

export const isChargeDayAllowed = (day: number, dueDay: number, today: LocalDate): boolean =>
  chargeDayChoices(dueDay, today).includes(day)

/** The next date charges run for a preferred day. Today's run has passed, so it is always after today. */
export const nextChargeDate = (preferredDay: number, today: LocalDate): LocalDate =>
  nextDueDate(addDays(today, 1), clampDueDay(preferredDay))

type EnableAutopayFacts = { has_default_pm: boolean; consent_accepted: boolean }

export const autopayRules = {
  enable: rule(
    refuse(
      'no_payment_method',
      'Add a payment method before enabling autopay',
      (a: EnableAutopayFacts) => !a.has_default_pm,
    ),
    refuse(
      'consent_missing',
      'Please authorize automatic payments to continue',
      (a: EnableAutopayFacts) => !a.consent_accepted,
    ),
  ),
  /** A consent, by the limit in its text: nobody agrees to charges of up to $0.00. */
  agree: rule(
    refuse(
      'no_price_yet',
      'There is no price to agree to yet. You can turn on automatic payments once there is one.',
      ({ cap_cents }: { cap_cents: number }) => cap_cents <= 0,
    ),
  ),
  removeMethod: rule(
    refuse(
      'autopay_needs_method',
      'Choose another default payment method or turn autopay off first.',
      (m: { is_default: boolean; autopay_enabled: boolean }) => m.is_default && m.autopay_enabled,
    ),
  ),
}

/** What a customer agreed to. `cap_cents` is per visit; null: none was shown, so nothing may be charged on it. */
type ConsentFacts = {
  accepted_at: string
  revoked_at: string | null
  cap_cents: number | null
  covers_oneoffs: boolean
}
export type AutochargeFacts = {
  consent: ConsentFacts | null
  amount_cents: number
  visits: number
  is_recurring: boolean
}

/** The most that may be charged without asking: the cap for each visit. */
const chargeLimit = ({ consent, visits }: AutochargeFacts): number =>
  (consent?.cap_cents ?? 0) * Math.max(1, visits)

export const autochargeRule = rule<AutochargeFacts>(
  refuse(
    'consent_missing',
    'The customer has not authorized automatic payments.',
    ({ consent }) => !consent || consent.revoked_at !== null,
  ),
  refuse(
    'consent_oneoffs_missing',
    'The customer has not authorized automatic payments for one-time services.',
    ({ consent, is_recurring }) => !is_recurring && !consent?.covers_oneoffs,
  ),
  refuse(
    'consent_cap_exceeded',
    'This is more than the customer authorized — send pay link',
    (charge) => charge.amount_cents > chargeLimit(charge),
  ),
)

/** Refusals of a charge that the customer’s word on that one invoice lifts. */
export const approvable: ReadonlySet<string> = new Set([
  'consent_missing',
  'consent_oneoffs_missing',
  'consent_cap_exceeded',
])

/** What a customer said to the office: charge this invoice. */
export const ChargeApproval = z.object({
  name: z.string().trim().min(1, 'Enter who agreed.').max(200, tooLong(200)),
  words: z.string().trim().min(1, 'Enter what they said.').max(500, tooLong(500)),
})
export type ChargeApproval = z.infer<typeof ChargeApproval>

const DayOfMonth = z.int().min(1).max(28)

export const BillingSettings = z.object({
  autopay_enabled: z.boolean(),
  preferred_charge_day: DayOfMonth.nullable(),
  /** The organization's due day; it limits the charge days a customer can choose. */
  customer_due_day: DayOfMonth,
  consent_accepted_at: Moment.nullable(),
  has_default_pm: z.boolean(),
  pm_brand: z.string().nullable(),
  pm_last4: z.string().nullable(),
  invoice_email_opt_in: z.boolean(),
  /** The most that may be charged for one visit; null without consent. */
  autopay_cap_cents: z.int().nullable(),
  autopay_oneoffs: z.boolean(),
  /** The limit in the text of a consent given now: what one visit of the planned work costs at most. */
  estimate_cents: z.int(),
})
export type BillingSettings = z.infer<typeof BillingSettings>

export const BillingSettingsPatch = z.object({
  autopay_enabled: z.boolean().optional(),
  /** Accepts any number and clamps it to 1–28. */
  preferred_charge_day: z.number().transform(clampDueDay).nullable().optional(),
  consent: z.object({ accepted: z.boolean(), text: z.string().max(5000) }).optional(),
  autopay_oneoffs: z.boolean().optional(),
  invoice_email_opt_in: z.boolean().optional(),
})
export type BillingSettingsPatch = z.infer<typeof BillingSettingsPatch>

import { z } from 'zod'
import { ReminderSteps, usualSteps } from '../money/bill-reminder.ts'
import {
  AddressPatch,
  emptyToNull,
  EmailText,
  OptionalPhone,
  PostalAddress,
  isZip,
  zipDigits,
  zipMessage,
} from './contact.ts'
import { LocalDateText, Moment, TimeZone } from './dates.ts'
import { HoursInput, SettingsHours } from './hours.ts'
import { Id, Version } from './id.ts'
import { LateFee } from '../money/late-fee.ts'
import { CompanyName, EstimatedCustomers, Industry, sameIndustryMatters } from './onboarding.ts'
import { refuse, rule } from './rule.ts'
import { BillingMode } from '../schedule/schedule.ts'
import { unpaidBreakMin } from '../schedule/shift.ts'
import { SendingPolicy } from '../messages/sending.ts'

export const OrganizationStatus = z.enum(['active', 'inactive'])
export type OrganizationStatus = z.infer<typeof OrganizationStatus>

/** Letters, digits, dashes and slashes, such as 'GA-'. */
const InvoicePrefix = z
  .string()
  .trim()
  .max(12, 'Use at most 12 characters')
  .regex(/^[A-Za-z0-9/_-]*$/, 'Use letters, digits, dashes and slashes')

/** Hours an organization can choose for sending reminders. */
export const reminderHours = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const

/** Scheduling settings of an organization. */
export const OrganizationSettings = z.object({
  slot_minutes: z.int().min(5).max(120),
  default_start_minutes: z.int().min(0).max(1439),
  arrival_window_minutes: z.int().min(0).max(480),
  /** Null: no limit. */
  capacity_per_team_day: z.int().min(1).max(200).nullable(),
  cancel_cutoff_hours: z.int().min(0).max(720),
  /** Customers move a visit to an open day by themselves. */
  self_move: z.boolean(),
  /** Later than this before a visit, moving it is a request. */
  self_move_cutoff_hours: z.int().min(0).max(720),
  crew_can_complete: z.boolean(),
  crew_sees_prices: z.boolean(),
  /** Breaks of so many minutes or more are unpaid; null: breaks are paid. */
  unpaid_break_minutes: z.int().min(unpaidBreakMin).max(120).nullable(),
  billing_mode: BillingMode,
  /** How many days before a visit the reminder goes out; 0: never. */
  reminder_days_before: z.int().min(0).max(7),
  /** Local hour at which reminders go out. */
  reminder_hour: z.int().min(reminderHours[0]).max(reminderHours.at(-1)!),
  /** When the bills of finished visits go out, unless a customer has a time of their own. */
  invoice_sending: SendingPolicy,
  /** Whether customers are reminded of unpaid bills, and on which days after the due date. */
  bill_reminders_on: z.boolean(),
  bill_reminder_steps: ReminderSteps,
  /** Work waits once so much is so many days late; null: that part does not count. */
  hold_after_cents: z.int().min(1).max(10_000_000).nullable(),
  hold_after_days: z.int().min(1).max(180).nullable(),
  /** Added once to an overdue invoice, after a reminder announced it; null: never. */
  late_fee: LateFee.nullable(),
  /** Whether a credit the business gives waits for the next bill; else it pays open bills at once, as the customer's own money always does. */
  credits_wait: z.boolean(),
  /** Whether customers can add a tip on the pay page. */
  tips_on: z.boolean(),
  /** Whether Apple Pay and Google Pay are offered where customers pay or save a card. */
  wallets_on: z.boolean(),
  /** Printed before the numbers of invoices, from the next one on. */
  invoice_prefix: InvoicePrefix,
  /** Printed below every invoice. */
  invoice_terms: z.string().trim().max(2000),
})
export type OrganizationSettings = z.infer<typeof OrganizationSettings>
export const defaultSettings: OrganizationSettings = {
  slot_minutes: 15,
  default_start_minutes: 480,
  arrival_window_minutes: 0,
  capacity_per_team_day: null,
  cancel_cutoff_hours: 24,
  self_move: true,
  self_move_cutoff_hours: 24,
  crew_can_complete: false,
  crew_sees_prices: false,
  unpaid_break_minutes: 30,
  billing_mode: 'per_visit',
  reminder_days_before: 1,
  reminder_hour: 9,
  invoice_sending: 'on_completion',
  bill_reminders_on: false,
  bill_reminder_steps: [...usualSteps],
  hold_after_cents: null,
  hold_after_days: null,
  late_fee: null,
  credits_wait: false,
  tips_on: false,
  wallets_on: true,
  invoice_prefix: '',
  invoice_terms: '',
}
/** Stored settings, with defaults for anything missing or no longer known. */
export const readScheduleSettings = (stored: unknown): OrganizationSettings => {
  const known = OrganizationSettings.partial().safeParse(stored)
  return { ...defaultSettings, ...(known.success ? known.data : {}) }
}

export const Organization = PostalAddress.extend({
  id: Id,
  name: z.string(),
  slug: z.string(),
  status: OrganizationStatus,
  industry: Industry,
  website: z.string().nullable(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  time_zone: z.string(),
  service_area_zipcodes: z.array(z.string()),
  business_hours: SettingsHours.nullable(),
  closed_dates: z.array(LocalDateText),
  services_rendered: z.array(z.string()),
  insurance_provider: z.string().nullable(),
  owner_user_id: Id.nullable(),
  /** Day of the month on which customers' invoices are due. */
  customer_due_day: z.int().min(1).max(28),
  /** True if the permanent link and the slug pages accept sign-ups. */
  signup_open: z.boolean(),
  /** True if a finished sign-up becomes an active customer automatically. */
  activate_signups: z.boolean(),
  /**
   * True if addresses outside the service area are refused; otherwise they are accepted and
   * flagged.
   */
  signups_in_area_only: z.boolean(),
  /** True if customers of other businesses can find it. */
  listed: z.boolean(),
  schedule_settings: OrganizationSettings,
  stripe_account_id: z.string().nullable(),
  stripe_onboarding_completed: z.boolean(),
  stripe_charges_enabled: z.boolean(),
  estimated_customers: z.int().nullable(),
  estimated_users: z.int().nullable(),
  actual_users: z.int(),
  version: Version,
  created_at: Moment,
  updated_at: Moment,
})
export type Organization = z.infer<typeof Organization>

/** 'example.com' → 'https://example.com'; null if it is not a web address. */
export function websiteAddress(text: string): string | null {
  const trimmed = text.trim()
  const full = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
  return /^https?:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/i.test(full) && full.length <= 500
    ? full
    : null
}
export const Website = z.preprocess(
  emptyToNull,
  z
    .string()
    .transform((text, context) => {
      const address = websiteAddress(text)
      if (address === null) context.addIssue({ code: 'custom', message: 'Enter a web address' })
      return address
    })
    .nullable(),
)

/** ZIPs by their first five digits; blanks and duplicates are dropped. */
export const ServiceAreaZips = z
  .array(z.string().refine((zip) => zip.trim() === '' || isZip(zip), zipMessage))
  .max(2000)
  .transform((zips) => [...new Set(zips.map(zipDigits).filter((zip) => zip !== ''))])

const clearableText = (max: number) =>
  z.preprocess(emptyToNull, z.string().trim().max(max).nullable())

const marketingFields = {
  industry: z.preprocess(emptyToNull, Industry.nullable()).optional(),
  services_rendered: z.array(z.string().trim().min(1).max(120)).max(100).nullable().optional(),
}

/**
 * Absent leaves a field unchanged, null or '' clears it. `industry` and `services_rendered` may
 * also be nested under `marketing`.
 */
export const OrganizationPatch = AddressPatch.extend({
  id: Id.optional(),
  name: CompanyName.optional(),
  website: Website.optional(),
  phone_number: OptionalPhone.optional(),
  email: z.preprocess(emptyToNull, EmailText.nullable()).optional(),
  time_zone: TimeZone.optional(),
  service_area_zipcodes: ServiceAreaZips.nullable().optional(),
  business_hours: HoursInput.nullable().optional(),
  closed_dates: z.array(LocalDateText).max(400).optional(),
  insurance_provider: clearableText(200).optional(),
  customer_due_day: z.int().min(1).max(28).optional(),
  estimated_customers: EstimatedCustomers.nullable().optional(),
  signup_open: z.boolean().optional(),
  activate_signups: z.boolean().optional(),
  signups_in_area_only: z.boolean().optional(),
  listed: z.boolean().optional(),
  schedule_settings: OrganizationSettings.partial().optional(),
  ...marketingFields,
  marketing: z.object(marketingFields).optional(),
  version: Version.optional(),
}).transform(({ marketing, ...patch }) => ({ ...patch, ...marketing }))
export type OrganizationPatch = z.infer<typeof OrganizationPatch>

const PaymentsStatus = z.object({
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  requirements_currently_due_len: z.int(),
  onboarded: z.boolean(),
})
type PaymentsStatus = z.infer<typeof PaymentsStatus>

type PaymentsTests = Omit<PaymentsStatus, 'onboarded'>

/** What is missing before payments and payouts work; empty if nothing is. */
export function paymentsChecklist(status: PaymentsTests): string[] {
  const missing: [boolean, string][] = [
    [!status.details_submitted, 'Submit business details'],
    [!status.charges_enabled, 'Enable card payments'],
    [!status.payouts_enabled, 'Enable payouts'],
    [status.requirements_currently_due_len > 0, 'Additional info required'],
  ]
  return missing.filter(([applies]) => applies).map(([, text]) => text)
}
/** The reason stored for an account whose owner took away our access to it. */
export const disconnected = 'disconnected'

export const paymentsStatusText = (
  status: PaymentsTests & { disabled_reason?: string | null },
): 'All set' | 'Setup required' | 'Disconnected' => {
  if (status.disabled_reason === disconnected) return 'Disconnected'
  return paymentsChecklist(status).length === 0 ? 'All set' : 'Setup required'
}

/** To the staff of a deactivated organization. */
export const inactiveMessage =
  'This business is deactivated. Staff can only download its data; please contact support.'

/** Why a customer may not join an organization; each industry except Other only once. */
export const organizationRules = {
  join: rule(
    refuse(
      'same_industry',
      'You cannot select an organization in the same industry.',
      (o: { industry: Industry | null; joined_industries: readonly (Industry | null)[] }) =>
        o.industry !== null &&
        sameIndustryMatters(o.industry) &&
        o.joined_industries.includes(o.industry),
    ),
  ),
}

type Address = Partial<Record<'street' | 'city' | 'state' | 'zip', string | null>>
/** The postal address on one line, as the law wants it in offers; null if a part is missing. */
export const postalAddressOf = ({ street, city, state, zip }: Address): string | null =>
  street && city && state && zip ? `${street}, ${city}, ${state} ${zip}` : null

/** True if a ZIP code is in the service area, or the organization lists none. */
export const isInServiceArea = (zip: string, area: readonly string[]): boolean =>
  area.length === 0 || area.includes(zip)

/**
 * The most populous time zone of each state; people can change it. Null if there is no single one.
 */
export function timeZoneOfState(state: string | null): string | null {
  return state === null ? null : (zoneOfState[state.toUpperCase()] ?? null)
}

const zones: Record<string, string> = {
  'America/New_York': 'CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV',
  'America/Chicago': 'AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
  'Pacific/Majuro': 'MH',
  'Pacific/Palau': 'PW',
  'Pacific/Pohnpei': 'FM',
}
const zoneOfState: Record<string, string> = Object.fromEntries(
  Object.entries(zones).flatMap(([zone, states]) =>
    states.split(' ').map((state) => [state, zone]),
  ),
)

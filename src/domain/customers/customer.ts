import { z } from 'zod'
import { VisitCustomer } from './contact-fields.ts'
import { CustomerBilling } from './customer-billing.ts'
import { NewAddress, PostalAddress } from '../base/contact.ts'
import { DayKey, DayKeys, LocalDateText, Moment } from '../base/dates.ts'
import { Id, Version } from '../base/id.ts'
import { AddressBlock } from '../messages/message.ts'
import { Cents } from '../base/money.ts'
import {
  cadenceOf,
  cadenceOfWord,
  clampWeekInterval,
  CustomerFrequency,
  customerFrequencyOf,
  intervalBounds,
  patterns,
  SignupFrequency,
  signupFrequencies,
} from '../base/cadence.ts'
import { reminderBars } from '../flows/reminder.ts'
import { refuse, rule } from '../base/rule.ts'
import { TaxExemption } from '../money/tax.ts'
import { tooLong } from '../base/text.ts'

export const customerStatuses = ['lead', 'active', 'paused', 'archived'] as const
export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>
export const customerStatusLabels: Record<CustomerStatus, string> = {
  lead: 'Lead',
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
}

/** The fields the rules need; a `Customer` fits. */
export type CustomerFacts = { status: CustomerStatus }

const archived = refuse(
  'customer_archived',
  'This customer is archived.',
  (c: CustomerFacts) => c.status === 'archived',
)
const notLead = refuse(
  'customer_not_lead',
  'Only a lead can be converted.',
  (c: CustomerFacts) => c.status !== 'lead' && c.status !== 'archived',
)
const notActive = refuse(
  'customer_not_active',
  'Only an active customer can be paused.',
  (c: CustomerFacts) => c.status !== 'active',
)
const notPaused = refuse(
  'customer_not_paused',
  'This customer is not paused.',
  (c: CustomerFacts) => c.status !== 'paused',
)
const notArchived = refuse(
  'customer_not_archived',
  'This customer is not archived.',
  (c: CustomerFacts) => c.status !== 'archived',
)
const pausedWork = refuse(
  'customer_paused',
  'This customer is paused.',
  (c: CustomerFacts) => c.status === 'paused',
)
const isLead = refuse(
  'customer_is_lead',
  'Convert this lead to active first.',
  (c: CustomerFacts) => c.status === 'lead',
)

export const customerRules = {
  convert: rule(archived, notLead),
  pause: rule(archived, notActive),
  resume: rule(archived, notPaused),
  archive: rule(archived),
  unarchive: rule(notArchived),
  schedule: rule(archived, pausedWork, isLead),
}

type OfferFacts = CustomerFacts & { email: string | null; promotions_off: boolean }
/** May an offer be sent? */
export const offerRule = rule<OfferFacts>(
  archived,
  refuse('no_email', 'This customer has no email address.', (c: OfferFacts) => !c.email),
  refuse('unsubscribed', 'This customer opted out of offers.', (c: OfferFacts) => c.promotions_off),
)
/** Why an offer skipped a customer, as the API names it. */
export const offerSkips = ['no_email', 'unsubscribed', 'archived', 'refused'] as const
export type OfferSkip = (typeof offerSkips)[number]
export function offerSkip(facts: OfferFacts): OfferSkip | null {
  const code = offerRule(facts)?.code
  return code === 'customer_archived'
    ? 'archived'
    : (offerSkips.find((skip) => skip === code) ?? null)
}
/** What people read about a skip. */
export const offerSkipText = (skip: OfferSkip): string =>
  offerRule.refusals.find(({ code }) => code === (skip === 'archived' ? 'customer_archived' : skip))
    ?.sentence ?? 'It may not go to them now. Messages shows why.'

/** The status a customer gets when unarchived. */
export const unarchivedStatus = ({ was_active }: { was_active: boolean }): CustomerStatus =>
  was_active ? 'active' : 'lead'

/** The rule for a change of status; null if nothing would change. */
export function statusChange(
  from: CustomerStatus,
  to: CustomerStatus,
): keyof typeof customerRules | null {
  if (from === to) return null
  if (to === 'archived') return 'archive'
  if (to === 'paused') return 'pause'
  if (from === 'archived') return 'unarchive'
  return to === 'active' && from === 'paused' ? 'resume' : 'convert'
}

export const customerFrequencyLabels: Record<CustomerFrequency, string> = {
  weekly: 'Weekly',
  'bi-weekly': 'Bi-weekly',
  monthly: 'Monthly',
  seasonal: 'Seasonal',
}

const intervals = Array.from(
  { length: Math.max(intervalBounds.week.max, intervalBounds.month.max) },
  (_, at) => at + 1,
)

/** The rules this list word covers, as 'pattern interval seasonal', as the database compares. */
export const rulesOfFrequency = (word: CustomerFrequency): string[] =>
  patterns.flatMap((pattern) =>
    intervals.flatMap((interval) =>
      [false, true]
        .filter(
          (seasonal) => customerFrequencyOf(cadenceOf({ pattern, interval }), seasonal) === word,
        )
        .map((seasonal) => `${pattern} ${interval} ${seasonal}`),
    ),
  )

/**
 * The sign-up preferences this list word covers, as 'frequency interval', or just 'frequency'
 * without an interval.
 */
export const wishesOfFrequency = (word: CustomerFrequency): string[] =>
  signupFrequencies.flatMap((frequency) =>
    [null, ...intervals].flatMap((interval) => {
      const cadence = cadenceOfWord(frequency, interval)
      return cadence && customerFrequencyOf(cadence) === word
        ? [`${frequency} ${interval ?? ''}`]
        : []
    }),
  )

export const Note = z.object({
  id: Id,
  text: z.string(),
  author_name: z.string().nullable(),
  created_at: Moment,
})
export type Note = z.infer<typeof Note>
export const NewNote = z.object({
  text: z.string('Write a note').trim().min(1, 'Write a note').max(5000, tooLong(5000)),
})

export const LastVisit = z.object({ date: LocalDateText, notes: z.string().nullable() })
/** A customer's previous and current preference, as text. */
export const WishChange = z.object({
  what: z.enum(['Services', 'Days', 'How often']),
  before: z.string(),
  now: z.string(),
})
export type WishChange = z.infer<typeof WishChange>

/** How much of a customer's history a card shows. */
export const cardLimits = { notes: 5, last_visits: 3, services: 4, tags: 4, rules: 20 } as const

export const Customer = VisitCustomer.extend(TaxExemption.shape).extend({
  created_at: Moment,
  updated_at: Moment,
  /** The same address as one object. */
  address: PostalAddress,
  status: CustomerStatus,
  /** True if they were ever a customer, so unarchiving makes them one again instead of a lead. */
  was_active: z.boolean(),
  paused_from: LocalDateText.nullable(),
  resume_on: LocalDateText.nullable(),
  pause_reason: z.string().nullable(),
  /** Of the most frequent work; null if the list has no word for it. */
  frequency: CustomerFrequency.nullable(),
  /** All of it, most frequent first; for a customer without work, what they asked for. */
  frequency_label: z.string().nullable(),
  next_visit_at: z.string().nullable(),
  services: z.array(z.string()),
  last_visits: z.array(LastVisit),
  notes: z.array(Note),
  tags: z.array(z.string()),
  reminder_opt_in: z.boolean(),
  /** Turned off visit messages in their own account; the office cannot override that. */
  messages_off: z.boolean(),
  /** Why this customer gets no visit reminders; empty if they do. */
  reminders_off: z.array(z.enum(reminderBars)),
  /** Opted out of offers. */
  promotions_off: z.boolean(),
  /** When they agreed to offers by text; null if they did not. */
  offer_texts_since: Moment.nullable(),
  /** Nothing goes to this address until it is changed. */
  email_block: AddressBlock.nullable(),
  phone_block: AddressBlock.nullable(),
  /** Referred customers who had their first visit. */
  referral_count: z.int(),
  /** Whose referral link they signed up with. */
  referred_by: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  cltv_cents: Cents,
  outstanding_balance_cents: Cents,
  ...CustomerBilling.shape,
  has_autopay: z.boolean(),
  has_login: z.boolean(),
  team_id: Id.nullable(),
  pref_frequency: SignupFrequency.nullable(),
  pref_interval: z.int().nullable(),
  out_of_area: z.boolean(),
  signup_completed_at: Moment.nullable(),
  /** Preferences the customer changed since the office last looked, and when. */
  wish_changes: z.array(WishChange),
  wishes_changed_at: Moment.nullable(),
  version: Version,
})
export type Customer = z.infer<typeof Customer>

/** How a new customer matches an existing one. */
const lookalikeReasons = ['email', 'phone', 'address'] as const
const lookalikeLabels: Record<(typeof lookalikeReasons)[number], string> = {
  email: 'email',
  phone: 'phone number',
  address: 'address',
}
export const Lookalike = z.object({
  id: Id,
  name: z.string().nullable(),
  status: CustomerStatus,
  by: z.enum(lookalikeReasons),
})
export type Lookalike = z.infer<typeof Lookalike>
/** 'Ann Lee (lead) has the same phone number.' */
export const lookalikeText = ({ name, status, by }: Lookalike): string =>
  `${name ?? 'A customer without a name'} (${customerStatusLabels[status].toLowerCase()}) has the same ${lookalikeLabels[by]}.`

/** 'ann@example.com is a customer already: Ann Lee (paused).' */
export const alreadyCustomerText = (
  email: string,
  { name, status }: Pick<Lookalike, 'name' | 'status'>,
): string => {
  const as = status === 'lead' ? 'lead' : 'customer'
  const who = [
    name,
    status === 'paused' || status === 'archived'
      ? `(${customerStatusLabels[status].toLowerCase()})`
      : null,
  ]
    .filter(Boolean)
    .join(' ')
  return `${email} is a ${as} already${who && `: ${who}`}.`
}

export const PromoMessage = z.object({
  message: z.string('Write a message').trim().min(1, 'Write a message').max(5000, tooLong(5000)),
})

/** The form tags are compared in. */
const tagKey = (tag: string): string => tag.trim().toLowerCase()
/** 'Gate, dog ' → ['gate', 'dog']. */
export const tagsInFilter = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(tagKey)
      .filter((tag) => tag !== ''),
  ),
]
/** True if every wanted tag is there, ignoring case. */
export const hasAllTags = (tags: readonly string[], wanted: readonly string[]): boolean => {
  const have = new Set(tags.map(tagKey))
  return wanted.every((tag) => have.has(tagKey(tag)))
}

/**
 * Trims tags and keeps the first of each that differ only in case. A comma separates tags, as in
 * the filter.
 */
export const tidyTags = (tags: readonly string[]): string[] => {
  const kept: string[] = []
  for (const tag of tags.flatMap((one) => one.split(',').map((part) => part.trim())))
    if (tag && !hasAllTags(kept, [tagKey(tag)])) kept.push(tag)
  return kept
}

/** An address where work is done. */
export const ServiceLocation = z.object({
  id: Id,
  label: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  is_default: z.boolean(),
})
export type ServiceLocation = z.infer<typeof ServiceLocation>

export const NewLocation = NewAddress.extend({
  label: z
    .string()
    .trim()
    .max(80)
    .default('Home')
    .transform((label) => label || 'Home'),
  is_default: z.boolean().default(false),
})
export type NewLocation = z.infer<typeof NewLocation>

/** What a customer asked for; it changes no schedule by itself. */
export const CustomerPreferences = z.object({
  services_selected: z.array(z.string()),
  available_days: z.array(DayKey),
  service_frequency: SignupFrequency.nullable(),
  service_interval: z.int().nullable(),
})
export type CustomerPreferences = z.infer<typeof CustomerPreferences>

/**
 * An edit of the preferences; `service_interval` applies to every_x_weeks only, and biweekly is
 * stored as every 2 weeks.
 */
export const PreferencesPatch = z
  .object({
    services_selected: z.array(z.string().max(80)).max(50).optional(),
    available_days: DayKeys.optional(),
    service_frequency: SignupFrequency.optional(),
    service_interval: z.unknown().optional(),
  })
  .transform(({ service_interval, ...patch }) => {
    if (patch.service_frequency === undefined) return patch
    if (patch.service_frequency === 'biweekly')
      return { ...patch, service_frequency: 'every_x_weeks' as const, service_interval: 2 }
    const weeks =
      patch.service_frequency === 'every_x_weeks' ? clampWeekInterval(service_interval) : null
    return { ...patch, service_interval: weeks }
  })
export type PreferencesPatch = z.infer<typeof PreferencesPatch>

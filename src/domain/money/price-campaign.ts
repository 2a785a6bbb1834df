import { z } from 'zod'
import { cadenceOf, type Pattern } from '../base/cadence.ts'
import { LocalDateText, Moment, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents, divideHalfUp, maxCents, PriceCents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'
import { fill } from '../messages/wording.ts'

// Raising the prices of many series from one day on.

/** The most series one campaign changes. */
export const campaignLimit = 5000

/** What a raised price may be rounded to, in cents. */
export const roundings = [1, 5, 50, 100] as const

/** By how much prices go up. `hundredths` of a percent: 525 is 5.25 %. */
export const PriceRaise = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('percent'),
    hundredths: z.int().min(1, 'Enter a percentage above 0').max(10_000, 'Enter at most 100 %'),
    round_to: z.literal(roundings).default(1),
  }),
  z.object({
    by: z.literal('amount'),
    cents: z.int().min(1, 'Enter an amount above 0').max(maxCents, 'This amount is too high.'),
  }),
])
export type PriceRaise = z.infer<typeof PriceRaise>

/** A price after the raise. Rounding never lowers it. */
function raisedPrice(cents: number, raise: PriceRaise): number {
  if (raise.by === 'amount') return cents + raise.cents
  const step = raise.round_to
  return Math.max(cents, divideHalfUp(cents * (10_000 + raise.hundredths), 10_000 * step) * step)
}

/** Recurring work of active and paused customers; each field that is given narrows it. */
export const CampaignFilter = z
  .object({
    service_ids: z.array(Id).max(500).optional(),
    /** The team of the series. */
    team_id: Id.optional(),
    tag: z.string().trim().min(1).max(60).optional(),
    /** Current price. */
    from_cents: PriceCents.optional(),
    to_cents: PriceCents.optional(),
    customer_ids: z.array(Id).min(1).max(2000).optional(),
    /** Series that were taken out one by one. */
    without: z.array(Id).max(campaignLimit).optional(),
  })
  .refine(({ from_cents = 0, to_cents = maxCents }) => from_cents <= to_cents, {
    path: ['to_cents'],
    error: 'The highest price is below the lowest',
  })
export type CampaignFilter = z.infer<typeof CampaignFilter>

/** What an owner's message can name. A line with a price or a service is repeated for each series. */
export const campaignFields = ['customer', 'service', 'old_price', 'new_price', 'date'] as const
const ofSeries = /\{(?:service|old_price|new_price)\}/

/** What is wrong with the words of a message; undefined if nothing is. */
function campaignTextIssue(text: string): string | undefined {
  const used = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name]) => name!)
  const unknown = used.find((name) => !campaignFields.some((field) => field === name))
  if (unknown !== undefined) return `{${unknown}} is not a field of this message.`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, '')))
    return 'Write fields as {date}, with both braces.'
  const lost = (['new_price', 'date'] as const).find((name) => !used.includes(name))
  return lost && `Keep {${lost}} in it.`
}

const Text = z
  .string()
  .trim()
  .min(1, 'Enter a message')
  .max(2000)
  .superRefine((text, context) => {
    const issue = campaignTextIssue(text)
    if (issue) context.addIssue({ code: 'custom', message: issue })
  })

/** A campaign as the office puts it together. */
export const CampaignDraft = z.object({
  filter: CampaignFilter,
  raise: PriceRaise,
  /** The first day at the new price. */
  effective_on: LocalDateText,
  subject: z.string().trim().min(1, 'Enter a subject').max(150),
  text: Text,
  /** Whether customers who need not agree are told. */
  tells: z.boolean(),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/** One series of a message, with its words. */
type PriceWords = { service: string; old_price: string; new_price: string }

/** The owner's words for one customer: a line that names a price or service comes once for each series. */
export const campaignText = (
  text: string,
  { series, ...fields }: { customer: string; date: string; series: readonly PriceWords[] },
): string =>
  text
    .split('\n')
    .flatMap((line) =>
      ofSeries.test(line)
        ? series.map((one) => fill(line, { ...fields, ...one }))
        : [line.trim() && fill(line, fields)],
    )
    .join('\n')
    .trim()

/** Why a series of the filter is left as it is. */
const leftReasons = ['no_price', 'unchanged', 'later_price', 'too_high', 'without'] as const
export type LeftReason = (typeof leftReasons)[number]

type Priced = { price_cents: number | null; start_date: LocalDate; end_date: LocalDate | null }
/**
 * What becomes of a series' price: the segments are those with dates from the day on, in order. Null prices follow
 * the service's.
 */
export function planRaise(
  segments: readonly Priced[],
  service_cents: number | null,
  raise: PriceRaise,
): { old_cents: number; new_cents: number } | { left: LeftReason; old_cents: number | null } {
  const priceOf = (one: Priced | undefined) => one?.price_cents ?? service_cents
  const old_cents = priceOf(segments[0])
  if (!old_cents) return { left: 'no_price', old_cents }
  if (segments.some((one) => priceOf(one) !== old_cents)) return { left: 'later_price', old_cents }
  const new_cents = raisedPrice(old_cents, raise)
  if (new_cents === old_cents) return { left: 'unchanged', old_cents }
  return new_cents > maxCents ? { left: 'too_high', old_cents } : { old_cents, new_cents }
}

type Cadenced = {
  pattern: Pattern
  interval: number
  weekdays: readonly number[] | null
  season_start_month: number | null
  season_end_month: number | null
}
/** What a raise brings in a month, averaged over a year. */
export function monthlyEffect(cents: number, rule: Cadenced): number {
  const { unit, interval } = cadenceOf(rule)
  if (unit === 'once') return 0
  const { season_start_month: from, season_end_month: to } = rule
  const months = from && to ? ((to - from + 12) % 12) + 1 : 12
  const days = Math.max(1, rule.weekdays?.length ?? 1)
  const in_year = unit === 'week' ? (365.25 / 7) * days : 12 * days
  return Math.round((cents * in_year * months) / (144 * interval))
}

/** A series of a campaign. */
const CampaignLine = z.object({
  series_id: Id,
  customer_id: Id,
  customer_name: z.string().nullable(),
  service: z.string(),
  /** The street, for a customer with several. */
  place: z.string().nullable(),
  old_cents: Cents,
  new_cents: Cents,
  /** More a month, averaged over a year. */
  monthly_cents: Cents,
  /** Its first planned visit at the new price. */
  first_on: LocalDateText.nullable(),
  /** The customer pays automatically and agreed to less: they are asked. */
  asks: z.boolean(),
})

/** What a campaign would do to one series, before it is done. */
export const PreviewLine = CampaignLine.extend({
  /** What the customer agreed to; null if nothing is charged automatically. */
  cap_cents: Cents.nullable(),
})
export type PreviewLine = z.infer<typeof PreviewLine>

export const LeftLine = z.object({
  series_id: Id,
  customer_id: Id,
  customer_name: z.string().nullable(),
  service: z.string(),
  old_cents: Cents.nullable(),
  reason: z.enum(leftReasons),
})
export type LeftLine = z.infer<typeof LeftLine>

export const CampaignTotals = z.object({
  series: z.int(),
  customers: z.int(),
  /** Customers who are asked to agree. */
  asks: z.int(),
  monthly_cents: Cents,
})
export type CampaignTotals = z.infer<typeof CampaignTotals>

/** A customer of a campaign no message about it would reach, and why. */
export const UnreachedCustomer = z.object({
  customer_id: Id,
  customer_name: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** Whether they must agree. */
  asks: z.boolean(),
  reason: z.string(),
})
export type UnreachedCustomer = z.infer<typeof UnreachedCustomer>

type Counted = { customer_id: string; asks: boolean; monthly_cents: number }
export const totalsOf = (lines: readonly Counted[]): CampaignTotals => ({
  series: lines.length,
  customers: new Set(lines.map((one) => one.customer_id)).size,
  asks: new Set(lines.filter((one) => one.asks).map((one) => one.customer_id)).size,
  monthly_cents: lines.reduce((sum, one) => sum + one.monthly_cents, 0),
})

/** What came of asking: `other`: they no longer pay automatically, so nothing is charged. */
const lineAnswers = ['not_asked', 'waiting', 'agreed', 'declined', 'other'] as const
/** What undoing did to a series: `edited` and `ended` ones were left as they are. */
const lineOutcomes = ['restored', 'price_restored', 'edited', 'ended'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

export const DoneLine = CampaignLine.extend({
  answer: z.enum(lineAnswers),
  outcome: z.enum(lineOutcomes).nullable(),
})
export type DoneLine = z.infer<typeof DoneLine>

export const PriceCampaign = z.object({
  id: Id,
  filter: CampaignFilter,
  raise: PriceRaise,
  effective_on: LocalDateText,
  subject: z.string(),
  text: z.string(),
  tells: z.boolean(),
  /** `planned`: before its day. */
  state: z.enum(['planned', 'in_force', 'undone']),
  totals: CampaignTotals,
  /** Customers who agreed, who said no, and who have not answered. */
  agreed: z.int(),
  declined: z.int(),
  waiting: z.int(),
  /** Customers whose message was written, and who still come. */
  told: z.int(),
  to_tell: z.int(),
  /** Customers no message reaches and the office has not called yet. */
  to_call: z.int(),
  undo: z.object({
    /** Why it can no longer be undone; null while it can. */
    refusal: z.string().nullable(),
    /** The first planned visit at the new price: once it is done, nothing can be undone. */
    until: LocalDateText.nullable(),
  }),
  author_name: z.string().nullable(),
  created_at: Moment,
  undone_at: Moment.nullable(),
  /** What undoing left as it is. */
  left: z.int(),
})
export type PriceCampaign = z.infer<typeof PriceCampaign>

export const campaignRules = {
  start: rule(
    refuse(
      'campaign_stale',
      'Prices or plans changed since this preview. Look at the new one, then apply it.',
      (facts: { is_stale: boolean; series: number }) => facts.is_stale,
    ),
    refuse(
      'campaign_empty',
      'No recurring work is in this group, or no price would change.',
      (facts: { is_stale: boolean; series: number }) => facts.series === 0,
    ),
  ),
  undo: rule(
    refuse(
      'campaign_begun',
      'A visit at the new price is done, so this can no longer be undone. You can still change the price of each series.',
      (facts: { done_on: LocalDate | null }) => facts.done_on !== null,
    ),
  ),
}

type PlanNow = {
  is_same: boolean
  /** The stored prices of the segments with dates from the day on. */
  prices: readonly (number | null)[]
}
/**
 * What undoing does to a series: an untouched one gets its very plan back; one whose plan changed otherwise gets its
 * price back; one with another price now, or none, stays.
 */
export function undoneAs({ is_same, prices }: PlanNow, new_cents: number): LineOutcome {
  if (is_same) return 'restored'
  if (!prices.length) return 'ended'
  return prices.every((cents) => cents === new_cents) ? 'price_restored' : 'edited'
}

import { VisitCustomer } from '../customers/contact-fields.ts'
import { VisitService } from './visit-service.ts'
import { z } from 'zod'
import {
  clockRange,
  isLocalDate,
  LocalDateText,
  MinutesOfDay,
  Moment,
  timeText,
  todayIn,
  TimeText,
  type LocalDate,
} from '../base/dates.ts'
import { VisitChecklistItem } from './checklist.ts'
import { VisitExtra } from '../flows/extra-work.ts'
import { VisitFile } from '../base/file.ts'
import { Id } from '../base/id.ts'
import { InvoiceStatus } from '../money/invoice.ts'
import { VisitProduct } from '../flows/product.ts'
import { PaymentBadge } from '../money/payment-badge.ts'
import type { Locale } from '../base/locale.ts'
import { Cents } from '../base/money.ts'
import { refuse, rule, type Refusal } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'
import { VisitStatus } from './visit-status.ts'

export const skipReasons = ['staff', 'customer', 'paused', 'weather', 'payment'] as const
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>

export const holdReasonMax = 200
/** Why a visit is on hold: an internal note, never shown to the customer. */
export const HoldReason = z
  .string('Say why it is on hold.')
  .trim()
  .min(1, 'Say why it is on hold.')
  .max(holdReasonMax, tooLong(holdReasonMax))

/** How many visits from the tray can be placed in one call. */
export const placeManyMax = 50

/** The visit's permanent name: its series and the date the pattern first gave it. */
export const occurrenceId = (seriesId: string, originalDate: LocalDate): string =>
  `${seriesId}:${originalDate}`

/** Null if the text is not an occurrence id (a rule id, for example). */
export function parseOccurrenceId(
  text: string,
): { series_id: string; original_date: LocalDate } | null {
  const at = text.lastIndexOf(':')
  const series_id = text.slice(0, Math.max(at, 0))
  const original_date = text.slice(at + 1)
  return Id.safeParse(series_id).success && isLocalDate(original_date)
    ? { series_id, original_date }
    : null
}

export const OccurrenceId = z
  .string()
  .refine((text) => parseOccurrenceId(text) !== null, 'Not a visit id')

/** Why a visit is paused, and when work resumes; null until resumed by hand. */
export const VisitPause = z.object({
  by: z.enum(['customer', 'rule']),
  until: LocalDateText.nullable(),
})
export type VisitPause = z.infer<typeof VisitPause>

export const VisitTeam = z.object({ id: Id, name: z.string() })

export const CrewNote = z.object({
  text: z.string(),
  by: z.string().nullable(),
  at: Moment,
  /** The customer reads it, too. */
  for_customer: z.boolean(),
})
export type CrewNote = z.infer<typeof CrewNote>

/** One occurrence of a rule. */
export const Visit = z.object({
  /** `series_id:original_date`. */
  id: z.string(),
  /** Same as id. */
  occurrence_id: z.string(),
  series_id: Id,
  rule_id: Id,
  /** Where it takes place now. */
  date: LocalDateText,
  original_date: LocalDateText,
  /** Moved off a closed day by the calendar, not by a person. */
  shifted: z.boolean(),
  start_time: TimeText.nullable(),
  start_minutes: MinutesOfDay.nullable(),
  duration_minutes: z.int().min(1),
  team_id: Id.nullable(),
  team: VisitTeam.nullable(),
  /** Its position among the team's untimed visits that day, from 1; null if there is no order. */
  route_position: z.int().min(1).nullable(),
  status: VisitStatus,
  is_completed: z.boolean(),
  skipped: z.boolean(),
  cancelled: z.boolean(),
  skip_reason: SkipReason.nullable(),
  /** Why it is on hold, an internal note; null unless it is. */
  hold_reason: z.string().nullable(),
  /** Null unless a pause cancelled it. */
  pause: VisitPause.nullable(),
  completed_at: Moment.nullable(),
  /** When its crew set out for it today; null unless it is still on the way. */
  on_the_way_at: Moment.nullable(),
  /** Since when its crew has been at work; null before. */
  started_at: Moment.nullable(),
  /** What crews wrote down about it, oldest first. */
  crew_notes: z.array(CrewNote),
  /** Photos and signatures, oldest first. */
  files: z.array(VisitFile),
  /** What to do there, and who did it; as it was when the visit was done. */
  checklist: z.array(VisitChecklistItem),
  /** Why the crew finished with something required left open. */
  open_reason: z.string().nullable(),
  /** Products applied there, oldest first. */
  products: z.array(VisitProduct),
  /** What the customer asked for at the door, oldest first; customers do not see it here. */
  extras: z.array(VisitExtra),
  invoice_id: Id.nullable(),
  invoice_status: InvoiceStatus.nullable(),
  invoice_total_cents: Cents.nullable(),
  /** What came in for its invoice, without credits and less refunds. */
  invoice_collected_cents: Cents.nullable(),
  payment_badge: PaymentBadge,
  customer: VisitCustomer,
  service: VisitService.nullable(),
  /** The rule's notes and the visit's own. */
  notes: z.string().nullable(),
  price_cents: Cents.nullable(),
  recurrence_label: z.string(),
  /** How many days it may move from `original_date` before a warning appears; null: any number. */
  buffer_days: z.int().nullable(),
  /** 0 while the visit exists only as a date of its rule. */
  version: z.int().min(0),
})
export type Visit = z.infer<typeof Visit>

/** A visit without its customer and without derived fields. */
export const BareVisit = Visit.omit({
  id: true,
  occurrence_id: true,
  start_time: true,
  is_completed: true,
  skipped: true,
  cancelled: true,
  customer: true,
})
export type BareVisit = z.infer<typeof BareVisit>

export function wholeVisit(bare: BareVisit, customer: VisitCustomer): Visit {
  const id = occurrenceId(bare.series_id, bare.original_date)
  return {
    ...bare,
    id,
    occurrence_id: id,
    ...visitTime(bare.start_minutes),
    ...visitFlags(bare.status),
    customer,
  }
}

type Ordered = Pick<Visit, 'date' | 'start_minutes' | 'route_position' | 'id'> & {
  customer: Pick<VisitCustomer, 'name'>
}
/** Compares by code units, for ids and dates. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By day, then time; untimed visits last, in route order, then by name. */
export const byTime = (a: Ordered, b: Ordered): number =>
  ascending(a.date, b.date) ||
  (a.start_minutes ?? 1440) - (b.start_minutes ?? 1440) ||
  (a.start_minutes === null
    ? (a.route_position ?? unplaced) - (b.route_position ?? unplaced) ||
      ascending(a.customer.name ?? '', b.customer.name ?? '')
    : 0) ||
  ascending(a.id, b.id)
/** Sorts after every position. */
const unplaced = 1_000_000

/** The three flags clients read, derived from the status. */
export const visitFlags = (
  status: VisitStatus,
): Pick<Visit, 'is_completed' | 'skipped' | 'cancelled'> => ({
  is_completed: status === 'completed',
  skipped: status === 'skipped',
  cancelled: status === 'skipped',
})

export const visitTime = (minutes: number | null): Pick<Visit, 'start_time' | 'start_minutes'> => ({
  start_minutes: minutes,
  start_time: minutes === null ? null : timeText(minutes),
})

/** When to expect the crew: '9:00 AM', or '9:00 AM – 10:00 AM' with an arrival window. */
export const arrivalText = (start: number, window: number, locale: Locale = 'en'): string =>
  clockRange(start, window > 0 ? (start + window) % 1440 : null, locale)

/** The fields the rules need; a `Visit` fits. */
export type VisitFacts = {
  status: VisitStatus
  skip_reason?: SkipReason | null
  hold_reason?: string | null
  invoice_status: InvoiceStatus | null
}
/** `today` in the organization's time zone; `by_crew` for anyone but owner and manager. */
type DatedVisitFacts = VisitFacts & { date: LocalDate; today: LocalDate }
type CompleteFacts = DatedVisitFacts & { by_crew: boolean }
/** Whose pause cancelled it, if any. */
type RestoreFacts = DatedVisitFacts & { paused_by?: 'customer' | 'rule' | null }
/** What would be billed, if known. */
type SeedFacts = VisitFacts & { to_bill_cents?: number | null }
/** `into_pause`: the target date is paused. */
type PlaceOnFacts = VisitFacts & { into_pause: boolean }
type MoveFacts = VisitFacts & Partial<PlaceOnFacts>
type ReopenFacts = VisitFacts & {
  completed_at: string | null
  now: string
  by_crew: boolean
}

/** The visit changed since the caller last saw it. */
export const changedSince: Refusal = {
  code: 'version_conflict',
  sentence: 'Someone else changed this visit in the meantime. Please check it again.',
}

/** How long a completion can be undone. */
export const undoMinutes = 15

type Skipped = Pick<VisitFacts, 'status' | 'skip_reason' | 'hold_reason'>
/** Paused, not cancelled: it returns when the work resumes. */
export const isResting = (visit: Skipped): boolean =>
  visit.status === 'skipped' && visit.skip_reason === 'paused'
/** Taken off its day, to be rescheduled. */
export const isOnHold = (visit: Skipped): boolean =>
  visit.status === 'skipped' && typeof visit.hold_reason === 'string'
/** Cancelled for good. */
export const isLetGo = (visit: Skipped): boolean =>
  visit.status === 'skipped' && !isResting(visit) && !isOnHold(visit)
const resting = refuse('visit_paused', 'This visit is paused — end the pause first.', isResting)
const onHold = refuse('visit_on_hold', 'This visit is on hold — schedule it first.', isOnHold)
const cancelledEdit = refuse(
  'visit_cancelled',
  'This visit is cancelled — you can’t edit/reschedule it.',
  (v: VisitFacts) => v.status === 'skipped',
)
const cancelledMove = refuse(
  'visit_cancelled',
  'This visit is cancelled — cannot reschedule.',
  (v: VisitFacts) => v.status === 'skipped',
)
const locked = refuse(
  'visit_locked',
  'A completed visit is locked.',
  (v: VisitFacts) => v.status === 'completed',
)
/** Also keeps a visit out of a lost day. */
export const running = refuse(
  'visit_in_progress',
  'The crew is at work here.',
  (v: VisitFacts) => v.status === 'in_progress',
)
const notOurs = refuse(
  'visit_cancelled',
  'Only visits the office cancelled can be put on hold — restore this visit first.',
  (v: VisitFacts) => isLetGo(v) && v.skip_reason !== 'staff' && v.skip_reason !== 'weather',
)
const notOnHold = refuse(
  'visit_not_on_hold',
  'This visit is no longer on hold.',
  (v: VisitFacts) => !isOnHold(v),
)
const intoPause = refuse(
  'visit_paused',
  'This work is paused on that date — choose another, or end the pause first.',
  (v: MoveFacts) => v.into_pause === true,
)
const paid = refuse(
  'already_paid',
  'Already paid — reschedule instead',
  (v: VisitFacts) => v.invoice_status === 'paid',
)
const closed = refuse(
  'invoice_closed',
  'This date’s invoice is closed — reschedule instead',
  (v: VisitFacts) =>
    v.invoice_status === 'void' ||
    v.invoice_status === 'refunded' ||
    v.invoice_status === 'uncollectible',
)
const paying = refuse(
  'payment_in_progress',
  'Payment in progress',
  (v: VisitFacts) => v.invoice_status === 'processing',
)
const captured = refuse(
  'already_paid',
  'Already paid',
  (v: VisitFacts) => v.invoice_status === 'paid' || v.invoice_status === 'refunded',
)
const future = refuse(
  'visit_in_future',
  'This visit is not due yet.',
  (v: CompleteFacts) => v.by_crew && v.date > v.today,
)
const notSkipped = refuse(
  'visit_not_cancelled',
  'This visit is not cancelled.',
  (v: VisitFacts) => v.status !== 'skipped',
)
const cancelledWay = refuse(
  'visit_cancelled',
  'This visit is cancelled.',
  (v: VisitFacts) => v.status === 'skipped',
)
const notToday = refuse(
  'visit_not_today',
  'This visit is not today.',
  (v: DatedVisitFacts) => v.date !== v.today,
)
const past = refuse(
  'visit_past',
  'This date has passed — reschedule instead.',
  (v: DatedVisitFacts) => v.date < v.today,
)
const customerPaused = refuse(
  'customer_paused',
  'This customer is paused.',
  (v: RestoreFacts) => v.paused_by === 'customer',
)
const rulePaused = refuse(
  'rule_paused',
  'This work is paused.',
  (v: RestoreFacts) => v.paused_by === 'rule',
)
const nothingToBill = refuse(
  'zero_total',
  'This visit has no price to bill.',
  (v: SeedFacts) => v.to_bill_cents !== undefined && (v.to_bill_cents ?? 0) <= 0,
)
const notCompleted = refuse(
  'visit_not_completed',
  'This visit is not completed.',
  (v: VisitFacts) => v.status !== 'completed',
)
/** How long the charge of a crew's completion waits unless the server is set otherwise. */
export const chargeWaitSeconds = 60
/** How long "on my way" can be taken back before its customer is told. */
export const onTheWayUndoSeconds = 10
const undoOver = refuse(
  'undo_expired',
  'It is too late to undo. Ask the owner to reopen this visit.',
  (v: ReopenFacts) =>
    v.by_crew &&
    (v.completed_at === null ||
      Date.parse(v.now) - Date.parse(v.completed_at) > undoMinutes * 60_000),
)

/** Rules for one visit; null: allowed. Completing or skipping twice is a repeat, not a refusal. */
export const visitRules = {
  complete: rule<CompleteFacts>(resting, onHold, cancelledEdit, future),
  onTheWay: rule<DatedVisitFacts>(resting, onHold, cancelledWay, locked, notToday),
  start: rule<DatedVisitFacts>(resting, onHold, cancelledWay, locked, notToday),
  reschedule: rule<MoveFacts>(resting, onHold, cancelledMove, locked, intoPause),
  setTime: rule(resting, onHold, cancelledEdit, locked),
  clearTime: rule(resting, onHold, cancelledEdit, locked),
  assignTeam: rule(resting, onHold, cancelledEdit, locked),
  edit: rule(resting, onHold, cancelledEdit, locked),
  skip: rule(paid, closed, paying, locked),
  hold: rule(resting, locked, running, notOurs, paid, closed, paying),
  place: rule<PlaceOnFacts>(notOnHold, intoPause),
  restore: rule<RestoreFacts>(customerPaused, rulePaused, notSkipped, past),
  reopen: rule<ReopenFacts>(notCompleted, captured, paying, undoOver),
  seedInvoice: rule<SeedFacts>(resting, onHold, cancelledEdit, nothingToBill),
}

/** True from the moment a crew set out until the visit is done, on its day only: a visit that was moved since starts over. */
export const isOnTheWay = (
  visit: { status: VisitStatus; date: LocalDate; on_the_way_at: string | null },
  time_zone: string,
): boolean =>
  visit.on_the_way_at !== null &&
  (visit.status === 'scheduled' || visit.status === 'in_progress') &&
  todayIn(time_zone, visit.on_the_way_at) === visit.date

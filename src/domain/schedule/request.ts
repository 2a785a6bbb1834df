import { z } from 'zod'
import { PostalAddress } from '../base/contact.ts'
import {
  addDays,
  LocalDateText,
  MinutesOfDay,
  Moment,
  weekdayOf,
  type LocalDate,
} from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'
import { isLetGo, isOnHold, isResting, type SkipReason } from './visit.ts'
import type { VisitStatus } from './visit-status.ts'

export const requestStatuses = ['requested', 'approved', 'denied', 'withdrawn', 'expired'] as const
export const RequestStatus = z.enum(requestStatuses)
export type RequestStatus = z.infer<typeof RequestStatus>

/** Accepts older words for an open request: empty, pending, open. Null for an unknown word. */
export function canonicalRequestStatus(status: string | null | undefined): RequestStatus | null {
  if (!status || status === 'pending' || status === 'open') return 'requested'
  return requestStatuses.find((known) => known === status) ?? null
}

export const RequestAction = z.enum(['reschedule', 'cancel'])
export type RequestAction = z.infer<typeof RequestAction>

export const reasonLimit = 500
/** Length is counted after trimming. */
export const RequestReason = z.string().trim().max(reasonLimit, `At most ${reasonLimit} characters`)

export const CustomerRequest = z.object({
  id: Id,
  action: RequestAction,
  /** Where the visit is now. */
  date: LocalDateText,
  occurrence_id: z.string(),
  preferred_dates: z.array(LocalDateText),
  service_label: z.string().nullable(),
  customer_id: Id,
  customer_name: z.string().nullable(),
  user_email: z.string().nullable(),
  team_id: Id.nullable(),
  reason: z.string().nullable(),
  status: RequestStatus,
  /** The reason given for the decision. */
  resolution_reason: z.string().nullable(),
  created_at: Moment,
  resolved_at: Moment.nullable(),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** Open requests are the ones staff see. */
export const isOpenRequest = (request: {
  status: string | null
  resolved_at: string | null
}): boolean =>
  canonicalRequestStatus(request.status) === 'requested' && request.resolved_at === null

/** How many alternative days a customer may suggest. */
export const preferredDatesMax = 3
/** The days to choose from: open ones around the visit, not today, past, or its own. */
export function preferredChoices({
  date,
  today,
  ...open
}: OpenDays & { date: LocalDate; today: LocalDate }): LocalDate[] {
  const tomorrow = addDays(today, 1)
  const first = addDays(date, -6) > tomorrow ? addDays(date, -6) : tomorrow
  return Array.from({ length: preferredWithin }, (_, ahead) => addDays(first, ahead))
    .filter((day) => day !== date && isOpenDay(day, open))
    .slice(0, 12)
}
const preferredWithin = 28

type OpenDays = {
  /** Null: every day. */
  open_weekdays: readonly number[] | null
  closed_dates: ReadonlySet<LocalDate>
}
/** The business works on this day. */
export const isOpenDay = (day: LocalDate, { open_weekdays, closed_dates }: OpenDays): boolean =>
  !closed_dates.has(day) && (open_weekdays?.includes(weekdayOf(day)) ?? true)

/** The first day after a date on which the business works. */
export function nextOpenDay(date: LocalDate, open: OpenDays): LocalDate {
  const days = Array.from({ length: 31 }, (_, ahead) => addDays(date, ahead + 1))
  return days.find((day) => isOpenDay(day, open)) ?? addDays(date, 1)
}

export const NewRescheduleRequest = z.object({
  date: LocalDateText,
  occurrence_id: z.string().max(100).optional(),
  service_id: z.string().max(100).nullish(),
  reason: RequestReason.nullish().transform((reason) => reason || null),
  preferred_dates: z.array(LocalDateText).max(preferredDatesMax).default([]),
})
export type NewRescheduleRequest = z.infer<typeof NewRescheduleRequest>

export const OpenDatesQuery = z.object({ occurrence_id: z.string().max(100) })

export const MoveVisit = z.object({
  occurrence_id: z.string().max(100),
  /** Where the customer saw the visit. */
  date: LocalDateText,
  to_date: LocalDateText,
  /** The time that was offered with the day. */
  start_minutes: MinutesOfDay.nullable(),
})
export type MoveVisit = z.infer<typeof MoveVisit>

export const CancelService = z.object({
  date: LocalDateText,
  occurrence_id: z.string().max(100).optional(),
  service_id: z.string().max(100).nullish(),
})

export const ResolveRequest = z.object({
  status: z.enum(['approved', 'denied']),
  reason: RequestReason.nullish(),
})

/**
 * What happens to an open request when its visit changed in the meantime; null if it stays open, as
 * it does while the visit is paused.
 */
export function requestOutcome(
  visit: {
    status: VisitStatus
    skip_reason?: SkipReason | null
    hold_reason?: string | null
    date: LocalDate
  },
  today: LocalDate,
): { status: 'denied' | 'expired'; reason: 'completed' | 'cancelled' | 'past' } | null {
  if (visit.status === 'completed') return { status: 'denied', reason: 'completed' }
  if (isLetGo(visit)) return { status: 'denied', reason: 'cancelled' }
  return visit.date < today ? { status: 'expired', reason: 'past' } : null
}

const expired = refuse(
  'request_resolved',
  'The date of this request has passed.',
  (r: { status: RequestStatus }) => r.status === 'expired',
)
const resolved = refuse(
  'request_resolved',
  'This request was already answered.',
  (r: { status: RequestStatus }) => r.status !== 'requested',
)
type AskedVisit = {
  status: VisitStatus
  skip_reason: SkipReason | null
  hold_reason?: string | null
  date: LocalDate
  today: LocalDate
}
const resting = refuse('visit_paused', 'This service is paused on that date.', isResting)
const onHold = refuse(
  'visit_on_hold',
  'This visit is already being rescheduled. We will let you know the new date.',
  isOnHold,
)
const cancelled = refuse(
  'visit_cancelled',
  'This visit is cancelled — cannot reschedule.',
  (r: AskedVisit) => r.status === 'skipped',
)
const completed = refuse(
  'visit_locked',
  'A completed visit is locked.',
  (r: AskedVisit) => r.status === 'completed',
)
const past = refuse('visit_past', 'This date has passed.', (r: AskedVisit) => r.date < r.today)
const otherOpen = refuse(
  'request_open',
  'Another request for this visit is still open. Withdraw it first.',
  (asked: { open: RequestAction; action: RequestAction }) => asked.open !== asked.action,
)

const movedMeanwhile = refuse(
  'visit_moved',
  'This visit was moved in the meantime. Choose from the days that are free now.',
  (asked: MoveFacts) => asked.seen_date !== asked.date,
)
const taken = refuse(
  'day_taken',
  'This day is no longer free. Choose from the days that are free now.',
  (asked: MoveFacts) => !asked.is_free,
)
/** `seen_date`: where the customer saw the visit. */
type MoveFacts = { seen_date: LocalDate; date: LocalDate; is_free: boolean }

export const requestRules = {
  move: rule<MoveFacts>(movedMeanwhile, taken),
  resolve: rule(expired, resolved),
  withdraw: rule(expired, resolved),
  ask: rule<AskedVisit>(resting, onHold, cancelled, completed, past),
  askAgain: rule(otherOpen),
}

const defaultCutoffHours = 24
/**
 * Whether what a customer does about a visit takes effect immediately; inside the cutoff it becomes
 * a request. Moments in ISO 8601.
 */
export const isBeforeCutoff = (
  startsAt: string,
  now: string,
  cutoffHours = defaultCutoffHours,
): boolean => Date.parse(startsAt) - Date.parse(now) >= cutoffHours * 3_600_000

const upcomingStates = [
  'scheduled',
  'reschedule_requested',
  'cancel_requested',
  'rescheduled',
  'on_the_way',
  'held',
  'completed',
  'paused',
  'to_be_rescheduled',
  'cancelled',
] as const
export const UpcomingState = z.enum(upcomingStates)
export type UpcomingState = z.infer<typeof UpcomingState>

/** The one state a customer's card shows; the flags are derived from it. */
export function upcomingState(visit: {
  status: VisitStatus
  skip_reason: SkipReason | null
  hold_reason?: string | null
  date: LocalDate
  original_date: LocalDate
  shifted: boolean
  open_request: RequestAction | null
  on_the_way_at?: string | null
  /** Waits for a payment. */
  is_held?: boolean
}): UpcomingState {
  if (visit.status === 'skipped')
    return isResting(visit) ? 'paused' : isOnHold(visit) ? 'to_be_rescheduled' : 'cancelled'
  if (visit.status === 'completed') return 'completed'
  if (visit.open_request)
    return visit.open_request === 'cancel' ? 'cancel_requested' : 'reschedule_requested'
  if (visit.on_the_way_at) return 'on_the_way'
  if (visit.is_held) return 'held'
  return visit.date !== visit.original_date && !visit.shifted ? 'rescheduled' : 'scheduled'
}

const closedWords: Record<string, string> = {
  completed: 'the visit was done in the meantime',
  cancelled: 'the visit was cancelled in the meantime',
}
/**
 * What a customer reads about a denied request; null if it was not denied, or the visit itself
 * shows the result.
 */
export function deniedText(visit: Asked): string | null {
  const denied = deniedReason(visit)
  if (!denied) return null
  const { reason } = denied
  return `Your last request could not be met${reason ? `: ${closedWords[reason] ?? reason}` : '.'}`
}

type Asked = {
  state: UpcomingState
  request: { status: RequestStatus; resolution_reason: string | null } | null
}
/** Why a request was denied, in the office's words or none; null if it was not denied, or the visit itself shows the result. */
export const deniedReason = ({ state, request }: Asked): { reason: string | null } | null =>
  request?.status === 'denied' && state !== 'completed' && state !== 'cancelled'
    ? { reason: request.resolution_reason }
    : null

export const UpcomingService = z.object({
  occurrence_id: z.string(),
  date: LocalDateText,
  /** Null means Unscheduled. */
  start_minutes: z.int().nullable(),
  service: z.object({ id: z.string().nullable(), label: z.string() }),
  /** Where the work is done. */
  address: PostalAddress,
  reschedule_requested: z.boolean(),
  rescheduled: z.boolean(),
  cancelled: z.boolean(),
  skipped: z.boolean(),
  status: z.string(),
  state: UpcomingState,
  organization_name: z.string().nullable(),
})
export type UpcomingService = z.infer<typeof UpcomingService>

export const upcomingFlags = (
  state: UpcomingState,
): Pick<UpcomingService, 'reschedule_requested' | 'rescheduled' | 'cancelled' | 'skipped'> => ({
  reschedule_requested: state === 'reschedule_requested',
  rescheduled: state === 'rescheduled',
  cancelled: state === 'cancelled',
  skipped: state === 'cancelled' || state === 'paused' || state === 'to_be_rescheduled',
})

export const upcomingWindowDays = 30

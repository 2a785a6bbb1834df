import { z } from 'zod'
import { PostalAddress } from '../domain/contact.ts'
import { customerRules } from '../domain/customer.ts'
import { DayKey, LocalDateText, MinutesOfDay, TimeText, TimeZone } from '../domain/dates.ts'
import { DayHours } from '../domain/hours.ts'
import { InvoiceStatus } from '../domain/invoice.ts'
import { PriceCents } from '../domain/money.ts'
import { placeWarningCodes } from '../domain/placement.ts'
import { Pattern } from '../domain/cadence.ts'
import { defaultEndDate, recurrenceProblems } from '../domain/recurrence.ts'
import {
  DurationMinutes,
  MiscEvent,
  NewMiscEvent,
  NewRule,
  orgEventsLimit,
  orgEventsWindowDays,
  ScheduleRule,
  scheduleWindowDays,
  startTimeFields,
  withAgreeingTime,
} from '../domain/schedule.ts'
import { routeLimit } from '../domain/route.ts'
import { OccurrenceId, SkipReason, Visit, VisitCompletion, visitRules } from '../domain/visit.ts'
import { anyCrew, anyOffice, defineCalls, Id, leaders, Ok, officeAndAdmin } from './kit.ts'

const uuidPattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** A rule (any segment of a series, even an older one), a series, or a visit as `series:original_date`. */
export const ScheduleRef = z.string().regex(new RegExp(`^${uuidPattern}(:\\d{4}-\\d{2}-\\d{2})?$`), 'Not a rule or visit id')
/** The address of a rule or a visit in a path. */
export const ruleParams = z.object({ rule_id: ScheduleRef })

export const offices = { ...anyOffice, ...leaders } as const
const readers = { ...officeAndAdmin, ...anyCrew } as const

/** From and to, both included, in the organization's calendar. */
export const windowFields = { from: LocalDateText, to: LocalDateText }
const endsAfterItStarts = ({ from, to }: { from: string; to: string }): boolean => to >= from
const notTooLong = ({ from, to }: { from: string; to: string }): boolean => Date.parse(to) - Date.parse(from) < scheduleWindowDays * 86_400_000
/** Adds the checks of a window to a schema that has one. */
export const withWindowChecks = <S extends z.ZodType<{ from: string; to: string }>>(schema: S): S =>
  schema
    .refine(endsAfterItStarts, { path: ['to'], message: 'The last date is before the first' })
    .refine(notTooLong, { path: ['to'], message: `Ask for at most ${scheduleWindowDays} days` })

const Flag = z.enum(['1', '0', 'true', 'false']).transform((text) => text === '1' || text === 'true')

export const ScheduleTeam = z.object({ id: Id, name: z.string(), color: z.string().nullable() })
const ClosedDate = z.object({ date: LocalDateText, reason: z.string().nullable() })

/** A doubt that does not stop anyone: the screen shows it. */
export const ScheduleWarning = z.object({
  code: z.enum(placeWarningCodes),
  sentence: z.string(),
})
export type ScheduleWarning = z.infer<typeof ScheduleWarning>

/** What is planned and is no visit, with its team's name. */
export const PlannedEvent = MiscEvent.extend({ type: z.literal('misc_event'), team: z.object({ id: Id, name: z.string() }).nullable() })
export type PlannedEvent = z.infer<typeof PlannedEvent>

export const ScheduleWindow = z.object({
  ...windowFields,
  today: LocalDateText,
  time_zone: TimeZone,
  /** Raised with every change in the organization; also the ETag. */
  revision: z.int(),
  occurrences: z.array(Visit),
  /** In the order of time. A crew's are those of its teams and of everyone. */
  events: z.array(PlannedEvent),
  teams: z.array(ScheduleTeam),
  /** Those of the window and of the 92 days after it, and those from today on: a new date is chosen from today, whatever week one looks at. */
  closed_dates: z.array(ClosedDate),
  /** Empty: none were entered. */
  business_hours: z.array(DayHours),
})
export type ScheduleWindow = z.infer<typeof ScheduleWindow>

export const OrgEvent = z.discriminatedUnion('type', [Visit.extend({ type: z.literal('visit'), title: z.string() }), PlannedEvent])
export type OrgEvent = z.infer<typeof OrgEvent>

const CandidateService = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  label: z.string(),
  price_cents: PriceCents.nullable(),
  estimated_minutes: z.int().nullable(),
})

export const Candidate = PostalAddress.extend({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  status: z.enum(['lead', 'active', 'paused']),
  /** Why nothing can be scheduled now; null for an active customer. */
  disabled_reason: z.string().nullable(),
  team_id: Id.nullable(),
  available_days: z.array(DayKey),
  has_card_on_file: z.boolean(),
  /** What the customer chose or already has. */
  services: z.array(CandidateService),
  /** The customer's wish as a rule's pattern. */
  preference: z.object({ pattern: Pattern, interval: z.int() }).nullable(),
})
export type Candidate = z.infer<typeof Candidate>

/** What Add to Schedule sends. Without `end_date` a rule ends a year on; null means no end. */
export const NewRuleBody = withAgreeingTime(z.object({ ...NewRule.shape, end_date: LocalDateText.nullable().optional() }))
  .transform(({ end_date, ...rule }): NewRule => ({ ...rule, end_date: end_date === undefined ? defaultEndDate(rule.pattern, rule.start_date) : end_date }))
  .superRefine((rule, context) => {
    for (const { path, message } of recurrenceProblems(rule)) context.addIssue({ code: 'custom', path: [path], message })
  })

export const RuleAdded = z.object({
  ok: z.literal(true),
  rule_id: Id,
  series_id: Id,
  rule: ScheduleRule,
  /** Null when the pattern has no date before its end. */
  first_visit: z
    .object({
      occurrence_id: z.string(),
      date: LocalDateText,
      original_date: LocalDateText,
      shifted: z.boolean(),
      start_minutes: z.int().nullable(),
      team_id: Id.nullable(),
    })
    .nullable(),
  warnings: z.array(ScheduleWarning),
})
export type RuleAdded = z.infer<typeof RuleAdded>

/** A visit after an edit. `changed` is false when it already was so, as after a repeated call. */
export const VisitChanged = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  visit: Visit,
  start_time: TimeText.nullable(),
  start_minutes: z.int().nullable(),
  warnings: z.array(ScheduleWarning),
})
export type VisitChanged = z.infer<typeof VisitChanged>

/** `edit_id` takes the team of the whole series back, and the time with it; null when only this date was changed. */
export const VisitSlotSet = VisitChanged.extend({ edit_id: Id.nullable() })
export type VisitSlotSet = z.infer<typeof VisitSlotSet>

/** What comes after a visit that is done, where that counts from it. */
export const VisitsAfter = z.object({
  /** When somebody comes next; null: nobody does. */
  next_date: LocalDateText.nullable(),
  /** Visits that do not move along, because somebody changed them; `reason` is a sentence. At most 50. */
  kept_visits: z.array(z.object({ occurrence_id: z.string(), date: LocalDateText, reason: z.string() })),
  /** What is doubtful about the day on which somebody comes next. */
  warnings: z.array(ScheduleWarning),
})
export type VisitsAfter = z.infer<typeof VisitsAfter>

/** What completing does to the visits after it, for each day on which the work may have been done. Empty where they count from the planned date. */
export const CompletionPreview = z.object({ choices: z.array(VisitsAfter.extend({ done_on: LocalDateText, moves: z.boolean() })) })
export type CompletionPreview = z.infer<typeof CompletionPreview>

export const VisitCompleted = VisitCompletion.extend({
  ok: z.literal(true),
  message: z.string(),
  /** Null when nothing moved with it. */
  next: VisitsAfter.nullable(),
  /** Why nothing is being collected although it was asked for or agreed; the visit is completed all the same. */
  charge_refused: z.object({ code: z.string(), sentence: z.string() }).nullable(),
})
export type VisitCompleted = z.infer<typeof VisitCompleted>

/** The version the caller has seen, 0 for a visit nobody touched; a newer one is refused as `version_conflict`. */
export const seen = { expected_version: z.int().min(0).optional() }
/** The customer's request that this edit answers: approved in the same transaction. */
export const answers = { request_id: Id.optional() }

export const RescheduleVisit = withAgreeingTime(
  z.object({ from_date: LocalDateText.optional(), to_date: LocalDateText, ...startTimeFields, team_id: Id.nullable().optional(), ...seen, ...answers }),
)
export const SetVisitTime = withAgreeingTime(
  z.object({
    rule_id: ScheduleRef,
    date: LocalDateText.optional(),
    ...startTimeFields,
    team_id: Id.nullable().optional(),
    apply_team_to: z.enum(['date', 'rule']).default('date'),
    /** With a team for the whole series: also replace the teams that were chosen for single dates. */
    replace_changed: z.boolean().default(false),
    ...seen,
    ...answers,
  }),
).refine((body) => body.start_time != null || body.start_minutes != null || body.team_id !== undefined, {
  path: ['start_time'],
  message: 'Choose a time or a team',
})

/** A team's visits without a time on a day, first to last; `team_id` null: those of no team. */
export const RouteOrder = z.object({ date: LocalDateText, team_id: Id.nullable(), occurrence_ids: z.array(OccurrenceId).min(1).max(routeLimit) })
export type RouteOrder = z.infer<typeof RouteOrder>
/** The order as it is then: visits that the caller did not name follow those it did. */
export const RouteOrdered = z.object({ ok: z.literal(true), changed: z.boolean(), occurrence_ids: z.array(z.string()) })
export type RouteOrdered = z.infer<typeof RouteOrdered>

export const schedule = defineCalls({
  'GET /api/schedule': {
    summary: 'Visits and other events from one date to another, both included, at most 92 days',
    roles: readers,
    query: withWindowChecks(z.object({ ...windowFields, team_id: z.union([Id, z.literal('none')]).optional() })),
    ok: ScheduleWindow,
    errors: { no_team: 404 },
  },
  'GET /api/schedule/start-times': {
    summary: 'Start times of the visits that have one',
    roles: readers,
    query: withWindowChecks(z.object(windowFields)),
    ok: z.object({
      items: z.array(z.object({ rule_id: Id, occurrence_id: z.string(), date: LocalDateText, start_minutes: MinutesOfDay, start_time: TimeText })),
    }),
  },
  'GET /api/schedule/org-events': {
    summary: 'Visits and other events day by day, with search; a day is never split',
    roles: { ...anyOffice, ...leaders },
    query: z.object({
      from: LocalDateText.optional(),
      days: z.coerce.number<number>().int().min(1).max(scheduleWindowDays).default(orgEventsWindowDays),
      limit: z.coerce.number<number>().int().min(1).max(orgEventsLimit).default(orgEventsLimit),
      q: z.string().max(200).optional(),
      team_id: z.union([Id, z.literal('none')]).optional(),
      /** Only visits, or only what is no visit. */
      type: z.enum(['visit', 'misc_event']).optional(),
    }),
    ok: z.object({ items: z.array(OrgEvent), from: LocalDateText, next_from: LocalDateText, has_more: z.boolean() }),
  },
  'PUT /api/schedule/route': {
    summary: 'Put a team’s visits without a time on a day in order; a repeat changes nothing',
    roles: anyOffice,
    body: RouteOrder,
    ok: RouteOrdered,
  },
  'GET /api/schedule/candidates': {
    summary: 'Customers who can be put on the schedule, with their services and wishes',
    roles: anyOffice,
    query: z.object({
      /** As in the list of customers. */
      q: z.string().max(200).optional(),
      /** Only this one. */
      customer_id: Id.optional(),
      include_leads: Flag.optional(),
      /** Only active customers with nothing to come: no work in force, no visit on hold. */
      unscheduled: Flag.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number<number>().int().min(1).max(200).default(100),
    }),
    ok: z.object({ customers: z.array(Candidate), services: z.array(CandidateService), next_cursor: z.string().nullable() }),
  },
  'POST /api/schedule': {
    summary: 'Put a customer on the schedule: one visit or a series',
    roles: anyOffice,
    body: NewRuleBody,
    ok: RuleAdded,
    status: 201,
    idempotent: true,
    errors: { duplicate: 409, ...Object.fromEntries(customerRules.schedule.refusals.map(({ code }) => [code, 422 as const])) },
  },
  'GET /api/schedule/{rule_id}': { summary: 'The rule in force of a series', roles: { ...officeAndAdmin, ...leaders }, params: ruleParams, ok: ScheduleRule },
  'GET /api/schedule/{rule_id}/visit': {
    summary: 'One visit as it stands, on whatever day',
    roles: offices,
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional() }),
    ok: Visit,
  },
  'GET /api/schedule/{rule_id}/completion': {
    summary: 'What completing a visit would do to the visits after it',
    roles: { ...offices, crew_member: 'own' },
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional() }),
    ok: CompletionPreview,
  },
  'POST /api/schedule/{rule_id}/complete': {
    summary: 'Complete a visit, bill it, and collect when asked or agreed; a crew member where the organization lets them',
    roles: { ...offices, crew_member: 'own' },
    params: ruleParams,
    body: z.object({
      date: LocalDateText.optional(),
      collect: z.boolean().default(false),
      confirm_future: z.boolean().default(false),
      /** Where the next visit counts from the day this one is done: that day. Without it the day it is held on, or today if that is still to come. */
      done_on: LocalDateText.optional(),
      /** Refuse with `next_moves`, once, when what follows would move. */
      ask_next: z.boolean().default(false),
    }),
    ok: VisitCompleted,
    rules: [visitRules.complete],
    errors: { future_visit: 409, next_moves: 409 },
  },
  'POST /api/schedule/{rule_id}/reopen': {
    summary: 'Take a completion back while nothing is paid',
    roles: offices,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.reopen],
  },
  'POST /api/schedule/{rule_id}/reschedule': {
    summary: 'Move a visit to another date, and time or team',
    roles: offices,
    params: ruleParams,
    body: RescheduleVisit,
    ok: VisitChanged,
    rules: [visitRules.reschedule],
    errors: { version_conflict: 409, request_resolved: 409, team_denied: 403 },
  },
  'POST /api/schedule/{rule_id}/skip': {
    summary: 'Cancel one visit',
    roles: offices,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional(), reason: SkipReason.default('staff'), ...seen, ...answers }).optional(),
    ok: VisitChanged,
    rules: [visitRules.skip],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
  'POST /api/schedule/{rule_id}/restore': {
    summary: 'Bring a cancelled visit back',
    roles: offices,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.restore],
  },
  'POST /api/schedule/{rule_id}/seed-invoice': {
    summary: 'Make the draft invoice of a visit; a repeat answers the same one',
    roles: anyOffice,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }),
    ok: z.object({ ok: z.literal(true), invoice_id: Id, status: InvoiceStatus }),
    rules: [visitRules.seedInvoice],
  },
  'POST /api/schedule/set-time': {
    summary: 'Set the time or the team of one visit, or the team of its whole series',
    roles: offices,
    body: SetVisitTime,
    ok: VisitSlotSet,
    rules: [visitRules.setTime, visitRules.assignTeam],
    errors: { version_conflict: 409, request_resolved: 409, team_denied: 403 },
  },
  'DELETE /api/schedule/{rule_id}/time': {
    summary: 'Leave a visit without a time',
    roles: offices,
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional(), expected_version: z.coerce.number<number>().int().min(0).optional() }),
    ok: VisitChanged,
    rules: [visitRules.clearTime],
    errors: { version_conflict: 409 },
  },
  'GET /api/owner/available-times': {
    summary: 'Start times that are free on a date; without a team, free for any team',
    roles: { ...anyOffice, ...leaders },
    query: z.object({
      date: LocalDateText,
      service_minutes: z.coerce.number<number>().int().min(1).max(1440).optional(),
      team_id: Id.optional(),
      /** A visit that does not count, because it is the one being moved. */
      except: ScheduleRef.optional(),
    }),
    ok: z.object({ date: LocalDateText, closed: z.boolean(), slots: z.array(z.int()) }),
  },
  'POST /api/owner/misc-events': {
    summary: 'Add an event that is no visit',
    roles: anyOffice,
    body: NewMiscEvent,
    ok: MiscEvent,
    status: 201,
    idempotent: true,
  },
  'PATCH /api/owner/misc-events/{id}': {
    summary: 'Change an event',
    roles: anyOffice,
    body: withAgreeingTime(
      z.object({
        title: NewMiscEvent.shape.title.optional(),
        date: LocalDateText.optional(),
        ...startTimeFields,
        duration_minutes: DurationMinutes.optional(),
        notes: z.string().trim().max(2000).nullable().optional(),
        team_id: Id.nullable().optional(),
      }),
    ),
    ok: MiscEvent,
  },
  'DELETE /api/owner/misc-events/{id}': { summary: 'Remove an event', roles: anyOffice, ok: Ok },
})

import { z } from 'zod'
import { LocalDateText, TimeText } from '../domain/base/dates.ts'
import { Id } from '../domain/base/id.ts'
import { routeLimit } from '../domain/schedule/route.ts'
import { startTimeFields, withAgreeingTime } from '../domain/schedule/schedule.ts'
import { OccurrenceId, SkipReason, Visit, visitRules } from '../domain/schedule/visit.ts'
import { defineCalls, officeAndAdmin } from './kit.ts'
import {
  settledRequest,
  officeAndLeaders,
  ruleParams,
  ScheduleWarning,
  seenVersion,
} from './schedule.ts'

/** A visit after an edit. `changed` is false if there was nothing to change, for example on a repeated call. */
export const VisitChanged = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  visit: Visit,
  start_time: TimeText.nullable(),
  start_minutes: z.int().nullable(),
  warnings: z.array(ScheduleWarning),
})
export type VisitChanged = z.infer<typeof VisitChanged>

/** `edit_id` is the edit to undo when the whole series changed; null when only this date did. */
export const VisitSlotSet = VisitChanged.extend({ edit_id: Id.nullable() })
export type VisitSlotSet = z.infer<typeof VisitSlotSet>

const RescheduleVisit = withAgreeingTime(
  z.object({
    from_date: LocalDateText.optional(),
    to_date: LocalDateText,
    ...startTimeFields,
    team_id: Id.nullable().optional(),
    ...seenVersion,
    ...settledRequest,
  }),
)
/** A team's untimed visits on a day, in order; `team_id` null means visits without a team. */
export const RouteOrder = z.object({
  date: LocalDateText,
  team_id: Id.nullable(),
  occurrence_ids: z.array(OccurrenceId).min(1).max(routeLimit),
})
export type RouteOrder = z.infer<typeof RouteOrder>
/** The resulting order: visits the caller didn't list come after those it did. */
export const RouteOrdered = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  occurrence_ids: z.array(z.string()),
})
export type RouteOrdered = z.infer<typeof RouteOrdered>

/** How a day goes: each stop with when the crew arrives, in minutes after midnight. */
const RoutePlan = z.object({
  stops: z.array(z.object({ id: z.string(), arrives_minutes: z.number() })),
  drive_minutes: z.number(),
  late_minutes: z.number(),
})
export const RouteSuggestion = z.object({
  now: RoutePlan,
  /** The same as `now` if nothing shorter was found. */
  suggested: RoutePlan,
  /** Its visits without a time, in order, for `PUT /api/schedule/route`. */
  occurrence_ids: z.array(z.string()),
  /** Whole minutes of driving less; 0 if there is nothing to gain. */
  saved_minutes: z.int(),
  /** Where each stop is, in degrees; stops whose ZIP is unknown are missing here and count as next to the one before. */
  places: z.array(z.object({ id: z.string(), latitude: z.number(), longitude: z.number() })),
  unknown_ids: z.array(z.string()),
})
export type RouteSuggestion = z.infer<typeof RouteSuggestion>

/** A visit whose day is over although nobody completed or cancelled it. */
const MissedVisit = z.object({
  occurrence_id: z.string(),
  date: LocalDateText,
  customer_id: Id,
  customer_name: z.string().nullable(),
  title: z.string(),
  team: z.string().nullable(),
})
export type MissedVisit = z.infer<typeof MissedVisit>

/** Single visits: read, move, cancel, restore; and the order within a day. */
export const visits = defineCalls({
  'GET /api/schedule/missed': {
    summary: 'Visits of the last two weeks that nobody completed or cancelled, oldest first',
    roles: officeAndAdmin,
    ok: z.object({ items: z.array(MissedVisit) }),
  },
  'PUT /api/schedule/route': {
    summary: 'Set the order of a team’s untimed visits on a day; repeating changes nothing',
    roles: officeAndLeaders,
    body: RouteOrder,
    ok: RouteOrdered,
    errors: { team_denied: 403 },
  },
  'GET /api/schedule/route/suggestion': {
    summary: 'A shorter order of a team’s open visits on a day, by where their ZIP codes are',
    roles: officeAndLeaders,
    query: z.object({ date: LocalDateText, team_id: z.union([Id, z.literal('none')]) }),
    ok: RouteSuggestion,
    errors: { team_denied: 403 },
    per_minute: 60,
  },
  'GET /api/schedule/{rule_id}/visit': {
    summary: 'One visit',
    roles: officeAndLeaders,
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional() }),
    ok: Visit,
  },
  'POST /api/schedule/{rule_id}/reschedule': {
    summary: 'Move a visit to another date, time or team',
    roles: officeAndLeaders,
    params: ruleParams,
    body: RescheduleVisit,
    ok: VisitChanged,
    rules: [visitRules.reschedule],
    errors: { version_conflict: 409, request_resolved: 409, team_denied: 403 },
  },
  'POST /api/schedule/{rule_id}/skip': {
    summary: 'Cancel one visit',
    roles: officeAndLeaders,
    params: ruleParams,
    body: z
      .object({
        date: LocalDateText.optional(),
        reason: SkipReason.default('staff'),
        ...seenVersion,
        ...settledRequest,
      })
      .optional(),
    ok: VisitChanged,
    rules: [visitRules.skip],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
  'POST /api/schedule/{rule_id}/restore': {
    summary: 'Restore a cancelled visit',
    roles: officeAndLeaders,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.restore],
  },
  'DELETE /api/schedule/{rule_id}/time': {
    summary: 'Clear a visit’s start time',
    roles: officeAndLeaders,
    params: ruleParams,
    query: z.object({
      date: LocalDateText.optional(),
      expected_version: z.coerce.number<number>().int().min(0).optional(),
    }),
    ok: VisitChanged,
    rules: [visitRules.clearTime],
    errors: { version_conflict: 409 },
  },
})

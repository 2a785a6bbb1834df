import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { startTimeFields, withAgreeingTime } from '../domain/schedule/schedule.ts'
import {
  HoldReason,
  OccurrenceId,
  placeManyMax,
  Visit,
  visitRules,
} from '../domain/schedule/visit.ts'
import { anyOffice, defineCalls, Id, Page } from './kit.ts'
import { settledRequest, officeAndLeaders, ruleParams, seenVersion } from './schedule.ts'
import { VisitSlotSet } from './visits.ts'

/** A visit on hold, waiting to be placed. */
export const TrayItem = z.object({
  visit: Visit,
  held_at: Moment,
  /** Who put it on hold; null if unknown. */
  held_by: z.string().nullable(),
})
export type TrayItem = z.infer<typeof TrayItem>

export const HoldVisit = z.object({
  reason: HoldReason,
  date: LocalDateText.optional(),
  ...seenVersion,
  ...settledRequest,
})
const PlaceVisit = withAgreeingTime(
  z.object({
    date: LocalDateText.optional(),
    to_date: LocalDateText,
    ...startTimeFields,
    team_id: Id.nullable().optional(),
    ...seenVersion,
    ...settledRequest,
  }),
)

/** Several visits onto one day; each keeps its time, and its team unless `team_id` is given. */
export const PlaceVisits = z.object({
  visits: z
    .array(z.object({ occurrence_id: OccurrenceId, ...seenVersion }))
    .min(1)
    .max(placeManyMax),
  to_date: LocalDateText,
  team_id: Id.nullable().optional(),
})
/** The outcome for each visit. */
export const VisitsPlaced = z.object({
  ok: z.literal(true),
  /** Visits now on that day; `changed` is false for those already there. */
  placed: z.array(z.object({ occurrence_id: z.string(), changed: z.boolean() })),
  /** Visits that could not be placed, and why. */
  refused: z.array(z.object({ occurrence_id: z.string(), code: z.string(), sentence: z.string() })),
  /** The edit to undo; null when nothing changed. */
  edit_id: Id.nullable(),
})
export type VisitsPlaced = z.infer<typeof VisitsPlaced>

export const tray = defineCalls({
  'GET /api/schedule/tray': {
    summary: 'List visits on hold, oldest first',
    roles: anyOffice,
    query: z.object(Page()),
    /** `count`: how many there are in all. */
    ok: z.object({ items: z.array(TrayItem), count: z.int(), next_cursor: z.string().nullable() }),
  },
  'POST /api/schedule/tray/place': {
    summary:
      'Schedule several visits on hold for one day; those that cannot be scheduled are listed',
    roles: anyOffice,
    body: PlaceVisits,
    ok: VisitsPlaced,
    idempotent: true,
  },
  'POST /api/schedule/{rule_id}/hold': {
    summary: 'Put a visit on hold, with a reason; repeating changes nothing',
    roles: officeAndLeaders,
    params: ruleParams,
    body: HoldVisit,
    ok: VisitSlotSet,
    rules: [visitRules.hold],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
  'POST /api/schedule/{rule_id}/place': {
    summary: 'Schedule a visit on hold on a date, with a time or team; repeating changes nothing',
    roles: anyOffice,
    params: ruleParams,
    body: PlaceVisit,
    ok: VisitSlotSet,
    rules: [visitRules.place],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
})

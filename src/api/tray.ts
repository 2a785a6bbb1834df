import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/dates.ts'
import { startTimeFields, withAgreeingTime } from '../domain/schedule.ts'
import { HoldReason, OccurrenceId, placedAtOnceMax, Visit, visitRules } from '../domain/visit.ts'
import { anyOffice, defineCalls, Id, Page } from './kit.ts'
import { settledRequest, officeAndLeaders, ruleParams, seenVersion } from './schedule.ts'
import { VisitSlotSet } from './visits.ts'

/** A visit that waits for a place. */
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

/** Several onto one day; each keeps its time, and its team unless one is named. */
export const PlaceVisits = z.object({
  visits: z
    .array(z.object({ occurrence_id: OccurrenceId, ...seenVersion }))
    .min(1)
    .max(placedAtOnceMax),
  to_date: LocalDateText,
  team_id: Id.nullable().optional(),
})
/** What became of several. */
export const VisitsPlaced = z.object({
  ok: z.literal(true),
  /** Those that stand there now; `changed` is false where they already did. */
  placed: z.array(z.object({ occurrence_id: z.string(), changed: z.boolean() })),
  /** Those that stay where they are, and why. */
  refused: z.array(z.object({ occurrence_id: z.string(), code: z.string(), sentence: z.string() })),
  /** Takes all of it back; null when nothing changed. */
  edit_id: Id.nullable(),
})
export type VisitsPlaced = z.infer<typeof VisitsPlaced>

export const tray = defineCalls({
  'GET /api/schedule/tray': {
    summary: 'Visits on hold, the oldest first, whatever their date',
    roles: anyOffice,
    query: z.object(Page()),
    /** `count`: how many there are in all. */
    ok: z.object({ items: z.array(TrayItem), count: z.int(), next_cursor: z.string().nullable() }),
  },
  'POST /api/schedule/tray/place': {
    summary:
      'Put several visits on hold back on the schedule, on one day; what cannot be placed is named, and the rest is',
    roles: anyOffice,
    body: PlaceVisits,
    ok: VisitsPlaced,
    idempotent: true,
  },
  'POST /api/schedule/{rule_id}/hold': {
    summary:
      'Take a visit off its day and keep it for another, with a reason; a repeat changes nothing',
    roles: officeAndLeaders,
    params: ruleParams,
    body: HoldVisit,
    ok: VisitSlotSet,
    rules: [visitRules.hold],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
  'POST /api/schedule/{rule_id}/place': {
    summary:
      'Put a visit on hold back on the schedule: date, and time or team; a repeat changes nothing',
    roles: anyOffice,
    params: ruleParams,
    body: PlaceVisit,
    ok: VisitSlotSet,
    rules: [visitRules.place],
    errors: { version_conflict: 409, request_resolved: 409 },
  },
})

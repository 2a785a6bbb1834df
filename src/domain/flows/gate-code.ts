import { z } from 'zod'
import { zonedToUtcIso, LocalDateText, Moment, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'
import type { VisitStatus } from '../schedule/visit-status.ts'

/** A crew has a visit's gate code from this many hours before it starts. */
const gateLeadHours = 12

/** `opens_minutes`: when the business day begins, from which a visit without a time counts. */
type GateVisit = {
  date: LocalDate
  start_minutes: number | null
  opens_minutes: number
  time_zone: string
}
/** `now` in ISO 8601. */
type GateFacts = GateVisit & { status: VisitStatus; now: string }

/** From when the crew of a visit may see its gate code, in ISO 8601. */
const gateOpensAt = ({ date, start_minutes, opens_minutes, time_zone }: GateVisit): string =>
  new Date(
    Date.parse(zonedToUtcIso(date, start_minutes ?? opens_minutes, time_zone)) -
      gateLeadHours * 3_600_000,
  ).toISOString()

export const gateCodeRules = {
  /** For the crew the visit is assigned to; nobody else of any crew. */
  crewLook: rule(
    refuse(
      'visit_done',
      'The visit is done, so its gate code is no longer shown.',
      ({ status }: GateFacts) => status === 'completed',
    ),
    refuse(
      'visit_cancelled',
      'This visit is cancelled.',
      ({ status }: GateFacts) => status === 'skipped',
    ),
    refuse(
      'gate_code_early',
      `Gate codes are shown from ${gateLeadHours} hours before the visit.`,
      (facts: GateFacts) => facts.status === 'scheduled' && facts.now < gateOpensAt(facts),
    ),
  ),
}

/** Where somebody saw a gate code: at the stop, kept on a phone for the day, on the customer's page, in an appointment, in the owner's file. */
const gateScreens = ['stop', 'phone', 'customer', 'visit', 'export'] as const
export const GateScreen = z.enum(gateScreens)
export type GateScreen = z.infer<typeof GateScreen>

/** Somebody saw a customer's gate code. */
export const GateLook = z.object({
  id: Id,
  at: Moment,
  screen: GateScreen,
  /** As they were called then. */
  person_name: z.string().nullable(),
  /** The crew it was for; null for the office. */
  team_name: z.string().nullable(),
  /** The day of the visit; null without one. */
  visit_date: LocalDateText.nullable(),
})
export type GateLook = z.infer<typeof GateLook>

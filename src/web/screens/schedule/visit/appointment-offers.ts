import type { Refusal } from '../../../../domain/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/visit.ts'

/** Which buttons an appointment has; whether each can be pressed is for the rules. */
export const appointmentOffers = (visit: Visit, byCrew: boolean) => ({
  completes: !visit.is_completed,
  /** Instead of rescheduling. */
  places: isOnHold(visit) && !byCrew,
  clears: visit.start_minutes !== null,
  holds: !visit.skipped && !visit.is_completed,
  /** Instead of cancelling. */
  letsGo: isOnHold(visit),
})

/** What is cancelled already says so. */
export const cancelRefusal = (visit: Visit): Refusal | null =>
  visit.skipped ? visitRules.edit(visit) : visitRules.skip(visit)

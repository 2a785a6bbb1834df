import { invoiceRules } from '../../../../domain/invoice.ts'
import type { Refusal } from '../../../../domain/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/visit.ts'

/** Which buttons an appointment has; whether each can be pressed is for the rules. */
export const appointmentOffers = (visit: Visit, byCrew: boolean) => ({
  completes: !visit.is_completed,
  /** Cash or a check for work that is done. */
  marksPaid: visit.is_completed && !byCrew && visit.invoice_id !== null && isUnpaid(visit),
  /** Instead of rescheduling. */
  places: isOnHold(visit) && !byCrew,
  clears: visit.start_minutes !== null,
  holds: !visit.skipped && !visit.is_completed,
  /** Instead of cancelling. */
  letsGo: isOnHold(visit),
})

/** Bills that only wait for the rest of their period are refused where they are shown. */
const isUnpaid = ({ invoice_status, invoice_total_cents }: Visit): boolean =>
  invoiceRules.markPaid({
    status: invoice_status ?? 'open',
    total_cents: invoice_total_cents ?? 0,
  }) === null

/** What is cancelled already says so. */
export const cancelRefusal = (visit: Visit): Refusal | null =>
  visit.skipped ? visitRules.edit(visit) : visitRules.skip(visit)

import { invoiceRules } from '../../../domain/money/invoice.ts'
import type { Refusal } from '../../../domain/base/rule.ts'
import { visitRules, type Visit } from '../../../domain/schedule/visit.ts'

/** Why what brings in the money of a visit may not be done. */
export const chargeRefusal = (visit: Visit): Refusal | null =>
  invoiceRules.charge({
    // A draft is opened on the way.
    status:
      !visit.invoice_status || visit.invoice_status === 'draft' ? 'open' : visit.invoice_status,
    total_cents: visit.invoice_total_cents ?? visit.price_cents ?? 0,
    can_collect: true,
    has_payment_method: visit.customer.has_card_on_file,
  })
export const linkRefusal = (visit: Visit): Refusal | null =>
  visitRules.seedInvoice(visit) ??
  invoiceRules.payLink({
    status: visit.invoice_status ?? 'open',
    total_cents: visit.invoice_total_cents ?? visit.price_cents ?? 0,
  })

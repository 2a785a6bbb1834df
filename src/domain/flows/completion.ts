import { z } from 'zod'
import type { LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { InvoiceStatus } from '../money/invoice.ts'
import type { Refusal } from '../base/rule.ts'
import { Visit } from '../schedule/visit.ts'

/** Asks for confirmation before completing a future visit. */
export const earlyCompletion = ({
  date,
  today,
  confirmed,
}: {
  date: LocalDate
  today: LocalDate
  confirmed: boolean
}): Refusal | null =>
  date > today && !confirmed
    ? { code: 'future_visit', sentence: `This visit is on ${date}. Complete it now anyway?` }
    : null

/** The result of completing; a repeat returns the same with `replayed`. */
export const CompletionVia = z.enum(['autopay', 'card_on_file', 'invoice_only', 'none'])
export const VisitCompletion = z.object({
  invoice_id: Id.nullable(),
  status: InvoiceStatus.nullable(),
  collect_enqueued: z.boolean(),
  via: CompletionVia,
  replayed: z.boolean(),
  visit: Visit,
})
export type VisitCompletion = z.infer<typeof VisitCompletion>

/** The message shown after completing. */
export function completionMessage({
  invoice_id,
  collect_enqueued,
  via,
}: Pick<VisitCompletion, 'invoice_id' | 'collect_enqueued' | 'via'>) {
  if (collect_enqueued) return 'Completed — collecting payment'
  if (via === 'none') return 'Completed (no charge)'
  return invoice_id ? 'Completed — invoice created' : 'Completed (no invoice id)'
}

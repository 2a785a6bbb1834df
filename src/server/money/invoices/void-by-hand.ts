import type { OrgTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { invalid } from '../../base/kit/refusals.ts'
import { useCredits } from './credit.ts'
import { tellFeeGone, settleFeeOf } from './fee-gone.ts'
import type { InvoiceRow } from './row.ts'
import { voidInvoice } from './write.ts'

/** Voids a locked invoice; the history keeps the reason. A late fee is waived this way: 422 without a reason. Runs inside `withoutIntent`. */
export async function voidByHand(
  tx: OrgTx,
  row: InvoiceRow,
  reason: string | undefined,
): Promise<InvoiceRow> {
  const isLateFee = row.source === 'late_fee'
  if (isLateFee && !reason) throw invalid({ reason: 'Enter a reason.' })
  if (reason)
    await audit(tx, {
      action: isLateFee ? 'late_fee.waived' : 'invoice.voided',
      entity: 'invoice',
      entity_id: row.id,
      after: { reason },
    })
  const ended = isLateFee ? { row, credited_cents: 0 } : await settleFeeOf(tx, row.id, 'voided')
  const voided = await voidInvoice(tx, row)
  await useCredits(tx, row.customer_id)
  await tellFeeGone(tx, ended)
  return voided
}

import { todayIn } from '../../domain/dates.ts'
import { balanceOf } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { billOf, creditOf, readCustomer, readLines, type Invoice } from './notify-money.ts'
import { tell } from './tell.ts'

/** Tells a customer, once, that their credit paid so much of a bill they know of, and what is left. */
export async function notifyCreditUsed(
  tx: OrgTx,
  invoice: Invoice,
  { use_id, cents, url }: { use_id: string; cents: number; url: string },
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const data = {
    ...billOf(customer, invoice, balanceOf(invoice), url),
    ...(await readLines(tx, invoice.id)),
    ...creditOf(invoice),
    paid_before_cents: invoice.paid_cents - invoice.credit_cents,
    used_cents: cents,
    paid_on: todayIn(customer.organization.time_zone, new Date().toISOString()),
  }
  await tell(tx, customer, {
    kind: 'receipt',
    data,
    invoice_id: invoice.id,
    once: `credit_used:${use_id}`,
    document: { kind: 'invoice', id: invoice.id },
  })
}

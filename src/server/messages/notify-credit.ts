import { todayIn } from '../../domain/base/dates.ts'
import { balanceOf } from '../../domain/money/invoice.ts'
import type { OrgTx } from '../base/db/door.ts'
import { billOf, creditOf, readCustomer, readLines, type Invoice } from './notify-money.ts'
import { tell } from './tell.ts'
import type { ManualPaymentKind } from '../../domain/money/payment.ts'
import { found } from '../base/kit/refusals.ts'
import { homeUrl } from './links.ts'
import { withdrawTakenBack } from './overtaken-charge.ts'
import { readReach } from './recipient.ts'

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

type Payback = { id: string; customer_id: string; amount_cents: number }

const keyOf = (payback: Payback): string => `paid_back:${payback.id}`

/** Tells a customer that the business paid their own money back, once. */
export const notifyPaidBack = (
  tx: OrgTx,
  payback: Payback & { by: ManualPaymentKind },
): Promise<void> => write(tx, payback, { by: payback.by }, keyOf(payback))

/** The record was a mistake: news of it that waits does not go, and a customer who had it hears so, once. */
export async function notifyPaybackUndone(tx: OrgTx, payback: Payback): Promise<void> {
  const once = keyOf(payback)
  await withdrawTakenBack(tx, once)
  const went = tx
    .selectFrom('messages')
    .select('id')
    .where('once_key', '=', once)
    .where('status', 'in', ['sending', 'sent', 'delivered'])
  if (await went.executeTakeFirst())
    await write(tx, payback, { undone: true }, `payback_undone:${payback.id}`)
}

async function write(
  tx: OrgTx,
  { customer_id, amount_cents }: Payback,
  what: { by: ManualPaymentKind } | { undone: true },
  once: string,
): Promise<void> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const url = homeUrl('/app/user/payments')
  const data = { organization, customer_name, paid_back_cents: amount_cents, url, ...what }
  await tell(tx, customer, { kind: 'refund_issued', data, once })
}

import type { ManualPaymentKind } from '../../domain/payment.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import { homeUrl } from './home.ts'
import { withdrawTakenBack } from './overtaken-charge.ts'
import { readReach } from './reach.ts'
import { tell } from './tell.ts'

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

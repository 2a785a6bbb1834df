import { sql } from 'kysely'
import { onlineCents } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { type PayAll, payAllRules } from '../../../domain/money/pay-all.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { isBeingCharged, useCredits } from '../invoices/credit.ts'
import { lockInvoice } from '../invoices/row.ts'
import { owes } from '../../base/sums/owed.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { planCharge } from './charge.ts'

/** Open invoices `i` of a customer that may be paid online now. */
const isPayable = sql`${owes} and i.money <> 'processing'
  and not ${isBeingCharged}
  and i.total_cents - i.paid_cents between ${onlineCents.least} and ${onlineCents.most}`

/** What a customer could pay with one press, what is being paid, and what was not taken. */
export async function readPayAll(tx: OrgTx, customer_id: string): Promise<PayAll> {
  const { rows } = await sql<PayAll>`
    select (count(*) filter (where ${isPayable}))::int as invoices,
      coalesce(sum(i.total_cents - i.paid_cents) filter (where ${isPayable}), 0)::bigint as total_cents,
      (count(*) filter (where i.money = 'processing'))::int as underway,
      coalesce(sum(i.total_cents - i.paid_cents) filter (where i.money = 'processing'), 0)::bigint as underway_cents,
      coalesce(json_agg(json_build_object('invoice_id', i.id, 'number', i.number, 'number_prefix', i.number_prefix,
        'balance_cents', i.total_cents - i.paid_cents, 'sentence', i.failure_sentence) order by i.id)
        filter (where i.failure_code is not null and i.money <> 'processing'), '[]') as failed
    from invoices i where i.customer_id = ${customer_id}::uuid and ${owes}`.execute(tx)
  return rows[0]!
}

type Payer = { id: string; name: string | null; email: string | null; person_id: string | null }

/**
 * Plans a charge of each of a customer's open invoices to their saved method, all or none of them in
 * the caller's transaction: one attempt for each, under its own keys, which runs like any other. Pressing
 * again finds nothing left to pay. 409 amount_changed, nothing_to_pay and what `planCharge`
 * refuses.
 */
export async function payAll(tx: OrgTx, payer: Payer, total_cents: number): Promise<number> {
  await useCredits(tx, payer.id)
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i where i.customer_id = ${payer.id}::uuid and ${isPayable} order by i.id for update`.execute(
    tx,
  )
  const invoices = []
  for (const { id } of rows) invoices.push(await lockInvoice(tx, id))
  const due_cents = invoices.reduce((sum, row) => sum + row.total_cents - row.paid_cents, 0)
  enforce(
    payAllRules.pay({ invoices: invoices.length, total_cents: due_cents, seen_cents: total_cents }),
  )
  const approval = {
    name: payer.name?.trim() || payer.email || 'The customer',
    words: `Pressed “Pay all ${formatCents(total_cents)}” in their account`,
  }
  for (const { id } of invoices)
    await planCharge(tx, { invoice_id: id, via: 'portal', actor_id: payer.person_id, approval })
  return invoices.length
}

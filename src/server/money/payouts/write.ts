import { sql } from 'kysely'
import { PayoutStatus } from '../../../domain/money/payout.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { postLedger } from '../ledger/write.ts'
import { idOf } from '../../base/outside/id-of.ts'
import type { BalanceTransaction, ProviderPayout } from '../../base/outside/stripe.ts'

type PayoutRow = { id: string; provider_id: string; is_reconciled: boolean; status: string }

/** What went to the bank, and came back if it failed: once each, however often it is reported. */
async function post(tx: OrgTx, payout: ProviderPayout): Promise<void> {
  const about = { invoice_id: null, payment_id: null }
  await postLedger(tx, `payout:${payout.id}`, about, [
    ['bank', payout.amount],
    ['provider_balance', -payout.amount],
  ])
  if (payout.status === 'failed' || payout.status === 'canceled')
    await postLedger(tx, `payout_failed:${payout.id}`, about, [
      ['bank', -payout.amount],
      ['provider_balance', payout.amount],
    ])
}

/** Whether a payout had come less far when it was read than what is stored of it. */
const isOlder = (status: PayoutStatus, stored: string): boolean =>
  PayoutStatus.options.indexOf(status) < PayoutStatus.options.indexOf(PayoutStatus.parse(stored))

/** Stores a payout as the provider has it now, with its ledger rows. A reading that was overtaken changes nothing. */
export async function storePayout(
  tx: OrgTx,
  account: string,
  payout: ProviderPayout,
): Promise<PayoutRow> {
  const state = {
    status: PayoutStatus.parse(payout.status),
    arrival_date: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    failure_sentence: payout.failure_message,
  }
  const before = await tx
    .selectFrom('payouts')
    .select(['id', 'provider_id', 'is_reconciled', 'status', 'arrival_date'])
    .where('account', '=', account)
    .where('provider_id', '=', payout.id)
    .forUpdate()
    .executeTakeFirst()
  if (before && isOlder(state.status, before.status)) return before
  const row = await tx
    .insertInto('payouts')
    .values({
      ...state,
      account,
      provider_id: payout.id,
      amount_cents: payout.amount,
      currency: payout.currency.toUpperCase(),
      automatic: payout.automatic,
      made_at: new Date(payout.created * 1000).toISOString(),
    })
    .onConflict((on) =>
      on.columns(['account', 'provider_id']).doUpdateSet({ ...state, updated_at: sql`now()` }),
    )
    .returning(['id', 'provider_id', 'is_reconciled', 'status'])
    .executeTakeFirstOrThrow()
  await post(tx, payout)
  if (before?.status !== row.status || before.arrival_date !== state.arrival_date)
    await emit(tx, 'payout.changed', { payout_id: row.id })
  return row
}

/** Stores the transactions behind a payout, once. `factsOf` names the ledger facts that add up to one. */
export async function storeLines(
  tx: OrgTx,
  payout: PayoutRow,
  transactions: readonly BalanceTransaction[],
  factsOf: (transaction: BalanceTransaction) => string[],
): Promise<void> {
  const rows = transactions.map((one) => ({
    transaction_id: one.id,
    payout_id: payout.id,
    type: one.type,
    amount_cents: one.amount,
    fee_cents: one.fee,
    net_cents: one.net,
    made_at: new Date(one.created * 1000).toISOString(),
    source_id: idOf(one.source),
    facts: factsOf(one),
  }))
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .insertInto('payout_lines')
      .values(rows.slice(at, at + atOnce))
      .onConflict((on) => on.columns(['organization_id', 'transaction_id']).doNothing())
      .execute()
  await tx
    .updateTable('payouts')
    .set({ is_reconciled: true, updated_at: sql`now()` })
    .where('id', '=', payout.id)
    .execute()
  await emit(tx, 'payout.changed', { payout_id: payout.id })
}

/** Rows in one statement. */
const atOnce = 500

import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { changeInvoice } from '../invoices/issue.ts'
import { NotReady, Rejected, Unknown } from '../outside/payment-faults.ts'
import type { BalanceTransaction, ProviderRefund } from '../outside/stripe.ts'
import { hasDispute, moneyFrom, nobody, postLedger, type MoneyApp, type PaymentRow } from './facts.ts'
import { hoursSince, keyHours } from './keys.ts'
import { tellOffice, tellRefund } from './notices.ts'
import { withPaymentOf } from './payment-of.ts'

export type RefundRow = Selectable<Database['refunds']>

/** Notes a refund before it is asked for, on a locked payment whose rule has allowed it. */
export async function planRefund(
  tx: OrgTx,
  payment: PaymentRow,
  refund: { amount_cents: number; reason: string | null; actor_id: string | null },
): Promise<RefundRow> {
  const { id } = await sql<{ id: string }>`select uuid7() as id`.execute(tx).then(({ rows }) => rows[0]!)
  return tx
    .insertInto('refunds')
    .values({ organization_id: tx.org, id, payment_id: payment.id, key: `ref:${id}`, ...refund })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Cents of a payment that are given back or on their way, failed ones left out. */
export async function refundsUnderway(tx: OrgTx, payment_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('organization_id', '=', tx.org)
    .where('payment_id', '=', payment_id)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return cents
}

/** Asks the provider for a noted refund and records what it says. Throws Unknown while the outcome is open; repeating is safe. */
export async function runRefund(app: MoneyApp, organization_id: string, refund_id: string): Promise<RefundRow> {
  const { refund, payment } = await inOrgAll(app.store, organization_id, nobody, (tx) => readRefund(tx, refund_id))
  if (!payment.account || !payment.provider_intent_id) return refund
  const provider = app.payments.on(payment.account)
  if (refund.provider_id) {
    if (refund.state !== 'failed') await applyRefund(app, payment.account, await provider.readRefund(refund.provider_id))
  } else if (refund.state === 'started' || refund.state === 'unknown') {
    try {
      const done =
        hoursSince(refund.created_at) > keyHours
          ? (await provider.listRefunds(payment.provider_intent_id)).find((one) => one.metadata?.['refund_id'] === refund.id)
          : await provider.refund(payment.provider_intent_id, refund.amount_cents, { organization_id, refund_id: refund.id }, refund.key)
      if (!done) await endRefund(app, organization_id, refund.id, 'failed', 'The refund never reached the provider.')
      else await applyRefund(app, payment.account, await provider.readRefund(done.id))
    } catch (fault) {
      if (fault instanceof Unknown) await endRefund(app, organization_id, refund.id, 'unknown', null)
      else if (fault instanceof Rejected || fault instanceof NotReady) {
        await endRefund(app, organization_id, refund.id, 'failed', fault.message)
        return (await inOrgAll(app.store, organization_id, nobody, (tx) => readRefund(tx, refund_id))).refund
      }
      throw fault
    }
  }
  return (await inOrgAll(app.store, organization_id, nobody, (tx) => readRefund(tx, refund_id))).refund
}

async function readRefund(tx: OrgTx, id: string): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const refund = await tx.selectFrom('refunds').selectAll().where('organization_id', '=', tx.org).where('id', '=', id).executeTakeFirstOrThrow()
  const payment = (await tx
    .selectFrom('payments')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()) as PaymentRow
  return { refund, payment }
}

const endRefund = (app: MoneyApp, organization_id: string, id: string, state: 'failed' | 'unknown', error_sentence: string | null) =>
  inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx
      .updateTable('refunds')
      .set({ state, error_sentence, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', id)
      .where('provider_id', 'is', null)
      .execute(),
  )

const transactionOf = (value: string | BalanceTransaction | null | undefined): BalanceTransaction | null => (value && typeof value === 'object' ? value : null)
const stateOf = (refund: ProviderRefund): 'pending' | 'succeeded' | 'failed' =>
  refund.status === 'succeeded' ? 'succeeded' : refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'pending'

/** The one end of every refund, ours or made at the provider, read with its balance transactions expanded. Repeating it changes nothing. */
export async function applyRefund(app: MoneyApp, account: string, provided: ProviderRefund): Promise<void> {
  const intent = typeof provided.payment_intent === 'string' ? provided.payment_intent : provided.payment_intent?.id
  if (!intent) return
  await withPaymentOf(app, account, intent, async (tx, payment, invoice) => {
    const refund = await adoptRefund(tx, payment, provided)
    const state = stateOf(provided)
    const given = transactionOf(provided.balance_transaction)
    const returned = transactionOf(provided.failure_balance_transaction)
    const about = { invoice_id: payment.invoice_id, payment_id: payment.id }
    // A double payment never was revenue: its refund sets the receivable right again.
    const against = refund.automatic ? 'receivable' : 'revenue'
    if (given)
      await postLedger(tx, `refund:${provided.id}`, about, [
        ['provider_balance', given.net],
        [against, -given.net],
      ])
    if (returned)
      await postLedger(tx, `refund_failed:${provided.id}`, about, [
        ['provider_balance', returned.net],
        [against, -returned.net],
      ])
    if (refund.state === state) return
    // A failure the provider told of is final; a stale reading from before it is not believed.
    if ((refund.state === 'failed' && refund.provider_id !== null) || (refund.state === 'succeeded' && state === 'pending')) return
    await tx
      .updateTable('refunds')
      .set({ state, error_sentence: state === 'failed' ? (provided.failure_reason ?? 'The refund failed.') : null, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', refund.id)
      .execute()
    const refunded_cents = await refundedCents(tx, payment.id)
    const status: PaymentStatus =
      payment.status === 'disputed' ? 'disputed' : refunded_cents >= payment.amount_cents ? 'refunded' : refunded_cents > 0 ? 'partially_refunded' : 'succeeded'
    await tx
      .updateTable('payments')
      .set({ refunded_cents, status, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', payment.id)
      .execute()
    const isFirst = refund.state === 'started' || refund.state === 'unknown'
    await emit(
      tx,
      'payment.refunded',
      { payment_id: payment.id, invoice_id: payment.invoice_id, refund_id: refund.id, amount_cents: refund.amount_cents, refunded_cents, state },
      { customer_id: payment.customer_id },
    )
    if (!invoice) return
    const sums = { ...invoice, refunded_cents: await invoiceRefunded(tx, invoice.id), disputed: await hasDispute(tx, invoice.id) }
    const changed = await changeInvoice(tx, invoice, {
      refunded_cents: Math.min(sums.refunded_cents, invoice.paid_cents),
      money: moneyFrom(sums, invoice.money),
    })
    if (state === 'failed')
      await tellOffice(tx, app, changed, {
        once: `refund_failed:${refund.id}`,
        reason: `A refund failed: ${provided.failure_reason ?? 'the bank sent it back'}. The amount is back on your balance.`,
      })
    else if (isFirst) await tellRefund(tx, app, changed, payment, refund)
  })
}

/** Our row of a provider's refund: by its id, by the note we sent along, else a new one for a refund made elsewhere. */
async function adoptRefund(tx: OrgTx, payment: PaymentRow, provided: ProviderRefund): Promise<RefundRow> {
  const noted = provided.metadata?.['refund_id']
  const rows = tx.selectFrom('refunds').selectAll().where('organization_id', '=', tx.org).where('payment_id', '=', payment.id)
  const known =
    (await rows.where('provider_id', '=', provided.id).executeTakeFirst()) ??
    (noted && /^[0-9a-f-]{36}$/.test(noted) ? await rows.where('id', '=', noted).where('provider_id', 'is', null).executeTakeFirst() : undefined)
  if (known) {
    if (!known.provider_id)
      await tx.updateTable('refunds').set({ provider_id: provided.id }).where('organization_id', '=', tx.org).where('id', '=', known.id).execute()
    return known
  }
  return tx
    .insertInto('refunds')
    .values({
      organization_id: tx.org,
      payment_id: payment.id,
      amount_cents: provided.amount,
      reason: provided.reason,
      key: `provider:${provided.id}`,
      provider_id: provided.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function refundedCents(tx: OrgTx, payment_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('organization_id', '=', tx.org)
    .where('payment_id', '=', payment_id)
    .where('state', 'in', ['pending', 'succeeded'])
    .executeTakeFirstOrThrow()
  return cents
}

async function invoiceRefunded(tx: OrgTx, invoice_id: string): Promise<number> {
  const { cents } = await tx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(refunded_cents), 0)::bigint`.as('cents'))
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return cents
}

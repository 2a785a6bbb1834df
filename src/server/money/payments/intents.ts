import { balanceOf, type InvoiceStatus } from '../../../domain/money/invoice.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { Rejected, Unknown } from '../../base/outside/payment-faults.ts'
import type { PaymentIntent } from '../../base/outside/stripe.ts'
import { found, refused } from '../../base/kit/refusals.ts'
import { applyPaymentIntent, moneyWithoutAttempt } from './apply.ts'
import { openAttempt } from './attempts.ts'
import { tipOn, hoursSince, keyHours, type MoneyApp } from './facts.ts'
import { type IntentRow, readLive, IntentIsLive } from '../invoices/live-intent.ts'
import { lockInvoice, statusOf } from '../invoices/row.ts'
import { cancelPlannedIntent, replaceIntent, storeProviderIntent } from './write-intents.ts'
import { storeProviderCustomer } from '../../customers/write-billing.ts'
import { applyCredit } from '../invoices/credit.ts'
import { changeInvoice } from '../invoices/write.ts'
import { endWaiting } from './write-attempts.ts'

/** Our customer's id at the provider, created on first use. */
export async function ensureCustomer(
  app: MoneyApp,
  organization_id: string,
  customer_id: string,
): Promise<{ account: string; customer: string }> {
  const row = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx
      .selectFrom('customers as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.stripe_customer_id', 'c.name', 'c.email', 'o.stripe_account_id'])
      .where('c.id', '=', customer_id)
      .executeTakeFirst(),
  )
  const account = found(row).stripe_account_id
  if (!account) throw refused('org_not_charge_ready', 'Payments not enabled — send pay link')
  if (row!.stripe_customer_id) return { account, customer: row!.stripe_customer_id }
  // Name and e-mail may change between two attempts with one key, so set them after creating.
  const made = await app.payments
    .on(account)
    .createCustomer({ metadata: { organization_id, customer_id } }, `cus:${customer_id}`)
  const stored = await inOrgAll(app.store, organization_id, system, (tx) =>
    storeProviderCustomer(tx, customer_id, made.id),
  )
  return { account, customer: stored }
}

/**
 * Makes sure the planned intent exists at the provider, unconfirmed, with its id stored. Repeating
 * changes nothing.
 */
export async function ensureIntent(
  app: MoneyApp,
  organization_id: string,
  intent_row: string,
): Promise<IntentRow & { provider_id: string }> {
  const row = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx
      .selectFrom('payment_intents as p')
      .innerJoin('invoices as i', (join) =>
        join
          .onRef('i.organization_id', '=', 'p.organization_id')
          .onRef('i.id', '=', 'p.invoice_id'),
      )
      .selectAll('p')
      .select(['i.number', 'i.customer_id'])
      .where('p.id', '=', intent_row)
      .executeTakeFirst(),
  )
  const { number, customer_id, ...planned } = found(row)
  if (planned.provider_id) {
    const seen = await app.payments.on(planned.account).readIntent(planned.provider_id)
    const isOther = seen.amount !== planned.amount_cents || tipOn(seen) !== planned.tip_cents
    if (isOther && /^requires_(payment_method|confirmation|action)$/.test(seen.status))
      await app.payments.on(planned.account).setIntentAmount(seen.id, planned)
    return { ...planned, provider_id: planned.provider_id }
  }
  const { account, customer } = await ensureCustomer(app, organization_id, customer_id)
  const lost =
    hoursSince(planned.created_at) > keyHours
      ? await findLost(app, account, customer, planned)
      : null
  const intent =
    lost ?? (await createIntent(app, account, customer, planned, { organization_id, number }))
  if (intent === 'replaced') {
    const next = await inOrgAll(app.store, organization_id, system, (tx) =>
      replaceIntent(tx, planned),
    )
    return ensureIntent(app, organization_id, next.id)
  }
  const stored = await inOrgAll(app.store, organization_id, system, (tx) =>
    storeProviderIntent(tx, planned.id, intent),
  )
  return { ...stored, provider_id: stored.provider_id! }
}

async function createIntent(
  app: MoneyApp,
  account: string,
  customer: string,
  planned: IntentRow,
  about: { organization_id: string; number: number | null },
): Promise<PaymentIntent | 'replaced'> {
  const { organization_id, number } = about
  try {
    return await app.payments.on(account).createIntent(
      {
        amount_cents: planned.amount_cents,
        currency: planned.currency,
        customer,
        description: `Invoice ${number ?? ''}`.trim(),
        metadata: {
          organization_id,
          invoice_id: planned.invoice_id,
          payment_intent_row: planned.id,
          ...(planned.tip_cents ? { tip_cents: String(planned.tip_cents) } : {}),
        },
      },
      planned.key_create,
    )
  } catch (fault) {
    // The provider replays a saved 500 under this key forever. An unconfirmed intent takes no
    // money, so another one is safe.
    if (fault instanceof Unknown && fault.answered) return 'replaced'
    throw fault
  }
}

async function findLost(
  app: MoneyApp,
  account: string,
  customer: string,
  planned: IntentRow,
): Promise<PaymentIntent | null> {
  const made = await app.payments
    .on(account)
    .listIntents(customer, new Date(Date.parse(planned.created_at) - 60_000))
  return made.find((intent) => intent.metadata['payment_intent_row'] === planned.id) ?? null
}

/**
 * Cancels an invoice's live intent at the provider before the invoice is paid by hand, voided or
 * changed, so that no one can pay the old one. 409 payment_in_progress if money is on its way.
 */
export async function releaseIntent(
  app: MoneyApp,
  organization_id: string,
  invoice_id: string,
): Promise<void> {
  const live = await inOrgAll(app.store, organization_id, system, async (tx) => {
    await lockInvoice(tx, invoice_id)
    const row = await readLive(tx, invoice_id)
    return row && !row.provider_id && (await cancelPlannedIntent(tx, row.id)) ? undefined : row
  })
  if (!live?.provider_id) return
  const status = await cancelAtProvider(app, live.account, live.provider_id)
  if (status !== 'canceled') throw refused('payment_in_progress', 'Payment in progress')
}

/**
 * Cancels an invoice's live intent if it asks for another amount than what is left: credit paid a part
 * meanwhile, and a page that is open may show the old amount.
 */
export async function releaseStale(
  app: MoneyApp,
  organization_id: string,
  invoice_id: string,
): Promise<void> {
  const stale = await inOrgAll(app.store, organization_id, system, async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id)
    if (await openAttempt(tx, invoice_id)) return null
    const live = await readLive(tx, invoice_id)
    if (!live || live.amount_cents - live.tip_cents === balanceOf(invoice)) return null
    if (!live.provider_id && (await cancelPlannedIntent(tx, live.id))) return null
    return live
  })
  if (stale?.provider_id) await cancelAtProvider(app, stale.account, stale.provider_id)
}

/**
 * Cancels an intent at the provider and applies what it is then: canceled, or paid if the customer
 * was faster. Returns its status.
 */
export async function cancelAtProvider(
  app: MoneyApp,
  account: string,
  provider_id: string,
): Promise<PaymentIntent['status']> {
  const provider = app.payments.on(account, 'screen')
  try {
    await provider.cancelIntent(provider_id)
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
  }
  const intent = await provider.readIntent(provider_id)
  await applyPaymentIntent(app, account, intent)
  return intent.status
}

/**
 * Runs `work`, whose transaction calls `checkNoIntent` for each invoice it closes. Most invoices
 * have no live intent; if one does, it is released outside any transaction, and the work runs
 * again.
 */
export async function withoutIntent<T>(
  app: MoneyApp,
  organization_id: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof IntentIsLive)) throw fault
      // A customer who keeps opening the pay page wins.
      if (tries === 3) throw refused('payment_in_progress', 'Payment in progress')
      await releaseIntent(app, organization_id, fault.invoice_id)
    }
  }
}

/**
 * Takes back a charge that still waits for the time to undo it, and its intent. Returns the
 * invoice's status then; null if no charge waits, or it has begun.
 */
export async function takeBackCharge(tx: OrgTx, invoice_id: string): Promise<InvoiceStatus | null> {
  const invoice = await lockInvoice(tx, invoice_id)
  const ended = await endWaiting(tx, invoice_id)
  if (!ended) return null
  await cancelPlannedIntent(tx, ended.payment_intent_row)
  const open = await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) })
  return statusOf(await applyCredit(tx, open))
}

import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { balanceOf, type InvoiceRow } from '../invoices/issue.ts'
import { Rejected, Unknown } from '../outside/payment-faults.ts'
import type { PaymentIntent } from '../outside/stripe.ts'
import { found, refused } from '../refusals.ts'
import { applyPaymentIntent } from './apply.ts'
import { nobody, type MoneyApp } from './facts.ts'
import { hoursSince, keyHours } from './keys.ts'

export type IntentRow = Selectable<Database['payment_intents']>

/** The invoice's live intent, for its present balance: found or planned inside the transaction that holds the invoice's lock. */
export async function planIntent(tx: OrgTx, invoice: InvoiceRow, account: string): Promise<IntentRow> {
  const amount_cents = balanceOf(invoice)
  const live = await tx
    .selectFrom('payment_intents')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice.id)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .executeTakeFirst()
  if (live && live.account === account && live.amount_cents === amount_cents) return live
  if (live?.provider_id && live.account === account) {
    return tx
      .updateTable('payment_intents')
      .set({ amount_cents, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', live.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  // Its create call may have gone out with other numbers: nobody ever learnt its secret and it is never confirmed, so it may lie.
  if (live)
    await tx
      .updateTable('payment_intents')
      .set({ status: 'canceled', updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', live.id)
      .execute()
  return insertIntent(tx, invoice.id, account, amount_cents, invoice.currency)
}

async function insertIntent(tx: OrgTx, invoice_id: string, account: string, amount_cents: number, currency: string): Promise<IntentRow> {
  const { n } = await tx
    .selectFrom('payment_intents')
    .select(sql<number>`coalesce(max(n), 0) + 1`.as('n'))
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return tx
    .insertInto('payment_intents')
    .values({ organization_id: tx.org, invoice_id, n, account, amount_cents, currency, key_create: `inv:${invoice_id}:pi:${n}` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The provider's customer for one of ours, made at the first need. */
export async function ensureCustomer(app: MoneyApp, organization_id: string, customer_id: string): Promise<{ account: string; customer: string }> {
  const row = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx
      .selectFrom('customers as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.stripe_customer_id', 'c.name', 'c.email', 'o.stripe_account_id'])
      .where('c.organization_id', '=', tx.org)
      .where('c.id', '=', customer_id)
      .executeTakeFirst(),
  )
  const account = found(row).stripe_account_id
  if (!account) throw refused('org_not_charge_ready', 'Payments not enabled — send pay link')
  if (row!.stripe_customer_id) return { account, customer: row!.stripe_customer_id }
  // Name and e-mail may change between two tries under one key, so they are not part of the creation.
  const made = await app.payments.on(account).createCustomer({ metadata: { organization_id, customer_id } }, `cus:${customer_id}`)
  const stored = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx
      .updateTable('customers')
      .set({ stripe_customer_id: sql`coalesce(stripe_customer_id, ${made.id})` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', customer_id)
      .returning('stripe_customer_id')
      .executeTakeFirstOrThrow(),
  )
  return { account, customer: stored.stripe_customer_id! }
}

/** Makes sure the planned intent exists at the provider, unconfirmed, its id stored. Repeating it changes nothing. */
export async function ensureIntent(app: MoneyApp, organization_id: string, intent_row: string): Promise<IntentRow & { provider_id: string }> {
  const row = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx
      .selectFrom('payment_intents as p')
      .innerJoin('invoices as i', (join) => join.onRef('i.organization_id', '=', 'p.organization_id').onRef('i.id', '=', 'p.invoice_id'))
      .selectAll('p')
      .select(['i.number', 'i.customer_id'])
      .where('p.organization_id', '=', tx.org)
      .where('p.id', '=', intent_row)
      .executeTakeFirst(),
  )
  const { number, customer_id, ...planned } = found(row)
  if (planned.provider_id) {
    const seen = await app.payments.on(planned.account).readIntent(planned.provider_id)
    if (seen.amount !== planned.amount_cents && /^requires_(payment_method|confirmation|action)$/.test(seen.status))
      await app.payments.on(planned.account).setIntentAmount(seen.id, planned.amount_cents)
    return { ...planned, provider_id: planned.provider_id }
  }
  const { account, customer } = await ensureCustomer(app, organization_id, customer_id)
  const lost = hoursSince(planned.created_at) > keyHours ? await findLost(app, account, customer, planned) : null
  const intent = lost ?? (await createIntent(app, account, customer, planned, { organization_id, number }))
  if (intent === 'replaced') {
    const next = await replaceIntent(app, organization_id, planned)
    return ensureIntent(app, organization_id, next.id)
  }
  const stored = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx
      .updateTable('payment_intents')
      .set({
        provider_id: sql`coalesce(provider_id, ${intent.id})`,
        status: sql`case when status = 'planned' then ${intent.status} else status end`,
        updated_at: sql`now()`,
      })
      .where('organization_id', '=', tx.org)
      .where('id', '=', planned.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
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
        metadata: { organization_id, invoice_id: planned.invoice_id, payment_intent_row: planned.id },
      },
      planned.key_create,
    )
  } catch (fault) {
    // A saved 500 is the answer for ever under this key. An intent that nobody confirms takes no money, so a new one may be made.
    if (fault instanceof Unknown && fault.answered) return 'replaced'
    throw fault
  }
}

const replaceIntent = (app: MoneyApp, organization_id: string, planned: IntentRow): Promise<IntentRow> =>
  inOrgAll(app.store, organization_id, nobody, async (tx) => {
    await tx.selectFrom('invoices').select('id').where('organization_id', '=', tx.org).where('id', '=', planned.invoice_id).forUpdate().execute()
    await tx
      .updateTable('payment_intents')
      .set({ status: 'canceled', updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', planned.id)
      .where('provider_id', 'is', null)
      .execute()
    const live = await tx
      .selectFrom('payment_intents')
      .selectAll()
      .where('organization_id', '=', tx.org)
      .where('invoice_id', '=', planned.invoice_id)
      .where('status', 'not in', ['succeeded', 'canceled'])
      .executeTakeFirst()
    const next = live ?? (await insertIntent(tx, planned.invoice_id, planned.account, planned.amount_cents, planned.currency))
    await tx
      .updateTable('charge_attempts')
      .set({ payment_intent_row: next.id })
      .where('organization_id', '=', tx.org)
      .where('payment_intent_row', '=', planned.id)
      .where('state', 'in', ['started', 'unknown'])
      .execute()
    return next
  })

async function findLost(app: MoneyApp, account: string, customer: string, planned: IntentRow): Promise<PaymentIntent | null> {
  const made = await app.payments.on(account).listIntents(customer, new Date(Date.parse(planned.created_at) - 60_000))
  return made.find((intent) => intent.metadata['payment_intent_row'] === planned.id) ?? null
}

/** A live intent of the invoice; the attempt that is under way, if one is, refuses: 409 payment_in_progress. */
async function readLive(tx: OrgTx, invoice_id: string): Promise<IntentRow | undefined> {
  const [live, attempt] = await Promise.all([
    tx
      .selectFrom('payment_intents')
      .selectAll()
      .where('organization_id', '=', tx.org)
      .where('invoice_id', '=', invoice_id)
      .where('status', 'not in', ['succeeded', 'canceled'])
      .executeTakeFirst(),
    tx
      .selectFrom('charge_attempts')
      .select('id')
      .where('organization_id', '=', tx.org)
      .where('invoice_id', '=', invoice_id)
      .where('state', 'in', ['started', 'confirming', 'processing', 'unknown'])
      .executeTakeFirst(),
  ])
  if (attempt) throw refused('payment_in_progress', 'Payment in progress')
  return live
}

/**
 * Takes the live intent of an invoice out of the world before the invoice is paid by hand, voided or changed, so that nobody can
 * pay the old one. 409 payment_in_progress when money is under way.
 */
export async function releaseIntent(app: MoneyApp, organization_id: string, invoice_id: string): Promise<void> {
  const live = await inOrgAll(app.store, organization_id, nobody, (tx) => readLive(tx, invoice_id))
  if (!live?.provider_id) return
  const provider = app.payments.on(live.account, 'screen')
  try {
    await provider.cancelIntent(live.provider_id)
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
  }
  const intent = await provider.readIntent(live.provider_id)
  await applyPaymentIntent(app, live.account, intent)
  if (intent.status !== 'canceled') throw refused('payment_in_progress', 'Payment in progress')
}

class IntentIsLive extends Error {
  readonly invoice_id: string
  constructor(invoice_id: string) {
    super('A payment of this invoice was begun')
    this.invoice_id = invoice_id
  }
}

/**
 * Runs `work` where no intent of the invoices it closes is live, as `checkNoIntent` in its transaction sees it: most invoices have
 * none, and the one that has is released first, outside any transaction.
 */
export async function withoutIntent<T>(app: MoneyApp, organization_id: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof IntentIsLive)) throw fault
      // Somebody who keeps opening the pay page gets the word.
      if (tries === 3) throw refused('payment_in_progress', 'Payment in progress')
      await releaseIntent(app, organization_id, fault.invoice_id)
    }
  }
}

/** For a transaction that sees everything of its organization, holds the invoice and runs inside `withoutIntent`. 409 payment_in_progress when money is under way. */
export async function checkNoIntent(tx: OrgTx, invoice_id: string): Promise<void> {
  const live = await readLive(tx, invoice_id)
  if (live?.provider_id) throw new IntentIsLive(invoice_id)
}

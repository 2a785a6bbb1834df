import { sql } from 'kysely'
import { disconnected } from '../../../domain/base/organization.ts'
import { inOrgAll, onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import { readUnusedBesideInvoices, useCredits } from '../invoices/credit.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { Unknown } from '../../base/outside/payment-faults.ts'
import { sendEvidence } from './answer-dispute.ts'
import { applyPaymentIntent } from './apply.ts'
import { openAttemptStates } from '../../../domain/money/payment.ts'
import { runAttempt } from './charge.ts'
import { type MoneyApp } from './facts.ts'
import { applySetup } from './replace-card.ts'
import { handleProviderEvent } from './provider-events.ts'
import { insertEvent, platformAccount } from './write-events.ts'
import { releaseIntent } from './intents.ts'
import { runRefund } from './refund.ts'
import { registerWallets, walletsToRegister } from './wallets.ts'
import { updateUserCounts } from '../platform/subscription.ts'

const batch = 200
/** Rows processed concurrently. */
const concurrency = 4
const recheckSeconds = 10

/**
 * Settles what a dead process, a lost response or a lost webhook left open. It asks the provider
 * and never guesses.
 */
export async function reconcile(app: MoneyApp): Promise<void> {
  const ask: Ask = (work) => onPlatform(app.store, system, work)
  const attempts = await ask(openAttempts)
  await each(app, 'attempt', attempts, (row) => runAttempt(app, row.organization_id, row.id))
  const refunds = await ask(openRefunds)
  await each(app, 'refund', refunds, (row) => runRefund(app, row.organization_id, row.id))

  const answers = await ask(unsentEvidence)
  await each(app, 'evidence', answers, (row) => sendEvidence(app, row.organization_id, row.id))

  const accounts = await ask(connectedAccounts)
  await fetchUndelivered(app, ask, accounts)
  await each(app, 'event', await ask(openEvents), (row) => handleProviderEvent(app, row))

  const readAgain = async ({ account, provider_intent_id }: PaymentRef) => {
    const intent = await app.payments.on(account!).readIntent(provider_intent_id!)
    await applyPaymentIntent(app, account!, intent)
  }
  await each(app, 'fee', await ask(paymentsWithoutFee), readAgain)
  await each(app, 'payment under way', await ask(paymentsUnderway), readAgain)

  const pending = await ask(pendingVerifications)
  await each(app, 'bank verification', pending, async ({ account, setup_intent_id }) =>
    applySetup(app, account!, await app.payments.on(account!).readSetup(setup_intent_id!)),
  )
  const stale = await ask(staleIntents)
  await each(app, 'stale intent', stale, ({ organization_id, invoice_id }) =>
    releaseIntent(app, organization_id, invoice_id),
  )
  const lying = await ask(readUnusedBesideInvoices)
  await each(app, 'unused credit', lying, ({ organization_id, customer_id }) =>
    inOrgAll(app.store, organization_id, system, (tx) => useCredits(tx, customer_id)),
  )
  await each(app, 'wallets', await ask(walletsToRegister(app)), ({ id }) =>
    registerWallets(app, id),
  )
  await each(app, 'user counts', [{}], () => updateUserCounts(app))

  await ask(reconcileSoon)
}

type Ask = <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
type PaymentRef = { account: string | null; provider_intent_id: string | null }

/** Stores events that none of our endpoints acknowledged. */
async function fetchUndelivered(
  app: MoneyApp,
  ask: Ask,
  accounts: readonly { account: string | null }[],
): Promise<void> {
  await each(app, 'undelivered events', accounts, async ({ account }) => {
    for (const event of await app.payments.on(account!).listUndelivered())
      await ask((tx) => insertEvent(tx, 'connect', { ...event, account }))
  })
  await each(app, 'undelivered platform events', [{}], async () => {
    for (const event of await app.payments.platform.listUndelivered())
      await ask((tx) =>
        insertEvent(tx, 'platform', { ...event, account: event.account ?? platformAccount }),
      )
  })
}

/** Attempts due for a check. */
const openAttempts = (tx: PlatformTx) =>
  tx
    .selectFrom('charge_attempts')
    .select(['organization_id', 'id'])
    .where('state', 'in', openAttemptStates)
    .where('next_check_at', '<', sql<string>`now()`)
    .orderBy('next_check_at')
    .limit(batch)
    .execute()

/** Refunds without a response, and pending ones not read for an hour. */
const openRefunds = (tx: PlatformTx) =>
  tx
    .selectFrom('refunds')
    .select(['organization_id', 'id'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', 'in', ['started', 'unknown']),
          eb('updated_at', '<', sql<string>`now() - interval '30 seconds'`),
        ]),
        eb.and([
          eb('state', '=', 'pending'),
          eb('updated_at', '<', sql<string>`now() - interval '1 hour'`),
        ]),
      ]),
    )
    .orderBy('updated_at')
    .limit(batch)
    .execute()

/** Answers to disputes that may not have reached the provider. */
const unsentEvidence = (tx: PlatformTx) =>
  tx
    .selectFrom('disputes')
    .select(['organization_id', 'id'])
    .where('evidence', 'is not', null)
    .where('evidence_sent_at', 'is', null)
    .where('status', 'in', ['needs_response', 'warning_needs_response'])
    .where('updated_at', '<', sql<string>`now() - interval '30 seconds'`)
    .limit(batch)
    .execute()

const connectedAccounts = (tx: PlatformTx) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'stripe_account_id as account'])
    .where('stripe_account_id', 'is not', null)
    .where(sql<boolean>`stripe_disabled_reason is distinct from ${disconnected}`)
    .execute()

const openEvents = (tx: PlatformTx) =>
  tx
    .selectFrom('provider_events')
    .select(['account', 'event_id'])
    .where('processed_at', 'is', null)
    .where('tries', '<', 60)
    .orderBy('tries')
    .orderBy('received_at')
    .limit(batch)
    .execute()

const paymentsWithoutFee = (tx: PlatformTx) =>
  tx
    .selectFrom('payments')
    .select(['account', 'provider_intent_id'])
    .where('fee_cents', 'is', null)
    .where('captured_at', 'is not', null)
    .where('provider_intent_id', 'is not', null)
    .orderBy('captured_at')
    .limit(batch)
    .execute()

/** Payments long in processing without an attempt, which would be checked above. */
const paymentsUnderway = (tx: PlatformTx) =>
  tx
    .selectFrom('payments')
    .select(['account', 'provider_intent_id'])
    .where('status', '=', 'processing')
    .where('updated_at', '<', sql<string>`now() - interval '6 hours'`)
    .where('provider_intent_id', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from charge_attempts a where a.organization_id = payments.organization_id and a.invoice_id = payments.invoice_id and a.state = 'processing')`,
    )
    .orderBy('updated_at')
    .limit(batch)
    .execute()

const pendingVerifications = (tx: PlatformTx) =>
  tx
    .selectFrom('payment_methods as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.stripe_account_id as account', 'm.setup_intent_id'])
    .where('m.status', '=', 'pending_verification')
    .where('m.updated_at', '<', sql<string>`now() - interval '1 hour'`)
    .where('m.setup_intent_id', 'is not', null)
    .where('o.stripe_account_id', 'is not', null)
    .limit(batch)
    .execute()

/**
 * Intents whose invoice was voided or paid by hand; a page may still have the client secret of one.
 */
const staleIntents = (tx: PlatformTx) =>
  tx
    .selectFrom('payment_intents as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.organization_id', '=', 'p.organization_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select(['p.organization_id', 'p.invoice_id'])
    .where('p.status', 'not in', ['succeeded', 'canceled', 'processing'])
    .where('p.provider_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('i.doc', 'in', ['void', 'uncollectible']),
        eb('i.money', 'in', ['paid', 'refunded']),
      ]),
    )
    .limit(batch)
    .execute()

/** Runs again soon while an outcome is open, instead of in ten minutes. */
async function reconcileSoon(tx: PlatformTx): Promise<void> {
  const { rows } = await sql<{
    open: boolean
  }>`select exists (select 1 from charge_attempts where state in ('started', 'confirming', 'unknown'))
    or exists (select 1 from refunds where state in ('started', 'unknown')) or exists (select 1 from provider_events where processed_at is null and tries < 10) as open`.execute(
    tx,
  )
  if (rows[0]?.open) await enqueue(tx, 'reconcile', {}, { startAfter: recheckSeconds })
}

async function each<T>(
  app: MoneyApp,
  what: string,
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...rows]
  const worker = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await work(row)
      } catch (fault) {
        if (fault instanceof Unknown)
          app.log.warn({ err: fault, row }, `reconciling ${what}: no answer yet`)
        else app.log.error({ err: fault, row }, `reconciling ${what} failed`)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, worker))
}

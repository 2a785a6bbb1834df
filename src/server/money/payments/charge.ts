import { sql } from 'kysely'
import { invoiceRules, balanceOf, onlineCents } from '../../../domain/money/invoice.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { applyCredit, applyCreditUnderway } from '../invoices/credit.ts'
import { changeInvoice } from '../invoices/write.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import type { IntentRow } from '../invoices/live-intent.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import {
  AuthenticationRequired,
  Declined,
  NotReady,
  Rejected,
  Unknown,
} from '../../base/outside/payment-faults.ts'
import { enforce, Refused } from '../../base/kit/refusals.ts'
import { refreshAccount } from './accounts.ts'
import { applyPaymentIntent, moneyWithoutAttempt } from './apply.ts'
import { failAttempt, type AttemptRow } from './attempts.ts'
import { basisFrom, readAgreed, type Agreed, type ChargeBasis } from '../consents/basis.ts'
import {
  setAttempt,
  insertApproval,
  insertAttempt,
  markAttemptUnknown,
  startConfirming,
} from './write-attempts.ts'
import { openAttemptStates } from '../../../domain/money/payment.ts'
import { hoursSince, keyHours, type MoneyApp } from './facts.ts'
import { ensureIntent } from './intents.ts'
import { addIntent, findLive, planIntent, shrinkIntent } from './write-intents.ts'
import type { ChargePlan } from './write-attempts.ts'

/** How long after a provider error its outcome may still change, in ms. */
const faultSettlesMs = 120_000

/**
 * Plans to charge the invoice to the customer's saved method: keys, attempt and job, all in the
 * caller's transaction. Money moves only after it commits. 409 already_paid, invoice_closed,
 * payment_in_progress, invoice_draft, zero_total, org_not_charge_ready, no_payment_method, and what
 * `basisFrom` refuses.
 */
export async function planCharge(tx: OrgTx, plan: ChargePlan): Promise<{ attempt_id: string }> {
  // What lies there for the customer pays before their card does.
  const invoice = plan.issued ?? (await applyCredit(tx, await lockInvoice(tx, plan.invoice_id)))
  const [facts, live] = await Promise.all([
    readAgreed(tx, invoice),
    plan.issued ? undefined : findLive(tx, invoice.id),
  ])
  checkCanCharge(invoice, facts)
  const approval_id = plan.approval
    ? await insertApproval(tx, invoice, plan.approval)
    : facts.approval_id
  const agreed = { ...facts, approval_id }
  const basis = basisFrom(invoice, agreed, plan.via)
  const intent = live && (await planIntent(tx, invoice, agreed.stripe_account_id!, { live }))
  return writeCharge(tx, plan, { invoice, agreed, basis, intent })
}

/** What a charge of an invoice that was just issued rests on. Refuses as `planCharge` does. */
export function basisOfNew(invoice: InvoiceRow, agreed: Agreed, via: ChargePlan['via']) {
  checkCanCharge(invoice, agreed)
  return basisFrom(invoice, agreed, via)
}

const checkCanCharge = (invoice: InvoiceRow, agreed: Agreed): void =>
  enforce(
    invoiceRules.charge({
      status: statusOf(invoice),
      total_cents: balanceOf(invoice),
      can_collect: agreed.stripe_charges_enabled && agreed.stripe_account_id !== null,
      has_payment_method: agreed.method !== null,
    }),
  )

type Checked = {
  invoice: InvoiceRow
  agreed: Agreed
  basis: ChargeBasis
  intent?: IntentRow | undefined
}

/** Writes a charge that may be made. All of it goes out at once: what is asked next sees the invoice processing. */
export async function writeCharge(
  tx: OrgTx,
  plan: ChargePlan,
  { invoice, agreed, basis, intent }: Checked,
): Promise<{ attempt_id: string }> {
  const attempt_id = insertAttempt(tx, plan, {
    basis,
    payment_intent_row: intent?.id ?? addIntent(tx, invoice, agreed.stripe_account_id!),
    payment_method_id: agreed.method,
  })
  await Promise.all([
    changeInvoice(tx, invoice, {
      money: 'processing',
      failure_code: null,
      failure_sentence: null,
      refusal_code: null,
      refusal_sentence: null,
      payment_method_kind: agreed.type,
      ...(plan.via === 'staff' || plan.via === 'portal' ? {} : { next_retry_at: null }),
      ...(plan.via === 'retry' ? { retry_count: invoice.retry_count + 1 } : {}),
      ...(invoice.doc === 'scheduled' ? { doc: 'open', charge_on: null } : {}),
    }),
    enqueue(
      tx,
      'charge.attempt',
      { organization_id: tx.org, attempt_id },
      { key: attempt_id, ...(plan.wait_seconds ? { startAfter: plan.wait_seconds } : {}) },
    ),
  ])
  return { attempt_id }
}

type Work = { attempt: AttemptRow; account: string; mandate: string | null; waits: boolean }

const readWork = (
  app: MoneyApp,
  organization_id: string,
  attempt_id: string,
): Promise<Work | null> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx
      .selectFrom('charge_attempts as a')
      .innerJoin('payment_intents as p', (join) =>
        join
          .onRef('p.organization_id', '=', 'a.organization_id')
          .onRef('p.id', '=', 'a.payment_intent_row'),
      )
      .leftJoin('payment_methods as m', (join) =>
        join
          .onRef('m.organization_id', '=', 'a.organization_id')
          .onRef('m.id', '=', 'a.payment_method_id'),
      )
      .selectAll('a')
      .select([
        'p.account',
        'm.mandate',
        sql<boolean>`coalesce(a.starts_at > now(), false)`.as('waits'),
      ])
      .where('a.id', '=', attempt_id)
      .executeTakeFirst()
    if (!row || !(openAttemptStates as readonly string[]).includes(row.state)) return null
    const { account, mandate, waits, ...attempt } = row
    return { attempt: attempt as AttemptRow, account, mandate, waits }
  })

/**
 * Runs an attempt from wherever it stopped: creates and stores the intent, confirms it by id under
 * the attempt's own key, reads it again and applies it. Throws Unknown without a response. Never
 * charges twice, however often it runs.
 */
export async function runAttempt(
  app: MoneyApp,
  organization_id: string,
  attempt_id: string,
): Promise<void> {
  const work = await readWork(app, organization_id, attempt_id)
  if (!work) return
  const { attempt, account, mandate } = work
  // Its job comes when the time to undo it is over.
  if (attempt.state === 'started' && work.waits) return
  const provider = app.payments.on(account)
  let provider_id: string | null = null
  try {
    const intent = await ensureIntent(app, organization_id, attempt.payment_intent_row)
    provider_id = intent.provider_id
    if (attempt.state !== 'started') {
      await applyPaymentIntent(app, account, await provider.readIntent(provider_id))
      if (attempt.state === 'processing' || !(await readWork(app, organization_id, attempt_id)))
        return
    }
    if (hoursSince(attempt.created_at) > keyHours)
      return await abandonAttempt(app, organization_id, attempt.id)
    if (attempt.state === 'started' && (await isClosed(app, organization_id)))
      return await abandonAttempt(app, organization_id, attempt.id)
    const step = await inOrgAll(app.store, organization_id, system, (tx) =>
      beforeItLeaves(tx, attempt.id),
    )
    if (step === 'over') return
    if (step === 'less') await ensureIntent(app, organization_id, attempt.payment_intent_row)
    await provider.confirmIntent(
      provider_id,
      { payment_method: attempt.payment_method_id!, mandate, off_session: true },
      attempt.key_confirm,
    )
    await applyPaymentIntent(app, account, await provider.readIntent(provider_id))
  } catch (fault) {
    await endFault(app, organization_id, { attempt, account, provider_id }, fault)
  }
}

/**
 * Looks once more, under the invoice's lock, for credit that came since the charge was planned: it asks
 * for what is left, or ends. Nothing changes once its confirmation may have left. `less`: the provider has to learn the new amount.
 */
async function beforeItLeaves(tx: OrgTx, id: string): Promise<'go' | 'less' | 'over'> {
  const read = () =>
    tx
      .selectFrom('charge_attempts')
      .select(['invoice_id', 'state', 'payment_intent_row'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const before = await lockInvoice(tx, (await read()).invoice_id)
  const attempt = await read()
  if (attempt.state !== 'started') return (await startConfirming(tx, id)) ? 'go' : 'over'
  const invoice = await applyCreditUnderway(tx, before)
  const left_cents = balanceOf(invoice)
  if (left_cents < onlineCents.least) {
    await endPaidAttempt(tx, id, invoice)
    return 'over'
  }
  await startConfirming(tx, id)
  return (await shrinkIntent(tx, attempt.payment_intent_row, left_cents)) ? 'less' : 'go'
}

/** Credit paid all of it, or all but what is too little to be charged. */
async function endPaidAttempt(tx: OrgTx, id: string, invoice: InvoiceRow): Promise<void> {
  await setAttempt(tx, id, {
    state: 'abandoned',
    error_sentence: 'The customer’s credit paid it first.',
  })
  if (balanceOf(invoice) > 0)
    await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) })
  await enqueue(tx, 'intent.release', { organization_id: tx.org, invoice_id: invoice.id })
}

/** A deactivated organization charges no one; an attempt the provider already has runs to its end. */
const isClosed = (app: MoneyApp, organization_id: string): Promise<boolean> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx.selectFrom('organizations').select('status').executeTakeFirstOrThrow()
    return row.status !== 'active'
  })

async function endFault(
  app: MoneyApp,
  organization_id: string,
  work: { attempt: AttemptRow; account: string; provider_id: string | null },
  fault: unknown,
): Promise<void> {
  const { attempt, account, provider_id } = work
  const fail = (code: string, sentence: string) =>
    failAttempt(app, organization_id, attempt.id, { code, sentence })
  if (fault instanceof Declined) {
    const code = fault instanceof AuthenticationRequired ? 'authentication_required' : fault.code
    await failAttempt(app, organization_id, attempt.id, {
      code,
      decline_code: fault.decline_code,
      sentence: fault.message,
      advice: fault.advice,
      charge: fault.charge,
    })
    // Read the failed payment for the list; if that fails, its event brings it later.
    const seen =
      provider_id === null
        ? null
        : await app.payments
            .on(account)
            .readIntent(provider_id)
            .catch(() => null)
    if (seen) await applyPaymentIntent(app, account, seen)
    return
  }
  if (fault instanceof NotReady) {
    await fail('org_not_charge_ready', fault.message)
    return refreshAccount(app, organization_id).then(
      () => {},
      () => {},
    )
  }
  if (fault instanceof Unknown) {
    await inOrgAll(app.store, organization_id, system, (tx) => markAttemptUnknown(tx, attempt.id))
    if (!fault.answered || provider_id === null) throw fault
    // The same key returns the same error forever, so only the intent itself shows what happened.
    await applyPaymentIntent(app, account, await app.payments.on(account).readIntent(provider_id))
    if (!(await readWork(app, organization_id, attempt.id))) return
    if (Date.now() - Date.parse(attempt.created_at) < faultSettlesMs) throw fault
    return fail('processing_error', 'The payment provider had an error. Nothing was charged.')
  }
  if (fault instanceof Refused) return fail(fault.code, fault.message)
  if (!(fault instanceof Rejected)) throw fault
  if (provider_id && fault.code === 'payment_intent_unexpected_state') {
    await applyPaymentIntent(app, account, await app.payments.on(account).readIntent(provider_id))
    if (!(await readWork(app, organization_id, attempt.id))) return
  }
  app.log.error({ err: fault, attempt: attempt.id }, 'the provider refused a charge')
  await fail(
    fault.code === 'resource_missing' ? 'payment_method_not_available' : fault.code,
    fault.message,
  )
}

/**
 * Ends an attempt that never reached the provider, so the customer was not charged: it is too old,
 * or its organization is deactivated.
 */
const abandonAttempt = (app: MoneyApp, organization_id: string, id: string): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const { invoice_id } = await tx
      .selectFrom('charge_attempts')
      .select('invoice_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const invoice = await lockInvoice(tx, invoice_id)
    const attempt = await tx
      .selectFrom('charge_attempts')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (
      !(openAttemptStates as readonly string[]).includes(attempt.state) ||
      attempt.state === 'processing'
    )
      return
    await setAttempt(tx, id, {
      state: 'abandoned',
      error_sentence: 'It never reached the provider.',
    })
    if (statusOf(invoice) === 'processing')
      await applyCredit(
        tx,
        await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) }),
      )
  })

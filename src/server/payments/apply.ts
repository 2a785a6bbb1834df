import { sql } from 'kysely'
import type { InvoiceMoney } from '../../domain/invoice.ts'
import { inOrgAll, onPlatform, type OrgTx } from '../db/door.ts'
import { audit } from '../events.ts'
import { changeInvoice, lockInvoice, statusOf, type InvoiceRow } from '../invoices/issue.ts'
import type { PaymentIntent } from '../outside/stripe.ts'
import { insertPageAttempt, openAttempt, recordFailure, setAttempt, type AttemptRow } from './attempts.ts'
import {
  capturedStatuses,
  chargeOf,
  hasDispute,
  moneyFrom,
  nobody,
  postFee,
  postLedger,
  readPayment,
  writePayment,
  type MoneyApp,
  type PaymentRow,
} from './facts.ts'
import { tellOffice, tellReceipt } from './notices.ts'
import { runRefund } from './refund.ts'

/** How often a payment under way is read again, whatever webhooks say: a late answer may have been applied after a newer one. */
const checkEveryMs = 6 * 3_600_000

type Scene = {
  tx: OrgTx
  app: MoneyApp
  account: string
  intent: PaymentIntent
  payment: PaymentRow | undefined
  invoice: InvoiceRow
  row: string
  attempt: AttemptRow | undefined
}

/**
 * The one end of every way to charge: the caller, the webhook and the reconciler all hand in the intent as they have just read
 * it, with `latest_charge.balance_transaction` expanded. Repeating it changes nothing, and a paid invoice stays paid.
 */
export async function applyPaymentIntent(app: MoneyApp, account: string, intent: PaymentIntent): Promise<void> {
  const owner = await onPlatform(app.store, nobody, async (tx) => {
    const row = await tx
      .selectFrom('payment_intents')
      .select(['organization_id', 'invoice_id', 'id'])
      .where('provider_id', '=', intent.id)
      .where('account', '=', account)
      .executeTakeFirst()
    if (row) return row
    const organization = await tx.selectFrom('organizations').select('id').where('stripe_account_id', '=', account).executeTakeFirst()
    if (!organization) return null
    // Made just before we died: our row waits for its id.
    const planned =
      intent.metadata['organization_id'] === organization.id && /^[0-9a-f-]{36}$/.test(intent.metadata['payment_intent_row'] ?? '')
        ? await tx
            .updateTable('payment_intents')
            .set({ provider_id: intent.id })
            .where('organization_id', '=', organization.id)
            .where('id', '=', intent.metadata['payment_intent_row']!)
            .where('account', '=', account)
            .where('provider_id', 'is', null)
            .returning(['organization_id', 'invoice_id', 'id'])
            .executeTakeFirst()
        : undefined
    return planned ?? { organization_id: organization.id, invoice_id: null, id: null }
  })
  if (!owner) return
  let isGivenUp = false
  const given_back = await inOrgAll(app.store, owner.organization_id, nobody, async (tx) => {
    if (owner.invoice_id === null) return applyForeign(tx, account, intent)
    const invoice = await lockInvoice(tx, owner.invoice_id)
    const { status } = await tx
      .selectFrom('payment_intents')
      .select('status')
      .where('organization_id', '=', tx.org)
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    isGivenUp = status === 'canceled' && intent.status.startsWith('requires_')
    await tx
      .updateTable('payment_intents')
      .set({ status: intent.status, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', owner.id)
      .where('status', '<>', intent.status)
      .where('status', 'not in', intent.status === 'succeeded' ? ['succeeded'] : ['succeeded', 'canceled'])
      .execute()
    const scene: Scene = {
      tx,
      app,
      account,
      intent,
      invoice,
      row: owner.id,
      payment: await readPayment(tx, intent.id),
      attempt: await openAttemptOf(tx, invoice.id, owner.id),
    }
    switch (intent.status) {
      case 'succeeded':
        return applySuccess(scene)
      case 'processing':
        return applyProcessing(scene)
      case 'requires_payment_method':
        return applyDecline(scene)
      case 'requires_action':
        return applyQuestion(scene)
      case 'canceled':
        return applyCancel(scene)
      case 'requires_confirmation':
      case 'requires_capture':
        return null
    }
  })
  // We gave this one up before we knew that it existed; nobody may pay it any more.
  if (isGivenUp)
    await app.payments
      .on(account)
      .cancelIntent(intent.id)
      .catch((fault: unknown) => app.log.warn({ err: fault, intent: intent.id }, 'an intent that was given up lives on'))
  if (given_back)
    await runRefund(app, owner.organization_id, given_back).catch((fault: unknown) =>
      app.log.error({ err: fault, refund: given_back }, 'a double payment waits for its refund'),
    )
}

const openAttemptOf = async (tx: OrgTx, invoice_id: string, row: string): Promise<AttemptRow | undefined> => {
  const attempt = await openAttempt(tx, invoice_id)
  return attempt?.payment_intent_row === row ? attempt : undefined
}

const payerOf = (invoice: InvoiceRow) => ({
  invoice_id: invoice.id,
  customer_id: invoice.customer_id,
  customer_name: invoice.customer_name,
  customer_email: invoice.customer_email,
})
const idOf = (value: string | { id: string } | null | undefined): string | null => (typeof value === 'string' ? value : (value?.id ?? null))

/** Answers the id of a refund to be run when the invoice needed no more money. */
async function applySuccess({ tx, app, account, intent, payment, invoice, row, attempt }: Scene): Promise<string | null> {
  const charge = chargeOf(intent)!
  const known = payment !== undefined && capturedStatuses.has(payment.status)
  const fact = known ? payment : await writePayment(tx, account, intent, 'succeeded', payerOf(invoice), payment)
  const about = { invoice_id: invoice.id, payment_id: fact.id }
  await postLedger(tx, `charge:${charge.id}`, about, [
    ['provider_balance', fact.amount_cents],
    ['receivable', -fact.amount_cents],
  ])
  await postFee(tx, fact, charge)
  await settleAttempt(tx, { invoice, row, intent, attempt, charge: charge.id, state: 'succeeded', next_check_at: null })
  if (known) return null

  const owed = invoice.doc !== 'void' && invoice.paid_cents < invoice.total_cents && invoice.money !== 'refunded'
  const paid_cents = invoice.paid_cents + fact.amount_cents
  const money = moneyFrom({ ...invoice, paid_cents, disputed: await hasDispute(tx, invoice.id) })
  const changed = await changeInvoice(
    tx,
    invoice,
    {
      paid_cents,
      money: owed || invoice.doc === 'void' ? money : invoice.money,
      paid_at: invoice.paid_at ?? fact.captured_at,
      failure_code: null,
      failure_sentence: null,
      next_retry_at: null,
      charge_on: null,
      payment_method_kind: fact.pm_type,
      ...(invoice.doc === 'scheduled' || invoice.doc === 'uncollectible' || invoice.doc === 'draft'
        ? { doc: invoice.number === null ? invoice.doc : 'open' }
        : {}),
    },
    { paid: owed && money === 'paid' },
  )
  await tellReceipt(tx, app, changed, fact)
  return owed ? null : planGivingBack(tx, app, changed, fact)
}

/** The invoice was paid before, or is void: the second payment goes back, and a person hears of it. */
async function planGivingBack(tx: OrgTx, app: MoneyApp, invoice: InvoiceRow, payment: PaymentRow): Promise<string> {
  const { id } = await sql<{ id: string }>`insert into refunds (organization_id, payment_id, amount_cents, reason, key, automatic)
    values (${tx.org}::uuid, ${payment.id}::uuid, ${payment.amount_cents}, 'Paid twice', ${`ref:twice:${payment.id}`}, true)
    on conflict (key) do update set updated_at = now() returning id`
    .execute(tx)
    .then(({ rows }) => rows[0]!)
  await audit(tx, {
    action: 'payment.doubled',
    entity: 'invoice',
    entity_id: invoice.id,
    after: { payment_id: payment.id, amount_cents: payment.amount_cents },
  })
  await tellOffice(tx, app, invoice, { once: `doubled:${payment.id}`, reason: 'This invoice was paid twice. The second payment is being refunded.' })
  return id
}

/** The open attempt if it made this payment; otherwise the customer paid on a page, and an attempt of ours under way has lost the race. */
async function settleAttempt(
  tx: OrgTx,
  about: {
    invoice: InvoiceRow
    row: string
    intent: PaymentIntent
    attempt: AttemptRow | undefined
    charge: string
    state: 'succeeded' | 'processing'
    next_check_at: string | null
  },
): Promise<void> {
  const { invoice, row, intent, attempt, charge, state, next_check_at } = about
  const payment_method_id = idOf(intent.payment_method)
  if (attempt && (attempt.provider_charge_id === charge || (attempt.provider_charge_id === null && attempt.payment_method_id === payment_method_id))) {
    return setAttempt(tx, attempt.id, { state, provider_charge_id: charge, next_check_at })
  }
  const known = await tx
    .selectFrom('charge_attempts')
    .select(['id', 'state'])
    .where('organization_id', '=', tx.org)
    .where('provider_charge_id', '=', charge)
    .executeTakeFirst()
  if (known?.state === state) return
  // A second payment under way beside an open attempt has no attempt of its own; it is given back once it succeeds.
  if (state === 'processing' && !attempt && (await openAttempt(tx, invoice.id))) return
  if (known) return setAttempt(tx, known.id, { state, next_check_at })
  if (attempt) await setAttempt(tx, attempt.id, { state: 'abandoned', error_sentence: 'The customer paid on the payment page.' })
  await insertPageAttempt(tx, { invoice_id: invoice.id, payment_intent_row: row, payment_method_id, charge, state, next_check_at })
}

async function applyProcessing({ tx, account, intent, payment, invoice, row, attempt }: Scene): Promise<null> {
  if (payment && capturedStatuses.has(payment.status)) return null
  const charge = chargeOf(intent)
  if (payment?.status !== 'processing' || payment.provider_charge_id !== (charge?.id ?? null))
    await writePayment(tx, account, intent, 'processing', payerOf(invoice), payment)
  const next_check_at = new Date(Date.now() + checkEveryMs).toISOString()
  if (charge) await settleAttempt(tx, { invoice, row, intent, attempt, charge: charge.id, state: 'processing', next_check_at })
  if (invoice.money === 'none' || invoice.money === 'failed' || invoice.money === 'partial')
    await changeInvoice(tx, invoice, { money: 'processing', failure_code: null, failure_sentence: null, next_retry_at: null })
  return null
}

/** A decline counts against the attempt that caused it: the same method, and a charge no other attempt ended in. */
async function applyDecline({ tx, app, account, intent, payment, invoice, attempt }: Scene): Promise<null> {
  const error = intent.last_payment_error
  if (!error || (payment && capturedStatuses.has(payment.status))) return null
  const charge = chargeOf(intent)?.id ?? error.charge ?? null
  if (payment?.status !== 'failed' || payment.provider_charge_id !== charge) await writePayment(tx, account, intent, 'failed', payerOf(invoice), payment)
  if (!attempt || attempt.state === 'started' || charge === null) return null
  const isOurs =
    attempt.provider_charge_id === charge ||
    (attempt.state !== 'processing' && idOf(error.payment_method) === attempt.payment_method_id && !(await endedIn(tx, charge)))
  if (!isOurs) return null
  await recordFailure(tx, app, invoice, attempt, {
    code: error.code ?? 'card_declined',
    decline_code: error.decline_code ?? error.network_decline_code ?? null,
    sentence: error.message ?? 'The payment was declined.',
    advice: error.advice_code ?? null,
    charge,
  })
  return null
}

const endedIn = async (tx: OrgTx, charge: string): Promise<boolean> =>
  Boolean(await tx.selectFrom('charge_attempts').select('id').where('organization_id', '=', tx.org).where('provider_charge_id', '=', charge).executeTakeFirst())

async function applyQuestion({ tx, app, intent, invoice, attempt }: Scene): Promise<null> {
  if (!attempt || attempt.state === 'started' || attempt.via === 'pay_page' || idOf(intent.payment_method) !== attempt.payment_method_id) return null
  await recordFailure(tx, app, invoice, attempt, { code: 'authentication_required', sentence: 'The bank asks the customer to confirm this payment.' })
  return null
}

async function applyCancel({ tx, intent, payment, invoice, attempt }: Scene): Promise<null> {
  if (payment && !capturedStatuses.has(payment.status) && payment.status !== 'canceled')
    await tx
      .updateTable('payments')
      .set({ status: 'canceled', updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', payment.id)
      .execute()
  if (!attempt) return null
  await setAttempt(tx, attempt.id, { state: 'abandoned', error_sentence: `Canceled: ${intent.cancellation_reason ?? 'by the provider'}.` })
  if (statusOf(invoice) === 'processing') await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) })
  return null
}

export const moneyWithoutAttempt = (invoice: InvoiceRow): InvoiceMoney => moneyFrom({ ...invoice, disputed: false }, 'none')

/** A payment taken on the organization's account by other means than ours: it is in the list and in the books, and belongs to no invoice. */
async function applyForeign(tx: OrgTx, account: string, intent: PaymentIntent): Promise<null> {
  if (intent.status !== 'succeeded') return null
  const known = await readPayment(tx, intent.id)
  const charge = chargeOf(intent)!
  const fact =
    known && capturedStatuses.has(known.status)
      ? known
      : await writePayment(
          tx,
          account,
          intent,
          'succeeded',
          { invoice_id: null, customer_id: null, customer_name: charge.billing_details.name, customer_email: charge.billing_details.email },
          known,
        )
  await postLedger(tx, `charge:${charge.id}`, { invoice_id: null, payment_id: fact.id }, [
    ['provider_balance', fact.amount_cents],
    ['revenue', -fact.amount_cents],
  ])
  await postFee(tx, fact, charge)
  return null
}

import { idOf } from '../../base/outside/id-of.ts'
import { balanceOf, type InvoiceMoney } from '../../../domain/money/invoice.ts'
import { inOrgAll, onPlatform, type OrgTx, system, type PlatformTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { applyCredit, returnCredit, useCredits } from '../invoices/credit.ts'
import { changeInvoice, claimAgain } from '../invoices/write.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import type { PaymentIntent } from '../../base/outside/stripe.ts'
import { openAttempt, recordFailure, settleAttempt, type AttemptRow } from './attempts.ts'
import { setAttempt } from './write-attempts.ts'
import {
  capturedStatuses,
  chargeOf,
  hasDispute,
  moneyFrom,
  readPayment,
  tipOn,
  type MoneyApp,
  type PaymentRow,
} from './facts.ts'
import { writePayment, changePayment, recordFee } from './write-payments.ts'
import { postLedger } from '../ledger/write.ts'
import { runRefund } from './refund.ts'
import { adoptIntent, recordStatus } from './write-intents.ts'
import { planExcessRefund } from './write-refunds.ts'
import { notifyOfficeOfPayment, notifyPaid } from '../../messages/notify-money.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { tellIfReplaced } from './card-links.ts'

/**
 * How often a pending payment is read again, in ms: a delayed response may have been applied after
 * a newer one.
 */
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
 * Where every charge ends: the caller, the webhook and the reconciler all pass the intent as just
 * read, with `latest_charge.balance_transaction` expanded. Repeating changes nothing, and a paid
 * invoice stays paid.
 */
export async function applyPaymentIntent(
  app: MoneyApp,
  account: string,
  intent: PaymentIntent,
): Promise<void> {
  const owner = await onPlatform(app.store, system, (tx) => ownerOf(tx, account, intent))
  if (!owner) return
  let isAbandoned = false
  const refund_id = await inOrgAll(app.store, owner.organization_id, system, async (tx) => {
    if (owner.invoice_id === null) return applyForeign(tx, account, intent)
    const invoice = await lockInvoice(tx, owner.invoice_id)
    const { status } = await tx
      .selectFrom('payment_intents')
      .select('status')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    isAbandoned = status === 'canceled' && intent.status.startsWith('requires_')
    await recordStatus(tx, owner.id, intent.status)
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
    return applyStatus(scene)
  })
  // We canceled this one before we knew it existed; no one may pay it now.
  if (isAbandoned)
    await app.payments
      .on(account)
      .cancelIntent(intent.id)
      .catch((fault: unknown) =>
        app.log.warn({ err: fault, intent: intent.id }, 'an intent we gave up is still live'),
      )
  if (refund_id)
    await runRefund(app, owner.organization_id, refund_id).catch((fault: unknown) =>
      app.log.error({ err: fault, refund: refund_id }, 'a double payment waits for its refund'),
    )
}

/** The organization and our row for an intent; no row for a payment that is not ours. */
async function ownerOf(tx: PlatformTx, account: string, intent: PaymentIntent) {
  const row = await tx
    .selectFrom('payment_intents')
    .select(['organization_id', 'invoice_id', 'id'])
    .where('provider_id', '=', intent.id)
    .where('account', '=', account)
    .executeTakeFirst()
  if (row) return row
  const organization = await tx
    .selectFrom('organizations')
    .select('id')
    .where('stripe_account_id', '=', account)
    .executeTakeFirst()
  if (!organization) return null
  const adopted = await adoptIntent(tx, organization.id, account, intent)
  return adopted ?? { organization_id: organization.id, invoice_id: null, id: null }
}

/** Returns the id of a refund to run, if the invoice did not need the money. */
async function applyStatus(scene: Scene): Promise<string | null> {
  switch (scene.intent.status) {
    case 'succeeded':
      return applySuccess(scene)
    case 'processing':
      return applyProcessing(scene)
    case 'requires_payment_method':
      return applyDecline(scene)
    case 'requires_action':
      return applyAuthentication(scene)
    case 'canceled':
      return applyCancel(scene)
    case 'requires_confirmation':
    case 'requires_capture':
    default:
      return null
  }
}

const openAttemptOf = async (
  tx: OrgTx,
  invoice_id: string,
  row: string,
): Promise<AttemptRow | undefined> => {
  const attempt = await openAttempt(tx, invoice_id)
  return attempt?.payment_intent_row === row ? attempt : undefined
}

const payerOf = (invoice: InvoiceRow) => ({
  invoice_id: invoice.id,
  customer_id: invoice.customer_id,
  customer_name: invoice.customer_name,
  customer_email: invoice.customer_email,
})

/** Returns the id of a refund to run, if the invoice did not need the money. */
async function applySuccess({
  tx,
  app,
  account,
  intent,
  payment,
  invoice: before,
  row,
  attempt,
}: Scene): Promise<string | null> {
  const charge = chargeOf(intent)!
  const known = payment !== undefined && capturedStatuses.has(payment.status)
  // Money comes before credit: what is paid too much gives the credit back before it is refunded.
  const tip_cents = known ? payment.tip_cents : tipFor(before, intent)
  const work_cents = intent.amount_received - tip_cents
  const isTooMuch = !known && work_cents > dueOn(before)
  const invoice = isTooMuch && before.doc === 'open' ? await returnCredit(tx, before) : before
  const fact = known
    ? payment
    : await writePayment(tx, account, intent, 'succeeded', payerOf(invoice), payment, tip_cents)
  const about = { invoice_id: invoice.id, payment_id: fact.id }
  await postLedger(tx, `charge:${charge.id}`, about, [
    ['provider_balance', fact.amount_cents],
    ['receivable', tip_cents - fact.amount_cents],
    ['tips', -tip_cents],
  ])
  await recordFee(tx, fact, charge)
  await settleAttempt(tx, {
    invoice,
    row,
    intent,
    attempt,
    charge: charge.id,
    state: 'succeeded',
    next_check_at: null,
  })
  if (known) return null

  const due_cents = dueOn(invoice)
  const owed = due_cents > 0
  const paid_cents = invoice.paid_cents + work_cents
  const money = moneyFrom({ ...invoice, paid_cents, disputed: await hasDispute(tx, invoice.id) })
  if (invoice.doc === 'uncollectible') await claimAgain(tx, invoice)
  const changed = await changeInvoice(
    tx,
    invoice,
    {
      paid_cents,
      tip_cents: invoice.tip_cents + tip_cents,
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
  const excess_cents = work_cents - due_cents
  const settled = isTooMuch && excess_cents < 0 ? await applyCredit(tx, changed) : changed
  // The credit that this invoice no longer needs pays what else is open.
  if (isTooMuch) await useCredits(tx, invoice.customer_id)
  await notifyPaid(tx, settled, fact, await payUrl(tx, app, settled))
  await tellIfReplaced(tx, app, settled, attempt?.id)
  return excess_cents > 0 ? refundExcess(tx, app, settled, fact, excess_cents) : null
}

const dueOn = (invoice: InvoiceRow): number =>
  invoice.doc === 'void' || invoice.money === 'refunded' ? 0 : balanceOf(invoice)

/** The tip that came with a payment; where nothing was owed, all of it goes back. */
const tipFor = (invoice: InvoiceRow, intent: PaymentIntent): number =>
  dueOn(invoice) > 0 ? Math.min(tipOn(intent), intent.amount_received) : 0

/**
 * Plans the refund of what a payment brought beyond the balance, and notifies the office; the
 * customer is notified once the refund went through. Returns the refund's id.
 */
async function refundExcess(
  tx: OrgTx,
  app: MoneyApp,
  invoice: InvoiceRow,
  payment: PaymentRow,
  amount_cents: number,
): Promise<string> {
  const id = await planExcessRefund(tx, payment, amount_cents)
  await audit(tx, {
    action: 'payment.excess',
    entity: 'invoice',
    entity_id: invoice.id,
    after: { payment_id: payment.id, amount_cents },
  })
  await notifyOfficeOfPayment(tx, app, invoice, {
    once: `excess:${payment.id}`,
    reason: { is: 'excess', cents: amount_cents === payment.amount_cents ? null : amount_cents },
  })
  return id
}

async function applyProcessing({
  tx,
  account,
  intent,
  payment,
  invoice,
  row,
  attempt,
}: Scene): Promise<null> {
  if (payment && capturedStatuses.has(payment.status)) return null
  const charge = chargeOf(intent)
  if (payment?.status !== 'processing' || payment.provider_charge_id !== (charge?.id ?? null))
    await writePayment(tx, account, intent, 'processing', payerOf(invoice), payment)
  const next_check_at = new Date(Date.now() + checkEveryMs).toISOString()
  if (charge)
    await settleAttempt(tx, {
      invoice,
      row,
      intent,
      attempt,
      charge: charge.id,
      state: 'processing',
      next_check_at,
    })
  if (invoice.money === 'none' || invoice.money === 'failed' || invoice.money === 'partial')
    await changeInvoice(tx, invoice, {
      money: 'processing',
      failure_code: null,
      failure_sentence: null,
      next_retry_at: null,
    })
  return null
}

/**
 * A decline counts against the attempt that caused it: same method, and a charge that ended no
 * other attempt.
 */
async function applyDecline({
  tx,
  app,
  account,
  intent,
  payment,
  invoice,
  attempt,
}: Scene): Promise<null> {
  const error = intent.last_payment_error
  if (!error || (payment && capturedStatuses.has(payment.status))) return null
  const charge = chargeOf(intent)?.id ?? error.charge ?? null
  if (payment?.status !== 'failed' || payment.provider_charge_id !== charge)
    await writePayment(tx, account, intent, 'failed', payerOf(invoice), payment)
  if (!attempt || attempt.state === 'started' || charge === null) return null
  const isOurs =
    attempt.provider_charge_id === charge ||
    (attempt.state !== 'processing' &&
      idOf(error.payment_method) === attempt.payment_method_id &&
      !(await endedIn(tx, charge)))
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
  Boolean(
    await tx
      .selectFrom('charge_attempts')
      .select('id')
      .where('provider_charge_id', '=', charge)
      .executeTakeFirst(),
  )

async function applyAuthentication({ tx, app, intent, invoice, attempt }: Scene): Promise<null> {
  if (
    !attempt ||
    attempt.state === 'started' ||
    attempt.via === 'pay_page' ||
    idOf(intent.payment_method) !== attempt.payment_method_id
  )
    return null
  await recordFailure(tx, app, invoice, attempt, {
    code: 'authentication_required',
    sentence: 'The bank requires the customer to confirm this payment.',
  })
  return null
}

async function applyCancel({ tx, intent, payment, invoice, attempt }: Scene): Promise<null> {
  if (payment && !capturedStatuses.has(payment.status) && payment.status !== 'canceled')
    await changePayment(tx, payment.id, { status: 'canceled' })
  if (!attempt) return null
  await setAttempt(tx, attempt.id, {
    state: 'abandoned',
    error_sentence: `Canceled: ${intent.cancellation_reason ?? 'by the provider'}.`,
  })
  if (statusOf(invoice) === 'processing')
    await applyCredit(tx, await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) }))
  return null
}

export const moneyWithoutAttempt = (invoice: InvoiceRow): InvoiceMoney =>
  moneyFrom({ ...invoice, disputed: false }, 'none')

/**
 * Records a payment made on the organization's account outside the product: in the list and the
 * ledger, without an invoice.
 */
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
          {
            invoice_id: null,
            customer_id: null,
            customer_name: charge.billing_details.name,
            customer_email: charge.billing_details.email,
          },
          known,
        )
  await postLedger(tx, `charge:${charge.id}`, { invoice_id: null, payment_id: fact.id }, [
    ['provider_balance', fact.amount_cents],
    ['revenue', -fact.amount_cents],
  ])
  await recordFee(tx, fact, charge)
  return null
}

import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { addDays, todayIn, zonedToUtcIso } from '../../../domain/base/dates.ts'
import {
  chargeErrorText,
  declineClass,
  nextRetryDay,
  retryMinutes,
  type DeclineClass,
  type PaymentMethodType,
  type AttemptState,
  openAttemptStates,
} from '../../../domain/money/payment.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { emit } from '../../base/events.ts'
import { applyCredit } from '../invoices/credit.ts'
import { changeInvoice } from '../invoices/write.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { cardUrl } from './card-links.ts'
import { moneyFrom, type MoneyApp } from './facts.ts'
import { setAttempt, insertPageAttempt } from './write-attempts.ts'
import { notifyFailed } from '../../messages/notify-money.ts'
import { payUrl } from '../invoices/pay-link.ts'
import type { PaymentIntent } from '../../base/outside/stripe.ts'
import { idOf } from '../../base/outside/id-of.ts'

export type AttemptRow = Omit<Selectable<Database['charge_attempts']>, 'state'> & {
  state: AttemptState
}

export const openAttempt = (tx: OrgTx, invoice_id: string): Promise<AttemptRow | undefined> =>
  tx
    .selectFrom('charge_attempts')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('state', 'in', openAttemptStates)
    .executeTakeFirst() as Promise<AttemptRow | undefined>

type Failure = {
  code: string
  decline_code?: string | null
  sentence: string
  advice?: string | null
  charge?: string | null
}

/**
 * Marks an attempt failed and plans what follows: a retry, or a message asking to pay. Leaves an
 * ended attempt alone.
 */
export const failAttempt = (
  app: MoneyApp,
  organization_id: string,
  attempt_id: string,
  failure: Failure,
): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const { invoice_id } = await tx
      .selectFrom('charge_attempts')
      .select('invoice_id')
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow()
    const invoice = await lockInvoice(tx, invoice_id)
    const attempt = (await tx
      .selectFrom('charge_attempts')
      .selectAll()
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow()) as AttemptRow
    if ((openAttemptStates as readonly string[]).includes(attempt.state))
      await recordFailure(tx, app, invoice, attempt, failure)
  })

/** The same for a caller that holds the invoice's lock. */
export async function recordFailure(
  tx: OrgTx,
  app: MoneyApp,
  invoice: InvoiceRow,
  attempt: AttemptRow,
  failure: Failure,
): Promise<void> {
  const code = failure.decline_code ?? failure.code
  const kind =
    failure.advice === 'do_not_try_again' && declineClass(code) === 'soft'
      ? 'hard'
      : declineClass(code, await methodTypeOf(tx, attempt))
  await setAttempt(tx, attempt.id, {
    state: kind === 'authentication' ? 'requires_action' : 'failed',
    decline_code: code,
    error_sentence: failure.sentence,
    ...(failure.charge ? { provider_charge_id: failure.charge } : {}),
  })
  if (['paid', 'refunded', 'void', 'uncollectible'].includes(statusOf(invoice))) return
  const next_retry_at = await nextRetry(tx, invoice, attempt, kind)
  const shown = kind === 'authentication' ? 'requires_action' : code
  const sentence = chargeErrorText(shown, failure.sentence)
  const failed = await changeInvoice(tx, invoice, {
    money: moneyFrom({ ...invoice, disputed: false }, 'failed'),
    failure_code: shown,
    failure_sentence: sentence,
    next_retry_at,
  })
  // What came meanwhile pays it now, and nobody is asked for that.
  const changed = await applyCredit(tx, failed)
  await emit(
    tx,
    'payment.failed',
    {
      invoice_id: invoice.id,
      attempt_id: attempt.id,
      code: shown,
      sentence,
      next_retry_at,
      customer_id: invoice.customer_id,
    },
    { customer_id: invoice.customer_id },
  )
  const reason = { is: 'declined', code: shown, sentence: failure.sentence } as const
  const notice = { once: `failed:${attempt.id}`, reason, next_retry_at }
  const link = await cardUrl(tx, app, attempt)
  const url = link?.url ?? (await payUrl(tx, app, changed))
  await notifyFailed(tx, app, changed, { ...notice, card: link?.card ?? null }, url)
}

async function methodTypeOf(tx: OrgTx, attempt: AttemptRow): Promise<PaymentMethodType> {
  if (!attempt.payment_method_id) return 'card'
  const row = await tx
    .selectFrom('payment_methods')
    .select('type')
    .where('id', '=', attempt.payment_method_id)
    .executeTakeFirst()
  return row?.type === 'us_bank_account' ? 'us_bank_account' : 'card'
}

/**
 * When to retry, or null. Days count from the first automatic attempt; a charge by staff moves the
 * retry to another day.
 */
async function nextRetry(
  tx: OrgTx,
  invoice: InvoiceRow,
  attempt: AttemptRow,
  kind: DeclineClass,
): Promise<string | null> {
  const time_zone = await readTimeZone(tx)
  const today = todayIn(time_zone, new Date().toISOString())
  if (attempt.via !== 'autopay' && attempt.via !== 'retry') {
    if (!invoice.next_retry_at || kind === 'hard' || kind === 'authentication') return null
    const planned = todayIn(time_zone, invoice.next_retry_at)
    return planned > today
      ? invoice.next_retry_at
      : zonedToUtcIso(addDays(today, 1), retryMinutes, time_zone)
  }
  const days = nextRetryDay(kind, invoice.retry_count + 1)
  if (days === null) return null
  const { first } = await tx
    .selectFrom('charge_attempts')
    .select(sql<string>`min(created_at)`.as('first'))
    .where('invoice_id', '=', invoice.id)
    .where('via', 'in', ['autopay', 'retry'])
    .executeTakeFirstOrThrow()
  const planned = addDays(todayIn(time_zone, first), days)
  return zonedToUtcIso(planned > today ? planned : addDays(today, 1), retryMinutes, time_zone)
}

/**
 * Settles the attempt behind this payment. If no open attempt matches, the customer paid on the pay
 * page, and any open attempt of ours lost the race.
 */
export async function settleAttempt(
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
  if (
    attempt &&
    (attempt.provider_charge_id === charge ||
      (attempt.provider_charge_id === null && attempt.payment_method_id === payment_method_id))
  ) {
    return setAttempt(tx, attempt.id, { state, provider_charge_id: charge, next_check_at })
  }
  const known = await tx
    .selectFrom('charge_attempts')
    .select(['id', 'state'])
    .where('provider_charge_id', '=', charge)
    .executeTakeFirst()
  if (known?.state === state) return
  // A second payment next to an open attempt gets no attempt of its own; it is refunded once it
  // succeeds.
  if (state === 'processing' && !attempt && (await openAttempt(tx, invoice.id))) return
  if (known) return setAttempt(tx, known.id, { state, next_check_at })
  if (attempt)
    await setAttempt(tx, attempt.id, {
      state: 'abandoned',
      error_sentence: 'The customer paid on the payment page.',
    })
  await insertPageAttempt(tx, {
    invoice_id: invoice.id,
    payment_intent_row: row,
    payment_method_id,
    charge,
    state,
    next_check_at,
  })
}

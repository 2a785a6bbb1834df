import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { addDays, todayIn, zonedToUtcIso } from '../../domain/dates.ts'
import {
  chargeErrorText,
  declineClass,
  nextRetryDay,
  retryMinutes,
  type DeclineClass,
  type PaymentMethodType,
  type AttemptState,
  openAttemptStates,
} from '../../domain/payment.ts'
import { inOrgAll, type OrgTx, system } from '../db/door.ts'
import { readTimeZone } from '../organizations/read-time-zone.ts'
import { emit } from '../events.ts'
import { applyCredit } from '../invoices/credit.ts'
import { changeInvoice } from '../invoices/write.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { cardUrl } from './card-links.ts'
import { moneyFrom, type MoneyApp } from './facts.ts'
import { setAttempt } from './write-attempts.ts'
import { notifyFailed } from '../messages/notify-money.ts'
import { payUrl } from '../invoices/pay-link.ts'

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

import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { addDays, todayIn, zonedToUtcIso } from '../../domain/dates.ts'
import { chargeErrorText, declineClass, nextRetryDay, retryMinutes, type DeclineClass, type PaymentMethodType } from '../../domain/payment.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { changeInvoice, lockInvoice, statusOf, type InvoiceRow } from '../invoices/issue.ts'
import { nobody, type MoneyApp } from './facts.ts'
import { tellFailure } from './notices.ts'

export type AttemptState = 'started' | 'confirming' | 'processing' | 'unknown' | 'succeeded' | 'failed' | 'requires_action' | 'abandoned'
export type AttemptRow = Omit<Selectable<Database['charge_attempts']>, 'state'> & { state: AttemptState }

/** States in which an attempt still may turn into money; one such attempt an invoice, kept so by a unique index. */
export const openStates = ['started', 'confirming', 'processing', 'unknown'] as const

export const openAttempt = (tx: OrgTx, invoice_id: string): Promise<AttemptRow | undefined> =>
  tx
    .selectFrom('charge_attempts')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice_id)
    .where('state', 'in', openStates)
    .executeTakeFirst() as Promise<AttemptRow | undefined>

export async function setAttempt(
  tx: OrgTx,
  id: string,
  changes: {
    state: AttemptState
    provider_charge_id?: string | null
    decline_code?: string | null
    error_sentence?: string | null
    next_check_at?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('charge_attempts')
    .set({ next_check_at: null, ...changes, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
}

/** A payment the customer made on a page: its attempt is written when it is seen. */
export async function insertPageAttempt(
  tx: OrgTx,
  about: {
    invoice_id: string
    payment_intent_row: string
    payment_method_id: string | null
    charge: string
    state: AttemptState
    next_check_at: string | null
  },
): Promise<void> {
  const { charge, ...values } = about
  await sql`insert into charge_attempts (organization_id, invoice_id, payment_intent_row, n, via, payment_method_id, key_confirm, state, provider_charge_id, next_check_at)
    select ${tx.org}::uuid, ${values.invoice_id}::uuid, ${values.payment_intent_row}::uuid, coalesce(max(n), 0) + 1, 'pay_page', ${values.payment_method_id}::text,
      ${`page:${charge}`}::text, ${values.state}::text, ${charge}::text, ${values.next_check_at}::timestamptz
    from charge_attempts where organization_id = ${tx.org}::uuid and invoice_id = ${values.invoice_id}::uuid
    on conflict (key_confirm) do update set state = excluded.state, next_check_at = excluded.next_check_at, updated_at = now()`.execute(tx)
}

export type Failure = { code: string; decline_code?: string | null; sentence: string; advice?: string | null; charge?: string | null }

/** Ends an attempt as failed and says what follows: a retry, a new method, or a pay link. Does nothing to an attempt that has ended. */
export const failAttempt = (app: MoneyApp, organization_id: string, attempt_id: string, failure: Failure): Promise<void> =>
  inOrgAll(app.store, organization_id, nobody, async (tx) => {
    const { invoice_id } = await tx
      .selectFrom('charge_attempts')
      .select('invoice_id')
      .where('organization_id', '=', tx.org)
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow()
    const invoice = await lockInvoice(tx, invoice_id)
    const attempt = (await tx
      .selectFrom('charge_attempts')
      .selectAll()
      .where('organization_id', '=', tx.org)
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow()) as AttemptRow
    if ((openStates as readonly string[]).includes(attempt.state)) await recordFailure(tx, app, invoice, attempt, failure)
  })

/** The same for a caller that holds the invoice's lock. */
export async function recordFailure(tx: OrgTx, app: MoneyApp, invoice: InvoiceRow, attempt: AttemptRow, failure: Failure): Promise<void> {
  const code = failure.decline_code ?? failure.code
  const kind = failure.advice === 'do_not_try_again' && declineClass(code) === 'soft' ? 'hard' : declineClass(code, await methodTypeOf(tx, attempt))
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
  const changed = await changeInvoice(tx, invoice, { money: 'failed', failure_code: shown, failure_sentence: sentence, next_retry_at })
  await emit(
    tx,
    'payment.failed',
    { invoice_id: invoice.id, attempt_id: attempt.id, code: shown, sentence, next_retry_at, customer_id: invoice.customer_id },
    { customer_id: invoice.customer_id },
  )
  await tellFailure(tx, app, changed, { once: `failed:${attempt.id}`, reason: failure.sentence, next_retry_at, tell_customer: true })
}

async function methodTypeOf(tx: OrgTx, attempt: AttemptRow): Promise<PaymentMethodType> {
  if (!attempt.payment_method_id) return 'card'
  const row = await tx
    .selectFrom('payment_methods')
    .select('type')
    .where('organization_id', '=', tx.org)
    .where('id', '=', attempt.payment_method_id)
    .executeTakeFirst()
  return row?.type === 'us_bank_account' ? 'us_bank_account' : 'card'
}

/** The moment of the next automatic try, or null. Days count from the first automatic try; a try by hand moves it off that day. */
async function nextRetry(tx: OrgTx, invoice: InvoiceRow, attempt: AttemptRow, kind: DeclineClass): Promise<string | null> {
  const { time_zone } = await tx.selectFrom('organizations').select('time_zone').where('id', '=', tx.org).executeTakeFirstOrThrow()
  const today = todayIn(time_zone, new Date().toISOString())
  if (attempt.via !== 'autopay' && attempt.via !== 'retry') {
    if (!invoice.next_retry_at || kind === 'hard' || kind === 'authentication') return null
    const planned = todayIn(time_zone, invoice.next_retry_at)
    return planned > today ? invoice.next_retry_at : zonedToUtcIso(addDays(today, 1), retryMinutes, time_zone)
  }
  const days = nextRetryDay(kind, invoice.retry_count + 1)
  if (days === null) return null
  const { first } = await tx
    .selectFrom('charge_attempts')
    .select(sql<string>`min(created_at)`.as('first'))
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice.id)
    .where('via', 'in', ['autopay', 'retry'])
    .executeTakeFirstOrThrow()
  const planned = addDays(todayIn(time_zone, first), days)
  return zonedToUtcIso(planned > today ? planned : addDays(today, 1), retryMinutes, time_zone)
}

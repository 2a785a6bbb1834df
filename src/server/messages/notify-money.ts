import type { Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { balanceOf, invoiceNumber } from '../../domain/money/invoice.ts'
import { manualPaymentKinds, type ManualPaymentKind } from '../../domain/money/payment.ts'
import { refundMethods } from '../../domain/money/refund.ts'
import { invoiceTaxes } from '../../domain/money/tax.ts'
import type { App } from '../base/call.ts'
import type { OrgTx } from '../base/db/door.ts'
import { found } from '../base/kit/refusals.ts'
import { notifyOffice, isGoingOut, tell } from './tell.ts'
import type { Card, FailureReason } from './letter-values.ts'
import {
  receiptKey,
  refundFailedKey,
  refundKey,
  withdrawFailures,
  withdrawRefund,
} from './overtaken-charge.ts'
import { readCampaignOf } from './read-prices.ts'
import { readReach, type ReachedCustomer } from './recipient.ts'

/** What a message shows of an invoice, of its payment and of a refund. */
export type Invoice = Pick<
  Selectable<Database['invoices']>,
  | 'id'
  | 'number'
  | 'number_prefix'
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
  | 'total_cents'
  | 'paid_cents'
  | 'credit_cents'
  | 'effective_due_date'
>
type Payment = Pick<
  Selectable<Database['payments']>,
  | 'id'
  | 'kind'
  | 'amount_cents'
  | 'tip_cents'
  | 'kept_cents'
  | 'captured_at'
  | 'pm_type'
  | 'card_brand'
  | 'last4'
  | 'wallet'
>
type Refund = { id: string; amount_cents: number; method: string | null; again_of: string | null }

/** Sends a receipt for a payment, once. `url` shows the invoice. */
export async function notifyPaid(
  tx: OrgTx,
  invoice: Invoice,
  payment: Payment,
  url: string,
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const captured_at = payment.captured_at ?? new Date().toISOString()
  const data = {
    ...billOf(customer, invoice, payment.amount_cents, url),
    ...(await readLines(tx, invoice.id)),
    ...creditOf(invoice),
    ...(payment.tip_cents > 0 ? { tip_cents: payment.tip_cents } : {}),
    ...(payment.kept_cents > 0 ? { kept_cents: payment.kept_cents } : {}),
    paid_before_cents: invoice.paid_cents - invoice.credit_cents - workOf(payment),
    ...leftOn(invoice),
    card: cardOf(payment),
    ...(isByHand(payment.kind) ? { by: payment.kind } : {}),
    paid_on: todayIn(customer.organization.time_zone, captured_at),
  }
  await tell(tx, customer, {
    kind: 'receipt',
    data,
    once: receiptKey(payment.id),
    document: { kind: 'receipt', id: invoice.id },
  })
}

const workOf = ({ amount_cents, tip_cents, kept_cents }: Payment): number =>
  amount_cents - tip_cents - kept_cents

/** What a part paid leaves open; nothing of an invoice that is paid. */
const leftOn = (invoice: Invoice) =>
  balanceOf(invoice) > 0 ? { left_cents: balanceOf(invoice) } : {}

const isByHand = (kind: string): kind is ManualPaymentKind =>
  manualPaymentKinds.some((one) => one === kind)

/** Tells the customer about a refund, once. `url` shows the invoice. */
export async function notifyRefunded(
  tx: OrgTx,
  invoice: Invoice,
  payment: Payment,
  refund: Refund,
  url: string,
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const by = refundMethods.find((one) => one === refund.method)
  const data = {
    ...billOf(customer, invoice, invoice.total_cents, url),
    refund_cents: refund.amount_cents,
    ...(by ? { by } : { card: cardOf(payment) }),
  }
  if (refund.again_of) await withdrawRefund(tx, refund.again_of)
  await tell(tx, customer, { kind: 'refund_issued', data, once: refundKey(refund.id) })
}

/** Tells the customer, who heard of a refund, that it came back, once. `url` shows the invoice. */
export async function notifyRefundFailed(
  tx: OrgTx,
  invoice: Invoice,
  payment: Payment,
  refund: Refund,
  url: string,
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const data = {
    ...billOf(customer, invoice, invoice.total_cents, url),
    refund_cents: refund.amount_cents,
    card: cardOf(payment),
    failed: true,
  }
  await withdrawRefund(tx, refund.id)
  await tell(tx, customer, { kind: 'refund_issued', data, once: refundFailedKey(refund.id) })
}

/** Tells the customer of a charge planned for a day to come, once for that day. */
export async function notifyUpcomingCharge(
  tx: OrgTx,
  invoice: Invoice,
  url: string,
  { charge_on, card }: { charge_on: LocalDate; card: Card | null },
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const data = {
    ...billOf(customer, invoice, balanceOf(invoice), url),
    charge_on,
    card,
  }
  await tell(tx, customer, {
    kind: 'charge_upcoming',
    data,
    once: `charge_upcoming:${invoice.id}:${charge_on}`,
  })
}

type Expiring = { once: string; card: Card | null; last_day: LocalDate; url: string }

/** Tells the customer that the card that pays for them expires. Once per `once`. */
export async function notifyExpiring(
  tx: OrgTx,
  customer_id: string,
  { once, ...about }: Expiring,
): Promise<void> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const data = { organization, customer_name, ...about }
  await tell(tx, customer, { kind: 'method_expiring', data, once })
}

/** Tells the customer that the business moved the day on which they are charged. */
export async function notifyChargeDayMoved(
  tx: OrgTx,
  customer_id: string,
  about: { old_day: number; new_day: number; url: string },
): Promise<void> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  await tell(tx, customer, {
    kind: 'charge_day_moved',
    data: { organization, customer_name, ...about },
  })
}

type Asked = { id: string; customer_id: string; old_cap_cents: number; new_cap_cents: number }

/** Asks a customer to agree to a higher limit; a second call asks again. False if it may not go. */
export async function notifyConsentAsked(
  tx: OrgTx,
  { customer_id, old_cap_cents, new_cap_cents }: Asked,
  about: { url: string; work: string[] },
): Promise<boolean> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const [campaign] = await readCampaignOf(tx, customer_id)
  const data = {
    organization,
    customer_name,
    old_cap_cents,
    new_cap_cents,
    ...about,
    ...(campaign ? { campaign } : {}),
  }
  return isGoingOut(await tell(tx, customer, { kind: 'consent_request', data }))
}

type Failure = {
  once: string
  reason: FailureReason
  next_retry_at: string | null
  /** The card that the link replaces. */
  card?: Card | null
}

/** Sends the customer the reason and a link to pay with, which may replace the card, and tells the office. Once per `once`. */
export async function notifyFailed(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: Invoice,
  { once, reason, next_retry_at, card = null }: Failure,
  url: string,
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const { time_zone } = customer.organization
  const retry_on = next_retry_at ? todayIn(time_zone, next_retry_at) : null
  const data = { ...billOf(customer, invoice, balanceOf(invoice), url), reason, retry_on, card }
  await withdrawFailures(tx, invoice.id)
  await tell(tx, customer, { kind: 'payment_failed', data, once })
  await notifyOfficeOfPayment(tx, app, invoice, { once, reason, retry_on })
}

/** Tells the office that a customer replaced the card of a failed charge, once; `charged`: it went through on the new one. */
export async function notifyCardReplaced(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: Invoice,
  { once, ...about }: { once: string; card: Card | null; charged: boolean },
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const url = `${app.config.PUBLIC_URL}/app/invoices/${invoice.id}`
  const amount = about.charged ? invoice.total_cents : balanceOf(invoice)
  const data = { ...billOf(customer, invoice, amount, url), ...about }
  await notifyOffice(tx, once, { kind: 'card_replaced', data })
}

/** Tells owners and managers who want billing alerts about a payment that needs a person. Once per `once`. */
export async function notifyOfficeOfPayment(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: Invoice,
  notice: { once: string; reason: FailureReason; retry_on?: LocalDate | null },
): Promise<void> {
  const customer = await readCustomer(tx, invoice)
  const url = `${app.config.PUBLIC_URL}/app/invoices/${invoice.id}`
  const data = {
    ...billOf(customer, invoice, balanceOf(invoice) || invoice.total_cents, url),
    reason: notice.reason,
    retry_on: notice.retry_on ?? null,
  }
  await notifyOffice(tx, notice.once, { kind: 'payment_failed_staff', data })
}

/** The customer of an invoice; without an address of their own, the one the invoice was written to. */
export async function readCustomer(tx: OrgTx, invoice: Invoice): Promise<ReachedCustomer> {
  const customer = found((await readReach(tx, [invoice.customer_id])).get(invoice.customer_id))
  const email = customer.recipient.email ?? invoice.customer_email
  return { ...customer, recipient: { ...customer.recipient, email } }
}

/** What every message about an invoice says of it. */
export const billOf = (
  { organization, name }: ReachedCustomer,
  invoice: Invoice,
  total_cents: number,
  url: string,
) => ({
  organization,
  customer_name: name ?? invoice.customer_name,
  invoice_number: invoiceNumber(invoice),
  total_cents,
  url,
})

/** What of it credits paid; left out if nothing, as in messages of before. */
export const creditOf = ({ credit_cents }: Invoice) => (credit_cents > 0 ? { credit_cents } : {})

/** An invoice's lines before tax, and its tax by rate. */
export async function readLines(tx: OrgTx, invoice_id: string) {
  const rows = await tx
    .selectFrom('invoice_lines')
    .select(['description', 'total_cents', 'quantity', 'tax_cents', 'tax_name', 'tax_ppm'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  const taxes = invoiceTaxes(rows)
  return {
    lines: rows.map(({ description, quantity, total_cents, tax_cents }) => ({
      description,
      quantity,
      total_cents: total_cents - tax_cents,
    })),
    ...(taxes.length ? { taxes } : {}),
  }
}

/** What a message names of a payment method; null if its number is unknown. */
export const cardOf = ({
  last4,
  pm_type,
  card_brand,
  wallet,
}: Pick<Payment, 'last4' | 'pm_type' | 'card_brand' | 'wallet'>): Card | null =>
  last4 ? { brand: card_brand, last4, is_bank: pm_type === 'us_bank_account', wallet } : null

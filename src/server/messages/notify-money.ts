import type { Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { longDate, todayIn } from '../../domain/dates.ts'
import { balanceOf } from '../../domain/invoice.ts'
import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { queueMessage, type TemplateData } from './queue.ts'

/** What a message shows of an invoice, of its payment and of a refund. */
type Invoice = Pick<
  Selectable<Database['invoices']>,
  | 'id'
  | 'number'
  | 'customer_id'
  | 'customer_name'
  | 'customer_email'
  | 'total_cents'
  | 'paid_cents'
  | 'effective_due_date'
>
type Payment = Pick<
  Selectable<Database['payments']>,
  'id' | 'amount_cents' | 'captured_at' | 'pm_type' | 'card_brand' | 'last4'
>
type Refund = { id: string; amount_cents: number; reason: string | null }

/** Sends a receipt for a payment, once. `url` shows the invoice. */
export async function notifyPaid(
  tx: OrgTx,
  invoice: Invoice,
  payment: Payment,
  url: string,
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const captured_at = payment.captured_at ?? new Date().toISOString()
  const data = {
    ...billOf(parties, invoice, payment.amount_cents, url),
    lines: await readLines(tx, invoice.id, invoice.paid_cents - payment.amount_cents),
    card: cardText(payment),
    paid_on: longDate(todayIn(parties.organization.time_zone, captured_at)),
  }
  await sendToCustomer(tx, parties, 'receipt', data, `receipt:${payment.id}`)
}

/** Tells the customer about a refund, once. `url` shows the invoice. */
export async function notifyRefunded(
  tx: OrgTx,
  invoice: Invoice,
  payment: Payment,
  refund: Refund,
  url: string,
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const data = {
    ...billOf(parties, invoice, invoice.total_cents, url),
    refund_cents: refund.amount_cents,
    card: cardText(payment),
    reason: refund.reason,
  }
  await sendToCustomer(tx, parties, 'refund_issued', data, `refund:${refund.id}`)
}

/** Sends the pay link; a second call sends it again. Returns false for a customer without email address and phone. */
export async function sendPayLink(tx: OrgTx, invoice: Invoice, url: string): Promise<boolean> {
  const parties = await readParties(tx, invoice)
  if (!parties.email && !parties.phone) return false
  await sendToCustomer(tx, parties, 'pay_link', {
    ...billOf(parties, invoice, balanceOf(invoice), url),
    lines: await readLines(tx, invoice.id, invoice.paid_cents),
    due_on: invoice.effective_due_date ? longDate(invoice.effective_due_date) : null,
  })
  return true
}

type Failure = { once: string; reason: string; next_retry_at: string | null }

/** Sends the customer the reason and a link to pay with, and tells the office. Once per `once`. */
export async function notifyFailed(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: Invoice,
  { once, reason, next_retry_at }: Failure,
  pay_url: string,
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const { time_zone } = parties.organization
  const retry_on = next_retry_at ? longDate(todayIn(time_zone, next_retry_at)) : null
  const bill = billOf(parties, invoice, balanceOf(invoice), pay_url)
  await sendToCustomer(tx, parties, 'payment_failed', { ...bill, reason, retry_on }, once)
  await notifyOfficeOfPayment(tx, app, invoice, { once, reason, retry_on })
}

/** Tells owners and managers who want billing alerts about a payment that needs a person. Once per `once`. */
export async function notifyOfficeOfPayment(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: Invoice,
  notice: { once: string; reason: string; retry_on?: string | null },
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const office = await tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.email', 'p.notification_prefs'])
    .where('m.role', 'in', ['owner', 'manager'])
    .where('m.status', '=', 'active')
    .where('p.status', '=', 'active')
    .execute()
  const url = `${app.config.PUBLIC_URL}/app/invoices/${invoice.id}`
  const data = {
    ...billOf(parties, invoice, balanceOf(invoice) || invoice.total_cents, url),
    reason: notice.reason,
    retry_on: notice.retry_on ?? null,
  }
  for (const person of office) {
    const prefs = person.notification_prefs as { billing_alerts?: boolean } | null
    if (prefs?.billing_alerts === false) continue
    await queueMessage(tx, {
      channel: 'email',
      template: 'payment_failed_staff',
      to: person.email,
      data,
      person_id: person.id,
      once_key: `${notice.once}:${person.id}`,
    })
  }
}

type Parties = Awaited<ReturnType<typeof readParties>>

async function readParties(tx: OrgTx, invoice: Invoice) {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number', 'time_zone'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const customer = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone_number', 'sms_opt_in', 'person_id'])
    .where('id', '=', invoice.customer_id)
    .executeTakeFirstOrThrow()
  return {
    organization,
    customer,
    email: customer.email ?? invoice.customer_email,
    phone: customer.sms_opt_in ? customer.phone_number : null,
  }
}

const billOf = (parties: Parties, invoice: Invoice, total_cents: number, url: string) => ({
  organization: {
    name: parties.organization.name,
    email: parties.organization.email,
    phone_number: parties.organization.phone_number,
  },
  customer_name: parties.customer.name ?? invoice.customer_name,
  invoice_number: invoice.number ?? '',
  total_cents,
  url,
})

/** The lines of a message, and what was paid before: their sum is what it asks for or receipts. */
async function readLines(tx: OrgTx, invoice_id: string, paid_before_cents: number) {
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['description', 'total_cents', 'quantity'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return paid_before_cents > 0
    ? [...lines, { description: 'Already paid', total_cents: -paid_before_cents, quantity: 1 }]
    : lines
}

function cardText({ last4, pm_type, card_brand }: Payment): string | null {
  if (!last4) return null
  const brand = card_brand ?? 'Card'
  const kind =
    pm_type === 'us_bank_account'
      ? 'Bank account'
      : brand.slice(0, 1).toUpperCase() + brand.slice(1)
  return `${kind} ending in ${last4}`
}

/** Sends by email, else by text message to a customer who agreed to texts. */
async function sendToCustomer<
  K extends 'receipt' | 'refund_issued' | 'payment_failed' | 'pay_link',
>(
  tx: OrgTx,
  { customer, email, phone }: Parties,
  template: K,
  data: TemplateData[K],
  once_key?: string,
): Promise<void> {
  const to = email ?? phone
  if (!to) return
  await queueMessage(tx, {
    channel: email ? 'email' : 'sms',
    template,
    to,
    data,
    customer_id: customer.id,
    person_id: customer.person_id,
    ...(once_key ? { once_key } : {}),
  })
}

import { todayIn } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import { balanceOf, type InvoiceRow } from '../invoices/issue.ts'
import { payUrl } from '../invoices/pay-token.ts'
import { queueMessage, type TemplateData } from '../messages.ts'
import type { MoneyApp, PaymentRow } from './facts.ts'

type CustomerTemplate = 'receipt' | 'refund_issued' | 'payment_failed' | 'pay_link'

/** 'November 21, 2026', on the organization's calendar. */
export const dateText = (date: string): string => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(`${date}T00:00:00Z`))

const cardText = (payment: PaymentRow): string | null =>
  payment.last4 ? `${payment.pm_type === 'us_bank_account' ? 'Bank account' : capital(payment.card_brand ?? 'Card')} ending in ${payment.last4}` : null
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

async function readParties(tx: OrgTx, invoice: InvoiceRow) {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number', 'time_zone'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const customer = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone_number', 'sms_opt_in', 'person_id'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', invoice.customer_id)
    .executeTakeFirstOrThrow()
  return { organization, customer, email: customer.email ?? invoice.customer_email, phone: customer.sms_opt_in ? customer.phone_number : null }
}

/** By e-mail, else by text message to who agreed to those. */
async function tellCustomer<K extends CustomerTemplate>(
  tx: OrgTx,
  parties: Awaited<ReturnType<typeof readParties>>,
  template: K,
  data: TemplateData[K],
  once_key?: string,
): Promise<void> {
  const { customer, email, phone } = parties
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

/** The lines of a letter, and what was paid before: what a letter asks for or receipts is their sum. */
const readLines = async (tx: OrgTx, invoice_id: string, paid_before_cents: number) => {
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['description', 'total_cents', 'quantity'])
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return paid_before_cents > 0 ? [...lines, { description: 'Already paid', total_cents: -paid_before_cents, quantity: 1 }] : lines
}

const billOf = (parties: Awaited<ReturnType<typeof readParties>>, invoice: InvoiceRow, total_cents: number, url: string) => ({
  organization: { name: parties.organization.name, email: parties.organization.email, phone_number: parties.organization.phone_number },
  customer_name: parties.customer.name ?? invoice.customer_name,
  invoice_number: invoice.number ?? '',
  total_cents,
  url,
})

/** A receipt for every charge, once. */
export async function tellReceipt(tx: OrgTx, app: MoneyApp, invoice: InvoiceRow, payment: PaymentRow): Promise<void> {
  const parties = await readParties(tx, invoice)
  const paid_on = dateText(todayIn(parties.organization.time_zone, payment.captured_at ?? new Date().toISOString()))
  const bill = billOf(parties, invoice, payment.amount_cents, await payUrl(tx, app, invoice))
  await tellCustomer(
    tx,
    parties,
    'receipt',
    { ...bill, lines: await readLines(tx, invoice.id, invoice.paid_cents - payment.amount_cents), card: cardText(payment), paid_on },
    `receipt:${payment.id}`,
  )
}

export async function tellRefund(
  tx: OrgTx,
  app: MoneyApp,
  invoice: InvoiceRow,
  payment: PaymentRow,
  refund: { id: string; amount_cents: number; reason: string | null },
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const bill = billOf(parties, invoice, invoice.total_cents, await payUrl(tx, app, invoice))
  await tellCustomer(
    tx,
    parties,
    'refund_issued',
    { ...bill, refund_cents: refund.amount_cents, card: cardText(payment), reason: refund.reason },
    `refund:${refund.id}`,
  )
}

/** The pay link by message; a second request sends it again. */
export async function tellPayLink(tx: OrgTx, invoice: InvoiceRow, url: string): Promise<boolean> {
  const parties = await readParties(tx, invoice)
  if (!parties.email && !parties.phone) return false
  const due_on = invoice.effective_due_date ? dateText(invoice.effective_due_date) : null
  await tellCustomer(tx, parties, 'pay_link', {
    ...billOf(parties, invoice, balanceOf(invoice), url),
    lines: await readLines(tx, invoice.id, invoice.paid_cents),
    due_on,
  })
  return true
}

type FailureNotice = { once: string; reason: string; next_retry_at: string | null; tell_customer: boolean }

/** The customer gets the reason and a link to pay with; the office hears of it where billing alerts are on. */
export async function tellFailure(tx: OrgTx, app: MoneyApp, invoice: InvoiceRow, { once, reason, next_retry_at, tell_customer }: FailureNotice): Promise<void> {
  const parties = await readParties(tx, invoice)
  const retry_on = next_retry_at ? dateText(todayIn(parties.organization.time_zone, next_retry_at)) : null
  if (tell_customer) {
    const bill = billOf(parties, invoice, balanceOf(invoice), await payUrl(tx, app, invoice))
    await tellCustomer(tx, parties, 'payment_failed', { ...bill, reason, retry_on }, once)
  }
  await tellOffice(tx, app, invoice, { once, reason, retry_on })
}

/** Something about money that a person of the office must look at. */
export async function tellOffice(
  tx: OrgTx,
  app: MoneyApp,
  invoice: InvoiceRow,
  notice: { once: string; reason: string; retry_on?: string | null },
): Promise<void> {
  const parties = await readParties(tx, invoice)
  const office = await tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.email', 'p.notification_prefs'])
    .where('m.organization_id', '=', tx.org)
    .where('m.role', 'in', ['owner', 'manager'])
    .where('m.status', '=', 'active')
    .where('p.status', '=', 'active')
    .execute()
  const url = `${app.config.PUBLIC_URL}/app/invoices/${invoice.id}`
  const data = { ...billOf(parties, invoice, balanceOf(invoice) || invoice.total_cents, url), reason: notice.reason, retry_on: notice.retry_on ?? null }
  for (const person of office) {
    if ((person.notification_prefs as { billing_alerts?: boolean } | null)?.billing_alerts === false) continue
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

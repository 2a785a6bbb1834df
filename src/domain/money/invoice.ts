import { z } from 'zod'
import { ContactBlock, PostalAddress } from '../base/contact.ts'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id, Version } from '../base/id.ts'
import { InvoiceLine } from './invoice-lines.ts'
import { Cents, Currency } from '../base/money.ts'
import { hasRole, leaderRoles, officeRoles, type Role } from '../base/roles.ts'
import { refuse, rule } from '../base/rule.ts'
import { InvoiceTax } from './tax.ts'

/** The status of the document. */
export const invoiceDocs = ['draft', 'scheduled', 'open', 'void', 'uncollectible'] as const
export const InvoiceDoc = z.enum(invoiceDocs)
export type InvoiceDoc = z.infer<typeof InvoiceDoc>

/** The status of the money. */
export const invoiceMoneys = [
  'none',
  'processing',
  'failed',
  'partial',
  'paid',
  'refunded',
  'partially_refunded',
  'disputed',
] as const
export const InvoiceMoney = z.enum(invoiceMoneys)
export type InvoiceMoney = z.infer<typeof InvoiceMoney>

/** The single status people see, derived from document and money; never stored. */
export const invoiceStatuses = [
  'draft',
  'scheduled',
  'sent',
  'open',
  'processing',
  'failed',
  'paid',
  'refunded',
  'void',
  'uncollectible',
] as const
export const InvoiceStatus = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** The statuses callers may send: `unpaid` means open, `succeeded` means paid. */
export const InvoiceStatusInput = z
  .enum([...invoiceStatuses, 'unpaid', 'succeeded'])
  .transform(canonicalInvoiceStatus)

export function canonicalInvoiceStatus(
  status: InvoiceStatus | 'unpaid' | 'succeeded',
): InvoiceStatus {
  return status === 'unpaid' ? 'open' : status === 'succeeded' ? 'paid' : status
}

/** What is stored; `status` is derived from it. */
type InvoiceState = {
  doc: InvoiceDoc
  money: InvoiceMoney
  sent_at: string | null
  /** Why the last charge failed; null once money is on its way again. */
  failure_code: string | null
}

/**
 * A closed document wins, then money, then the open document. A partial payment or refund leaves it
 * open or paid; a failed charge of the rest shows as failed.
 */
export function invoiceStatus({ doc, money, sent_at, failure_code }: InvoiceState): InvoiceStatus {
  if (doc === 'void' || doc === 'uncollectible') return doc
  if (money === 'refunded') return 'refunded'
  if (money === 'paid' || money === 'partially_refunded' || money === 'disputed') return 'paid'
  if (money === 'processing' || money === 'failed') return money
  if (money === 'partial' && failure_code) return 'failed'
  if (doc === 'draft' || doc === 'scheduled') return doc
  return sent_at ? 'sent' : 'open'
}

/** Nothing left to collect; people cannot change these (only the payment provider can). */
export const closedMoney: ReadonlySet<string> = new Set<InvoiceStatus>([
  'paid',
  'refunded',
  'void',
  'uncollectible',
])

/** Statuses that show a pay link; while processing it is shown but refused. */
export const payLinkStatuses: ReadonlySet<string> = new Set<InvoiceStatus>([
  'draft',
  'open',
  'sent',
  'scheduled',
  'processing',
  'failed',
])

export type InvoiceDisplay = {
  label: 'Paid' | 'Failed' | 'Pending' | 'Unpaid'
  chip: string | null
}

const chipOfStatus: Partial<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  refunded: 'Refunded',
  void: 'Void',
  uncollectible: 'Written off',
}
const chipOfMoney: Partial<Record<InvoiceMoney, string>> = {
  partial: 'Partially paid',
  partially_refunded: 'Partially refunded',
  disputed: 'Disputed',
}

/** The label in the list and, where needed, a second chip. */
export function displayStatus(status: InvoiceStatus, money: InvoiceMoney = 'none'): InvoiceDisplay {
  const chip = chipOfStatus[status] ?? chipOfMoney[money] ?? null
  if (status === 'paid' || status === 'refunded') return { label: 'Paid', chip }
  if (status === 'failed') return { label: 'Failed', chip }
  return { label: status === 'processing' ? 'Pending' : 'Unpaid', chip }
}

export type InvoiceFacts = { status: InvoiceStatus; total_cents: number; source?: string }
export type ChargeFacts = InvoiceFacts & { can_collect: boolean; has_payment_method: boolean }
type MoneyFacts = InvoiceFacts & {
  money: InvoiceMoney
  paid_cents: number
  /** What of it was paid with credits, which go back to the customer. */
  credit_cents: number
  refunded_cents: number
}

const paid = refuse('already_paid', 'Already paid', (i: InvoiceFacts) => i.status === 'paid')
const closed = refuse('invoice_closed', 'This invoice is closed.', (i: InvoiceFacts) =>
  closedMoney.has(i.status),
)
const processing = refuse(
  'payment_in_progress',
  'Payment in progress',
  (i: InvoiceFacts) => i.status === 'processing',
)
const zero = refuse(
  'zero_total',
  'There is nothing to pay on this invoice.',
  (i: InvoiceFacts) => i.total_cents <= 0,
)
/** What the provider takes in one payment, in cents. */
export const onlineCents = { least: 50, most: 99_999_999 }
const tooSmall = refuse(
  'amount_too_small',
  'This amount is too small to be paid online.',
  (i: InvoiceFacts) => i.total_cents < onlineCents.least,
)
const tooLarge = refuse(
  'amount_too_large',
  'This amount is too large to be paid online.',
  (i: InvoiceFacts) => i.total_cents > onlineCents.most,
)
const draft = refuse(
  'invoice_draft',
  'Finalize the invoice first.',
  (i: InvoiceFacts) => i.status === 'draft',
)
const notIssued = refuse(
  'invoice_not_open',
  'Only an open invoice can be changed this way.',
  (i: InvoiceFacts) => i.status === 'draft',
)
const growingDraft = refuse(
  'invoice_not_open',
  'This invoice collects visits until its period ends. Finalize it first.',
  (i: InvoiceFacts) => i.status === 'draft' && i.source === 'period',
)
const notReady = refuse(
  'org_not_charge_ready',
  'Payments not enabled — send pay link',
  (i: ChargeFacts) => !i.can_collect,
)
const noMethod = refuse(
  'no_payment_method',
  'No card on file — send pay link',
  (i: ChargeFacts) => !i.has_payment_method,
)
const hasPayments = refuse(
  'invoice_has_payments',
  'Refund the payments first.',
  (i: MoneyFacts) =>
    i.money === 'disputed' ||
    (i.money !== 'paid' && i.paid_cents - i.credit_cents > i.refunded_cents),
)
const nothingPaid = refuse(
  'nothing_to_refund',
  'Nothing has been paid on this invoice.',
  (i: MoneyFacts) =>
    !(['paid', 'partial', 'partially_refunded'] as const).some((m) => m === i.money),
)
const disputed = refuse(
  'charge_disputed',
  'A disputed payment cannot be refunded.',
  (i: MoneyFacts) => i.money === 'disputed',
)
const issued = refuse(
  'invoice_issued',
  'This invoice was issued. Void it and replace it with a new one.',
  (i: InvoiceFacts) => i.status !== 'draft',
)
const noCredit = refuse(
  'no_credit_applied',
  'No credit pays this invoice.',
  (i: MoneyFacts) => i.credit_cents === 0,
)
const ownMoney = refuse(
  'credit_own_money',
  'This is the customer’s own money. It pays what they owe.',
  (i: MoneyFacts & { own_cents?: number }) => i.own_cents === i.credit_cents,
)
const lateFee = refuse(
  'late_fee_fixed',
  'A late fee is not replaced. Void it to waive it.',
  (i: InvoiceFacts & { source?: string }) => i.source === 'late_fee',
)
const notOpen = refuse(
  'invoice_closed',
  'This invoice is closed.',
  (i: MoneyFacts) => i.status === 'void' || i.status === 'uncollectible' || i.money === 'refunded',
)
const notWrittenOff = refuse(
  'invoice_not_written_off',
  'This invoice was not written off.',
  (i: InvoiceFacts) => i.status !== 'uncollectible',
)

export const invoiceRules = {
  /** Fixes number and due date; opening an open invoice again changes nothing. */
  open: rule(paid, closed, zero),
  /** Opens a draft first. */
  payLink: rule(paid, closed, processing, zero),
  /** On the page the link opens. */
  payOnline: rule(paid, closed, processing, zero, tooSmall, tooLarge),
  charge: rule<ChargeFacts>(
    paid,
    closed,
    processing,
    draft,
    zero,
    notReady,
    noMethod,
    tooSmall,
    tooLarge,
  ),
  /** Opens a draft first: cash at the door comes before the bill goes out. */
  markPaid: rule(paid, closed, processing, growingDraft),
  voidIt: rule<MoneyFacts>(hasPayments, paid, closed, processing),
  writeOff: rule(paid, closed, processing, notIssued),
  editDueDate: rule(paid, closed, notIssued),
  /** Only a draft; what a customer was sent is replaced instead. */
  editLines: rule(paid, closed, processing, issued),
  /** Voids an issued invoice and starts a draft with the same lines. */
  replace: rule<MoneyFacts & { source?: string }>(
    hasPayments,
    paid,
    closed,
    processing,
    draft,
    lateFee,
  ),
  /** An invoice that was given up is open again. */
  restore: rule(notWrittenOff),
  refund: rule<MoneyFacts>(disputed, nothingPaid),
  /** The customer has it again, for another invoice. */
  takeCreditOff: rule<MoneyFacts & { own_cents?: number }>(notOpen, processing, noCredit, ownMoney),
}

/** '12', or 'GA-12' with the prefix it was issued with; empty for a draft. */
export const invoiceNumber = ({
  number,
  number_prefix,
}: {
  number: number | null
  number_prefix: string
}): string => (number === null ? '' : `${number_prefix}${number}`)

/** What is still owed, in cents; a refund does not make it owed again. */
export const balanceOf = (invoice: { total_cents: number; paid_cents: number }): number =>
  Math.max(0, invoice.total_cents - invoice.paid_cents)

export type InvoiceGroup = 'open' | 'paid' | 'closed'
export const invoiceGroupLabels: Record<InvoiceGroup, string> = {
  open: 'Open',
  paid: 'Paid',
  closed: 'Closed',
}

export function invoiceGroup(status: InvoiceStatus): InvoiceGroup {
  if (status === 'paid') return 'paid'
  return closedMoney.has(status) ? 'closed' : 'open'
}

const InvoicePermissions = z.object({
  can_edit_due_date: z.boolean(),
  can_mark_paid: z.boolean(),
  can_send: z.boolean(),
})
type InvoicePermissions = z.infer<typeof InvoicePermissions>

/**
 * What someone with these roles may do. Leaders may send invoices for visits of teams they lead.
 * All false once closed.
 */
export function invoicePermissions(
  roles: readonly Role[],
  invoice: InvoiceFacts,
  { leadsTeam = false }: { leadsTeam?: boolean } = {},
): InvoicePermissions {
  const office = hasRole(roles, officeRoles)
  const open = !closedMoney.has(invoice.status)
  return {
    can_edit_due_date: office && invoiceRules.editDueDate(invoice) === null,
    can_mark_paid: office && invoiceRules.markPaid(invoice) === null,
    can_send:
      open &&
      payLinkStatuses.has(invoice.status) &&
      (office || (leadsTeam && hasRole(roles, leaderRoles))),
  }
}

const invoiceSources = ['visit', 'period', 'manual', 'import', 'late_fee'] as const

export const Invoice = PostalAddress.extend({
  id: Id,
  /** Counts up per organization; null until issued. */
  number: z.int().nullable(),
  /** Printed before the number. */
  number_prefix: z.string(),
  customer_id: Id,
  customer_name: z.string().nullable(),
  status: InvoiceStatus,
  doc: InvoiceDoc,
  money: InvoiceMoney,
  currency: Currency,
  subtotal_cents: Cents,
  discount_cents: Cents,
  tax_cents: Cents,
  tip_cents: Cents,
  total_cents: Cents,
  paid_cents: Cents,
  /** What of it was paid with the customer's credits. */
  credit_cents: Cents,
  refunded_cents: Cents,
  balance_cents: Cents,
  /** Money came in for it that the bank did not take back; what a credit paid has no receipt. */
  has_receipt: z.boolean(),
  due_date: LocalDateText.nullable(),
  effective_due_date: LocalDateText.nullable(),
  due_date_overridden: z.boolean(),
  /** The day a scheduled invoice is charged or sent. */
  charge_on: LocalDateText.nullable(),
  period_start: LocalDateText.nullable(),
  period_end: LocalDateText.nullable(),
  issued_at: Moment.nullable(),
  /** When it goes out by itself. */
  send_at: Moment.nullable(),
  /** It was sent, but leaves only once somebody who runs the business has confirmed their email. */
  waits_for_email: z.boolean(),
  sent_at: Moment.nullable(),
  paid_at: Moment.nullable(),
  created_at: Moment,
  updated_at: Moment,
  recurrence_pattern: z.string().nullable(),
  recurrence_interval: z.int().nullable(),
  recurrence_label: z.string().nullable(),
  is_recurring: z.boolean(),
  schedule_rule_id: Id.nullable(),
  rule_id: Id.nullable(), // the same
  occurrence_id: z.string().nullable(),
  /** The visit's date, when the invoice is for one visit. */
  date: LocalDateText.nullable(),
  source: z.enum(invoiceSources),
  /** What its first two lines say. */
  work: z.array(z.string()),
  /** The invoice it is a late fee for. */
  late_fee_of_id: Id.nullable(),
  notes: z.string().nullable(),
  version: Version,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceDetail = z.object({
  invoice: Invoice,
  items: z.array(InvoiceLine),
  /** The tax by rate. */
  taxes: z.array(InvoiceTax),
  organization: ContactBlock,
  customer: ContactBlock,
  permissions: InvoicePermissions,
  /** What of refunds could not be delivered, and the customer still waits for. */
  refund_due_cents: Cents,
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

import type { LocalDate } from '../../domain/dates.ts'
import { balanceOf, invoiceNumber } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { readCustomer, readLines, type Invoice } from './notify-money.ts'
import { tell } from './tell.ts'
import { markReminded } from './write-bill-reminders.ts'

type Bill = {
  invoice: Invoice
  due_on: LocalDate
  step: number
  url: string
  /** What is added if it is not paid by then. */
  late_fee: { cents: number; on: LocalDate } | null
}

/** Reminds a customer of unpaid bills in one message, the one due first ahead, and marks them. They are locked. */
export async function remindOf(
  tx: OrgTx,
  bills: readonly [Bill, ...Bill[]],
  stage: 'before' | 'today' | 'late',
): Promise<void> {
  const [{ invoice, url }, ...others] = bills
  const customer = await readCustomer(tx, invoice)
  const isOne = others.length === 0
  const data = {
    organization: customer.organization,
    customer_name: customer.name ?? invoice.customer_name,
    url,
    stage,
    total_cents: bills.reduce((sum, bill) => sum + balanceOf(bill.invoice), 0),
    bills: bills.map((bill) => ({
      invoice_number: invoiceNumber(bill.invoice),
      balance_cents: balanceOf(bill.invoice),
      due_on: bill.due_on,
      url: bill.url,
      late_fee: bill.late_fee,
    })),
    ...(isOne
      ? { ...(await readLines(tx, invoice.id)), paid_before_cents: invoice.paid_cents }
      : {}),
  }
  const [sending] = await tell(tx, customer, {
    kind: 'invoice_reminder',
    data,
    invoice_id: invoice.id,
    ...(isOne ? { document: { kind: 'invoice', id: invoice.id } as const } : {}),
  })
  await markReminded(
    tx,
    bills.map((bill) => ({
      invoice_id: bill.invoice.id,
      due_on: bill.due_on,
      step: bill.step,
      message_id: sending?.id ?? null,
      late_fee_cents: bill.late_fee?.cents ?? null,
      late_fee_on: bill.late_fee?.on ?? null,
    })),
  )
}

import { sql, type RawBuilder } from 'kysely'
import { closedMoney, invoiceMoneys, invoiceStatus } from '../../../domain/money/invoice.ts'

const uncollected = invoiceMoneys.filter(
  (money) =>
    !closedMoney.has(invoiceStatus({ doc: 'open', money, sent_at: null, failure_code: null })),
)

/** Invoices `i` with money left to collect, whatever the document's state. */
export const isUncollected = sql`i.money in (${sql.join(uncollected.map((money) => sql.lit(money)))})`

/** Invoices `i` on which the customer owes something. */
export const owes = sql`i.doc = 'open' and ${isUncollected} and i.total_cents > i.paid_cents`

/** What of it is on its way: a bank debit takes days. */
export const isUnderway = sql`i.money = 'processing'`

/** Invoices `i` that a customer still has to pay. */
export const toPay = sql`${owes} and not ${isUnderway}`

/** The total in cents of what is owed, for the invoices matching `where`. */
export const owedCents = (where: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select sum(i.total_cents - i.paid_cents) from invoices i where ${where} and ${owes}), 0)`

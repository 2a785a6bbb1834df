import { sql } from 'kysely'
import { overviewLimits, type CustomerOverview } from '../../api/customer-page.ts'
import type { CustomerStatus } from '../../domain/customer.ts'
import { readCredits } from '../credits/read.ts'
import type { OrgTx } from '../db/door.ts'
import { owedCents } from '../invoices/owed.ts'
import { readInvoices } from '../invoices/read.ts'
import { readPayments } from '../payments/read.ts'
import { found } from '../refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readWork } from './read-work.ts'

/** What one customer's page shows; `sees_work` is false for people who only see money. */
export async function readOverview(
  ctx: ScheduleContext,
  id: string,
  { sees_work }: { sees_work: boolean },
): Promise<CustomerOverview> {
  const { tx, calendar } = ctx
  const customer = await readWho(tx, id, calendar.today)
  const [invoices, payments, credits, work] = await Promise.all([
    readInvoices(tx, { customer_id: id, limit: overviewLimits.invoices, no_drafts: false }),
    readPayments(tx, { customer_id: id, limit: overviewLimits.payments }),
    readCredits(tx, id),
    sees_work ? readWork(ctx, id) : null,
  ])
  return {
    ...customer,
    credit_cents: credits.left_cents,
    invoices: invoices.items,
    has_more_invoices: invoices.next_cursor !== null,
    payments: payments.items,
    has_more_payments: payments.has_more,
    work,
  }
}

type Who = Pick<
  CustomerOverview,
  | 'id'
  | 'name'
  | 'email'
  | 'phone_number'
  | 'has_autopay'
  | 'has_card_on_file'
  | 'balance_cents'
  | 'overdue_cents'
> & { status: CustomerStatus }

async function readWho(tx: OrgTx, id: string, today: string): Promise<Who> {
  const theirs = sql`i.organization_id = c.organization_id and i.customer_id = c.id`
  const { rows } = await sql<Who>`
    select c.id, c.name, c.email, c.phone_number, c.status, c.autopay_enabled as has_autopay, (c.default_payment_method_id is not null) as has_card_on_file,
      ${owedCents(theirs)} as balance_cents,
      ${owedCents(sql`${theirs} and i.effective_due_date < ${today}::date`)} as overdue_cents
    from customers c where c.id = ${id}::uuid`.execute(tx)
  return found(rows[0])
}

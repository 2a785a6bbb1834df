import { sql } from 'kysely'
import { todayIn } from '../../../domain/base/dates.ts'
import { effectiveDueDate } from '../../../domain/money/due-date.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import type { NewBalanceRow } from '../../../domain/flows/import-planning.ts'

/**
 * Issues what customers owed elsewhere as invoices of one line, booked like any other. They are not sent, and never charged by
 * themselves. Emits nothing.
 */
export async function insertOpeningBalances(
  tx: OrgTx,
  balances: readonly NewBalanceRow[],
): Promise<void> {
  if (!balances.length) return
  const { time_zone, customer_due_day } = await tx
    .selectFrom('organizations')
    .select(['time_zone', 'customer_due_day'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const issue_date = todayIn(time_zone, new Date().toISOString())
  const rows = balances.map(({ id, customer_id, cents, description, due_date }, at) => ({
    at,
    id,
    customer_id,
    cents,
    description,
    due_date,
    effective_due_date: effectiveDueDate({
      due_date,
      due_date_overridden: due_date !== null,
      issue_date,
      due_day: customer_due_day,
    }),
  }))
  await sql`
    with numbered as (
      update organizations set next_invoice_number = next_invoice_number + ${rows.length}::int where id = ${tx.org}::uuid
      returning next_invoice_number - ${rows.length}::int as first, coalesce(schedule_settings ->> 'invoice_prefix', '') as prefix),
    given as (
      select r.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(at int, id uuid, customer_id uuid, cents bigint, description text,
        due_date date, effective_due_date date)),
    made as (
      insert into invoices (id, number, number_prefix, customer_id, doc, issued_at, subtotal_cents, total_cents, due_date, effective_due_date,
        due_date_overridden, source, customer_name, customer_email, customer_phone, street, city, state, zip)
      select g.id, n.first + g.at, n.prefix, g.customer_id, 'open', now(), g.cents, g.cents, g.due_date, g.effective_due_date,
        g.due_date is not null, 'import', c.name, c.email, c.phone_number, l.street, l.city, l.state, l.zip
      from given g cross join numbered n join customers c on c.id = g.customer_id
        left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default),
    lines as (
      insert into invoice_lines (invoice_id, position, description, quantity, unit_price_cents, total_cents)
      select g.id, 1, g.description, 1, g.cents, g.cents from given g)
    insert into ledger_entries (fact, account, amount_cents, invoice_id)
    select 'invoice:' || g.id, e.account, e.sign * g.cents, g.id
    from given g, (values ('receivable', 1), ('revenue', -1)) as e(account, sign)`.execute(tx)
}

/** Voids opening balances nobody has touched, and reverses their claims. Emits nothing. */
export async function voidOpeningBalances(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      update invoices set doc = 'void', send_at = null, version = version + 1, updated_at = now()
      where id in ${oneOf(ids)} and doc = 'open' and money = 'none' returning id)
    insert into ledger_entries (fact, account, amount_cents, invoice_id)
    select 'void:' || e.invoice_id, e.account, -sum(e.amount_cents), e.invoice_id
    from ledger_entries e join gone on gone.id = e.invoice_id where e.payment_id is null
    group by e.invoice_id, e.account on conflict (organization_id, fact, account) do nothing`.execute(
    tx,
  )
}

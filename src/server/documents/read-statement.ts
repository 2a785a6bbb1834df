import { sql } from 'kysely'
import type { LocalDate } from '../../domain/dates.ts'
import type { ContactBlock } from '../../domain/contact.ts'
import type { OrgTx } from '../db/door.ts'
import { capturedStatuses } from '../payments/facts.ts'
import { found } from '../refusals.ts'
import { readLetterhead, type Letterhead } from './read.ts'

type Entry = {
  kind: 'invoice' | 'late_fee' | 'payment' | 'credit' | 'returned'
  number: string | null
  day: LocalDate
  /** What it adds to the balance; a payment takes off. */
  cents: number
  refunded_cents: number
}
export type StatementFacts = Letterhead & {
  customer: ContactBlock
  from: LocalDate
  to: LocalDate
  /** The balance before the first day. */
  before_cents: number
  entries: Entry[]
}
const isPaid = sql`p.captured_at is not null and p.status in (${sql.join(
  [...capturedStatuses].map((status) => sql.lit(status)),
)})`

type Period = { from: LocalDate; to: LocalDate }

/** What was billed and paid in a period, in order, with the balance before it. */
export async function readStatement(
  tx: OrgTx,
  customer_id: string,
  { from, to }: Period,
): Promise<StatementFacts> {
  const [customer, head] = await Promise.all([
    tx
      .selectFrom('customers as c')
      .leftJoin('service_locations as l', (join) =>
        join
          .onRef('l.organization_id', '=', 'c.organization_id')
          .onRef('l.customer_id', '=', 'c.id')
          .on('l.is_default', '=', true),
      )
      .select(['c.name', 'c.email', 'c.phone_number', 'l.street', 'l.city', 'l.state', 'l.zip'])
      .where('c.id', '=', customer_id)
      .executeTakeFirst(),
    readLetterhead(tx, customer_id),
  ])
  const { rows } = await sql<Entry>`
    with mine as (
      select * from invoices where customer_id = ${customer_id}::uuid and number is not null and doc <> 'void'),
    entries as (
      -- Of what was given up, only what was paid counts.
      select case source when 'late_fee' then source else 'invoice' end as kind, number_prefix || number as number, issued_at as at,
        case when doc = 'uncollectible' then paid_cents else total_cents end as cents, 0 as refunded_cents
      from mine
      union all
      select 'payment', i.number_prefix || i.number, p.captured_at, -p.amount_cents, p.refunded_cents
      from payments p join mine i on i.organization_id = p.organization_id and i.id = p.invoice_id
      where ${isPaid}
      union all
      select 'credit', i.number_prefix || i.number, u.used_at, -u.amount_cents, 0
      from credit_uses u join mine i on i.organization_id = u.organization_id and i.id = u.invoice_id
      where u.returned_at is null
      union all
      -- What went back: a returned debit, or what was paid beyond the balance.
      select 'returned', i.number_prefix || i.number, i.updated_at, paid.cents + i.credit_cents - least(i.paid_cents, i.total_cents), 0
      from mine i join lateral (
        select coalesce(sum(p.amount_cents), 0) as cents from payments p
        where p.organization_id = i.organization_id and p.invoice_id = i.id and ${isPaid}) paid on true)
    select kind, number, (at at time zone ${head.zone}::text)::date as day, cents::bigint, refunded_cents::bigint
    from entries where cents <> 0 and (at at time zone ${head.zone}::text)::date <= ${to}::date order by at, kind`.execute(
    tx,
  )
  return {
    ...head,
    customer: found(customer, 'Customer not found'),
    from,
    to,
    before_cents: sumOf(rows.filter(({ day }) => day < from)),
    entries: rows.filter(({ day }) => day >= from),
  }
}

const sumOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { cents }) => sum + cents, 0)

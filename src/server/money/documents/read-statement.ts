import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { ContactBlock } from '../../../domain/base/contact.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { givenUnused, ownUnused, unusedCredits } from '../../base/sums/kept.ts'
import { isUnderway, owedCents } from '../../base/sums/owed.ts'
import { contestedOf } from '../../base/sums/kept.ts'
import { capturedStatuses } from '../payments/facts.ts'
import { found } from '../../base/kit/refusals.ts'
import { readLetterhead, type Letterhead } from './read.ts'

type Entry = {
  kind: 'invoice' | 'late_fee' | 'payment' | 'credit' | 'returned'
  number: string | null
  day: LocalDate
  /** What it adds to the balance; a payment takes off. */
  cents: number
  refunded_cents: number
  /** What the bank gave back of it, and is not owed again. */
  given_back_cents: number
  /** What of it the bank has set aside until it decides. */
  contested_cents: number
  /** Came on top of a payment, and is not part of the balance. */
  tip_cents: number
}
export type StatementFacts = Letterhead & {
  customer: ContactBlock
  from: LocalDate
  to: LocalDate
  /** The balance before the first day. */
  before_cents: number
  entries: Entry[]
  /** What of the balance is on its way today. */
  underway_cents: number
  /** Credit of the customer that pays nothing yet, today. */
  unused_credit_cents: number
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
      select case source when 'late_fee' then source else 'invoice' end as kind, number_prefix || number as number, issued_at, issued_at as at,
        case when doc = 'uncollectible' then paid_cents else total_cents end as cents, 0 as refunded_cents, 0 as given_back_cents, 0 as contested_cents, 0 as tip_cents
      from mine
      union all
      select 'payment', i.number_prefix || i.number, i.issued_at, p.captured_at, p.tip_cents + p.kept_cents - p.amount_cents, p.refunded_cents,
        (select coalesce(sum(d.amount_cents), 0) from disputes d where d.organization_id = p.organization_id and d.payment_id = p.id
          and d.status = 'lost' and d.settled_as is distinct from 'owed' and p.pm_type is distinct from 'us_bank_account'), ${contestedOf}, p.tip_cents
      from payments p join mine i on i.organization_id = p.organization_id and i.id = p.invoice_id
      where ${isPaid}
      union all
      select 'credit', i.number_prefix || i.number, i.issued_at, u.used_at, -u.amount_cents, 0, 0, 0, 0
      from credit_uses u join mine i on i.organization_id = u.organization_id and i.id = u.invoice_id
      where u.returned_at is null
      union all
      -- What went back, when it did: a returned debit, a lost dispute that is owed again, or what was paid beyond the balance.
      select 'returned', i.number_prefix || i.number, i.issued_at, e.at, e.amount_cents, 0, 0, 0, 0
      from ledger_entries e join mine i on i.organization_id = e.organization_id and i.id = e.invoice_id
        join payments p on p.organization_id = e.organization_id and p.id = e.payment_id
      where e.account = 'receivable' and (e.fact like 'refund%' or e.fact like 'dispute%') and ${isPaid})
    select kind, number, (at at time zone ${head.zone}::text)::date as day, cents::bigint, refunded_cents::bigint, given_back_cents::bigint, contested_cents::bigint, tip_cents::bigint
    from entries where (cents <> 0 or tip_cents <> 0) and (at at time zone ${head.zone}::text)::date <= ${to}::date
    -- The provider's moments are whole seconds: an invoice comes before what pays it on the same day.
    order by day, greatest(at, issued_at), array_position(array['invoice', 'late_fee'], kind), kind`.execute(
    tx,
  )
  const underway = sql`i.customer_id = ${customer_id}::uuid and ${isUnderway}
    and ${to}::date >= (now() at time zone ${head.zone}::text)::date`
  const { rows: now } = await sql<{ cents: number; credit: number }>`
    select ${owedCents(underway)}::bigint as cents, (select ${givenUnused} + ${ownUnused} from ${unusedCredits} u
      where u.customer_id = ${customer_id}::uuid and ${to}::date >= (now() at time zone ${head.zone}::text)::date)::bigint as credit`.execute(
    tx,
  )
  return {
    ...head,
    customer: found(customer, 'Customer not found'),
    from,
    to,
    before_cents: sumOf(rows.filter(({ day }) => day < from)),
    entries: rows.filter(({ day }) => day >= from),
    underway_cents: now[0]!.cents,
    unused_credit_cents: now[0]!.credit,
  }
}

const sumOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { cents }) => sum + cents, 0)

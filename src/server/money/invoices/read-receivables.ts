import { sql } from 'kysely'
import { daysBetween, type LocalDate } from '../../../domain/base/dates.ts'
import { ageOf, type Age, type Receivables } from '../../../domain/money/receivables.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { isUnderway, owes } from '../../base/sums/owed.ts'

type Owed = {
  customer_id: string
  name: string | null
  due: LocalDate | null
  cents: number
  late_fee_cents: number
  underway_cents: number
  invoices: number
}
type Debtor = Receivables['customers'][number]

/** How many customers are listed. */
const atMost = 500
const nothing = (): Record<Age, number> => ({
  current: 0,
  d1_30: 0,
  d31_60: 0,
  d61_90: 0,
  d91: 0,
})

/** What customers owe by age on `today`, the organization's day. */
export async function readReceivables(tx: OrgTx, today: LocalDate): Promise<Receivables> {
  const { rows } = await sql<Owed>`
    select i.customer_id, c.name, i.effective_due_date as due, count(*)::int as invoices,
      sum(i.total_cents - i.paid_cents)::bigint as cents,
      coalesce(sum(i.total_cents - i.paid_cents) filter (where i.source = 'late_fee'), 0)::bigint as late_fee_cents,
      coalesce(sum(i.total_cents - i.paid_cents) filter (where ${isUnderway}), 0)::bigint as underway_cents
    from invoices i join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
    where ${owes} group by 1, 2, 3`.execute(tx)
  const debtors = new Map<string, Debtor>()
  const sums = { ...nothing(), total_cents: 0, late_fee_cents: 0, underway_cents: 0 }
  for (const row of rows) {
    const debtor = debtors.get(row.customer_id) ?? newDebtor(row)
    debtors.set(row.customer_id, debtor)
    const age = row.due === null ? 'current' : ageOf(daysBetween(row.due, today))
    for (const one of [debtor, sums]) {
      one[age] += row.cents
      one.total_cents += row.cents
      one.late_fee_cents += row.late_fee_cents
      one.underway_cents += row.underway_cents
    }
    debtor.invoices += row.invoices
    debtor.oldest_due = [debtor.oldest_due, row.due].filter((day) => day !== null).sort()[0] ?? null
  }
  const customers = [...debtors.values()].toSorted((a, b) => b.total_cents - a.total_cents)
  return {
    as_of: today,
    sums,
    customers: customers.slice(0, atMost),
    has_more: customers.length > atMost,
  }
}

const newDebtor = ({ customer_id, name }: Owed): Debtor => ({
  customer_id,
  name,
  ...nothing(),
  total_cents: 0,
  late_fee_cents: 0,
  underway_cents: 0,
  invoices: 0,
  oldest_due: null,
})

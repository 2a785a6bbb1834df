import { sql } from 'kysely'
import type { Home } from '../../domain/portal.ts'
import type { OrgTx } from '../db/door.ts'
import { owes } from './owed.ts'

type Owed = Pick<Home, 'owed_cents' | 'owed_invoices' | 'failed'>

/** What a customer owes, and the oldest of it whose last charge failed. */
export async function readOwed(tx: OrgTx, customer_id: string): Promise<Owed> {
  const { rows } = await sql<Owed>`
    with owed as (
      select i.*, i.total_cents - i.paid_cents as balance_cents
      from invoices i where i.customer_id = ${customer_id}::uuid and ${owes})
    select coalesce(sum(balance_cents), 0)::int as owed_cents, count(*)::int as owed_invoices,
      (select json_build_object('invoice_id', id, 'number', number, 'number_prefix', number_prefix, 'balance_cents', balance_cents,
          'is_bank_return', coalesce(failure_code = 'dispute_lost', false))
        from owed where money = 'failed' or (money = 'partial' and failure_code is not null) order by id limit 1) as failed
    from owed`.execute(tx)
  return rows[0]!
}

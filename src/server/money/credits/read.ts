import { sql } from 'kysely'
import { creditLeft, type Credit } from '../../../domain/money/credit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { isOwnMoney, paidBack } from '../../base/sums/kept.ts'

/** How many credits of a customer are listed. */
const atMost = 200

const paybacks = sql<Credit['paybacks']>`(
  select coalesce(json_agg(json_build_object('amount_cents', u.amount_cents, 'method', u.method, 'note', u.note, 'by_name', b.name, 'at', u.used_at)
    order by u.id), '[]')
  from credit_uses u left join people b on b.id = u.paid_by
  where u.organization_id = c.organization_id and u.credit_id = c.id and u.method is not null and u.returned_at is null)`

/** A customer's credits, newest first, and what is left of them. */
export async function readCredits(
  tx: OrgTx,
  customer_id: string,
): Promise<{ credits: Credit[]; left_cents: number }> {
  const credits = await tx
    .selectFrom('credits as c')
    .leftJoin('people as p', 'p.id', 'c.given_by')
    .select([
      'c.id',
      'c.amount_cents',
      'c.used_cents',
      'c.reason',
      'c.given_at',
      'c.taken_back_at',
      'p.name as given_by_name',
    ])
    .select([isOwnMoney.as('paid_in'), paidBack.as('paid_back_cents'), paybacks.as('paybacks')])
    .where('c.customer_id', '=', customer_id)
    .orderBy('c.id', 'desc')
    .limit(atMost)
    .execute()
  return { credits, left_cents: credits.reduce((sum, credit) => sum + creditLeft(credit), 0) }
}

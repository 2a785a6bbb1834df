import { creditLeft, type Credit } from '../../domain/credit.ts'
import type { OrgTx } from '../db/door.ts'
import { isOwnMoney } from '../ledger/kept.ts'

/** How many credits of a customer are listed. */
const atMost = 200

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
    .select(isOwnMoney.as('paid_in'))
    .where('c.customer_id', '=', customer_id)
    .orderBy('c.id', 'desc')
    .limit(atMost)
    .execute()
  return { credits, left_cents: credits.reduce((sum, credit) => sum + creditLeft(credit), 0) }
}

import type { OrgTx } from '../db/door.ts'

/** Of some ids those of customers who were merged, each with the id of who they are now. */
export async function readMerged(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('merged_customers')
    .select(['id', 'into_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, into_id }) => [id, into_id]))
}

/** The id a customer has now. */
export const nowCalled = async (tx: OrgTx, id: string): Promise<string> =>
  (await readMerged(tx, [id])).get(id) ?? id

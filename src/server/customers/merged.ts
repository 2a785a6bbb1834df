import type { OrgTx } from '../base/db/door.ts'

/** Which of these customers were merged, each with their current id. */
export async function readMerged(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('merged_customers')
    .select(['id', 'into_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, into_id }) => [id, into_id]))
}

/** A customer's current id. */
export const nowCalled = async (tx: OrgTx, id: string): Promise<string> =>
  (await readMerged(tx, [id])).get(id) ?? id

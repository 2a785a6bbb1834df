import type { OrgTx } from '../../base/db/door.ts'

/** What crews wrote about a visit for its customer, oldest first. */
export async function readNotesForCustomer(
  tx: OrgTx,
  { series_id, original_date }: { series_id: string; original_date: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('visit_notes')
    .select('text')
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .where('for_customer', '=', true)
    .orderBy('written_at')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

import { sql } from 'kysely'
import type { VisitFilePurpose } from '../../../domain/base/file.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { emitVisit, keepUntouchedRows } from '../../schedule/visits/write.ts'
import type { VisitOwner } from './owner.ts'
import type { Picture } from '../../base/kit/pictures.ts'

type NewFile = {
  id: string
  purpose: VisitFilePurpose
  label: string | null
  person_id: string
  made_at: string
}

/** Stores a picture of a visit. */
export async function writeFile(
  tx: OrgTx,
  owner: VisitOwner,
  file: NewFile,
  picture: Picture,
): Promise<void> {
  const { series_id, original_date, customer_id, visit } = owner
  await tx
    .insertInto('files')
    .values({
      ...file,
      ...picture,
      series_id,
      original_date,
      customer_id,
      type: 'image/jpeg',
      bytes: picture.content.length,
    })
    .execute()
  // A visit that somebody photographed is no longer only a date of its series.
  await keepUntouchedRows(tx, series_id, [original_date])
  if (visit) await emitVisit(tx, 'visit.photographed', visit)
}

/** Two pages of one phone may send a picture at the same moment: the second waits for the first. */
export const lockFile = (tx: OrgTx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`file:${id}`}, 0))`.execute(tx)

/** Removes a file's bytes; that it was there stays on record. */
export async function removeFile(tx: OrgTx, id: string): Promise<void> {
  const gone = await tx
    .updateTable('files')
    .set({
      content: null,
      thumbnail: null,
      removed_at: sql<string>`now()`,
      removed_by: tx.cause.person_id,
    })
    .where('id', '=', id)
    .returning(['series_id', 'original_date', 'customer_id'])
    .executeTakeFirstOrThrow()
  const { series_id, original_date, customer_id } = gone
  const team_ids = await teamsOf(tx, series_id!, original_date!)
  const occurrence_id = `${series_id}:${original_date}`
  await emit(tx, 'visit.photographed', { occurrence_id, series_id }, { customer_id, team_ids })
}

const teamsOf = async (tx: OrgTx, series_id: string, original_date: string): Promise<string[]> => {
  const rows = await sql<{ team_id: string }>`
    select team_id from visits where series_id = ${series_id}::uuid and original_date = ${original_date}::date and team_id is not null
    union select team_id from rules where series_id = ${series_id}::uuid and team_id is not null`.execute(
    tx,
  )
  return rows.rows.map(({ team_id }) => team_id)
}

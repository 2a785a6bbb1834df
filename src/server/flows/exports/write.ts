import { sql } from 'kysely'
import { exportDays } from '../../../domain/flows/export.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

/** Asks for an archive; returns its id. */
export async function addExport(tx: OrgTx): Promise<string> {
  const { id } = await tx
    .insertInto('exports')
    .values({ asked_by: tx.cause.person_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'organization.changed', { export: id })
  return id
}

/** Starts to build it, once more if need be; the number of this run, or null if it is not to be built any more. */
export async function startRun(tx: OrgTx, id: string): Promise<number | null> {
  const row = await tx
    .updateTable('exports')
    .set({ run: sql`run + 1`, percent: 0 })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .returning('run')
    .executeTakeFirst()
  if (row) await tx.deleteFrom('export_parts').where('export_id', '=', id).execute()
  return row?.run ?? null
}

type Run = { id: string; run: number }

/** Does nothing once another run began. */
export const setPercent = (tx: OrgTx, { id, run }: Run, percent: number): Promise<unknown> =>
  tx
    .updateTable('exports')
    .set({ percent })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'building')
    .execute()

/** Keeps a piece; false if another run began. */
export async function addPart(
  tx: OrgTx,
  { id, run }: Run,
  n: number,
  content: Buffer,
): Promise<boolean> {
  const current = await tx
    .selectFrom('exports')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'building')
    .forUpdate()
    .executeTakeFirst()
  if (!current) return false
  await tx.insertInto('export_parts').values({ export_id: id, n, content }).execute()
  return true
}

/** The archive is whole; false if another run began. */
export async function setReady(
  tx: OrgTx,
  { id, run }: Run,
  size: { row_count: number; byte_count: number },
): Promise<boolean> {
  const done = await tx
    .updateTable('exports')
    .set({
      ...size,
      state: 'ready',
      percent: 100,
      ended_at: sql`now()`,
      expires_at: sql`now() + make_interval(days => ${exportDays})`,
    })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'building')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** It cannot be built; false if it ended before. */
export async function setFailed(tx: OrgTx, id: string): Promise<boolean> {
  const done = await tx
    .updateTable('exports')
    .set({ state: 'failed', ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .executeTakeFirst()
  await tx.deleteFrom('export_parts').where('export_id', '=', id).execute()
  return done.numUpdatedRows > 0n
}

/** Deletes the contents of archives whose week is over; that there was one stays listed. */
export const deleteExpiredExports = (tx: PlatformTx): Promise<unknown> =>
  tx
    .deleteFrom('export_parts')
    .using('exports')
    .whereRef('exports.organization_id', '=', 'export_parts.organization_id')
    .whereRef('exports.id', '=', 'export_parts.export_id')
    .where('exports.expires_at', '<', sql<string>`now()`)
    .execute()

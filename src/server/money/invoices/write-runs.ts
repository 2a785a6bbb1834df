import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { BillRun } from '../../../domain/money/to-bill.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found } from '../../base/kit/refusals.ts'

type RunRow = Selectable<Database['invoice_runs']>

export async function addRun(
  tx: OrgTx,
  run: { invoice_ids: readonly string[]; author_id: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('invoice_runs')
    .values({ ...run, invoice_ids: sql`${`{${run.invoice_ids.join(',')}}`}::text::uuid[]` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'invoice.updated', { run_id: id })
  return id
}

export const lockRun = async (tx: OrgTx, id: string): Promise<RunRow> =>
  found(
    await tx
      .selectFrom('invoice_runs')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

/** Records how far a locked run has come. */
export async function setReached(
  tx: OrgTx,
  run: RunRow,
  now: { next_index: number; sent: number; not_sent: number; is_done: boolean },
): Promise<void> {
  await tx
    .updateTable('invoice_runs')
    .set({
      next_index: now.next_index,
      sent: run.sent + now.sent,
      not_sent: run.not_sent + now.not_sent,
      ...(now.is_done ? { done_at: sql`now()` } : {}),
    })
    .where('id', '=', run.id)
    .execute()
}

const shown = (run: RunRow): BillRun => ({
  id: run.id,
  total: run.invoice_ids.length,
  reached: run.next_index,
  sent: run.sent,
  not_sent: run.not_sent,
  created_at: run.created_at,
  done_at: run.done_at,
})

export const readRun = async (tx: OrgTx, id: string): Promise<BillRun> =>
  shown(
    await tx.selectFrom('invoice_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** The bills whose turn in a run is still to come. */
export async function readHeld(tx: OrgTx): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select unnest(invoice_ids[next_index + 1:]) as id
    from invoice_runs where done_at is null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The last run within an hour, to follow or to look back at. */
export async function readLastRun(tx: OrgTx): Promise<BillRun | null> {
  const run = await tx
    .selectFrom('invoice_runs')
    .selectAll()
    .where(sql<boolean>`done_at is null or done_at > now() - interval '1 hour'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run ? shown(run) : null
}

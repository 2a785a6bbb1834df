import { sql } from 'kysely'
import type { Plan } from '../../domain/schedule/plan-news.ts'
import { undoMinutes } from '../../domain/schedule/visit.ts'
import type { OrgTx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'
import { enqueue } from '../base/jobs/jobs.ts'
import { withdrawPlans } from './write-held-news.ts'

/** A plan whose announcement waits. `is_new`: the customer does not know of it yet. */
type PlanWait = { series_id: string; is_new: boolean; tell_at: string }

/** An announcement that waits longer than this has lost its job and no longer holds anything back. */
const lostHours = 1

/** Announces planned work in a while, as it is then. While an announcement waits, it stays the one. */
export async function planTelling(tx: OrgTx, series_id: string, was: Plan | null): Promise<void> {
  await reopenPlans(tx, [series_id])
  await waitWith(tx, series_id, was)
}

/** Withdraws announcements of these plans that wait for the morning, and plans to announce them again. */
export async function reopenPlans(tx: OrgTx, series_ids: readonly string[]): Promise<void> {
  for (const { series_id, was } of await withdrawPlans(tx, series_ids))
    await waitWith(tx, series_id, was as Plan | null)
}

async function waitWith(tx: OrgTx, series_id: string, was: Plan | null): Promise<void> {
  await sql`insert into plan_waits as w (series_id, is_new, tell_at)
    values (${series_id}::uuid, ${was === null}::boolean, now() + make_interval(mins => ${undoMinutes}::int))
    on conflict (organization_id, series_id) do update set is_new = excluded.is_new, tell_at = excluded.tell_at
    where w.tell_at < now() - make_interval(hours => ${lostHours}::int)`.execute(tx)
  await enqueue(
    tx,
    'plan.tell',
    { organization_id: tx.org, series_id, was },
    { key: series_id, startAfter: undoMinutes * 60 },
  )
}

/** The plans among these whose announcement waits, by series. */
export async function readPlanWaits(
  tx: OrgTx,
  series_ids: readonly string[],
): Promise<ReadonlyMap<string, PlanWait>> {
  const rows = await tx
    .selectFrom('plan_waits')
    .select(['series_id', 'is_new', 'tell_at'])
    .where('series_id', 'in', oneOf(series_ids))
    .where('tell_at', '>', sql<string>`now() - make_interval(hours => ${lostHours}::int)`)
    .execute()
  return new Map(rows.map((row) => [row.series_id, row]))
}

export const endPlanWait = async (tx: OrgTx, series_id: string): Promise<void> => {
  await tx.deleteFrom('plan_waits').where('series_id', '=', series_id).execute()
}

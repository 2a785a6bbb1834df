import { sql } from 'kysely'
import { Refused } from '../refusals.ts'
import { lockCountedSeries } from '../series/recount.ts'
import type { LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import { visitRef } from '../visits/ref.ts'
import type { ScheduleContext } from '../week/context.ts'
import type { Act } from './acting.ts'

const asOffice = (ctx: ScheduleContext): ScheduleContext => ({
  ...ctx,
  may: { ...ctx.may, by_crew: false },
})

/** Locks a visit, even if it belongs to another team now; null if it no longer exists. Sees the whole organization. */
export async function lockIfThere(ctx: ScheduleContext, named: NonNullable<Act['named']>) {
  const ref = visitRef(named)
  await lockCountedSeries(ctx.tx, ref)
  try {
    return await lockVisit(asOffice(ctx), ref)
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 404) return null
    throw fault
  }
}

/** How far back a reassignment is looked up, in events of the organization. */
const recentEvents = 20_000

/** The caller's team that has the visit, or had it before the office gave it away; null: none of theirs. */
export async function teamThatHad(
  { tx, may }: ScheduleContext,
  visit: Pick<LockedVisit, 'series_id' | 'occurrence_id' | 'team_id'>,
): Promise<string | null> {
  if (visit.team_id && may.team_ids.includes(visit.team_id)) return visit.team_id
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${`{${may.team_ids.join(',')}}`}::text::uuid[]) as t(id)
    where exists (select 1 from rules r where r.series_id = ${visit.series_id}::uuid and r.team_id = t.id)
      or exists (select 1 from events e
        where e.organization_id = ${tx.org}::uuid
          and e.number > (select revision - ${recentEvents} from organizations where id = ${tx.org}::uuid)
          and e.data ->> 'series_id' = ${visit.series_id}
          and coalesce(e.data ->> 'occurrence_id', ${visit.occurrence_id}) = ${visit.occurrence_id}
          and t.id = any (e.team_ids))
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

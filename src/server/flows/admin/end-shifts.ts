import { sql } from 'kysely'
import type { CallContext } from '../../base/call.ts'
import { inOrgAll, readPlatform, type OrgTx } from '../../base/db/door.ts'
import { endRunningShift } from '../../schedule/shifts/write.ts'

/** Ends the running shifts of somebody who may no longer work where they run: they cannot clock out themselves. */
export async function endShifts(
  { app: { store }, cause }: Pick<CallContext, 'app' | 'cause'>,
  person_id: string,
): Promise<void> {
  const { rows } = await readPlatform(store, cause, (tx) =>
    sql<{ organization_id: string; team_id: string | null }>`
      select s.organization_id, s.team_id from shifts s join people p on p.id = s.person_id
      where s.person_id = ${person_id}::uuid and s.ended_at is null and (p.status = 'inactive' or not exists (
        select 1 from memberships m where m.organization_id = s.organization_id and m.person_id = s.person_id and m.role <> 'user'
          and m.status = 'active'))`.execute(tx),
  )
  for (const { organization_id, team_id } of rows)
    await inOrgAll(store, organization_id, cause, (tx) =>
      endRunningShift(tx, { person_id, team_id }),
    )
}

/** Ends every running shift of a business that closes: its crews cannot clock out any more. */
export async function endShiftsOfClosed(tx: OrgTx): Promise<void> {
  const running = await tx
    .selectFrom('shifts')
    .select(['person_id', 'team_id'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const who of running) await endRunningShift(tx, who)
}

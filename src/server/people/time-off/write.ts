import type { z } from 'zod'
import type { NewTimeOff, TimeOff } from '../../../domain/people/time-off.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

const columns = ['id', 'team_id', 'person_id', 'from_date', 'to_date', 'reason'] as const

/** The boards of everybody show it, so all of them are told. */
const emitChanged = (tx: OrgTx) => emit(tx, 'organization.changed', { fields: ['time_off'] })

export async function addTimeOff(tx: OrgTx, given: z.output<typeof NewTimeOff>): Promise<TimeOff> {
  const row = await tx
    .insertInto('time_off')
    .values({ ...given, created_by: tx.cause.person_id })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await emitChanged(tx)
  return row
}

/** False if there is none. */
export async function removeTimeOff(tx: OrgTx, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('time_off').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return false
  await emitChanged(tx)
  return true
}

export const listTimeOff = (tx: OrgTx, from: string): Promise<TimeOff[]> =>
  tx
    .selectFrom('time_off')
    .select(columns)
    .where('to_date', '>=', from)
    .orderBy('from_date')
    .orderBy('id')
    .limit(1000)
    .execute()

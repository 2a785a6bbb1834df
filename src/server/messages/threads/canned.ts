import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found } from '../../base/kit/refusals.ts'

const columns = ['id', 'title', 'text'] as const
type Canned = { title?: string | undefined; text?: string | undefined }

export const listCanned = (tx: OrgTx) =>
  tx.selectFrom('canned_replies').select(columns).orderBy('title').orderBy('id').execute()

const emitChanged = (tx: OrgTx) => emit(tx, 'organization.changed', { fields: ['canned_replies'] })

export async function addCanned(tx: OrgTx, wish: { title: string; text: string }) {
  await emitChanged(tx)
  return tx.insertInto('canned_replies').values(wish).returning(columns).executeTakeFirstOrThrow()
}

export async function changeCanned(tx: OrgTx, id: string, { title, text }: Canned) {
  const row = await tx
    .updateTable('canned_replies')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  await emitChanged(tx)
  return found(row)
}

export async function removeCanned(tx: OrgTx, id: string): Promise<void> {
  found(
    await tx.deleteFrom('canned_replies').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  await emitChanged(tx)
}

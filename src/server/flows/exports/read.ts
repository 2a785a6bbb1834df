import { sql } from 'kysely'
import type { Export } from '../../../domain/flows/export.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

const shown = sql`e.id, case when e.expires_at < now() then 'expired' else e.state end as state, e.percent, e.row_count, e.byte_count,
  p.name as asked_by, e.created_at, e.expires_at`

/** The last archives, newest first. */
export async function readExports(tx: OrgTx): Promise<Export[]> {
  const { rows } =
    await sql<Export>`select ${shown} from exports e left join people p on p.id = e.asked_by
    order by e.id desc limit 20`.execute(tx)
  return rows
}

export async function readExport(tx: OrgTx, id: string): Promise<Export> {
  const { rows } =
    await sql<Export>`select ${shown} from exports e left join people p on p.id = e.asked_by
    where e.id = ${id}::uuid`.execute(tx)
  return found(rows[0])
}

/** One piece of an archive; null after the last. */
export async function readPart(tx: OrgTx, export_id: string, n: number): Promise<Buffer | null> {
  const part = await tx
    .selectFrom('export_parts')
    .select('content')
    .where('export_id', '=', export_id)
    .where('n', '=', n)
    .executeTakeFirst()
  return part?.content ?? null
}

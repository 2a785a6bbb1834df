import type { VisitFile, VisitFilePurpose } from '../../../domain/base/file.ts'
import type { OrgTx } from '../../base/db/door.ts'

const selectFiles = (tx: OrgTx) =>
  tx
    .selectFrom('files as f')
    .leftJoin('people as p', 'p.id', 'f.person_id')
    .select([
      'f.id',
      'f.purpose',
      'p.name as by',
      'f.person_id as by_id',
      'f.made_at as at',
      'f.label',
      'f.width',
      'f.height',
      'f.removed_at',
    ])
    .$castTo<VisitFile & { purpose: VisitFilePurpose; removed_at: string | null }>()

/** A file's facts, also of a removed one. */
export const readFile = (tx: OrgTx, id: string) =>
  selectFiles(tx).where('f.id', '=', id).executeTakeFirst()

/** The files of one visit, oldest first. */
export const readFilesOfVisit = (
  tx: OrgTx,
  { series_id, original_date }: { series_id: string; original_date: string },
): Promise<VisitFile[]> =>
  selectFiles(tx)
    .where('f.series_id', '=', series_id)
    .where('f.original_date', '=', original_date)
    .where('f.removed_at', 'is', null)
    .orderBy('f.made_at')
    .orderBy('f.id')
    .execute()

export async function countFilesOfVisit(
  tx: OrgTx,
  { series_id, original_date }: { series_id: string; original_date: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The bytes of a file that is still there. */
export const readContent = (tx: OrgTx, id: string, size: 'full' | 'small') =>
  tx
    .selectFrom('files')
    .select([size === 'full' ? 'content as bytes' : 'thumbnail as bytes', 'type'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

import { sql } from 'kysely'
import type { BookDifference } from '../../../domain/money/books.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx } from '../../base/db/door.ts'

type Result = {
  on_day: LocalDate
  rows_checked: number
  differences: number
  first: BookDifference | null
  untold: number
}

/** Keeps the result of the latest check. */
export async function storeCheck(tx: OrgTx, { first, ...result }: Result): Promise<void> {
  const values = {
    ...result,
    first: first && JSON.stringify(first),
    checked_at: sql<string>`now()`,
  }
  await tx
    .insertInto('book_checks')
    .values(values)
    .onConflict((on) => on.column('organization_id').doUpdateSet(values))
    .execute()
}

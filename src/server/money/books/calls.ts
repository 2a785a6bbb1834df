import { sql } from 'kysely'
import type { books } from '../../../api/books.ts'
import type { BookDifference } from '../../../domain/money/books.ts'
import type { Handlers } from '../../base/call.ts'

export const bookHandlers: Handlers<typeof books> = {
  'GET /api/owner/books': ({ readOrg }) =>
    readOrg(async (tx) => {
      const row = await tx
        .selectFrom('book_checks')
        .select(['checked_at', 'rows_checked', 'differences', 'first', 'untold'])
        .where(sql<boolean>`true`)
        .executeTakeFirst()
      return { check: row ? { ...row, first: row.first as BookDifference | null } : null }
    }),
}

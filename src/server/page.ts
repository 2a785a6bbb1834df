import { Id } from '../domain/id.ts'
import { invalid } from './refusals.ts'

/** What fits of a list that was asked for one row more than fits; that row says there is a next page, and `cursorAt` where it begins. */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  cursorAt: (last: R) => string,
): { page: R[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  return { page, next_cursor: rows.length > limit ? cursorAt(page.at(-1)!) : null }
}

/** Where a page of the newest first ends. */
export const byId = ({ id }: { id: string }): string => id

/** Where a page ends whose list is ordered by a text, and by id among equals. */
export const cursorOf = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** The same, back; `isKey` where not every text is one. */
export function readCursor(
  cursor: string,
  isKey: (key: string) => boolean = () => true,
): { key: string; id: string } {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof key === 'string' && typeof id === 'string' && Id.safeParse(id).success && isKey(key))
      return { key, id }
  } catch {
    // No cursor of ours.
  }
  throw invalid({ cursor: 'This page no longer exists.' })
}

import { Id } from '../../../domain/base/id.ts'
import { invalid } from './refusals.ts'

/**
 * Cuts a list read with one extra row; that row means there is a next page, and `cursorAt` says
 * where it starts.
 */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  cursorAt: (last: R) => string,
): { page: R[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  return { page, next_cursor: rows.length > limit ? cursorAt(page.at(-1)!) : null }
}

/** The cursor of a list sorted newest first. */
export const byId = ({ id }: { id: string }): string => id

/** The cursor of a list sorted by a text, then by id. */
export const cursorOf = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** Parses such a cursor; `isKey` checks the text if not all are valid. */
export function readCursor(
  cursor: string,
  isKey: (key: string) => boolean = () => true,
): { key: string; id: string } {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof key === 'string' && typeof id === 'string' && Id.safeParse(id).success && isKey(key))
      return { key, id }
  } catch {
    // Not one of our cursors.
  }
  throw invalid({ cursor: 'This page no longer exists.' })
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

/**
 * A UUID version 7, like the database's: for a row that others refer to in the message that writes
 * it.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  // The variant and the random part of a version 4; Node makes those in batches.
  const chance = randomUUID().slice('xxxxxxxx-xxxx-4'.length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance}`
}

/** For `in …` with thousands of ids: joined by a hash, where `= any` compares each row with each id. */
export const oneOf = (ids: readonly string[]) =>
  sql<string>`(select unnest(${`{${ids.join(',')}}`}::text::uuid[]))`

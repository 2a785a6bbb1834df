import { openTables } from './tables.ts'

/** A picture the server has and this phone shows without a connection, too. */
type Seen = { id: string; kept_ms: number; bytes: ArrayBuffer; type: string }

const mostBytes = 20_000_000
const longest_ms = 3 * 24 * 3_600_000

const run = openTables('fieldhive-seen', { pictures: { keyPath: 'id' } })

const all = async (): Promise<Seen[]> =>
  (await run('readonly', (table) => table('pictures').getAll() as IDBRequest<Seen[]>)) ?? []

/** Keeps a picture with the day. The oldest go first; a phone without room keeps none. */
export async function keepPicture(id: string, bytes: ArrayBuffer, type: string): Promise<void> {
  const now = Date.now()
  const picture = { id, kept_ms: now, bytes, type }
  const others = (await all()).filter((one) => one.id !== id)
  let room = mostBytes - bytes.byteLength
  const gone = others
    .toSorted((a, b) => b.kept_ms - a.kept_ms)
    .filter((one) => (room -= one.bytes.byteLength) < 0 || now - one.kept_ms > longest_ms)
  await run('readwrite', (table) => {
    for (const one of gone) table('pictures').delete(one.id)
    table('pictures').put(picture)
    return null
  })
}

/** The picture as this phone keeps it. */
export async function readPicture(id: string): Promise<Blob | undefined> {
  const found = await run(
    'readonly',
    (table) => table('pictures').get(id) as IDBRequest<Seen | undefined>,
  )
  return found && new Blob([found.bytes], { type: found.type })
}

/** Which pictures this phone keeps. */
export const keptPictures = async (): Promise<Set<string>> =>
  new Set(
    (await run('readonly', (table) => table('pictures').getAllKeys() as IDBRequest<string[]>)) ??
      [],
  )

/** After signing out, none stays on the phone. */
export const clearPictures = (): Promise<unknown> =>
  run('readwrite', (table) => {
    table('pictures').clear()
    return null
  })

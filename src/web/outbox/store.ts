import type { CrewCommand } from '../../domain/crew-command.ts'

/** An act on this phone, until the server has answered it. */
export type Waiting = Omit<CrewCommand, 'at' | 'waited_ms'> & {
  /** Position in the line. */
  seq: number
  /** Whose it is, and for which organization. */
  worker: string
  /** When, by this phone's clock, in ms. */
  pressed_ms: number
  /** Whether it was sent at least once: the server may know it. */
  is_tried: boolean
}
export type NewAct = Omit<Waiting, 'seq'>

const table = 'acts'

let opening: Promise<IDBDatabase> | undefined
const database = (): Promise<IDBDatabase> =>
  (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('fieldhive-outbox', 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(table, { keyPath: 'seq', autoIncrement: true }),
    )
    request.addEventListener('success', () => {
      // A newer version of the app in another tab may want to change the tables.
      request.result.addEventListener('versionchange', () => {
        request.result.close()
        opening = undefined
      })
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error()))
  }).catch((fault: unknown) => {
    opening = undefined
    throw fault
  }))

/** Runs work in one transaction; it is on the disk once this resolves. */
async function run<T>(
  mode: IDBTransactionMode,
  work: (acts: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | undefined> {
  const db = await database()
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(table))
    transaction.addEventListener('complete', () => resolve(request?.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error()))
  })
}

/** Everything that waits, oldest first. */
export const readActs = async (): Promise<Waiting[]> =>
  (await run('readonly', (acts) => acts.getAll() as IDBRequest<Waiting[]>)) ?? []

/** Writes acts at the end of the line. */
export const appendActs = (added: readonly NewAct[]): Promise<unknown> =>
  run('readwrite', (acts) => {
    for (const act of added) acts.add(act)
    return null
  })

export const replaceActs = (changed: readonly Waiting[]): Promise<unknown> =>
  run('readwrite', (acts) => {
    for (const act of changed) acts.put(act)
    return null
  })

export const removeActs = (gone: readonly Waiting[]): Promise<unknown> =>
  run('readwrite', (acts) => {
    for (const { seq } of gone) acts.delete(seq)
    return null
  })

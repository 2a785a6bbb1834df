type Work<T> = (table: (name: string) => IDBObjectStore) => IDBRequest<T> | null

/** Tables of this phone's own database, opened when first needed. */
export function openTables<Name extends string>(
  database: string,
  tables: Record<Name, IDBObjectStoreParameters>,
) {
  const names = Object.keys(tables) as Name[]
  let opening: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.addEventListener('upgradeneeded', () => {
        for (const name of names) request.result.createObjectStore(name, tables[name])
      })
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
  return async function run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    const db = await open()
    return new Promise((resolve, reject) => {
      const transaction = db.transaction(names, mode, { durability: 'strict' })
      const request = work((name) => transaction.objectStore(name))
      transaction.addEventListener('complete', () => resolve(request?.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error()))
    })
  }
}

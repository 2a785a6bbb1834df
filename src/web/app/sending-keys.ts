import { openTables } from './tables.ts'

/** What the service worker sends by when no page is open. */
export type SendingKey = { worker: string; key: string; expires_ms: number }

/** The name under which the browser wakes the service worker once there is a connection. */
export const wakeTag = 'fieldhive.outbox'

const run = openTables('fieldhive-sending', { keys: { keyPath: 'worker' } })

export const readKeys = async (): Promise<SendingKey[]> =>
  (await run('readonly', (table) => table('keys').getAll() as IDBRequest<SendingKey[]>)) ?? []
export const writeKey = (key: SendingKey): Promise<unknown> =>
  run('readwrite', (table) => table('keys').put(key))
export const dropKey = (worker: string): Promise<unknown> =>
  run('readwrite', (table) => {
    table('keys').delete(worker)
    return null
  })
/** After signing out nothing is sent from here until somebody signs in. */
export const clearKeys = (): Promise<unknown> =>
  run('readwrite', (table) => {
    table('keys').clear()
    return null
  })

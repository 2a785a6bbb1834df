import pg from 'pg'
import {
  Unavailable,
  isConnectionFault,
  isStale,
  momentFromText,
  textOf,
  typeIds,
  type Answer,
  type Wire,
} from './store.ts'

type Pool = { acquire(): Promise<Wire>; close(): Promise<void> }

/**
 * Pipelined connections: statements are sent immediately and answered in order. `connected` gets
 * each new connection. Every connection has an error listener; without one, a database restart ends
 * the process.
 */
export function openPool(
  options: pg.PoolConfig,
  connected: (client: pg.PoolClient) => void = () => {},
): Pool {
  const pool = new pg.Pool({ ...options, types, pipeline: true })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    connected(client)
  })
  const names = createNames()

  const ask = async <Row>(
    client: pg.PoolClient,
    text: string,
    values?: readonly unknown[],
  ): Promise<Answer<Row>> => {
    try {
      const result = await client.query(
        values ? { text, values: values.map(textOf), ...names.of(text) } : text,
      )
      const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
      return { rows: last.rows, affected: last.rowCount ?? 0 }
    } catch (fault) {
      if (isStale(fault)) names.renew()
      throw isConnectionFault(fault) ? new Unavailable(fault) : fault
    }
  }

  return {
    async acquire() {
      const client = await pool.connect().catch((fault: unknown) => {
        throw isConnectionFault(fault) ? new Unavailable(fault) : fault
      })
      return {
        query: (text, values) => ask(client, text, values),
        release: (fault) => client.release(Boolean(fault)),
      }
    },
    close: () => pool.end(),
  }
}

/**
 * The process's single listening connection, for all channels. It reconnects on its own, and then
 * calls back with null.
 */
export function createListener(url: string) {
  const channels = new Map<string, ((payload: string | null) => void)[]>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    fresh.on('error', () => {})
    fresh.on('notification', ({ channel, payload }) =>
      channels.get(channel)?.forEach((onPayload) => onPayload(payload ?? '')),
    )
    fresh.on('end', () => {
      if (client === fresh) client = undefined
      if (!stopped) setTimeout(again, 500).unref()
    })
    await fresh.connect()
    for (const channel of channels.keys())
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
  }
  const again = (): void => {
    if (stopped || client || opening) return
    opening = connect()
      .then(
        () => channels.forEach((all) => all.forEach((onPayload) => onPayload(null))),
        () => void setTimeout(again, 500).unref(),
      )
      .finally(() => (opening = undefined))
  }

  return {
    async listen(channel: string, onPayload: (payload: string | null) => void): Promise<void> {
      const all = channels.get(channel) ?? []
      channels.set(channel, [...all, onPayload])
      if (!client) {
        // A channel added while connecting may have missed the initial list.
        await opening
        if (!client) await (opening ??= connect().finally(() => (opening = undefined)))
      }
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
      onPayload(null)
    },
    async stop(): Promise<void> {
      stopped = true
      await client?.end().catch(() => {})
    },
  }
}

/** Above this many distinct texts, statements are parsed each time. */
const namedLimit = 600

/** Names statements, so that a connection parses and plans each text once. */
function createNames() {
  const names = new Map<string, string>()
  let made = 0
  return {
    of(text: string): { name?: string } {
      let name = names.get(text)
      if (!name && names.size < namedLimit) names.set(text, (name = `s${++made}`))
      return name ? { name } : {}
    },
    /**
     * A migration changed what a planned statement returns; new names force new plans on every
     * connection.
     */
    renew: () => names.clear(),
  }
}

const types = new pg.TypeOverrides()
types.setTypeParser(typeIds.int8, Number)
types.setTypeParser(typeIds.numeric, Number)
types.setTypeParser(typeIds.date, (text) => text)
types.setTypeParser(typeIds.timestamptz, momentFromText)
types.setTypeParser(typeIds.timestamp, (text) => text)
// Arrays are read like their elements; the driver parses dates and large numbers differently.
const splitArray = types.getTypeParser(1009, 'text') as unknown as (
  text: string,
) => (string | null)[]
const arraysOf: Record<number, (text: string) => unknown> = {
  1182: (text) => text,
  1185: momentFromText,
  1016: Number,
  1231: Number,
}
for (const [type, read] of Object.entries(arraysOf)) {
  types.setTypeParser(Number(type), (text: string) =>
    splitArray(text).map((one) => (one === null ? null : read(one))),
  )
}

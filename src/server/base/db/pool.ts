import pg from 'pg'
import type { Hosts } from './hosts.ts'
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

type Ways = {
  /** Gets each new connection. */
  connected?: (client: pg.PoolClient) => void
  /** Where to connect, unless `options` say so. */
  hosts?: Hosts
  /** Through a pooler, where each transaction may have another session: nothing stays in one. */
  isPooled?: boolean
}

/**
 * Pipelined connections: statements are sent immediately and answered in order. Every connection has
 * an error listener; without one, a database restart ends the process.
 */
export function openPool(
  options: pg.PoolConfig,
  { connected, hosts, isPooled = false }: Ways = {},
): Pool {
  const greet = async (client: pg.ClientBase): Promise<void> => {
    if (hosts?.isSeveral) await refuseReadOnly(client)
    // PgBouncer tells each session it lends out.
    if (isPooled) await client.query("set timezone to 'UTC'")
  }
  const pool = new pg.Pool({
    ...options,
    types,
    pipeline: true,
    // The pool waits for it, whatever its type says.
    onConnect: (client) => greet(client) as unknown as void,
  })
  const open = new Set<pg.PoolClient>()
  pool.on('error', () => {})
  pool.on('remove', (client) => open.delete(client))
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', () => {})
    connected?.(client)
  })
  // What was asked of the old host may never be answered, if its machine is gone.
  hosts?.onMove(() => open.forEach((client) => client.connection.stream.destroy()))
  const names = isPooled ? null : createNames()

  const ask = async <Row>(
    client: pg.PoolClient,
    text: string,
    values?: readonly unknown[],
  ): Promise<Answer<Row>> => {
    try {
      const result = await client.query(
        values ? { text, values: values.map(textOf), ...names?.of(text) } : text,
      )
      const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
      return { rows: last.rows, affected: last.rowCount ?? 0 }
    } catch (fault) {
      if (isStale(fault)) names?.renew()
      throw isConnectionFault(fault) ? new Unavailable(fault) : fault
    }
  }

  const connect = async (): Promise<pg.PoolClient> => {
    try {
      if (hosts) pool.options.connectionString = await hosts.writer()
      return await pool.connect()
    } catch (fault) {
      if (!(fault instanceof Unavailable) && !isConnectionFault(fault)) throw fault
      hosts?.forget()
      throw fault instanceof Unavailable ? fault : new Unavailable(fault)
    }
  }

  return {
    async acquire() {
      // Where the writer was may not be where it is; asking all of its hosts is worth a second try.
      const client = await connect().catch((fault: unknown) => {
        if (hosts?.isSeveral && fault instanceof Unavailable) return connect()
        throw fault
      })
      return {
        query: (text, values) => ask(client, text, values),
        release: (fault) => client.release(Boolean(fault)),
      }
    },
    close: () => pool.end(),
  }
}

/** How long a host may take to say whether it takes writes. */
const answer_ms = 2_000

/** Resolves if the host at an address takes writes. */
export async function askForWrites(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answer_ms,
    query_timeout: answer_ms,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseReadOnly(client)
  } finally {
    client.end().catch(() => {})
  }
}

/** A standby takes none, nor does an old primary that came back as one. */
async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_on: boolean }>(
    "select current_setting('transaction_read_only') = 'on' as is_on",
  )
  if (rows[0]?.is_on) throw new Unavailable(new TakesNoWrites())
}

class TakesNoWrites extends Error {
  /** PostgreSQL's own code for a write in vain. */
  readonly code = '25006'
  constructor() {
    super('This host takes no writes')
  }
}

/** How often the listening connection asks whether its host still answers, if there are others. */
const pulse_ms = 4_000

/**
 * The process's single listening connection, for all channels. It reconnects on its own, and then
 * calls back with null.
 */
export function createListener(hosts: Hosts) {
  const channels = new Map<string, ((payload: string | null) => void)[]>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: await hosts.writer(),
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    const pulse = hosts.isSeveral ? setInterval(() => feel(fresh), pulse_ms).unref() : undefined
    fresh.on('error', () => {})
    fresh.on('notification', ({ channel, payload }) =>
      channels.get(channel)?.forEach((onPayload) => onPayload(payload ?? '')),
    )
    fresh.on('end', () => {
      clearInterval(pulse)
      hosts.forget()
      if (client === fresh) client = undefined
      if (!stopped) setTimeout(again, 500).unref()
    })
    try {
      await fresh.connect()
      if (hosts.isSeveral) await refuseReadOnly(fresh)
      for (const channel of channels.keys())
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (fault) {
      hosts.forget()
      fresh.end().catch(() => {})
      throw fault
    }
    client = fresh
  }
  /** A machine that is gone closes no connection. */
  const feel = (one: pg.Client): void => {
    one.query('select 1').catch(() => one.connection.stream.destroy())
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

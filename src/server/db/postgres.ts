import pg from 'pg'
import { emptyRow, Statements, type Column, type Parsed } from './protocol.ts'
import { Unavailable, isConnectionFault, momentFromText, typeIds, type Answer, type Statement, type Store, type Wire } from './store.ts'

const types = new pg.TypeOverrides()
types.setTypeParser(typeIds.int8, Number)
types.setTypeParser(typeIds.numeric, Number)
types.setTypeParser(typeIds.date, (text) => text)
types.setTypeParser(typeIds.timestamptz, momentFromText)
types.setTypeParser(typeIds.timestamp, (text) => text)
// Arrays read as their elements do; the driver has ideas of its own about dates and large numbers.
const splitArray = types.getTypeParser(1009, 'text') as unknown as (text: string) => (string | null)[]
const arraysOf: Record<number, (text: string) => unknown> = { 1182: (text) => text, 1185: momentFromText, 1016: Number, 1231: Number }
for (const [type, read] of Object.entries(arraysOf)) {
  types.setTypeParser(Number(type), (text: string) => splitArray(text).map((one) => (one === null ? null : read(one))))
}

type Field = { name: string; dataTypeID: number }
/** What we use of the driver's connection. */
type Connection = { stream: { write(bytes: Buffer): void }; sendCopyFail(reason: string): void }
const statementsOf = new WeakMap<object, Statements>()

/** Several statements in one message with one answer; the driver itself would wait for each. */
class Batch {
  #statements: readonly Statement[]
  #done: (answers: Answer[]) => void
  #failed: (fault: unknown) => void
  #known: Statements | undefined
  #asked: Parsed[] = []
  #at = 0
  #columns: Column[] | null = null
  #answer: Answer = { rows: [], affected: 0 }
  #answers: Answer[] = [this.#answer]

  constructor(statements: readonly Statement[], done: (answers: Answer[]) => void, failed: (fault: unknown) => void) {
    this.#statements = statements
    this.#done = done
    this.#failed = failed
  }

  // The driver sets it where its own queries have one; a batch answers through its promise.
  callback(): void {}

  submit(connection: Connection): Error | null {
    const known = statementsOf.get(connection) ?? new Statements()
    statementsOf.set(connection, known)
    try {
      const { bytes, asked } = known.write(this.#statements)
      this.#known = known
      this.#asked = asked
      this.#columns = asked[0]?.columns ?? null
      connection.stream.write(bytes)
      return null
    } catch (fault) {
      return fault as Error
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID, 'text') as unknown as Column['read'] }))
    this.#asked[this.#at]!.columns = this.#columns
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.#columns!
    const row = emptyRow(columns)
    for (let at = 0; at < columns.length; at++) {
      const text = fields[at]!
      if (text === null) continue
      const { name, read } = columns[at]!
      row[name] = read!(text)
    }
    this.#answer.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#asked[this.#at]!.columns ??= []
    this.#answer.affected = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    this.handleEmptyQuery()
  }

  handleEmptyQuery(): void {
    const next = this.#asked[++this.#at]
    if (!next) return
    this.#columns = next.columns
    this.#answers.push((this.#answer = { rows: [], affected: 0 }))
  }

  handleReadyForQuery(): void {
    this.#done(this.#answers)
  }

  handleError(fault: unknown): void {
    this.#known?.forget(this.#asked, fault)
    this.#failed(fault)
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('No rows are copied in')
  }

  handleCopyData(): void {}
}

/** The one connection of a process that listens, for all its channels. It comes back by itself, and says so with null. */
function createEar(url: string) {
  const channels = new Map<string, ((payload: string | null) => void)[]>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    fresh.on('error', () => {})
    fresh.on('notification', ({ channel, payload }) => channels.get(channel)?.forEach((heard) => heard(payload ?? '')))
    fresh.on('end', () => {
      if (client === fresh) client = undefined
      if (!stopped) setTimeout(again, 500).unref()
    })
    await fresh.connect()
    for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
  }
  const again = (): void => {
    if (stopped || client || opening) return
    opening = connect()
      .then(
        () => channels.forEach((all) => all.forEach((heard) => heard(null))),
        () => void setTimeout(again, 500).unref(),
      )
      .finally(() => (opening = undefined))
  }

  return {
    async listen(channel: string, heard: (payload: string | null) => void): Promise<void> {
      const all = channels.get(channel) ?? []
      channels.set(channel, [...all, heard])
      if (!client) {
        // Who comes while it opens may have missed the list of channels it opens with.
        await opening
        if (!client) await (opening ??= connect().finally(() => (opening = undefined)))
      }
      await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
      heard(null)
    },
    async stop(): Promise<void> {
      stopped = true
      await client?.end().catch(() => {})
    },
  }
}

const asUnavailable = (fault: unknown): never => {
  throw isConnectionFault(fault) ? new Unavailable(fault) : fault
}

/** Opens a pool on a PostgreSQL server. Every client has an error listener: without one a database restart ends the process. */
export async function openPostgres(url: string, { max = 12 }: { max?: number } = {}): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: '-c timezone=UTC',
    keepAlive: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const ear = createEar(url)

  const acquire = async (): Promise<Wire> => {
    const client = await pool.connect().catch(asUnavailable)
    // The driver wants one question at a time; each of ours leaves as soon as the one before is answered.
    let before: Promise<unknown> = Promise.resolve()
    const next = <T>(ask: () => Promise<T>): Promise<T> => {
      const answer = before.then(ask)
      before = answer.catch(() => {})
      return answer.catch(asUnavailable)
    }
    const batch = <Row>(statements: readonly Statement[]): Promise<Answer<Row>[]> =>
      next(
        () =>
          new Promise<Answer[]>((done, failed) => {
            client.query(new Batch(statements, done, failed) as unknown as pg.Submittable)
          }),
      ) as Promise<Answer<Row>[]>
    return {
      async query<Row>(text: string, values?: readonly unknown[]): Promise<Answer<Row>> {
        if (values?.length) return (await batch<Row>([{ text, values }]))[0]!
        const result = await next(() => client.query(text))
        const last = Array.isArray(result) ? result.at(-1) : result
        return { rows: last.rows, affected: last.rowCount ?? 0 }
      },
      batch,
      release: (fault) => client.release(fault ? true : undefined),
    }
  }

  return {
    kind: 'postgres',
    acquire,
    listen: ear.listen,
    async close() {
      await ear.stop()
      await pool.end()
    },
  }
}

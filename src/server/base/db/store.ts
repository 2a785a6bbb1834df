import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Database } from '../../../../db/schema.ts'

type Statement = { text: string; values?: readonly unknown[] }
/** What goes out with the commit: neighbors of one `kind` as one statement, which `write` makes of their parts. */
type Last = { kind: string; part: unknown; write: (parts: unknown[]) => Statement }
export type Answer<Row = Record<string, unknown>> = { rows: Row[]; affected: number }

/** One database connection, used by one transaction at a time. */
export type Wire = {
  /**
   * Sends a statement immediately, before earlier ones are answered; responses come in order.
   * Without `values` the text may contain several statements; the last one's result is returned.
   */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Answer<Row>>
  /** Returns the connection to the pool; with an error, discards it. */
  release(fault?: unknown): void
}

/**
 * A database with PostgreSQL's protocol: a server, or the embedded one. Dates are text, moments ISO
 * 8601 in UTC, bigint and numeric are numbers.
 */
export type Store = {
  kind: 'postgres' | 'embedded'
  acquire(): Promise<Wire>
  /** Calls back with each NOTIFY payload, and with null if some may have been missed. */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>
  close(): Promise<void>
}

/** The database is unreachable; the caller may retry. */
export class Unavailable extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached right now. Please try again.', { cause })
  }
}

const lostConnectionStates = new Set(['57P01', '57P02', '57P03', '53300'])
const lostConnectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])

/** Whether an error means the connection is gone, rather than a bad statement. */
export function isConnectionFault(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const code = (fault as { code?: string }).code ?? ''
  return (
    lostConnectionStates.has(code) ||
    lostConnectionCodes.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/.test(
      fault.message,
    )
  )
}

/** A migration changed what a planned statement returns. Running it again plans it again. */
export const isStale = (fault: unknown): boolean => {
  const { code, message } = fault as { code?: unknown; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

/**
 * Moments leave the database as `2026-11-21 03:42:05.123+00`; everywhere else they are ISO 8601.
 */
export const momentFromText = (text: string): string => {
  // Sessions run in UTC, so usually cutting the text is enough.
  if (text.length >= 22 && text.length <= 29 && text.endsWith('+00') && text[4] === '-') {
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'}Z`
  }
  const at = new Date(`${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

const arrayOf = (values: readonly unknown[]): string =>
  `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL'
      if (Array.isArray(value)) return arrayOf(value)
      const text = textOf(value)
      if (Buffer.isBuffer(text)) return `"\\\\x${text.toString('hex')}"`
      return `"${text!.replace(/[\\"]/g, String.raw`\$&`)}"`
    })
    .join(',')}}`

/**
 * A value as the server reads it: text, bytes for binary, null. Arrays become array literals,
 * objects JSON.
 */
export function textOf(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value.toString()
  if (typeof value !== 'object')
    throw new TypeError(`A ${typeof value} cannot be written to the database`)
  if (Array.isArray(value)) return arrayOf(value)
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return JSON.stringify(value)
}

/** Object ids of the types we parse differently from the drivers. */
export const typeIds = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamptz: 1184,
  timestamp: 1114,
} as const

/**
 * One transaction on one connection. Statements are pipelined: the opening goes out with the first
 * statement, and deferred ones with the commit, so neither costs a round trip.
 */
export class Transaction implements DatabaseConnection {
  #store: Store
  #opening: string
  #wire: Promise<Wire> | undefined
  #last: Last[] = []
  #after: ((store: Store) => void)[] = []
  #fault: unknown
  #isOver = false

  /** `opening`: SQL that begins it and sets role and view. */
  constructor(store: Store, opening: string) {
    this.#store = store
    this.#opening = opening
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.send<R>(statementOf(query))
    return { rows, numAffectedRows: BigInt(affected) }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported; page by key instead.')
  }

  async send<R>({ text, values }: Statement): Promise<Answer<R>> {
    // Part of the work continued after another part failed; it would leak a connection.
    if (this.#isOver) throw new Error('The transaction was over before this was asked')
    const wire = await (this.#wire ??= this.#open())
    return this.#answer(wire.query<R>(text, values))
  }

  /** Defers a part of a statement to the commit. */
  sendLast(last: Last): void {
    this.#last.push(last)
  }

  /** Runs `work` once everything is durable, before the code that commits goes on. */
  afterCommit(work: (store: Store) => void): void {
    this.#after.push(work)
  }

  /**
   * Runs a part that can be rolled back separately: if it throws, everything it wrote or deferred
   * is undone.
   */
  async inSavepoint<T>(work: () => Promise<T>): Promise<T> {
    const [kept, keptAfter] = [this.#last.length, this.#after.length]
    this.send({ text: 'savepoint part' }).catch(() => {})
    try {
      const result = await work()
      this.send({ text: 'release savepoint part' }).catch(() => {})
      return result
    } catch (fault) {
      await this.send({ text: 'rollback to savepoint part' })
      this.#last.length = kept
      this.#after.length = keptAfter
      this.#fault = undefined
      throw fault
    }
  }

  /** Resolves once the writes are durable. */
  async commit(): Promise<void> {
    if (this.#fault) throw this.#fault
    if (!this.#wire && !this.#last.length) return
    const wire = await (this.#wire ??= this.#open())
    this.#isOver = true
    const sent = statementsOf(this.#last).map(({ text, values }) =>
      this.#answer(wire.query(text, values)),
    )
    await Promise.all([...sent, wire.query('commit')])
    // The database turns the commit of a failed transaction into a rollback without an error.
    if (this.#fault) throw this.#fault
    wire.release()
    for (const work of this.#after) work(this.#store)
  }

  /** Ends a read-only transaction; there is nothing to wait for. */
  end(): void {
    this.#isOver = true
    const ending = this.#wire?.then((wire) =>
      wire.query('commit').then(() => wire.release(), wire.release),
    )
    ending?.catch(() => {})
  }

  /** Undoes everything; false if the connection is also gone. */
  async rollback(): Promise<boolean> {
    this.#isOver = true
    const wire = await this.#wire?.catch(() => undefined)
    if (!wire) return true
    try {
      await wire.query('rollback')
      wire.release()
      return true
    } catch (fault) {
      wire.release(fault)
      return false
    }
  }

  async #open(): Promise<Wire> {
    const wire = await this.#store.acquire()
    this.#answer(wire.query(this.#opening)).catch(() => {})
    return wire
  }

  /** After a first error all later statements fail because of it, so report only the first. */
  async #answer<R>(asked: Promise<Answer<R>>): Promise<Answer<R>> {
    try {
      return await asked
    } catch (fault) {
      this.#fault ??= fault
      throw isConsequence(fault) ? this.#fault : fault
    }
  }
}

/** In the order they were deferred. */
function statementsOf(last: readonly Last[]): Statement[] {
  const statements: Statement[] = []
  for (let at = 0; at < last.length;) {
    const { kind, write } = last[at]!
    const end = last.findIndex((one, index) => index > at && one.kind !== kind)
    const same = last.slice(at, end < 0 ? undefined : end)
    statements.push(write(same.map(({ part }) => part)))
    at += same.length
  }
  return statements
}

/** The transaction had already failed, perhaps at a statement this one depends on. */
const isConsequence = (fault: unknown): boolean =>
  ['25P02', '26000', '3B001'].includes(String((fault as { code?: string }).code))

export const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  // Convert now, not when sending: a bad value must not fail halfway through a message.
  values: parameters.map(textOf),
})

class TransactionDriver extends DummyDriver implements Driver {
  #connection: Transaction
  constructor(connection: Transaction) {
    super()
    this.#connection = connection
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
/** The query builder for this transaction. */
export const kyselyOn = (connection: Transaction): Kysely<Database> =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new TransactionDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

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
import type { Database } from '../../../db/schema.ts'
import { textOf, type Answer, type Statement, type Store, type Wire } from './store.ts'

/**
 * One transaction on one connection. Statements are pipelined: the opening goes out with the first
 * statement, and deferred ones with the commit, so neither costs a round trip.
 */
export class Transaction implements DatabaseConnection {
  #store: Store
  #opening: string
  #wire: Promise<Wire> | undefined
  #last: Statement[] = []
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

  /** Defers a statement to the commit. */
  sendLast(statement: Statement): void {
    this.#last.push(statement)
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
    const sent = this.#last.map(({ text, values }) => this.#answer(wire.query(text, values)))
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

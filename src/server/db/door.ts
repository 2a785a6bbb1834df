import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  PostgresIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { isStale, type Statement, type Store, type Wire } from './store.ts'

/** What a transaction may see, set at the door and enforced by row security. */
export type View = {
  organization_id: string
  sight: 'all' | 'customer' | 'team'
  person_id?: string | null
  customer_id?: string | null
  team_ids?: readonly string[]
}

/** Who acts, for the audit trail: the person shown, and the admin behind an impersonation. */
export type Doer = { person_id: string | null; real_person_id?: string | null; impersonation_id?: string | null; request_id?: string; ip?: string }

/** A transaction inside one organization. */
export type OrgTx = Kysely<Database> & { readonly org: string; readonly sight: View['sight']; readonly doer: Doer; readonly home: Home }
/** Stands for a database, so that what is kept between transactions is kept of this one. */
export type Home = object
/** A transaction of the platform itself: sign-in, codes, webhooks, administration. */
export type PlatformTx = Kysely<Database> & { readonly org: null; readonly doer: Doer }
export type Tx = OrgTx | PlatformTx

/**
 * A connection on its way through one transaction. What opens it (begin, role, view) travels with the first statement that may write,
 * and what was put off travels with the commit, so that neither costs a round trip. Until it writes there is nothing to begin or to
 * commit: a statement sees what is committed when it is run either way, and a message is a transaction of its own, with role and view.
 */
class Passage implements DatabaseConnection {
  #store: Store
  #settings: readonly Statement[]
  #waiting: Statement[] = []
  #closing: Statement[] = []
  #holding: Statement[] = []
  #asked: { statement: Statement; done: (answer: QueryResult<unknown>) => void; failed: (fault: unknown) => void }[] = []
  #wire: Promise<Wire> | undefined
  #answered: Promise<unknown> = Promise.resolve()
  #puttingOff = false
  #wrote = false
  #begun = false
  #isOver = false

  constructor(store: Store, settings: readonly Statement[]) {
    this.#store = store
    this.#settings = settings
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A part of the work that goes on after another part failed: it would be given a connection that nobody gives back.
    if (this.#isOver) return Promise.reject(over())
    const statement = { text: query.sql, values: query.parameters }
    this.#wrote ||= mayWrite(query.sql)
    if (this.#puttingOff) {
      this.#waiting.push(statement)
      return Promise.resolve({ rows: [] })
    }
    return new Promise((done, failed) => {
      // What is asked together (`Promise.all`) goes in one message, in the order of asking.
      if (!this.#asked.length) process.nextTick(() => void this.#send())
      this.#asked.push({ statement, done: done as (answer: QueryResult<unknown>) => void, failed })
    })
  }

  async #send(): Promise<void> {
    const asked = this.#asked
    if (!asked.length) return
    this.#asked = []
    const opening = this.#opening()
    try {
      const wire = await this.#open()
      // What was put off belongs to the part of the transaction it was said in.
      if (asked.some(({ statement }) => isSavepoint.test(statement.text))) opening.push(...this.#closing.splice(0), ...this.#holding.splice(0))
      const sent = wire.batch([...opening, ...asked.map(({ statement }) => statement)])
      this.#answered = sent.catch(() => {})
      const answers = await sent
      asked.forEach(({ done }, at) => {
        const { rows, affected } = answers[opening.length + at]!
        done({ rows, numAffectedRows: BigInt(affected) })
      })
    } catch (fault) {
      for (const { failed } of asked) failed(fault)
    }
  }

  /** What goes ahead in the next message. */
  #opening(): Statement[] {
    const ahead = this.#begun ? [] : this.#wrote ? [begin, ...this.#settings] : this.#settings
    this.#begun = this.#wrote
    return [...ahead, ...this.#waiting.splice(0)]
  }

  /** One wire for all of it, even where a second message is sent before the first has found one. */
  #open(): Promise<Wire> {
    return (this.#wire ??= this.#store.acquire())
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read whole; page by key instead.')
  }

  /** Takes a statement along with the next message or with the commit; what is wrong with it is the fault of that message. */
  along(query: CompiledQuery, when: When): void {
    this.#wrote ||= mayWrite(query.sql)
    const queue = when === 'next' ? this.#waiting : when === 'commit' ? this.#closing : this.#holding
    queue.push({ text: query.sql, values: query.parameters })
  }

  /** From here on statements are kept and sent together with the commit: nobody waits for their rows, only for their success. */
  putOff(): void {
    this.#puttingOff = true
  }

  /** Resolves when what was written is there to stay. A transaction that only read is over with its last answer. */
  async commit(): Promise<void> {
    await this.#send()
    this.#isOver = true
    if (this.#wrote) await (await this.#open()).batch([...this.#opening(), ...this.#closing, ...this.#holding, commit])
    this.#release()
  }

  /** Undoes everything; false when the connection is gone with it. */
  async rollback(): Promise<boolean> {
    let broken: unknown
    this.#isOver = true
    for (const { failed } of this.#asked.splice(0)) failed(over())
    if (this.#begun) await this.#wire?.then((wire) => wire.query('rollback')).catch((fault) => (broken = fault))
    this.#release(broken)
    return !broken
  }

  #release(broken?: unknown): void {
    // Whoever is given the connection next must not read the answer of a question nobody waited for.
    this.#wire?.then(
      (wire) => this.#answered.then(() => wire.release(broken)),
      () => {},
    )
    this.#wire = undefined
  }
}

const over = () => new Error('The transaction was over before this was asked')
const isSavepoint = /^\s*(?:savepoint|release|rollback to)\b/i
const begin: Statement = { text: 'begin' }
const commit: Statement = { text: 'commit' }

// Unsure counts as writing: a write taken for a read would be told before it is kept. Functions of ours do not write; a test sees to it.
const writing =
  /\b(?:insert|update|delete|merge|truncate|call|lock|share|grant|create|alter|drop|nextval|setval|set_config|pg_(?!catalog|typeof|column_size)\w+)\b/i
const looked = new Map<string, boolean>()
function mayWrite(text: string): boolean {
  let known = looked.get(text)
  if (known === undefined) {
    known = !/^\s*(select|with)\b/i.test(text) || writing.test(text)
    if (looked.size < 2000) looked.set(text, known)
  }
  return known
}

/** With the message that is asked next, with the commit, or with the commit after all that. */
type When = 'next' | 'commit' | 'holding'

class PassageDriver extends DummyDriver implements Driver {
  #connection: Passage
  constructor(connection: Passage) {
    super()
    this.#connection = connection
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const kyselyOn = (connection: Passage): Kysely<Database> =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new PassageDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const id = (value: string): string => {
  if (!uuid.test(value)) throw new Error('An id that is no UUID reached the door')
  return value
}

// `true`: until the end of the transaction.
const setView = `select set_config('role', 'fieldhive_app', true), set_config('app.organization_id', $1, true), set_config('app.sight', $2, true),
  set_config('app.person_id', $3, true), set_config('app.customer_id', $4, true), set_config('app.team_ids', $5, true)`

/** The statement that sets role and view for the rest of a transaction. */
export const viewStatement = (view: View): Statement => ({
  text: setView,
  values: [
    id(view.organization_id),
    view.sight,
    view.person_id ? id(view.person_id) : '',
    view.customer_id ? id(view.customer_id) : '',
    `{${(view.team_ids ?? []).map(id).join(',')}}`,
  ],
})

/** A row was to be written about a customer who is not there: merged into another since this transaction read their id. */
export const isAboutNobody = (fault: unknown): boolean => {
  const { code, constraint, message } = fault as { code?: string; constraint?: string; message?: string }
  return code === '23503' && /customer_id_fkey/.test(`${constraint} ${message}`)
}

const mayRepeat = (fault: unknown): boolean => ['40P01', '40001'].includes(String((fault as { code?: string }).code)) || isAboutNobody(fault) || isStale(fault)

const passages = new WeakMap<object, Passage>()

type Compilable = { compile(executor: Tx): CompiledQuery } | { compile(): CompiledQuery }
function along(tx: Tx, query: Compilable, when: When): void {
  const passage = passages.get(tx)
  if (!passage) throw new Error('Only a transaction of the door takes statements along')
  passage.along(query.compile(tx), when)
}

/** Writes without waiting: the statement travels with the next one asked, or with the commit. For writes whose rows nobody needs now. */
export const sendAlong = (tx: Tx, query: Compilable): void => along(tx, query, 'next')

/** Writes at the end, with the commit: what this transaction itself never reads. */
export const sendLast = (tx: Tx, query: Compilable): void => along(tx, query, 'commit')

/** Writes after everything else, so that a row that everybody needs is locked for no longer than the commit takes. */
export const sendHolding = (tx: Tx, query: Compilable): void => along(tx, query, 'holding')

/** Says that what follows in this transaction is the last of it: its statements go with the commit. */
export function finishing(tx: Tx): void {
  passages.get(tx)?.putOff()
}

async function transact<T, X extends Tx>(
  store: Store,
  settings: readonly Statement[],
  context: { org: string | null; sight?: View['sight']; home?: Home; doer: Doer },
  work: (tx: X) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const passage = new Passage(store, settings)
    const tx = Object.assign(kyselyOn(passage), context) as unknown as X
    passages.set(tx, passage)
    try {
      const result = await work(tx)
      await passage.commit()
      return result
    } catch (fault) {
      const isWhole = await passage.rollback()
      if (isWhole && tries < 4 && mayRepeat(fault)) continue
      throw fault
    }
  }
}

/** The one door to tenant data: a transaction that sees one organization, or the part of it that `view` allows. */
export const inOrg = <T>(store: Store, view: View, doer: Doer, work: (tx: OrgTx) => Promise<T>): Promise<T> =>
  transact<T, OrgTx>(store, [viewStatement(view)], { org: view.organization_id, sight: view.sight, home: store, doer }, work)

/** The same organization with everything in sight: for jobs, and for the parts of an allowed act that its caller may not read. */
export const inOrgAll = <T>(store: Store, organization_id: string, doer: Doer, work: (tx: OrgTx) => Promise<T>): Promise<T> =>
  inOrg(store, { organization_id, sight: 'all', person_id: doer.person_id }, doer, work)

const asPlatform: Statement = { text: "select set_config('role', 'fieldhive_platform', true)" }

/** Across organizations: only for the functions that the test of doors lists. */
export const onPlatform = <T>(store: Store, doer: Doer, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  transact<T, PlatformTx>(store, [asPlatform], { org: null, doer }, work)

/** A transaction as the schema's owner, for migrations and the seed. */
export const asOwner = <T>(store: Store, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  transact<T, PlatformTx>(store, [], { org: null, doer: { person_id: null } }, work)

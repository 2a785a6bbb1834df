import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { isUuid } from '../../domain/id.ts'
import { isStale, type Store } from './store.ts'
import { kyselyOn, statementOf, Transaction } from './transaction.ts'

/** What a transaction may see, set at the door and enforced by row security. */
export type View = {
  organization_id: string
  sight: 'all' | 'customer' | 'team'
  person_id?: string | null
  customer_id?: string | null
  team_ids?: readonly string[]
}

/** What caused a transaction, for the audit trail: the person shown, and the admin behind an impersonation. */
export type Cause = {
  person_id: string | null
  real_person_id?: string | null
  impersonation_id?: string | null
  request_id?: string
  ip?: string
}

/** The server itself: no person caused the transaction. */
export const system: Cause = { person_id: null }

/** A transaction inside one organization. */
export type OrgTx = Kysely<Database> & {
  readonly org: string
  readonly sight: View['sight']
  readonly cause: Cause
  readonly home: Home
}
/** Stands for a database, so that what is kept between transactions is kept of this one. */
export type Home = object
/** A transaction of the platform itself: sign-in, codes, webhooks, administration. */
export type PlatformTx = Kysely<Database> & { readonly org: null; readonly cause: Cause }
export type Tx = OrgTx | PlatformTx

/** The one door to tenant data: a transaction that sees one organization, or the part of it that `view` allows. */
export const inOrg = <T>(
  store: Store,
  view: View,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => write(store, setView(view), orgContext(store, view, cause), work)

/** The same for reading only: the database refuses a write. */
export const readOrg = <T>(
  store: Store,
  view: View,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => read(store, setView(view), orgContext(store, view, cause), work)

/** The whole organization, whatever the caller may see: for jobs, and for the parts of an allowed call that its caller may not read. */
export const inOrgAll = <T>(
  store: Store,
  organization_id: string,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => inOrg(store, wholeOrg(organization_id, cause), cause, work)

/** The same for reading only. */
export const readOrgAll = <T>(
  store: Store,
  organization_id: string,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => readOrg(store, wholeOrg(organization_id, cause), cause, work)

/** Across organizations: only for the functions that the test of doors lists. */
export const onPlatform = <T>(
  store: Store,
  cause: Cause,
  work: (tx: PlatformTx) => Promise<T>,
): Promise<T> => write(store, asPlatform, { org: null, cause }, work)

/** The same for reading only. */
export const readPlatform = <T>(
  store: Store,
  cause: Cause,
  work: (tx: PlatformTx) => Promise<T>,
): Promise<T> => read(store, asPlatform, { org: null, cause }, work)

/** A transaction as the schema's owner, for migrations and the seed. */
export const asOwner = <T>(store: Store, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  write(store, '', { org: null, cause: system }, work)

// ── Inside a transaction ────────────────────────────────────────────────────────────────────────────────────────────

type Compilable = { compile(executor: Tx): CompiledQuery } | { compile(): CompiledQuery }

/** Writes without waiting for the answer. If it fails, so does the transaction. */
export function sendAlong(tx: Tx, query: Compilable): void {
  transactionOf(tx)
    .send(statementOf(query.compile(tx)))
    .catch(() => {})
}

/** Writes with the commit, so that a row that many transactions need is locked only briefly. */
export const sendLast = (tx: Tx, query: Compilable): void =>
  transactionOf(tx).sendLast(statementOf(query.compile(tx)))

/** Runs a part of a transaction that can be undone alone: when `work` throws, so is everything it wrote. */
export const inSavepoint = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  transactionOf(tx).inSavepoint(work)

const transactions = new WeakMap<object, Transaction>()
const transactionOf = (tx: Tx): Transaction => {
  const transaction = transactions.get(tx)
  if (!transaction) throw new Error('This is no transaction of the door')
  return transaction
}

// ── Opening one ─────────────────────────────────────────────────────────────────────────────────────────────────────

type Context = { org: string | null; sight?: View['sight']; home?: Home; cause: Cause }

async function write<T, X extends Tx>(
  store: Store,
  settings: string,
  context: Context,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const transaction = new Transaction(store, `begin; ${settings}`)
    try {
      const result = await work(txOn(transaction, context))
      await transaction.commit()
      return result
    } catch (fault) {
      const isWhole = await transaction.rollback()
      if (isWhole && tries < 4 && mayRepeat(fault)) continue
      throw fault
    }
  }
}

async function read<T, X extends Tx>(
  store: Store,
  settings: string,
  context: Context,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const transaction = new Transaction(store, `begin read only; ${settings}`)
    try {
      return await work(txOn(transaction, context))
    } catch (fault) {
      if (tries < 4 && isStale(fault)) continue
      throw fault
    } finally {
      transaction.end()
    }
  }
}

function txOn<X extends Tx>(transaction: Transaction, context: Context): X {
  const tx = Object.assign(kyselyOn(transaction), context) as unknown as X
  transactions.set(tx, transaction)
  return tx
}

const orgContext = (store: Store, view: View, cause: Cause): Context => ({
  org: view.organization_id,
  sight: view.sight,
  home: store,
  cause,
})
const wholeOrg = (organization_id: string, cause: Cause): View => ({
  organization_id,
  sight: 'all',
  person_id: cause.person_id,
})

/** The SQL that sets role and view until the end of the transaction. */
const setView = (view: View): string =>
  set({
    role: 'fieldhive_app',
    'app.organization_id': id(view.organization_id),
    'app.sight': view.sight,
    'app.person_id': view.person_id ? id(view.person_id) : '',
    'app.customer_id': view.customer_id ? id(view.customer_id) : '',
    'app.team_ids': `{${(view.team_ids ?? []).map(id).join(',')}}`,
  })
const set = (settings: Record<string, string>): string =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`
const asPlatform = set({ role: 'fieldhive_platform' })

/** Only a UUID may stand in the text of a statement. */
const id = (value: string): string => {
  if (!isUuid(value)) throw new Error('An id that is no UUID reached the door')
  return value
}

/** A row was to be written about a customer who is not there: merged into another since this transaction read their id. */
export const isAboutNobody = (fault: unknown): boolean => {
  const { code, constraint, message } = fault as {
    code?: string
    constraint?: string
    message?: string
  }
  return code === '23503' && /customer_id_fkey/.test(`${constraint} ${message}`)
}

const mayRepeat = (fault: unknown): boolean =>
  ['40P01', '40001'].includes(String((fault as { code?: string }).code)) ||
  isAboutNobody(fault) ||
  isStale(fault)

import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { isStale, kyselyOn, statementOf, Transaction, type Store } from './store.ts'

/** What a transaction may see, set here and enforced by row security. */
export type View = {
  organization_id: string
  sight: 'all' | 'customer' | 'team'
  person_id?: string | null
  customer_id?: string | null
  team_ids?: readonly string[]
}

/**
 * What caused a transaction, for the audit trail: the person shown, and the admin behind an
 * impersonation.
 */
export type Cause = {
  person_id: string | null
  real_person_id?: string | null
  impersonation_id?: string | null
  request_id?: string
  ip?: string
}

/** The server itself, not a person. */
export const system: Cause = { person_id: null }

/** A transaction inside one organization. */
export type OrgTx = Kysely<Database> & {
  readonly org: string
  readonly sight: View['sight']
  readonly cause: Cause
  readonly home: Home
}
/** Identifies a database, so that caches are per database. */
export type Home = object
/** A transaction of the platform itself: sign-in, codes, webhooks, administration. */
export type PlatformTx = Kysely<Database> & { readonly org: null; readonly cause: Cause }
export type Tx = OrgTx | PlatformTx

/**
 * The only way to tenant data: a transaction that sees one organization, or the part of it that
 * `view` allows.
 */
export const inOrg = <T>(
  store: Store,
  view: View,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => write(store, setView(view, cause), orgContext(store, view, cause), work)

/** The same, read only; the database refuses writes. */
export const readOrg = <T>(
  store: Store,
  view: View,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => read(store, setView(view, system), orgContext(store, view, cause), work)

/**
 * The whole organization regardless of the caller's sight: for jobs, and for parts of an allowed
 * call that its caller may not read.
 */
export const inOrgAll = <T>(
  store: Store,
  organization_id: string,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => inOrg(store, wholeOrg(organization_id, cause), cause, work)

/** The same, read only. */
export const readOrgAll = <T>(
  store: Store,
  organization_id: string,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => readOrg(store, wholeOrg(organization_id, cause), cause, work)

/** The same, and every statement sees the state of the first one, whatever others commit meanwhile. */
export const readOrgAtOnce = <T>(
  store: Store,
  organization_id: string,
  cause: Cause,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => {
  const view = wholeOrg(organization_id, cause)
  return read(store, setView(view, system), orgContext(store, view, cause), work, 'repeatable read')
}

/** Across organizations: only for the functions listed in the test of doors. */
export const onPlatform = <T>(
  store: Store,
  cause: Cause,
  work: (tx: PlatformTx) => Promise<T>,
): Promise<T> => write(store, asPlatform(cause), { org: null, cause }, work)

/** The same, read only. */
export const readPlatform = <T>(
  store: Store,
  cause: Cause,
  work: (tx: PlatformTx) => Promise<T>,
): Promise<T> => read(store, asPlatform(system), { org: null, cause }, work)

/** A transaction as the schema's owner, for migrations and the seed. */
export const asOwner = <T>(store: Store, work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  write(store, '', { org: null, cause: system }, work)

// ── Inside a transaction ────────────────────────────────────────────────────────────────────────────────────────────

type Compilable = { compile(executor: Tx): CompiledQuery } | { compile(): CompiledQuery }

/** Writes without waiting for the result. If it fails, the transaction fails. */
export function sendAlong(tx: Tx, query: Compilable): void {
  transactionOf(tx)
    .send(statementOf(query.compile(tx)))
    .catch(() => {})
}

/**
 * Writes along with the commit, so that a contended row is locked only briefly. What is asked one after
 * the other under one `kind` becomes one query.
 */
export const sendLast = <Part>(
  tx: Tx,
  kind: string,
  part: Part,
  write: (parts: Part[]) => Compilable,
): void =>
  transactionOf(tx).sendLast({
    kind,
    part,
    write: (parts) => statementOf(write(parts as Part[]).compile(tx)),
  })

/** Runs `work` in this process once the transaction is committed, before its caller goes on. */
export const afterCommit = (tx: Tx, work: (store: Store) => void): void =>
  transactionOf(tx).afterCommit(work)

/**
 * Runs part of a transaction that can be rolled back separately: if `work` throws, everything it
 * wrote is undone.
 */
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

const open = new AsyncLocalStorage<{ store: Store; isOver: boolean }>()

/**
 * Refuses a transaction begun inside one. On the embedded database, which has one connection, the
 * two would wait for each other forever; on PostgreSQL a full pool would.
 */
async function alone<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const outer = open.getStore()
  if (outer?.store === store && !outer.isOver)
    throw new Error('A transaction was begun inside a transaction; pass its tx on instead.')
  const own = { store, isOver: false }
  try {
    return await open.run(own, work)
  } finally {
    own.isOver = true
  }
}

async function write<T, X extends Tx>(
  store: Store,
  settings: string,
  context: Context,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const transaction = new Transaction(store, `begin; ${settings}`)
    try {
      const result = await alone(store, () => work(txOn(transaction, context)))
      // Outside: who listens on the embedded database is called from here, and reads.
      await transaction.commit()
      return result
    } catch (fault) {
      const isStillConnected = await transaction.rollback()
      if (isStillConnected && tries < 4 && mayRepeat(fault)) continue
      throw fault
    }
  }
}

async function read<T, X extends Tx>(
  store: Store,
  settings: string,
  context: Context,
  work: (tx: X) => Promise<T>,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  const begin =
    isolation === 'read committed'
      ? 'begin read only'
      : `begin isolation level ${isolation} read only`
  for (let tries = 1; ; tries++) {
    const transaction = new Transaction(store, `${begin}; ${settings}`)
    try {
      return await alone(store, () => work(txOn(transaction, context)))
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

/** SQL that sets role and view until the transaction ends. */
const setView = (view: View, cause: Cause): string =>
  set({
    role: 'fieldhive_app',
    ...causeOf(cause),
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
const asPlatform = (cause: Cause): string => set({ role: 'fieldhive_platform', ...causeOf(cause) })

/** Who a change is recorded for, read by the trigger that records it. */
const causeOf = ({ person_id, real_person_id, request_id, ip }: Cause): Record<string, string> =>
  person_id || request_id
    ? {
        'app.actor_id': person_id ? id(person_id) : '',
        'app.real_actor_id': real_person_id ? id(real_person_id) : '',
        'app.request_id': plain(request_id),
        'app.ip': plain(ip),
      }
    : {}

/** A request's id or address; both come from outside. */
const plain = (text = ''): string => (/^[\w.:-]{1,64}$/.test(text) ? text : '')

/** Only a UUID may be embedded in a statement. */
const id = (value: string): string => {
  if (!isUuid(value)) throw new Error('An id that is no UUID reached the door')
  return value
}

/**
 * True if a row was to be written for a customer that no longer exists, merged since this
 * transaction read their id.
 */
export const isMissingCustomer = (fault: unknown): boolean => {
  const { code, constraint, message } = fault as {
    code?: string
    constraint?: string
    message?: string
  }
  return code === '23503' && /customer_id_fkey/.test(`${constraint} ${message}`)
}

const mayRepeat = (fault: unknown): boolean =>
  ['40P01', '40001'].includes(String((fault as { code?: string }).code)) ||
  isMissingCustomer(fault) ||
  isStale(fault)

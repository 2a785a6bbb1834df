import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { addressesOf } from '../kit/database-address.ts'
import type { Store, Wire } from './store.ts'

/** Advisory lock held meanwhile, so that several processes can start together. */
const loginLock = 7_304_116

/**
 * Creates the login of `url` unless it exists, and gives it what the server needs and no more: it owns nothing, creates
 * nothing, and reads and writes only in the two roles of the door.
 */
export async function allowLogin(owner: Store, url: string): Promise<void> {
  const { username, password } = addressesOf(url)[0]!
  const login = decodeURIComponent(username)
  const wire = await owner.acquire()
  let broken: unknown
  try {
    await wire.query(`select pg_advisory_lock(${loginLock})`)
    if (!(await isLogin(wire, login))) {
      const secret = password && verifierOf(decodeURIComponent(password))
      const statement = `create role %I login noinherit${secret ? ' password %L' : ''}`
      await wire.query(await worded(wire, statement, [login, secret]))
    }
    await wire.query(await worded(wire, rightsOfServer, [login]))
    await wire.query(
      await worded(wire, 'revoke temporary, create on database %I from public', [
        await nameOf(wire),
      ]),
    )
  } catch (fault) {
    await wire.query('rollback').catch((second) => (broken = second))
    throw fault
  } finally {
    await wire.query(`select pg_advisory_unlock(${loginLock})`).catch((fault) => (broken = fault))
    wire.release(broken)
  }
}

/** Jobs belong to no organization; they are the login's own, all else is the roles'. */
const rightsOfServer = `
  grant fieldhive_app, fieldhive_platform to %1$I;
  grant select on migration to %1$I;
  grant usage on schema pgboss to %1$I;
  grant select, insert, update, delete on all tables in schema pgboss to %1$I;
  grant usage on all sequences in schema pgboss to %1$I;
  grant execute on all functions in schema pgboss to %1$I;
  revoke create on schema public from public`

const isLogin = async (wire: Wire, login: string): Promise<boolean> =>
  (await wire.query('select 1 from pg_roles where rolname = $1', [login])).rows.length > 0

const nameOf = async (wire: Wire): Promise<string> =>
  (await wire.query<{ name: string }>('select current_database() as name')).rows[0]!.name

/** A statement with these names and texts quoted by the database. */
const worded = async (wire: Wire, text: string, values: readonly string[]): Promise<string> =>
  (
    await wire.query<{ text: string }>(
      `select format(${[`$1::text`, ...values.map((_, n) => `$${n + 2}::text`)].join(', ')}) as text`,
      [text, ...values],
    )
  ).rows[0]!.text

/** What the database keeps of a password (SCRAM-SHA-256), so that the password itself is in no log of statements. */
function verifierOf(password: string): string {
  const rounds = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/** Whether a login is more than the server needs, as the end of a sentence; null if it is not. */
export async function excessOf(store: Store): Promise<string | null> {
  const wire = await store.acquire()
  try {
    const { rows } = await wire.query<Record<string, boolean>>(`
      select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as is_super,
        exists (select from pg_class c where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and pg_has_role(c.relowner, 'usage')) as owns,
        has_table_privilege('customers', 'select') as reads,
        has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create') as creates,
        has_database_privilege(current_database(), 'temporary') as is_temporary`)
    const found = rows[0]!
    return found['is_super']
      ? 'it is a superuser'
      : found['owns']
        ? 'it owns the tables'
        : found['reads']
          ? 'it inherits the rights of its roles; use a NOINHERIT login'
          : found['creates']
            ? 'it may create tables'
            : found['is_temporary']
              ? 'it may create temporary tables'
              : null
  } finally {
    wire.release()
  }
}

import { sql } from 'kysely'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { changeContactEmail } from '../write.ts'
import { fingerprint, randomToken, sealFor, unsealFor } from '../../base/kit/secrets.ts'
import { endEverySignIn } from './empty-account.ts'

const purpose = 'change taken back'
const life_days = 7

/** `password` and `contact` are also put back as they were; keys and numbers always are. */
type Undoable = 'password' | 'contact' | 'factor' | 'number'

/** Rows as they were, with their columns' names. */
type Before = {
  password_hash: string | null
  idp_passkey: object[]
  idp_factor: object[]
  idp_recovery: object[]
  idp_address: object[]
  contact: { person_id: string; email: string } | null
}
const tables = ['idp_passkey', 'idp_factor', 'idp_recovery', 'idp_address'] as const

/** Links that take back a change of how somebody signs in, sent to where they were reached before. */
export class Undos {
  #store: Store
  #secret: Buffer
  #issuer: string

  constructor(store: Store, secret: Buffer, issuer: string) {
    this.#store = store
    this.#secret = secret
    this.#issuer = issuer
  }

  /** Keeps how it is before a change. Returns the token of the link. */
  keep(account_id: string, change: Undoable): Promise<string> {
    return this.#inTx(async (tx) => {
      const token = randomToken()
      const before = JSON.stringify(await readBefore(tx, this.#issuer, account_id))
      await tx
        .insertInto('idp_undo')
        .values({
          token_hash: fingerprint(token),
          account_id,
          change,
          before_sealed: sealFor(this.#secret, purpose, before),
          expires_at: sql<string>`now() + make_interval(days => ${life_days}::int)`,
        })
        .execute()
      return token
    })
  }

  /** True while a link works. */
  async isOpen(token: string): Promise<boolean> {
    const row = await this.#inTx((tx) =>
      tx
        .selectFrom('idp_undo')
        .select('account_id')
        .where('token_hash', '=', fingerprint(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  /**
   * Puts everything back as it was before the change, and ends every sign-in, since whoever made the
   * change is still signed in. Returns the account; null if the link was used or has expired.
   */
  take(token: string): Promise<string | null> {
    return this.#inTx(async (tx) => {
      const row = await tx
        .updateTable('idp_undo')
        .set({ used_at: sql<string>`now()` })
        .where('token_hash', '=', fingerprint(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .returning(['account_id', 'change', 'before_sealed', 'made_at'])
        .executeTakeFirst()
      const text = row && unsealFor(this.#secret, purpose, row.before_sealed)
      if (!row || !text) return null
      const { account_id } = row
      const before = JSON.parse(text) as Before
      await putBack(tx, account_id, before)
      if (row.change === 'password')
        await tx
          .updateTable('idp_account')
          .set({ password_hash: before.password_hash })
          .where('id', '=', account_id)
          .execute()
      if (row.change === 'contact' && before.contact)
        await changeContactEmail(tx, before.contact.person_id, before.contact.email)
      // Later links would bring back what was just taken away.
      await tx
        .deleteFrom('idp_undo')
        .where('account_id', '=', account_id)
        .where('made_at', '>', row.made_at)
        .execute()
      await endEverySignIn(tx, account_id)
      return account_id
    })
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

async function readBefore(tx: PlatformTx, issuer: string, account_id: string): Promise<Before> {
  const { password_hash } = await tx
    .selectFrom('idp_account')
    .select('password_hash')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  const rows: Record<string, object[]> = {}
  for (const table of tables) {
    const found = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(table)} t
      where account_id = ${account_id}::uuid`.execute(tx)
    rows[table] = found.rows.map(({ row }) => row)
  }
  const person = await tx
    .selectFrom('person_identities as i')
    .innerJoin('people as p', 'p.id', 'i.person_id')
    .select(['p.id as person_id', 'p.email'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', account_id)
    .executeTakeFirst()
  const contact = person?.email ? { person_id: person.person_id, email: person.email } : null
  return { ...(rows as Pick<Before, (typeof tables)[number]>), password_hash, contact }
}

async function putBack(tx: PlatformTx, account_id: string, before: Before): Promise<void> {
  for (const table of tables) {
    await tx.deleteFrom(table).where('account_id', '=', account_id).execute()
    // A number that somebody else has proven since is theirs.
    await sql`insert into ${sql.table(table)} select * from
      jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(before[table])}::text::jsonb)
      on conflict do nothing`.execute(tx)
  }
}

/** Links that have expired, with what they would have put back. */
export const deleteOldUndos = (tx: PlatformTx): Promise<unknown> =>
  tx
    .deleteFrom('idp_undo')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()

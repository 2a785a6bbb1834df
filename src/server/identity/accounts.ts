import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import { isUuid } from '../../domain/id.ts'
import { onPlatform, type PlatformTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { rightsChanged } from '../events.ts'
import { markMailboxProven } from '../people/write.ts'
import { fingerprint, randomToken } from '../secrets.ts'
import { refused } from '../refusals.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { endOwnSessions } from './sessions.ts'

export type Account = {
  id: string
  /** Null for people without e-mail. */
  email: string | null
  email_verified: boolean
  name: string | null
  password_hash: string | null
  disabled_at: string | null
}

const hours = { verify: 24, reset: 1 } as const
type LinkPurpose = keyof typeof hours

/** Marks a password link requested while signed in, which proves no mailbox. */
const ticketMark = 'ticket-'
export const isTicket = (token: string): boolean => token.startsWith(ticketMark)

const columns = ['id', 'email', 'email_verified', 'name', 'password_hash', 'disabled_at'] as const

type NewAccount = {
  email: string
  name: string | null
  password: string
  email_verified: boolean
}

/**
 * The embedded provider's accounts and one-time links. The product's people are a different table.
 */
export class Accounts {
  #store: Store
  #issuer: string

  constructor(store: Store, issuer: string) {
    this.#store = store
    this.#issuer = issuer
  }

  async byId(id: string): Promise<Account | undefined> {
    if (!isUuid(id)) return undefined
    return this.#inTx((tx) =>
      tx.selectFrom('idp_account').select(columns).where('id', '=', id).executeTakeFirst(),
    )
  }

  byEmail(email: string): Promise<Account | undefined> {
    return this.#inTx((tx) =>
      tx
        .selectFrom('idp_account')
        .select(columns)
        .where(sql`lower(email)`, '=', emailKey(email))
        .executeTakeFirst(),
    )
  }

  /** Null if the address already has an account. */
  async create({ email, name, password, email_verified }: NewAccount): Promise<Account | null> {
    const password_hash = await hashPassword(password)
    const row = await this.#inTx((tx) =>
      tx
        .insertInto('idp_account')
        .values({ email: email.trim(), name, email_verified, password_hash })
        .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
        .returning(columns)
        .executeTakeFirst(),
    )
    return row ?? null
  }

  /** The account of a mailbox that was proven by a code; made without a password if needed. */
  async proveMailbox(tx: PlatformTx, email: string): Promise<Account> {
    const { rows } = await sql<{ id: string }>`
      insert into idp_account (email, email_verified) values (${email}, true)
      on conflict ((lower(email))) do update set email_verified = true returning id`.execute(tx)
    const { id } = rows[0]!
    await markVerified(tx, this.#issuer, id)
    return tx
      .selectFrom('idp_account')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  /** An account for somebody without e-mail. 409 `phone_taken`. */
  async createWithoutMailbox(
    tx: PlatformTx,
    { name, phone_number }: { name: string; phone_number: string | null },
  ): Promise<string> {
    const row = await tx
      .insertInto('idp_account')
      .values({ name, phone_number })
      .onConflict((on) =>
        on.column('phone_number').where('phone_number', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!row)
      throw refused(
        'phone_taken',
        'This number can’t be used to sign in. Leave it out, and show a QR code instead.',
      )
    return row.id
  }

  /** For seeding: the id of the account with this e-mail address, created if needed. */
  async ensure(input: NewAccount): Promise<string> {
    const existing = await this.byEmail(input.email)
    const account = existing ?? (await this.create(input)) ?? (await this.byEmail(input.email))
    if (!account) throw new Error(`No account for ${input.email}`)
    return account.id
  }

  /**
   * The account, if the password is its own and it is not disabled. Takes as long without an
   * account.
   */
  async signIn(account: Account | undefined, password: string): Promise<Account | null> {
    const { fits, stale } = await checkPassword(account?.password_hash ?? null, password)
    if (!account || !fits || account.disabled_at) return null
    if (stale) {
      const password_hash = await hashPassword(password)
      await this.#inTx((tx) => setPassword(tx, account.id, password_hash))
    }
    return account
  }

  /** Notes that the account signed in. True the first time. */
  async markSignedIn(id: string): Promise<boolean> {
    const row = await this.#inTx((tx) =>
      tx
        .updateTable('idp_account')
        .set({ first_signed_in_at: sql<string>`now()` })
        .where('id', '=', id)
        .where('first_signed_in_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  /** Creates a one-time token for a link. Only its hash is stored. */
  async makeToken(
    account_id: string,
    purpose: LinkPurpose,
    { ticket = false } = {},
  ): Promise<string> {
    const token = (ticket ? ticketMark : '') + randomToken()
    const expires_at = new Date(Date.now() + hours[purpose] * 3_600_000).toISOString()
    await this.#inTx((tx) =>
      tx
        .insertInto('idp_link')
        .values({ token_hash: fingerprint(token), account_id, purpose, expires_at })
        .execute(),
    )
    return token
  }

  /** The account a valid token belongs to. */
  holderOf(token: string, purpose: LinkPurpose): Promise<Account | undefined> {
    return this.#inTx((tx) =>
      tx
        .selectFrom('idp_link')
        .innerJoin('idp_account', 'idp_account.id', 'idp_link.account_id')
        .select(columns.map((column) => `idp_account.${column}` as const))
        .where('token_hash', '=', fingerprint(token))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .executeTakeFirst(),
    )
  }

  /** Marks an account's address as verified. Null if the token was used or expired. */
  verify(token: string): Promise<string | null> {
    return this.#inTx(async (tx) => {
      const id = await spendToken(tx, token, 'verify')
      if (id) await markVerified(tx, this.#issuer, id)
      return id
    })
  }

  /**
   * Sets a new password and ends every session and token of the account. Null if the token was used
   * or expired.
   */
  async resetPassword(token: string, password: string): Promise<string | null> {
    const password_hash = await hashPassword(password)
    return this.#inTx(async (tx) => {
      const id = await spendToken(tx, token, 'reset')
      if (!id) return null
      await setPassword(tx, id, password_hash)
      if (!isTicket(token)) await markVerified(tx, this.#issuer, id)
      await tx
        .deleteFrom('idp_link')
        .where('account_id', '=', id)
        .where('purpose', '=', 'reset')
        .where('used_at', 'is', null)
        .execute()
      await endOwnSessions(tx, { account_id: id })
      await tx
        .deleteFrom('idp_payload')
        .where(sql`payload ->> 'accountId'`, '=', id)
        .execute()
      return id
    })
  }

  /**
   * True if a person or an invitation already has this address: it must be verified before the
   * account can do anything.
   */
  async mustVerifyFirst(account: Account): Promise<boolean> {
    if (account.email_verified || !account.email) return false
    return this.#inTx((tx) => isAddressTaken(tx, this.#issuer, account))
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** Deletes accounts, with everything that signs in to them; another provider keeps its own. */
export async function deleteAccounts(tx: PlatformTx, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    if (isUuid(subject)) await tx.deleteFrom('idp_account').where('id', '=', subject).execute()
}

const setPassword = (tx: PlatformTx, id: string, password_hash: string): Promise<unknown> =>
  tx.updateTable('idp_account').set({ password_hash }).where('id', '=', id).execute()

async function spendToken(
  tx: PlatformTx,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const row = await tx
    .updateTable('idp_link')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', fingerprint(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

async function markVerified(tx: PlatformTx, issuer: string, id: string): Promise<void> {
  await tx.updateTable('idp_account').set({ email_verified: true }).where('id', '=', id).execute()
  const known = await tx
    .selectFrom('person_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', id)
    .execute()
  for (const { person_id } of known) await markMailboxProven(tx, person_id)
  await rightsChanged(
    tx,
    known.map(({ person_id }) => person_id),
  )
}

async function isAddressTaken(
  tx: PlatformTx,
  issuer: string,
  { id, email }: Account,
): Promise<boolean> {
  if (!email) return false
  const own = tx
    .selectFrom('person_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', id)
  const person = await tx
    .selectFrom('people')
    .select('id')
    .where(sql`lower(email)`, '=', emailKey(email))
    .where('id', 'not in', own)
    .executeTakeFirst()
  if (person) return true
  const invited = await tx
    .selectFrom('invitations')
    .select('id')
    .where(sql`lower(email)`, '=', emailKey(email))
    .where('kind', 'in', ['staff', 'owner'])
    .where('created_by', 'is not', null)
    .where('created_by', 'not in', own)
    .where('status', 'in', ['pending', 'sent', 'opened'])
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .executeTakeFirst()
  return invited !== undefined
}

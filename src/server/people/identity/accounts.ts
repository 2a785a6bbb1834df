import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { rightsChanged } from '../../base/events.ts'
import { markMailboxProven } from '../write.ts'
import { fingerprint, randomToken } from '../../base/kit/secrets.ts'
import { isMailboxProven, keepMailbox, type HowProven } from './addresses.ts'
import { emptyAccount, endEverySignIn, endFactorsFromBefore } from './empty-account.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import type { Account } from './service.ts'

const hours = { verify: 24, reset: 1 } as const
type LinkPurpose = keyof typeof hours

/** Marks a password link requested while signed in, which proves no mailbox. */
const ticketMark = 'ticket-'
export const isTicket = (token: string): boolean => token.startsWith(ticketMark)

const columns = [
  'idp_account.id',
  'idp_account.email',
  'idp_account.name',
  'idp_account.password_hash',
  'idp_account.disabled_at',
  isMailboxProven.as('email_verified'),
] as const

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
    return this.#inTx(async (tx) => {
      const row = await tx
        .insertInto('idp_account')
        .values({ email: email.trim(), name, password_hash })
        .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
        .returning(['id', 'email', 'name', 'password_hash', 'disabled_at'])
        .executeTakeFirst()
      if (!row) return null
      if (email_verified)
        await keepMailbox(tx, { account_id: row.id, address: email, how: 'operator' })
      return { ...row, email_verified }
    })
  }

  /**
   * The account of a mailbox that was proven by a code; made without a password if needed. Another
   * mailbox never leads to it, whatever a profile or a business names.
   */
  async proveMailbox(tx: PlatformTx, email: string): Promise<Account> {
    const { rows } = await sql<{ id: string }>`
      insert into idp_account (email) values (${email})
      on conflict ((lower(email))) do update set email = idp_account.email returning id`.execute(tx)
    const { id } = rows[0]!
    await markVerified(tx, this.#issuer, { id, how: 'code' })
    return tx
      .selectFrom('idp_account')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  /** An account for somebody without e-mail, which a link of the office opens. */
  async createWithoutMailbox(tx: PlatformTx, name: string): Promise<string> {
    const row = await tx
      .insertInto('idp_account')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow()
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
        .select(columns)
        .where('token_hash', '=', fingerprint(token))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .executeTakeFirst(),
    )
  }

  /**
   * Marks an account's address as verified. What was set before ends, unless `keeps`: whoever opened
   * the link also typed the password, so they set it. Null if the token was used or expired.
   */
  verify(token: string, { keeps = false } = {}): Promise<string | null> {
    return this.#inTx(async (tx) => {
      const id = await spendToken(tx, token, 'verify')
      if (id) await markVerified(tx, this.#issuer, { id, how: 'link', keeps })
      return id
    })
  }

  /**
   * Sets a new password and ends every session and token of the account; by a link from the mailbox
   * also passkeys and factors from before it was proven. Null if the token was used or expired.
   */
  async resetPassword(token: string, password: string): Promise<string | null> {
    const password_hash = await hashPassword(password)
    return this.#inTx(async (tx) => {
      const id = await spendToken(tx, token, 'reset')
      if (!id) return null
      if (!isTicket(token)) {
        await markVerified(tx, this.#issuer, { id, how: 'reset' })
        await endFactorsFromBefore(tx, id)
      }
      await setPassword(tx, id, password_hash)
      await tx
        .deleteFrom('idp_link')
        .where('account_id', '=', id)
        .where('purpose', '=', 'reset')
        .where('used_at', 'is', null)
        .execute()
      await endEverySignIn(tx, id)
      return id
    })
  }

  /**
   * True if a person, a customer or an invitation already has this address: it must be verified before the
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

type Verified = { id: string; how: HowProven; keeps?: boolean }

async function markVerified(
  tx: PlatformTx,
  issuer: string,
  { id, how, keeps = false }: Verified,
): Promise<void> {
  const { email } = await tx
    .selectFrom('idp_account')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!email) return
  const isFirst = await keepMailbox(tx, { account_id: id, address: email, how })
  if (isFirst && !keeps) await emptyAccount(tx, id)
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
  // Whoever signs up at a business types their own address a moment before.
  const { rows: customers } = await sql`select 1 from customers c
    where lower(c.email) = ${emailKey(email)} and c.status <> 'archived'
      and (c.person_id is null or c.person_id not in (${own}))
      and (c.signup_lead_id is null or c.created_at < now() - interval '1 day') limit 1`.execute(tx)
  if (customers.length) return true
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

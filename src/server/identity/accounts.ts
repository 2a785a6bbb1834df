import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import { onPlatform, type PlatformTx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { touchPerson } from './touch.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { fingerprint, nobody, randomToken } from './secret.ts'

export type Account = { id: string; email: string; email_verified: boolean; name: string | null; password_hash: string | null; disabled_at: string | null }

const hours = { verify: 24, reset: 1 } as const
export type LinkPurpose = keyof typeof hours

/** What identifies a link to change a password that its person asked for while signed in: it proves no mailbox. */
const ticketMark = 'ticket-'

/** The embedded provider's own accounts and one-time links; people of the product are another table. */
export function createAccounts(store: Store, issuer: string) {
  const inTx = <T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> => onPlatform(store, nobody, work)
  const columns = ['id', 'email', 'email_verified', 'name', 'password_hash', 'disabled_at'] as const

  const byId = (id: string): Promise<Account | undefined> =>
    isUuid(id) ? inTx((tx) => tx.selectFrom('idp_account').select(columns).where('id', '=', id).executeTakeFirst()) : Promise.resolve(undefined)
  const byEmail = (email: string): Promise<Account | undefined> =>
    inTx((tx) =>
      tx
        .selectFrom('idp_account')
        .select(columns)
        .where(sql`lower(email)`, '=', emailKey(email))
        .executeTakeFirst(),
    )

  /** Null when the address already has an account. */
  async function create(input: { email: string; name: string | null; password: string; email_verified: boolean }): Promise<Account | null> {
    const password_hash = await hashPassword(input.password)
    const row = await inTx((tx) =>
      tx
        .insertInto('idp_account')
        .values({ email: input.email.trim(), name: input.name, email_verified: input.email_verified, password_hash })
        .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
        .returning(columns)
        .executeTakeFirst(),
    )
    return row ?? null
  }

  /** The account when e-mail and password fit and it is not disabled. */
  async function signIn(email: string, password: string): Promise<Account | null> {
    const account = await byEmail(email)
    const { fits, stale } = await checkPassword(account?.password_hash ?? null, password)
    if (!account || !fits || account.disabled_at) return null
    if (stale) {
      const password_hash = await hashPassword(password)
      await inTx((tx) => tx.updateTable('idp_account').set({ password_hash }).where('id', '=', account.id).execute())
    }
    return account
  }

  /** Makes a one-time token: its hash is stored, the token itself goes into a link. */
  async function makeToken(account_id: string, purpose: LinkPurpose, { ticket = false } = {}): Promise<string> {
    const token = (ticket ? ticketMark : '') + randomToken()
    const expires_at = new Date(Date.now() + hours[purpose] * 3_600_000).toISOString()
    await inTx((tx) =>
      tx
        .insertInto('idp_link')
        .values({ token_hash: fingerprint(token), account_id, purpose, expires_at })
        .execute(),
    )
    return token
  }

  /** Whose token it is while it may still be used. */
  const holderOf = (token: string, purpose: LinkPurpose): Promise<Account | undefined> =>
    inTx((tx) =>
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

  async function useToken(tx: PlatformTx, token: string, purpose: LinkPurpose): Promise<string | null> {
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

  async function markVerified(tx: PlatformTx, id: string): Promise<void> {
    await tx.updateTable('idp_account').set({ email_verified: true }).where('id', '=', id).execute()
    const known = await tx.selectFrom('person_identities').select('person_id').where('issuer', '=', issuer).where('subject', '=', id).execute()
    for (const { person_id } of known) await touchPerson(tx, person_id)
  }

  /** The mailbox answered: the address belongs to the account. Null when the token is spent or too old. */
  const verify = (token: string): Promise<string | null> =>
    inTx(async (tx) => {
      const id = await useToken(tx, token, 'verify')
      if (id) await markVerified(tx, id)
      return id
    })

  /** Sets a new password and ends every session and token of the account. Null when the token is spent or too old. */
  async function resetPassword(token: string, password: string): Promise<string | null> {
    const password_hash = await hashPassword(password)
    return inTx(async (tx) => {
      const id = await useToken(tx, token, 'reset')
      if (!id) return null
      await tx.updateTable('idp_account').set({ password_hash }).where('id', '=', id).execute()
      if (!token.startsWith(ticketMark)) await markVerified(tx, id)
      await tx.deleteFrom('idp_link').where('account_id', '=', id).where('purpose', '=', 'reset').where('used_at', 'is', null).execute()
      await tx
        .deleteFrom('idp_payload')
        .where(sql`payload ->> 'accountId'`, '=', id)
        .execute()
      return id
    })
  }

  /** Whether the address is already somebody's here, so that it must be proven before the account gets any further. */
  const mustVerifyFirst = (account: Account): Promise<boolean> =>
    account.email_verified
      ? Promise.resolve(false)
      : inTx(async (tx) => {
          const own = tx.selectFrom('person_identities').select('person_id').where('issuer', '=', issuer).where('subject', '=', account.id)
          const person = await tx
            .selectFrom('people')
            .select('id')
            .where(sql`lower(email)`, '=', emailKey(account.email))
            .where('id', 'not in', own)
            .executeTakeFirst()
          if (person) return true
          const invited = await tx
            .selectFrom('invitations')
            .select('id')
            .where(sql`lower(email)`, '=', emailKey(account.email))
            .where('kind', 'in', ['staff', 'owner'])
            .where('created_by', 'is not', null)
            .where('created_by', 'not in', own)
            .where('status', 'in', ['pending', 'sent', 'opened'])
            .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
            .executeTakeFirst()
          return invited !== undefined
        })

  /** For the seed: the account with this e-mail, made when missing. */
  async function ensure(input: { email: string; name: string | null; password: string; email_verified: boolean }): Promise<string> {
    const existing = await byEmail(input.email)
    const account = existing ?? (await create(input)) ?? (await byEmail(input.email))
    if (!account) throw new Error(`No account for ${input.email}`)
    return account.id
  }

  return { byId, byEmail, create, ensure, signIn, makeToken, holderOf, verify, resetPassword, mustVerifyFirst }
}
export type Accounts = ReturnType<typeof createAccounts>

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

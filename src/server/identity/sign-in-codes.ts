import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { emailKey, isEmail, toE164 } from '../../domain/contact.ts'
import { adoptByMailbox } from '../customers/adopt.ts'
import { onPlatform, type PlatformTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { rejoinAsCustomer } from '../people/write-memberships.ts'
import { joinPerson } from '../people/join-by-mailbox.ts'
import { deriveKey } from '../secrets.ts'
import type { Account, Accounts } from './accounts.ts'

const tries = 5
const life_minutes = 10

/** Where a code goes. */
type Target = { by: 'email' | 'sms'; to: string; name: string | null; code: string }

/** Codes that sign in without a password, sent to a mailbox or a phone. */
export class SignInCodes {
  #store: Store
  #secret: Buffer
  #issuer: string
  #accounts: Accounts

  constructor(store: Store, secret: Buffer, issuer: string, accounts: Accounts) {
    this.#store = store
    this.#secret = secret
    this.#issuer = issuer
    this.#accounts = accounts
  }

  /** A new code for a sign-in, if what was typed belongs to somebody; the last one stops working. */
  begin(uid: string, typed: string): Promise<Target | null> {
    return this.#inTx(async (tx) => {
      await tx.deleteFrom('idp_sign_in_code').where('uid', '=', uid).execute()
      const phone = toE164(typed)
      const who = isEmail(typed.trim())
        ? await this.#byMailbox(tx, typed.trim())
        : phone
          ? await this.#byPhone(tx, phone)
          : null
      if (!who) return null
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await tx
        .insertInto('idp_sign_in_code')
        .values({
          uid,
          account_id: who.account_id,
          email: who.email,
          code_hash: this.#hash(uid, code),
          expires_at: sql<string>`now() + make_interval(mins => ${life_minutes}::int)`,
        })
        .execute()
      return { by: who.by, to: who.to, name: who.name, code }
    })
  }

  /**
   * The account a right code signs in to; null for a wrong one, after five tries or ten minutes. A
   * mailbox that is known to a business becomes an account.
   */
  async spend(uid: string, typed: string, locale: 'en' | 'es'): Promise<Account | null> {
    const row = await this.#inTx((tx) =>
      tx
        .updateTable('idp_sign_in_code')
        .set({ tries: sql<number>`tries + 1` })
        .where('uid', '=', uid)
        .where('tries', '<', tries)
        .where('expires_at', '>', sql<string>`now()`)
        .returning(['account_id', 'email', 'code_hash'])
        .executeTakeFirst(),
    )
    const code = Buffer.from(this.#hash(uid, typed.replace(/\D/g, '')))
    if (!row || !timingSafeEqual(code, Buffer.from(row.code_hash))) return null
    const { email, account_id } = row
    const arrived = await this.#inTx(async (tx) => {
      const gone = await tx.deleteFrom('idp_sign_in_code').where('uid', '=', uid).executeTakeFirst()
      if (!gone.numDeletedRows) return null
      return email ? (await this.#arrive(tx, email, locale)).id : account_id
    })
    return arrived ? ((await this.#accounts.byId(arrived)) ?? null) : null
  }

  /** The mailbox is theirs, and so is what businesses keep under its address. */
  async #arrive(tx: PlatformTx, email: string, locale: 'en' | 'es'): Promise<Account> {
    const account = await this.#accounts.proveMailbox(tx, email)
    const person_id = await joinPerson(tx, {
      issuer: this.#issuer,
      subject: account.id,
      email,
      locale,
    })
    for (const row of await adoptByMailbox(tx, { person_id, email }))
      await rejoinAsCustomer(tx, { ...row, person_id })
    return account
  }

  async #byMailbox(tx: PlatformTx, email: string) {
    const { rows } = await sql<{ name: string | null; disabled: boolean }>`
      select name, disabled_at is not null as disabled from idp_account where lower(email) = ${emailKey(email)}
      union all select name, false from people where lower(email) = ${emailKey(email)} and status <> 'inactive'
      union all select name, false from customers where lower(email) = ${emailKey(email)} and status <> 'archived'`.execute(
      tx,
    )
    const [first] = rows
    if (!first || rows.some(({ disabled }) => disabled)) return null
    return { by: 'email' as const, to: email, name: first.name, account_id: null, email }
  }

  /** Somebody's own number, or the one business' customers are reached at: only if it is one person's. */
  async #byPhone(tx: PlatformTx, phone: string) {
    const { rows } = await sql<{ id: string; name: string | null }>`
      select id, name from idp_account where phone_number = ${phone} and disabled_at is null
      union select a.id, a.name from customers c join person_identities i on i.person_id = c.person_id and i.issuer = ${this.#issuer}
        join idp_account a on a.id::text = i.subject and a.disabled_at is null
        where c.phone_number = ${phone} and c.status <> 'archived'`.execute(tx)
    const [only] = rows
    if (rows.length !== 1 || !only) return null
    return { by: 'sms' as const, to: phone, name: only.name, account_id: only.id, email: null }
  }

  #hash(uid: string, code: string): string {
    return createHmac('sha256', deriveKey(this.#secret, 'sign-in codes'))
      .update(`${uid} ${code}`)
      .digest('hex')
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** Codes and links that expired unused. */
export async function deleteOldCodes(tx: PlatformTx): Promise<void> {
  await tx
    .deleteFrom('idp_sign_in_code')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await tx
    .deleteFrom('idp_device_link')
    .where('expires_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { emailKey, readEmail } from '../../../domain/base/email.ts'
import { toE164 } from '../../../domain/base/phone.ts'
import { adoptByMailbox } from '../../customers/link-by-mailbox.ts'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { rejoinAsCustomer } from '../write-memberships.ts'
import { hasSignInAt, joinPerson } from '../join-by-mailbox.ts'
import { deriveKey } from '../../base/kit/secrets.ts'
import type { Accounts } from './accounts.ts'
import { accountAt } from './addresses.ts'
import type { Account, ProvenAddress } from './service.ts'

const tries = 5
const life_minutes = 10

/** Whom an address belongs to, as far as codes go there. */
type CodeTarget = {
  by: 'email' | 'sms'
  to: string
  name: string | null
  /** Null for a mailbox that a business knows, and that no account has. */
  account_id: string | null
}
/** Whom a right code signs in. `phone`: the number it was sent to; null for a mailbox. */
type Arrived = { account: Account; phone: string | null }

/** Codes that sign in without a password, sent to a mailbox or a number its person has proven. */
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

  /** Where a code for what was typed may go; null if it opens nothing. */
  find(typed: string): Promise<CodeTarget | null> {
    return this.#inTx(async (tx) => {
      const email = readEmail(typed)
      if (email) return byMailbox(tx, email)
      const phone = toE164(typed)
      return phone ? byPhone(tx, phone) : null
    })
  }

  /** A new code for a sign-in; the last one stops working. */
  begin(uid: string, { by, to, account_id }: CodeTarget): Promise<string> {
    return this.#inTx((tx) =>
      this.#keep(
        tx,
        uid,
        by === 'sms' ? { account_id, phone: to } : { account_id: null, email: to },
      ),
    )
  }

  /** A code to prove a number while signed in; the last one stops working. */
  beginNumber(account_id: string, phone: string): Promise<string> {
    return this.#inTx((tx) => this.#keep(tx, numberKey(account_id), { account_id, phone }))
  }

  /** The number whose code was typed back; null for a wrong one. */
  async spendNumber(account_id: string, typed: string): Promise<string | null> {
    const key = numberKey(account_id)
    const row = await this.#try(key, typed)
    const isFirst = row && (await this.#inTx((tx) => endCode(tx, key)))
    return isFirst ? row.phone : null
  }

  /** A code to show that it is them while signed in; the last one stops working. */
  beginProof(account_id: string, { by, to }: ProvenAddress): Promise<string> {
    const at = by === 'sms' ? { phone: to } : { email: to }
    return this.#inTx((tx) => this.#keep(tx, proofKey(account_id), { account_id, ...at }))
  }

  /** True for the code that was sent to show that it is them. */
  async spendProof(account_id: string, typed: string): Promise<boolean> {
    const key = proofKey(account_id)
    const row = await this.#try(key, typed)
    return row !== null && this.#inTx((tx) => endCode(tx, key))
  }

  /** No code of this sign-in works any more. */
  forget(uid: string): Promise<unknown> {
    return this.#inTx((tx) => tx.deleteFrom('idp_sign_in_code').where('uid', '=', uid).execute())
  }

  /**
   * The account a right code signs in to; null for a wrong one, after five tries or ten minutes. A
   * mailbox that is known to a business becomes an account.
   */
  async spend(uid: string, typed: string, locale: 'en' | 'es'): Promise<Arrived | null> {
    const row = await this.#try(uid, typed)
    if (!row) return null
    const { email, phone } = row
    const arrived = await this.#inTx(async (tx) => {
      if (!(await endCode(tx, uid))) return null
      if (email) return (await this.#arrive(tx, email, locale)).id
      const owner = phone ? await accountAt(tx, 'phone', phone) : undefined
      return owner?.id === row.account_id ? owner.id : null
    })
    const account = arrived ? await this.#accounts.byId(arrived) : undefined
    return account ? { account, phone: email ? null : phone } : null
  }

  async #keep(
    tx: PlatformTx,
    uid: string,
    target: { account_id: string | null; email?: string; phone?: string },
  ): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const row = {
      account_id: target.account_id,
      email: target.email ?? null,
      phone: target.phone ?? null,
      code_hash: this.#hash(uid, code),
      tries: 0,
      expires_at: sql<string>`now() + make_interval(mins => ${life_minutes}::int)`,
    }
    // Two requests at the same moment are one after the other: the later code counts.
    await tx
      .insertInto('idp_sign_in_code')
      .values({ uid, ...row })
      .onConflict((on) => on.column('uid').doUpdateSet(row))
      .execute()
    return code
  }

  /** What a code was sent for, if it is right. Counts the try. */
  async #try(uid: string, typed: string) {
    const row = await this.#inTx((tx) =>
      tx
        .updateTable('idp_sign_in_code')
        .set({ tries: sql<number>`tries + 1` })
        .where('uid', '=', uid)
        .where('tries', '<', tries)
        .where('expires_at', '>', sql<string>`now()`)
        .returning(['account_id', 'email', 'phone', 'code_hash'])
        .executeTakeFirst(),
    )
    const code = Buffer.from(this.#hash(uid, typed.replace(/\D/g, '')))
    return row && timingSafeEqual(code, Buffer.from(row.code_hash)) ? row : null
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

  #hash(uid: string, code: string): string {
    return createHmac('sha256', deriveKey(this.#secret, 'sign-in codes'))
      .update(`${uid} ${code}`)
      .digest('hex')
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** Unlike the id of any sign-in. */
const numberKey = (account_id: string): string => `number of ${account_id}`
const proofKey = (account_id: string): string => `proof of ${account_id}`

const endCode = async (tx: PlatformTx, uid: string): Promise<boolean> =>
  (await tx.deleteFrom('idp_sign_in_code').where('uid', '=', uid).executeTakeFirst())
    .numDeletedRows > 0n

/**
 * An account's mailbox, or one that a business knows somebody by who has no sign-in yet. A contact
 * address of somebody who signs in with another one gets no code.
 */
async function byMailbox(tx: PlatformTx, email: string): Promise<CodeTarget | null> {
  const { rows } = await sql<{ id: string | null; name: string | null; disabled: boolean }>`
    select id, name, disabled_at is not null as disabled from idp_account where lower(email) = ${emailKey(email)}
    union all select null, name, false from people where ${hasSignInAt(email)} and status <> 'inactive'
    union all select null, name, false from customers where lower(email) = ${emailKey(email)} and person_id is null and status <> 'archived'`.execute(
    tx,
  )
  const [first] = rows
  if (!first || rows.some(({ disabled }) => disabled)) return null
  return { by: 'email', to: email, name: first.name, account_id: first.id }
}

async function byPhone(tx: PlatformTx, phone: string): Promise<CodeTarget | null> {
  const account = await accountAt(tx, 'phone', phone)
  if (!account || account.disabled_at) return null
  return { by: 'sms', to: phone, name: account.name, account_id: account.id }
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

import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { productName } from '../../domain/text.ts'
import { onPlatform, type PlatformTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { deriveKey, sealFor, unsealFor } from '../secrets.ts'

const period_seconds = 30
const recoveryCodes = 10
/** Ten of 32 letters are 50 bits. None of them looks like another. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const purpose = 'second factor'

export type FactorState = { is_on: boolean; recovery_codes_left: number }

/** The second factors of accounts: an authenticator app with recovery codes. */
export class Factors {
  #store: Store
  #secret: Buffer

  constructor(store: Store, secret: Buffer) {
    this.#store = store
    this.#secret = secret
  }

  read(account_id: string): Promise<FactorState> {
    return this.#inTx(async (tx) => {
      const on = await confirmed(tx, account_id)
      const { left } = await tx
        .selectFrom('idp_recovery')
        .select(sql<string>`count(*)`.as('left'))
        .where('account_id', '=', account_id)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { is_on: on !== undefined, recovery_codes_left: on ? Number(left) : 0 }
    })
  }

  async isOn(account_id: string): Promise<boolean> {
    return (await this.#inTx((tx) => confirmed(tx, account_id))) !== undefined
  }

  /** A new secret, which counts once a code of it was typed. Null if one is on already. */
  async begin(account_id: string, email: string): Promise<{ secret: string; uri: string } | null> {
    const secret = new Secret({ size: 20 }).base32
    const sealed = sealFor(this.#secret, purpose, secret)
    const row = await this.#inTx((tx) =>
      tx
        .insertInto('idp_factor')
        .values({ account_id, secret_sealed: sealed })
        .onConflict((on) =>
          on
            .column('account_id')
            .doUpdateSet({ secret_sealed: sealed, created_at: sql<string>`now()` })
            .where('idp_factor.confirmed_at', 'is', null),
        )
        .returning('account_id')
        .executeTakeFirst(),
    )
    return row ? { secret, uri: totpOf(secret, email).toString() } : null
  }

  /** Turns it on with a first right code. Returns the recovery codes, which can't be read again; null for a wrong code. */
  confirm(account_id: string, code: string): Promise<string[] | null> {
    return this.#inTx(async (tx) => {
      const row = await tx
        .selectFrom('idp_factor')
        .select('secret_sealed')
        .where('account_id', '=', account_id)
        .where('confirmed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      const step = row && this.#stepOf(row.secret_sealed, code)
      if (!step) return null
      await tx
        .updateTable('idp_factor')
        .set({ confirmed_at: sql<string>`now()`, last_step: step })
        .where('account_id', '=', account_id)
        .execute()
      const codes = Array.from({ length: recoveryCodes }, newCode)
      await tx.deleteFrom('idp_recovery').where('account_id', '=', account_id).execute()
      await tx
        .insertInto('idp_recovery')
        .values(codes.map((one) => ({ account_id, code_hash: this.#hash(account_id, one) })))
        .execute()
      return codes
    })
  }

  /** Spends a code of the app, or a recovery code. Null if it is wrong or was used before. */
  async spend(account_id: string, typed: string): Promise<'app' | 'recovery' | null> {
    const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
    if (!code) return null
    return this.#inTx(async (tx) => {
      if (/^\d{6}$/.test(code)) return this.#spendStep(tx, account_id, code)
      const spent = await tx
        .updateTable('idp_recovery')
        .set({ used_at: sql<string>`now()` })
        .where('account_id', '=', account_id)
        .where('code_hash', '=', this.#hash(account_id, code))
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return spent.numUpdatedRows ? 'recovery' : null
    })
  }

  async #spendStep(tx: PlatformTx, account_id: string, code: string): Promise<'app' | null> {
    const row = await confirmed(tx, account_id)
    const step = row && this.#stepOf(row.secret_sealed, code)
    if (!step) return null
    // One statement: of two uses of a code in the same moment, one counts.
    const spent = await tx
      .updateTable('idp_factor')
      .set({ last_step: step })
      .where('account_id', '=', account_id)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return spent.numUpdatedRows ? 'app' : null
  }

  end(account_id: string): Promise<boolean> {
    return this.#inTx(async (tx) => {
      await tx.deleteFrom('idp_recovery').where('account_id', '=', account_id).execute()
      const gone = await tx
        .deleteFrom('idp_factor')
        .where('account_id', '=', account_id)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    })
  }

  /** The time step a code is right for, one step either way. */
  #stepOf(sealed: string, code: string): number | null {
    const secret = unsealFor(this.#secret, purpose, sealed)
    const token = code.replace(/\s/g, '')
    const delta = secret === null ? null : totpOf(secret, '').validate({ token, window: 1 })
    return delta === null ? null : Math.floor(Date.now() / 1000 / period_seconds) + delta
  }

  /** Keyed, since 50 bits could be tried out on a copy of the database. */
  #hash(account_id: string, code: string): string {
    const key = deriveKey(this.#secret, 'recovery codes')
    return createHmac('sha256', key)
      .update(`${account_id} ${code.replace('-', '')}`)
      .digest('hex')
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: productName,
    ...(label ? { label } : {}),
    algorithm: 'SHA1',
    digits: 6,
    period: period_seconds,
    secret: Secret.fromBase32(secret),
  })

/** 'abcde-fghjk'. */
function newCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const confirmed = (tx: PlatformTx, account_id: string) =>
  tx
    .selectFrom('idp_factor')
    .select('secret_sealed')
    .where('account_id', '=', account_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

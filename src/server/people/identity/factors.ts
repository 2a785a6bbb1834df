import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { productName } from '../../../domain/base/text.ts'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { sealFor, unsealFor } from '../../base/kit/secrets.ts'
import type { Passkeys } from './passkeys.ts'
import {
  countRecoveryCodes,
  endRecoveryCodes,
  newRecoveryCodes,
  spendRecoveryCode,
} from './recovery-codes.ts'
import type { FactorState } from './service.ts'

const period_seconds = 30
const purpose = 'second factor'

/** The second factors of accounts: passkeys, or an authenticator app, and recovery codes. */
export class Factors {
  #store: Store
  #secret: Buffer
  #passkeys: Passkeys

  constructor(store: Store, secret: Buffer, passkeys: Passkeys) {
    this.#store = store
    this.#secret = secret
    this.#passkeys = passkeys
  }

  async read(account_id: string): Promise<FactorState> {
    const passkeys = await this.#passkeys.list(account_id)
    return this.#inTx(async (tx) => {
      const has_app = (await confirmed(tx, account_id)) !== undefined
      const is_on = has_app || passkeys.length > 0
      const left = is_on ? await countRecoveryCodes(tx, account_id) : 0
      return { is_on, has_app, passkeys, recovery_codes_left: left }
    })
  }

  async isOn(account_id: string): Promise<boolean> {
    return (await this.read(account_id)).is_on
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
      return newRecoveryCodes(tx, this.#secret, account_id, { replace: true })
    })
  }

  /** Spends a code of the app, or a recovery code. Null if it is wrong or was used before. */
  async spend(account_id: string, typed: string): Promise<'app' | 'recovery' | null> {
    const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
    if (!code) return null
    return this.#inTx(async (tx) => {
      if (/^\d{6}$/.test(code)) return this.#spendStep(tx, account_id, code)
      return (await spendRecoveryCode(tx, this.#secret, account_id, code)) ? 'recovery' : null
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

  /** Ends the app. False if there was none. Without another factor the recovery codes end too. */
  async end(account_id: string): Promise<boolean> {
    const hasOther = (await this.#passkeys.list(account_id)).length > 0
    return this.#inTx(async (tx) => {
      if (!hasOther) await endRecoveryCodes(tx, account_id)
      const gone = await tx
        .deleteFrom('idp_factor')
        .where('account_id', '=', account_id)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    })
  }

  /** Ends everything besides the password. False if there was nothing. */
  reset(account_id: string): Promise<boolean> {
    return this.#inTx(async (tx) => {
      await endRecoveryCodes(tx, account_id)
      const gone = [
        await tx
          .deleteFrom('idp_factor')
          .where('account_id', '=', account_id)
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst(),
        await tx.deleteFrom('idp_passkey').where('account_id', '=', account_id).executeTakeFirst(),
      ]
      return gone.some(({ numDeletedRows }) => numDeletedRows > 0n)
    })
  }

  /** The time step a code is right for, one step either way. */
  #stepOf(sealed: string, code: string): number | null {
    const secret = unsealFor(this.#secret, purpose, sealed)
    const token = code.replace(/\s/g, '')
    const delta = secret === null ? null : totpOf(secret, '').validate({ token, window: 1 })
    return delta === null ? null : Math.floor(Date.now() / 1000 / period_seconds) + delta
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** True of an identity `i` whose account a password alone does not open. */
export const hasFactor = sql`i.subject in (
  select account_id::text from idp_passkey union all select account_id::text from idp_factor where confirmed_at is not null)`

/** Those of these people whom a password alone does not sign in. */
export async function readFactorHolders(
  tx: PlatformTx,
  person_ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ person_id: string }>`
    select i.person_id from person_identities i where i.person_id = any (${`{${person_ids.join(',')}}`}::text::uuid[]) and ${hasFactor}`.execute(
    tx,
  )
  return new Set(rows.map(({ person_id }) => person_id))
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

const confirmed = (tx: PlatformTx, account_id: string) =>
  tx
    .selectFrom('idp_factor')
    .select('secret_sealed')
    .where('account_id', '=', account_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

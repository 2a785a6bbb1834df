import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { productName } from '../../../domain/base/text.ts'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { deriveKey, sealFor, unsealFor } from '../../base/kit/secrets.ts'
import { endRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts'
import type { Account, Passkey } from './service.ts'

const purpose = 'passkey registration'
const ticket_ms = 10 * 60_000
export const mostPasskeys = 20

type Added =
  | { id: string; recovery_codes: string[] | null }
  | { wrong: 'ticket' | 'response' | 'taken' | 'many' }

// Its certificates take 26 MB and a seventh of a second, which most processes never need.
const library = () => import('@simplewebauthn/server')

const Ticket = z.object({ account_id: z.string(), challenge: z.string(), until: z.number() })

/** Passkeys of accounts, and the ceremonies that make and use them (WebAuthn). */
export class Passkeys {
  #store: Store
  #secret: Buffer
  #origin: string
  #rp_id: string

  constructor(store: Store, secret: Buffer, publicUrl: string) {
    this.#store = store
    this.#secret = secret
    const { origin, hostname } = new URL(publicUrl)
    this.#origin = origin
    this.#rp_id = hostname
  }

  /** Browsers make no passkeys for an address without a name. */
  get isOffered(): boolean {
    return !isIP(this.#rp_id.replace(/^\[|\]$/g, ''))
  }

  /** How many passkeys were made for another host name, where they no longer work. */
  async countOrphans(): Promise<number> {
    const { n } = await this.#inTx((tx) =>
      tx
        .selectFrom('idp_passkey')
        .select(sql<string>`count(*)`.as('n'))
        .where('rp_id', '<>', this.#rp_id)
        .executeTakeFirstOrThrow(),
    )
    return Number(n)
  }

  list(account_id: string): Promise<Passkey[]> {
    return this.#inTx((tx) =>
      this.#own(tx, account_id)
        .select(['id', 'name', 'is_synced', 'created_at', 'used_at'])
        .orderBy('created_at')
        .execute(),
    )
  }

  /** What the browser needs to make one, and a ticket that `add` takes within ten minutes. */
  async begin({ id, email, name }: Account): Promise<{
    options: PublicKeyCredentialCreationOptionsJSON
    ticket: string
  }> {
    const { generateRegistrationOptions } = await library()
    const known = await this.#inTx((tx) =>
      this.#own(tx, id).select(['credential_id', 'transports']).execute(),
    )
    const options = await generateRegistrationOptions({
      rpName: productName,
      rpID: this.#rp_id,
      userName: email ?? name ?? productName,
      userDisplayName: name ?? email ?? productName,
      userID: handleOf(id),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map(asCredential),
    })
    const { challenge } = options
    const held = JSON.stringify({ account_id: id, challenge, until: Date.now() + ticket_ms })
    return { options, ticket: sealFor(this.#secret, purpose, held) }
  }

  /** Keeps a new passkey. The first second factor of an account comes with recovery codes. */
  async add(
    account_id: string,
    { ticket, response, name }: { ticket: string; response: object; name: string },
  ): Promise<Added> {
    const text = unsealFor(this.#secret, purpose, ticket)
    const held = text && Ticket.parse(JSON.parse(text))
    if (!held || held.account_id !== account_id || held.until < Date.now())
      return { wrong: 'ticket' }
    const { verifyRegistrationResponse } = await library()
    const made = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: held.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rp_id,
      requireUserVerification: true,
    }).catch(() => null)
    if (!made?.verified) return { wrong: 'response' }
    const { credential, credentialBackedUp } = made.registrationInfo
    return this.#inTx(async (tx) => {
      await tx
        .selectFrom('idp_account')
        .select('id')
        .where('id', '=', account_id)
        .forUpdate()
        .execute()
      const own = await this.#own(tx, account_id).select('id').execute()
      if (own.length >= mostPasskeys) return { wrong: 'many' as const }
      const row = await tx
        .insertInto('idp_passkey')
        .values({
          account_id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: credential.transports ?? [],
          is_synced: credentialBackedUp,
          rp_id: this.#rp_id,
          name,
        })
        .onConflict((on) => on.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) return { wrong: 'taken' as const }
      return { id: row.id, recovery_codes: await newRecoveryCodes(tx, this.#secret, account_id) }
    })
  }

  /** False if it is not one of this account's. */
  rename(account_id: string, id: string, name: string): Promise<boolean> {
    return this.#inTx(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('idp_passkey')
        .set({ name })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  /** False if it is not one of this account's. With the last factor, the recovery codes end. */
  remove(account_id: string, id: string): Promise<boolean> {
    return this.#inTx(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('idp_passkey')
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .executeTakeFirst()
      const app = tx
        .selectFrom('idp_factor')
        .select('confirmed_at')
        .where('account_id', '=', account_id)
        .where('confirmed_at', 'is not', null)
      if (
        !(
          (await this.#own(tx, account_id).select('id').executeTakeFirst()) ??
          (await app.executeTakeFirst())
        )
      )
        await endRecoveryCodes(tx, account_id)
      return numDeletedRows > 0n
    })
  }

  /**
   * What the browser needs to use a passkey in this sign-in: any of its own, or one of an account
   * whose password was right.
   */
  async ask(uid: string, account_id?: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = account_id
      ? await this.#inTx((tx) =>
          this.#own(tx, account_id).select(['credential_id', 'transports']).execute(),
        )
      : []
    return {
      challenge: this.#challengeOf(uid),
      rpId: this.#rp_id,
      allowCredentials: known.map((one) => ({ ...asCredential(one), type: 'public-key' as const })),
      userVerification: 'required',
      timeout: 300_000,
    }
  }

  /** The account that signed this sign-in's challenge, or null. */
  async spend(uid: string, text: string): Promise<string | null> {
    const response = responseIn(text)
    if (!response) return null
    const row = await this.#inTx((tx) =>
      tx
        .selectFrom('idp_passkey')
        .select(['id', 'account_id', 'public_key', 'counter', 'transports'])
        .where('credential_id', '=', response.id)
        .where('rp_id', '=', this.#rp_id)
        .executeTakeFirst(),
    )
    if (!row || response.response.userHandle !== base64Of(handleOf(row.account_id))) return null
    const { verifyAuthenticationResponse } = await library()
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: this.#challengeOf(uid),
      expectedOrigin: this.#origin,
      expectedRPID: this.#rp_id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
      },
    }).catch(() => null)
    if (!checked?.verified) return null
    const { newCounter, credentialBackedUp } = checked.authenticationInfo
    await this.#inTx((tx) =>
      tx
        .updateTable('idp_passkey')
        .set({ counter: newCounter, is_synced: credentialBackedUp, used_at: sql<string>`now()` })
        .where('id', '=', row.id)
        .execute(),
    )
    return row.account_id
  }

  #own(tx: PlatformTx, account_id: string) {
    return tx
      .selectFrom('idp_passkey')
      .where('account_id', '=', account_id)
      .where('rp_id', '=', this.#rp_id)
  }

  // A sign-in has an unguessable id, belongs to one browser and ends when it succeeds, so what is
  // derived from its id can be signed for this sign-in only.
  #challengeOf(uid: string): string {
    return createHmac('sha256', deriveKey(this.#secret, 'passkey challenges'))
      .update(uid)
      .digest('base64url')
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** The account's id as the user handle: it names nobody. */
const handleOf = (account_id: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(account_id.replaceAll('-', ''), 'hex'))
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

type Credential = { credential_id: string; transports: string[] }
const asCredential = ({ credential_id, transports }: Credential) => ({
  id: credential_id,
  transports: transports as never[],
})

const Assertion = z.looseObject({
  id: z.string().max(2000),
  response: z.looseObject({ userHandle: z.string().max(200) }),
})

function responseIn(text: string): AuthenticationResponseJSON | null {
  try {
    return Assertion.parse(JSON.parse(text)) as unknown as AuthenticationResponseJSON
  } catch {
    return null
  }
}

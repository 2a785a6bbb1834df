import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'
import type { PlatformTx } from '../../base/db/door.ts'

export type Account = {
  id: string
  /** Null for people without e-mail. */
  email: string | null
  email_verified: boolean
  name: string | null
  password_hash: string | null
  disabled_at: string | null
}

export type Passkey = {
  id: string
  name: string
  is_synced: boolean
  /** ISO 8601. */
  created_at: string
  /** ISO 8601. */
  used_at: string | null
}

export type FactorState = {
  /** True if a password alone does not sign in. */
  is_on: boolean
  has_app: boolean
  passkeys: Passkey[]
  recovery_codes_left: number
}

/** A mailbox or a number that its person has proven. */
export type ProvenAddress = { by: 'email' | 'sms'; to: string }

type PasskeyAsk = { options: object; ticket: string }

export type Given = {
  current_password?: string | undefined
  ticket?: string | undefined
  response?: object | undefined
  code?: string | undefined
}

/** What shows that it is really them: their password, what `prove` gave out, or a sign-in of the last minutes. */
export type OwnProof = {
  current_password?: string | undefined
  proof?: string | undefined
  session_id: string | null
}

export type Gate = {
  /**
   * The account, if it is its owner who asks. Every change of how somebody signs in, or of where
   * they are reached, passes here first. 403 `prove_it_is_you`, 422, 429.
   */
  pass(subject: string, proof: OwnProof): Promise<Account>
  /**
   * How this account can prove it: with its password, a passkey, or, having neither, a code at an
   * address of theirs.
   */
  ways(
    subject: string,
  ): Promise<{ has_password: boolean; passkey: PasskeyAsk | null; codes_to: ProvenAddress[] }>
  /** Sends a code to one of the addresses that `ways` named. 404, 429. */
  sendCode(subject: string, to: string): Promise<void>
  /** A proof for the next ten minutes, of this sign-in alone. 422, 429. */
  prove(subject: string, given: Given, session_id: string | null): Promise<string>
}

/** The second factors of the account behind a caller, by its subject. */
export type OwnFactor = {
  read(subject: string): Promise<FactorState & { passkeys_offered: boolean; has_password: boolean }>
  /** A new secret for an authenticator app. */
  begin(subject: string, proof: OwnProof): Promise<{ secret: string; uri: string }>
  /**
   * Turns it on. The sign-in it is done in counts as proven; all others end, since a password alone
   * opened them.
   */
  confirm(subject: string, code: string, session_id: string | null): Promise<string[]>
  end(subject: string, proof: OwnProof): Promise<void>
  /** Ends every factor of somebody who lost theirs. False if there was none. */
  reset(subject: string): Promise<boolean>
  /** What the browser needs to make a passkey. */
  beginPasskey(subject: string, proof: OwnProof): Promise<{ options: object; ticket: string }>
  /** Keeps it. The first factor of all ends the other sign-ins and comes with recovery codes. */
  addPasskey(
    subject: string,
    made: { ticket: string; response: object; name: string },
    session_id: string | null,
  ): Promise<{ recovery_codes: string[] | null }>
  renamePasskey(subject: string, id: string, name: string): Promise<void>
  removePasskey(subject: string, id: string, proof: OwnProof): Promise<void>
}

type OwnNumber = {
  /** In E.164. */
  phone_number: string
  /** ISO 8601. */
  proven_at: string
  /** When somebody signed in with it first. ISO 8601. */
  used_at: string | null
}

/** The addresses that sign in to the account behind a caller, by its subject. */
export type OwnNumbers = {
  read(subject: string): Promise<{
    mailbox: { email: string; is_proven: boolean } | null
    has_password: boolean
    numbers: OwnNumber[]
  }>
  /** Texts a code to a new number. */
  begin(subject: string, typed: string, proof: OwnProof): Promise<void>
  /** Keeps the number the code was sent to. */
  confirm(subject: string, code: string, session_id: string | null): Promise<void>
  remove(subject: string, typed: string, proof: OwnProof): Promise<void>
}

/** A public key's JWK, without the private part. */
export type PublicJwk = JWK

type WithoutMailbox = {
  /** An account for somebody without e-mail; returns the subject. */
  add(tx: PlatformTx, name: string): Promise<string>
  /** A link that signs one device in, once, within ten minutes. */
  link(
    tx: PlatformTx,
    of: { account_id: string; organization_id: string; created_by: string },
  ): Promise<{ url: string; expires_at: string }>
}

export type IdentityProvider = {
  issuer: string
  /** The only browser client. */
  clientId: string
  publicKeys: PublicJwk[]
  /** Mounts the protocol and its pages under /idp. */
  mount(server: FastifyInstance): Promise<void>
  /** Whether it is really them, asked before a sign-in changes. */
  gate: Gate
  /** The second factor of an account. */
  factor: OwnFactor
  /** The numbers that get sign-in codes. */
  numbers: OwnNumbers
  /** A link that puts the contact e-mail back as it is now, for the letter about a new one. */
  undoContact(subject: string): Promise<string>
  /** For seeding: returns the subject; an existing account stays as it is. */
  createAccount(account: {
    email: string
    name: string | null
    password: string
    email_verified: boolean
  }): Promise<string>
  /** An access token for an account without signing in. Refused in production. */
  issueToken(email: string): Promise<string>
  /** Signing in without e-mail and password. */
  withoutMailbox: WithoutMailbox
  /** A link to set a new password, for whoever passed the gate. */
  passwordTicket(subject: string, proof: OwnProof): Promise<string>
  /** Resends the e-mail that verifies an account's address. False if there is nothing to verify. */
  sendVerification(subject: string): Promise<boolean>
}

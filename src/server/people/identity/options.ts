import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../base/db/store.ts'
import type { NoteSecurity } from '../../base/security/log.ts'
import type { AccountMail } from './account-mail.ts'
import type { Accounts } from './accounts.ts'
import type { Devices } from './devices.ts'
import type { Factors } from './factors.ts'
import type { Passkeys } from './passkeys.ts'
import type { DeviceLinks } from './device-links.ts'
import type { SignInCodes } from './sign-in-codes.ts'
import type { Proof } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import type { Undos } from './undo.ts'

/** What the pages need from the protocol. */
export type Interactions = {
  /** This browser's sign-in in progress; null if it ended or belongs to another browser. */
  find(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ uid: string; params: Record<string, unknown>; step: Step['step'] | null } | null>
  /** Keeps where it stands until the next page. */
  hold(request: FastifyRequest, reply: FastifyReply, step: Step): Promise<void>
  /** Completes it with this account. Returns where to send the browser. */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
    proof: Proof,
  ): Promise<string>
  /** Whether somebody is signed in in this browser. */
  isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** Signs this browser in when no sign-in is in progress. */
  startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
    proof: Proof,
  ): Promise<void>
}

/** A device that a QR code of the office signed in. */
export type DeviceSetUp = {
  account_id: string
  organization_id: string
  created_by: string
  name: string
  browser: string | null
  system: string | null
}

export type PageOptions = {
  accounts: Accounts
  factors: Factors
  passkeys: Passkeys
  devices: Devices
  codes: SignInCodes
  deviceLinks: DeviceLinks
  /** Tells the office that a device was set up. */
  deviceSetUp: (device: DeviceSetUp) => Promise<void>
  throttle: Throttle
  undos: Undos
  store: Store
  interactions: Interactions
  publicUrl: string
  /** Where to read mail that stays on this machine. */
  outbox: string | null
  /** A line shown above the forms of a demo. */
  note: string | null
  sendMail: (mail: AccountMail) => Promise<void>
  security: NoteSecurity
  log: { error(object: object, message?: string): void }
}

export type IdentityProviderOptions = {
  store: Store
  /** Of the installation. */
  secret: Buffer
  publicUrl: string
  audience: string
  production: boolean
  /** Whether the pages limit how often they can be used. */
  limited: boolean
  sendMail: PageOptions['sendMail']
  deviceSetUp: PageOptions['deviceSetUp']
  security: NoteSecurity
  log: { error(object: object, message?: string): void }
  /** Where a demo's e-mails can be read, linked from pages that ask people to check their mail. */
  outbox?: string | null
  /** A line shown above a demo's sign-in form. */
  note?: string | null
}

/** Kept with the sign-in in progress, on the server: whose password was right, and when. */
export type Step = {
  step: { account_id: string; is_trusted: boolean; phone: string | null; at: number }
}

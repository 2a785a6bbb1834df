import type { FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { CallDeclaration, Received, Returned } from '../api/kit.ts'
import type { Role } from '../domain/roles.ts'
import type { Config } from './config.ts'
import type { Cause, OrgTx, PlatformTx } from './db/door.ts'
import type { Store } from './db/store.ts'
import type { Actors } from './identity/actors.ts'
import type { IdentityProvider } from './identity/provider.ts'
import type { TokenCheck } from './identity/tokens.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/streams.ts'
import type { Geocoder } from './outside/geocoder.ts'
import type { Mail } from './outside/mail.ts'
import type { Sms } from './outside/sms.ts'
import type { Payments } from './outside/payments.ts'
import type { PushSender } from './push/sender.ts'
import type { SecurityLog } from './security/log.ts'

/**
 * Who is calling: the person, and their roles in the active organization. Roles come from our
 * database, never from the token.
 */
export type Actor = {
  person_id: string
  email: string
  email_verified: boolean
  name: string | null
  role: Role | null
  roles: Role[]
  organization_id: string | null
  customer_id: string | null
  team_id: string | null
  team_ids: string[]
  platform_role: 'admin' | 'sales' | null
  /** True if the active organization was deactivated: its staff can only take out its data. */
  is_inactive: boolean
  /**
   * When the active organization becomes read only for staff; null if its subscription does not
   * end. ISO 8601.
   */
  read_only_from: string | null
  real_person_id: string | null
  impersonation_id: string | null
  /** The sign-in the caller's token is from; null if another provider keeps it. */
  session_id: string | null
  /** True if the sign-in was proven by more than a password, or another provider answers for it. */
  has_second_factor: boolean
  /** True if that is needed: of platform admins, and of staff where the owner says so. */
  requires_second_factor: boolean
}

/** Everything a call may need from this process, built once at startup. */
export type App = {
  config: Config
  store: Store
  secret: Buffer
  jobs: Jobs
  live: Live
  payments: Payments
  mail: Mail
  sms: Sms
  push: PushSender
  /** Null: addresses are known by ZIP code only. */
  geocoder: Geocoder | null
  actors: Actors
  checkToken: TokenCheck
  identity: IdentityProvider | null
  security: SecurityLog
  log: {
    error(object: object, message?: string): void
    warn(object: object, message?: string): void
    info(object: object, message?: string): void
  }
}

/** What every handler gets besides its validated input. */
export type ReadContext = {
  app: App
  headers: IncomingHttpHeaders
  cookies: Record<string, string | undefined>
  ip: string
  agent: string
  request_id: string
  cause: Cause
  reply: FastifyReply
  raw_body: Buffer | null
  /** Reads the caller's organization with the declared sight; the database refuses writes. */
  readOrg: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
  /**
   * Reads the caller's whole organization; only after `readOrg` found the part the caller may see.
   */
  readOrgAll: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
  /** Reads across organizations: for sign-in, codes and administration only. */
  readPlatform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
}

/** Calls that may write also get transactions. */
export type CallContext = ReadContext & {
  /** The Idempotency-Key, from the header or the body; null without one, or if the call takes none. */
  idempotency_key: string | null
  /**
   * One transaction in the caller's organization with the declared sight. A call's first one writes
   * the audit row and stores the response under the Idempotency-Key.
   */
  inOrg: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
  /** The caller's whole organization; only after `inOrg` found the part the caller may see. */
  inOrgAll: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
  /** Across organizations: for sign-in, codes and administration only. */
  onPlatform: <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>
}

type ActorOf<D extends CallDeclaration> = D['roles'] extends 'public'
  ? { actor: Actor | null }
  : D['roles'] extends 'signed_in'
    ? { actor: Actor }
    : { actor: Actor & { organization_id: string } }

export type CallOf<K extends string, D extends CallDeclaration> = (K extends `GET ${string}`
  ? ReadContext
  : CallContext) &
  Received<K, D> &
  ActorOf<D>

/** One function per declared call; a missing one, or a wrong result shape, does not compile. */
export type Handlers<T extends Record<string, CallDeclaration>> = {
  [K in keyof T & string]: (call: CallOf<K, T[K]>) => Promise<Returned<T[K]>>
}

import type { FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { CallDeclaration, Received, Returned } from '../../api/kit.ts'
import type { Config } from './kit/config.ts'
import type { Cause, OrgTx, PlatformTx, Tx } from './db/door.ts'
import type { Store } from './db/store.ts'
import type { TokenCheck } from '../people/identity/tokens.ts'
import type { Geocoder } from './outside/geocoder.ts'
import type { Mail } from './outside/mail.ts'
import type { Sms } from './outside/sms.ts'
import type { Payments } from './outside/payments.ts'
import type { PushSender } from '../messages/push/sender.ts'
import type { SecurityLog } from './security/log.ts'
import type { Actor, Actors } from './actor.ts'
import type { IdentityProvider } from '../people/identity/service.ts'
import type { JobData, JobName } from './jobs/catalog.ts'
import type { Live } from './live/service.ts'

export type EnqueueOptions = {
  /**
   * While a job with this key waits, enqueueing it again adds nothing; once it runs, the next call
   * queues another.
   */
  key?: string
  /** A moment, or seconds from now. */
  startAfter?: Date | number
}

export type JobHandlers = { [K in JobName]: (app: App, data: JobData[K]) => Promise<void> }

export type Jobs = {
  /** Enqueues a job in the caller's transaction; it exists only if that commits. */
  enqueue<K extends JobName>(
    tx: Tx,
    name: K,
    data: JobData[K],
    options?: EnqueueOptions,
  ): Promise<void>
  /**
   * Prepares the queues: their tables, and permissions for the two roles transactions use. Call
   * before enqueueing.
   */
  prepare(): Promise<void>
  /** Starts working, unless this process only enqueues. */
  start(app: App, handlers: JobHandlers): Promise<void>
  /**
   * Runs every due job right here until none is left, and returns how many; throws the first error.
   * For tests and seeding.
   */
  drain(app: App, handlers: JobHandlers): Promise<number>
  stop(): Promise<void>
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

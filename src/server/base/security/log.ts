import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import type { SecurityEventName } from '../../../domain/base/security-log.ts'
import { onPlatform, type PlatformTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { deriveKey } from '../kit/secrets.ts'

export type SecurityEvent = {
  event: SecurityEventName
  outcome?: 'success' | 'failure'
  account_id?: string | null
  /** An address that may have no account. */
  typed_email?: string
  person_id?: string | null
  real_person_id?: string | null
  organization_id?: string | null
  session_uid?: string | null
  detail?: Record<string, unknown>
}

/** Where it came from. A request fits. */
export type Origin = {
  ip?: string | null
  agent?: string | null
  method?: string | null
  /** The pattern, without ids and tokens. */
  route?: string | null
  request_id?: string | null
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  method: request.method,
  route: request.routeOptions.url ?? null,
  request_id: request.id,
})

/** The same of a call that is being handled. */
export const originOfCall = (call: { ip: string; agent: string; request_id: string }): Origin => ({
  ip: call.ip,
  agent: call.agent,
  request_id: call.request_id,
})

/** Records an event: a row, and a log line to collect. Never fails a call or keeps it waiting. */
export type NoteSecurity = (event: SecurityEvent, origin: Origin) => void
/** `written` resolves once all events recorded until then have their row. */
export type SecurityLog = NoteSecurity & { written(): Promise<void> }

type Options = {
  store: Store
  secret: Buffer
  /** Takes each event as a line of JSON, whatever LOG_LEVEL says. */
  line: ((text: string) => void) | null
  log: { error(object: object, message?: string): void }
}

/** While the database is away, refusals keep coming: beyond this many they leave only their line. */
const mostWaiting = 10_000

export function createSecurityLog({ store, secret, line, log }: Options): SecurityLog {
  const key = deriveKey(secret, 'security log')
  // One after the other, in the order of what happened.
  let writing = Promise.resolve()
  let waiting = 0
  const note: NoteSecurity = ({ typed_email, outcome = 'success', detail, ...event }, origin) => {
    const row = {
      // When it happened: its row may have to wait.
      at: new Date().toISOString(),
      outcome,
      ...event,
      account_hash:
        typed_email === undefined
          ? null
          : createHmac('sha256', key).update(emailKey(typed_email)).digest('hex').slice(0, 32),
      ...origin,
    }
    line?.(JSON.stringify({ type: 'security', ...row, ...detail }))
    const missing = (fault: unknown) =>
      log.error({ err: fault, event: row.event }, 'event not noted')
    if (waiting >= mostWaiting) return missing(new Error('Too many events wait for the database'))
    waiting++
    const write = () =>
      onPlatform(store, system, (tx) =>
        tx
          .insertInto('security_events')
          .values({ ...row, detail: detail ? JSON.stringify(detail) : null })
          .execute(),
      )
    writing = writing.then(async () => {
      try {
        await write()
      } catch (fault) {
        missing(fault)
      } finally {
        waiting--
      }
    })
  }
  return Object.assign(note, { written: () => writing })
}

/** Rows are kept for a year; only the database can delete them, and only then. */
export async function deleteOldSecurityEvents(tx: PlatformTx): Promise<void> {
  await sql`select purge_security()`.execute(tx)
}

/** What people did is kept for seven years. */
export async function deleteOldAudit(tx: PlatformTx): Promise<void> {
  await sql`select purge_audit()`.execute(tx)
}

import { createHmac, hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closesWithAccount, type CallDeclaration } from '../api/kit.ts'
import type { CustomerStatus } from '../domain/customers/customer.ts'
import { portalRules } from '../domain/flows/portal.ts'
import { causeOf, viewFor } from './admission.ts'
import type { App, CallContext } from './base/call.ts'
import {
  inOrg,
  inOrgAll,
  onPlatform,
  readOrg,
  readOrgAll,
  readPlatform,
  type OrgTx,
} from './base/db/door.ts'
import { audit } from './base/events.ts'
import { recall, remember } from './base/idempotency.ts'
import { enforce, Refused } from './base/kit/refusals.ts'
import { deriveKey } from './base/kit/secrets.ts'
import { checked, strictly, type Sent } from './base/kit/well-formed.ts'
import type { Actor } from './base/actor.ts'

/** A call in general; declarations narrow the types. */
export type AnyCall = CallContext & {
  actor: Actor | null
  params: Record<string, string>
  query: unknown
  body: unknown
}
export type Handle = (call: AnyCall) => Promise<unknown>

type IncomingCall = {
  app: App
  key: string
  declaration: CallDeclaration
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor | null
  sent: Sent
}

/** What the handler gets: validated input, and database access with the caller's view. */
export function contextOf(incoming: IncomingCall): AnyCall {
  const { app, declaration, request, reply, actor, sent } = incoming
  const cause = causeOf(actor, request)
  const view = () => viewFor(declaration, actor)
  const idempotency_key = declaration.idempotent && actor ? keyOf(request) : null
  const runFirst = firstTransactionOf(incoming, idempotency_key)
  const call: AnyCall = {
    app,
    headers: request.headers,
    cookies: request.cookies,
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    request_id: request.id,
    idempotency_key,
    cause,
    reply,
    raw_body: request.rawBody ?? null,
    inOrg: trackFirst(incoming.key, async (work, isFirst) => {
      const result = await inOrg(app.store, view(), cause, (tx) =>
        isFirst ? runFirst(tx, call, work) : work(tx),
      )
      if (isFirst) audited.add(call)
      return result
    }),
    inOrgAll: (work) => inOrgAll(app.store, view().organization_id, cause, work),
    onPlatform: (work) => onPlatform(app.store, cause, work),
    readOrg: (work) => readOrg(app.store, view(), cause, work),
    readOrgAll: (work) => readOrgAll(app.store, view().organization_id, cause, work),
    readPlatform: (work) => readPlatform(app.store, cause, work),
    params: { ...sent.params },
    actor,
    query: checked(declaration.query, request.query),
    body: checked(strictly(declaration.body), withoutKey(sent.body)),
  }
  return call
}

/** Calls whose act is written down already. */
const audited = new WeakSet<AnyCall>()

/** An act that was written down and refused afterward, by the outside world, gets a second row that says so. */
export async function auditOutcome(call: AnyCall, key: string, fault: unknown): Promise<void> {
  if (!audited.has(call) || isDryRun(call.body)) return
  const { params, actor } = call
  const entity_id = params['id'] ?? params['rule_id']
  const outcome = fault instanceof Refused ? fault.code : 'failed'
  const row = { action: key, outcome, organization_id: actor?.organization_id ?? null }
  await call
    .onPlatform((tx) => audit(tx, { ...row, ...(entity_id ? { entity_id } : {}) }))
    .catch((error: unknown) => call.app.log.error({ err: error, key }, 'outcome not audited'))
}

type Work<T> = (tx: OrgTx) => Promise<T>

/**
 * Treats the first transaction of a writing call differently. If it rolls back it did nothing, so
 * the next one is first again.
 */
function trackFirst(
  key: string,
  run: <T>(work: Work<T>, isFirst: boolean) => Promise<T>,
): CallContext['inOrg'] {
  let isFirst = !key.startsWith('GET ')
  return async (work) => {
    const leads = isFirst
    isFirst = false
    try {
      return await run(work, leads)
    } catch (fault) {
      isFirst ||= leads
      throw fault
    }
  }
}

/**
 * The first transaction of a writing call: replays a repeated call, refuses an archived customer,
 * writes the audit row and stores the response under the Idempotency-Key.
 */
function firstTransactionOf(
  { app, key: call_key, declaration, actor, sent }: IncomingCall,
  key: string | null,
) {
  const row = key !== null && { person_id: actor!.person_id, call: call_key, key }
  return async <T>(tx: OrgTx, call: AnyCall, work: Work<T>): Promise<T> => {
    // Hash the body as it was sent, so that a merge in between does not make a repeat look
    // different.
    if (row) await recall(tx, { ...row, body_hash: hashOf(app.secret, sent.params, sent.body) })
    if (actor?.customer_id && closesWithAccount(call_key, declaration))
      await refuseClosed(tx, actor.customer_id)
    const result = await work(tx)
    const entity_id = call.params['id'] ?? call.params['rule_id']
    if (!isDryRun(call.body))
      await audit(tx, {
        action: call_key,
        ...(entity_id ? { entity_id } : {}),
        after: redacted(sent.body),
      })
    if (row) remember(tx, row, declaration.status ?? 200, declaration.ok.parse(result))
    return result
  }
}

/**
 * An archived customer can look back and pay; everything else is refused. Locks their row, so that
 * they are not archived halfway through.
 */
async function refuseClosed(tx: OrgTx, customer_id: string): Promise<void> {
  const row = await tx
    .selectFrom('customers')
    .select('status')
    .where('id', '=', customer_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row) enforce(portalRules.act({ status: row.status as CustomerStatus }))
}

/** A dry run changes nothing, so there is nothing to audit. */
const isDryRun = (body: unknown): boolean =>
  (body as { dry_run?: unknown } | null | undefined)?.dry_run === true

/** The key may also be in the body, where it is not a field of the call. */
const withoutKey = (body: unknown): unknown => {
  if (!body || typeof body !== 'object' || Array.isArray(body) || !('idempotency_key' in body))
    return body
  const { idempotency_key: _, ...rest } = body
  return rest
}

const keyOf = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  const body = request.body as { idempotency_key?: unknown } | null | undefined
  const key =
    typeof header === 'string' && header
      ? header
      : typeof body?.idempotency_key === 'string'
        ? body.idempotency_key
        : null
  if (key !== null && (key.length < 8 || key.length > 200))
    throw new Refused(422, 'invalid', 'The Idempotency-Key must have 8 to 200 characters.', {
      'idempotency-key': 'The Idempotency-Key must have 8 to 200 characters.',
    })
  return key
}

/** A hash of a body with a gate code needs the secret, or the few possible codes could be tried. */
function hashOf(secret: Buffer, ...parts: unknown[]): string {
  const text = JSON.stringify(parts)
  return text.includes('"gate_code"')
    ? createHmac('sha256', deriveKey(secret, 'bodies')).update(text).digest('hex')
    : hash('sha256', text, 'hex')
}

const secretFields = /password|token|secret|authorization|card|cvc|account_number|gate_code/i
const redacted = (body: unknown): unknown =>
  body && typeof body === 'object' && !Array.isArray(body)
    ? Object.fromEntries(
        Object.entries(body).map(([k, v]) => [k, secretFields.test(k) ? '[redacted]' : v]),
      )
    : (body ?? null)

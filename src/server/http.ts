import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { closesWithAccount, customersNamedBy, type CallDeclaration } from '../api/kit.ts'
import type { CustomerStatus } from '../domain/customer.ts'
import { readOnlyMessage } from '../domain/platform.ts'
import { portalRules } from '../domain/portal.ts'
import { issueSentence } from '../domain/issue.ts'
import { crewRoles, type Role } from '../domain/roles.ts'
import type { Actor, App, CallContext } from './call.ts'
import { readMerged } from './customers/merged.ts'
import { finishing, inOrg, inOrgAll, isAboutNobody, onPlatform, type Doer, type OrgTx, type View } from './db/door.ts'
import { Unavailable } from './db/store.ts'
import { enforce, Refused } from './refusals.ts'
import { recall, remember, Replay } from './idempotency.ts'
import { audit } from './events.ts'
import { mayOnlyRead } from './identity/actors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
  }
}

/** Fields in error, by dotted path; the first sentence for each. */
function fieldsOf(error: z.ZodError): { fields: Record<string, string>; unknown: boolean } {
  const fields: Record<string, string> = {}
  let unknown = false
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      unknown = true
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'Unknown field.'
    } else fields[issue.path.join('.') || 'body'] ??= issueSentence(issue)
  }
  return { fields, unknown }
}

/** The same schema refusing fields it does not name: nothing undeclared is ever stored. */
function strictly(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? schema : schema.strict()
  if (schema instanceof z.ZodOptional) return (strictly(schema.unwrap() as z.ZodType) ?? (schema.unwrap() as z.ZodType)).optional()
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) return schema.clone({ ...schema.def, in: strictly(schema.in) as z.ZodObject })
  return schema
}

function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { fields, unknown } = fieldsOf(parsed.error)
  const first = Object.values(fields)[0]
  throw unknown
    ? new Refused(400, 'unknown_field', `Unknown field: ${Object.keys(fields).find((f) => fields[f] === 'Unknown field.')}.`, fields)
    : new Refused(422, 'invalid', first ?? 'Please check the marked fields.', fields)
}

const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : value !== null && typeof value === 'object'
      ? Object.entries(value).some(([k, v]) => k.includes('\0') || hasNul(v))
      : false

/** The view a caller gets through a declaration: the widest sight that any of the roles held is given. */
export function viewOf(actor: Actor, roles: Partial<Record<Role, 'all' | 'own'>>): View {
  if (!actor.organization_id) throw new Refused(403, 'no_organization', 'Choose an organization first.')
  const held = actor.roles.filter((role) => roles[role])
  const sight = held.some((role) => roles[role] === 'all') ? 'all' : held.some((role) => (crewRoles as readonly Role[]).includes(role)) ? 'team' : 'customer'
  return { organization_id: actor.organization_id, sight, person_id: actor.person_id, customer_id: actor.customer_id, team_ids: actor.team_ids }
}

const bearerOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : null
}

async function actorOf(app: App, request: FastifyRequest): Promise<Actor | null> {
  const token = bearerOf(request)
  if (!token) return null
  const claims = await app.checkToken(token)
  return app.actors.actorOf(claims, request.cookies['impersonation'])
}

function admit(declaration: CallDeclaration, actor: Actor | null): void {
  if (declaration.roles === 'public') return
  if (!actor) throw new Refused(401, 'unauthenticated', 'Your session expired. Please log in again.')
  if (declaration.impersonation === 'deny' && actor.impersonation_id)
    throw new Refused(403, 'impersonation_denied', 'This cannot be done while acting as somebody else.')
  if (declaration.roles === 'signed_in') return
  const allowed = declaration.roles
  if (!actor.roles.some((role) => allowed[role])) throw new Refused(403, 'forbidden', 'You do not have access to this resource.')
}

/** A call that customers make too stays open: they can pay whatever becomes of the business's own bill. */
function refuseReadOnly(app: App, { roles, read_only }: CallDeclaration, actor: Actor): void {
  if (typeof roles === 'string' || roles.user || read_only === 'allow' || !mayOnlyRead(app, actor)) return
  if (actor.platform_role && roles[actor.platform_role]) return
  throw new Refused(403, 'read_only', readOnlyMessage)
}

/**
 * An archived customer looks back and pays; whatever else they ask for is refused. Their row is held meanwhile, so that nobody is
 * archived in the middle of it.
 */
async function refuseClosed(tx: OrgTx, customer_id: string): Promise<void> {
  const row = await tx
    .selectFrom('customers')
    .select('status')
    .where('organization_id', '=', tx.org)
    .where('id', '=', customer_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row) enforce(portalRules.act({ status: row.status as CustomerStatus }))
}

type AnyHandler = (call: never) => Promise<unknown>
/** Closed while the database is being filled. */
type Gate = { closed(): boolean }
/** What the landing page asks for is there from the first moment. */
const openFromTheStart = new Set(['GET /api/public/config', 'POST /api/public/leads'])
const beingPrepared = () => new Refused(503, 'unavailable', 'The demo world is being prepared. Please try again in a moment.')

const tooMany = 'Too many requests. Please wait a moment and try again.'
/** Many may come through one code, the flyer's say, but not a crowd of addresses at once that works on a single one. */
const addressesPerCode = 10

/** Whether the code or token that a public call is about has been asked for too often, from wherever. */
function limitPerCode(server: FastifyInstance, app: App, key: string, { roles, per_minute }: CallDeclaration) {
  const name = /\{(code|token)\}/.exec(key)?.[1]
  if (!app.config.RATE_LIMITS || roles !== 'public' || !per_minute || !name) return null
  const check = server.createRateLimit({
    max: per_minute * addressesPerCode,
    timeWindow: 60_000,
    keyGenerator: (request) => `${key} ${(request.params as Record<string, string>)[name]}`,
  })
  return async (request: FastifyRequest): Promise<boolean> => {
    const answer = await check(request)
    return !answer.isAllowed && answer.isExceeded
  }
}

function mountCall(
  server: FastifyInstance,
  app: App,
  key: string,
  path: string,
  declaration: CallDeclaration,
  handler: AnyHandler,
  gate: Gate | null,
  bodyToParams?: Record<string, string>,
): void {
  const waits = gate !== null && !openFromTheStart.has(key)
  const [method = 'GET'] = key.split(' ')
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const writes = method !== 'GET'
  const bodySchema = strictly(declaration.body)
  const named = customersNamedBy(key, declaration)
  const perCode = limitPerCode(server, app, key, declaration)
  server.route({
    method: method,
    url,
    ...(declaration.raw === 'text/event-stream' ? { compress: false } : {}),
    config: app.config.RATE_LIMITS && declaration.per_minute ? { rateLimit: { max: declaration.per_minute, timeWindow: 60_000 } } : {},
    handler: async (request, reply) => {
      if (waits && gate.closed()) throw beingPrepared()
      if (await perCode?.(request)) throw new Refused(429, 'rate_limited', tooMany)
      const actor = await actorOf(app, request)
      admit(declaration, actor)
      if (writes && actor) refuseReadOnly(app, declaration, actor)
      let body: unknown = request.body ?? undefined
      const params = { ...(request.params as Record<string, string>) }
      if (bodyToParams && body && typeof body === 'object') {
        const rest = { ...(body as Record<string, unknown>) }
        for (const [field, param] of Object.entries(bodyToParams)) {
          const value = rest[field]
          params[param] = typeof value === 'string' ? value : ''
          delete rest[field]
        }
        body = rest
      }
      const paramsFit = declaration.params ? declaration.params.safeParse(params).success : Object.values(params).every((value) => uuid.test(value))
      if (!paramsFit || hasNul(params)) throw new Refused(404, 'not_found', 'Not found.')
      if (hasNul(body) || hasNul(request.query))
        throw new Refused(422, 'invalid', 'Text may not contain a NUL character.', { body: 'Text may not contain a NUL character.' })
      if (declaration.body && body === undefined && !declaration.body.safeParse(undefined).success)
        throw new Refused(400, 'malformed', 'The request needs a JSON body.', { body: 'A JSON body is needed.' })

      const sentParams = { ...params }

      const doer: Doer = {
        person_id: actor?.person_id ?? null,
        real_person_id: actor?.real_person_id ?? null,
        impersonation_id: actor?.impersonation_id ?? null,
        request_id: request.id,
        ip: request.ip,
      }
      // As it was sent: a repeat is known by that, whoever was merged in between.
      const body_hash = () => hashOf(sentParams, body)
      const idempotencyKey = declaration.idempotent && actor ? keyOf(request) : null
      let first = true
      const view = (): View => {
        if (declaration.roles === 'public' || declaration.roles === 'signed_in')
          return {
            organization_id: actor?.organization_id ?? '',
            sight: 'customer',
            person_id: actor?.person_id ?? null,
            customer_id: actor?.customer_id ?? null,
            team_ids: [],
          }
        return viewOf(actor!, declaration.roles)
      }
      const context: CallContext & Record<string, unknown> = {
        app,
        headers: request.headers,
        cookies: request.cookies,
        ip: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        request_id: request.id,
        doer,
        reply,
        raw_body: request.rawBody ?? null,
        async inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T> {
          const leads = writes && first
          first = false
          const done = inOrg(app.store, view(), doer, async (tx) => {
            if (leads && idempotencyKey) await recall(tx, { person_id: actor!.person_id, call: key, key: idempotencyKey, body_hash: body_hash() })
            if (leads && actor?.customer_id && closesWithAccount(key, declaration)) await refuseClosed(tx, actor.customer_id)
            const result = await work(tx)
            if (leads) finishing(tx)
            const entity_id = params['id'] ?? params['rule_id']
            if (leads && !onlyAsks(context['body'])) await audit(tx, { action: key, ...(entity_id ? { entity_id } : {}), after: redacted(body) })
            if (leads && idempotencyKey)
              await remember(tx, { person_id: actor!.person_id, call: key, key: idempotencyKey }, declaration.status ?? 200, declaration.ok.parse(result))
            return result
          })
          // What was rolled back left nothing: where the handler tries again, that one leads.
          return done.catch((fault: unknown) => {
            first ||= leads
            throw fault
          })
        },
        inOrgAll: (work) => inOrgAll(app.store, view().organization_id, doer, work),
        onPlatform: (work) => onPlatform(app.store, doer, work),
        params,
        actor,
        query: checked(declaration.query, request.query),
        body: checked(bodySchema, bodyOf(body)),
      }
      if (actor && declaration.roles !== 'public' && declaration.roles !== 'signed_in' && !(actor.platform_role && declaration.roles[actor.platform_role]))
        viewOf(actor, declaration.roles)
      const follow = (where: 'in filters' | 'anywhere'): Promise<boolean> =>
        typeof declaration.roles === 'object' && actor?.organization_id
          ? followMerged(context, named, where, (ids) => inOrg(app.store, view(), doer, (tx) => readMerged(tx, ids)))
          : Promise.resolve(false)
      await follow('in filters')
      try {
        const result = await handler(context as never).catch(async (fault: unknown) => {
          // Nobody of that id is there: nearly always right as it is, and now and then they were merged.
          const isGone = (fault instanceof Refused && (fault.status === 404 || fault.status === 422)) || isAboutNobody(fault)
          if (isGone && (await follow('anywhere'))) return handler(context as never)
          throw fault
        })
        if (declaration.raw || reply.sent) return result
        return send(reply, declaration.status ?? 200, declaration.ok.parse(result))
      } catch (outcome) {
        if (outcome instanceof Replay) return send(reply.header('idempotency-replayed', 'true'), outcome.status, outcome.answer)
        throw outcome
      }
    },
  })
}

/**
 * Puts in place of the id of a customer who was merged the id of who they are now, wherever the call names customers: the one place
 * where that is done. Answers whether there was any. Filters and lists of ids are looked up ahead: there, nobody of an id is no fault.
 */
async function followMerged(
  context: Record<string, unknown>,
  named: ReturnType<typeof customersNamedBy>,
  where: 'in filters' | 'anywhere',
  read: (ids: string[]) => Promise<Map<string, string>>,
): Promise<boolean> {
  const places = (['params', 'query', 'body'] as const).flatMap((part) => {
    const given = context[part]
    if (!given || typeof given !== 'object' || Array.isArray(given)) return []
    return (part === 'params' ? named.params : named.fields).flatMap((name) => {
      const value = (given as Record<string, unknown>)[name]
      const isWanted = where === 'anywhere' || part === 'query' || Array.isArray(value)
      return value === undefined || value === null || !isWanted ? [] : [{ given: given as Record<string, unknown>, name, value }]
    })
  })
  const ids = places.flatMap(({ value }) => value).filter((id) => typeof id === 'string' && uuid.test(id)) as string[]
  if (!ids.length) return false
  const merged = await read(ids)
  const now = (id: unknown): unknown => merged.get(String(id).toLowerCase()) ?? id
  for (const { given, name, value } of places) given[name] = Array.isArray(value) ? value.map(now) : now(value)
  return merged.size > 0
}

/** A dry run does nothing, so there is nothing to put on record. */
const onlyAsks = (body: unknown): boolean => (body as { dry_run?: unknown } | null | undefined)?.dry_run === true

const send = (reply: FastifyReply, status: number, answer: unknown): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
    .send(JSON.stringify(answer))

/** The key may also come in the body, where it is no field of the call. */
const bodyOf = (body: unknown): unknown => {
  if (!body || typeof body !== 'object' || Array.isArray(body) || !('idempotency_key' in body)) return body
  const { idempotency_key: _, ...rest } = body
  return rest
}

const keyOf = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key']
  const body = request.body as { idempotency_key?: unknown } | null | undefined
  const key = typeof header === 'string' && header ? header : typeof body?.idempotency_key === 'string' ? body.idempotency_key : null
  if (key !== null && (key.length < 8 || key.length > 200))
    throw new Refused(422, 'invalid', 'The Idempotency-Key must have 8 to 200 characters.', {
      'idempotency-key': 'The Idempotency-Key must have 8 to 200 characters.',
    })
  return key
}

const hashOf = (...parts: unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex')

const secretFields = /password|token|secret|authorization|card|cvc|account_number/i
const redacted = (body: unknown): unknown =>
  body && typeof body === 'object' && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([k, v]) => [k, secretFields.test(k) ? '[redacted]' : v]))
    : (body ?? null)

/** Registers every declared call, its aliases and the one error body. `handlers` is checked against the declarations where it is written. */
export function mountCalls(
  server: FastifyInstance,
  app: App,
  declarations: Record<string, CallDeclaration>,
  handlers: Record<string, AnyHandler>,
  gate: Gate | null = null,
): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer', bodyLimit: 1 << 20 }, (request, raw, done) => {
    request.rawBody = raw as Buffer
    if (!raw.length) return done(null, undefined)
    try {
      done(null, JSON.parse(raw.toString('utf8')))
    } catch {
      done(new Refused(400, 'malformed', 'The request is not valid JSON.', { body: 'This is not valid JSON.' }))
    }
  })
  for (const [key, declaration] of Object.entries(declarations)) {
    const handler = handlers[key]!
    mountCall(server, app, key, key.slice(key.indexOf(' ') + 1), declaration, handler, gate)
    for (const alias of declaration.aliases ?? []) {
      const call = typeof alias === 'string' ? alias : alias.call
      mountCall(server, app, call, call.slice(call.indexOf(' ') + 1), declaration, handler, gate, typeof alias === 'string' ? undefined : alias.body_to_params)
    }
  }
  server.setNotFoundHandler((request, reply) => answerFault(app, request, reply, new Refused(404, 'not_found', 'There is no such call.')))
  server.setErrorHandler((fault, request, reply) => answerFault(app, request, reply, fault as Error))
}

function answerFault(app: App, request: FastifyRequest, reply: FastifyReply, fault: Error & { statusCode?: number; code?: string }): FastifyReply {
  const as = (status: number, code: string, error: string, fields?: Record<string, string>) =>
    (status === 503 ? reply.header('retry-after', '1') : reply)
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ error, code, ...(fields ? { fields } : {}), request_id: request.id }))
  if (fault instanceof Refused) return as(fault.status, fault.code, fault.message, fault.fields)
  if (fault instanceof Unavailable) return as(503, 'unavailable', fault.message)
  const status = fault.statusCode ?? 500
  if (status === 429) return as(429, 'rate_limited', tooMany)
  if (status === 413) return as(400, 'malformed', 'The request is too large.')
  if (status === 415) return as(400, 'malformed', 'Send the body as application/json.')
  if (status === 503) return as(503, 'unavailable', 'The service is busy. Please try again in a moment.')
  if (status >= 400 && status < 500) return as(400, 'malformed', fault.message)
  app.log.error({ err: fault, request_id: request.id, url: request.routeOptions.url }, 'call failed')
  return as(500, 'internal', 'Server error. Please try again.')
}

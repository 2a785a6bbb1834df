import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { customersNamedBy, type CallDeclaration } from '../api/kit.ts'
import { holdsData } from '../domain/base/data-file.ts'
import { actorOf, admit, limitPerCode, requireOrganization, tooMany } from './admission.ts'
import type { App } from './base/call.ts'
import { auditOutcome, contextOf, type Handle, type AnyCall } from './call-context.ts'
import { Unavailable } from './base/db/store.ts'
import { noSuchCall } from './base/kit/errors.ts'
import { Replay } from './base/idempotency.ts'
import { impersonationDenied, Refused } from './base/kit/refusals.ts'
import { isForAnother, noteCaller, noteRead, noteRefused } from './base/security/calls-noted.ts'
import { readSent } from './base/kit/well-formed.ts'
import { isUuid } from '../domain/base/id.ts'
import { readMerged } from './customers/merged.ts'
import { isMissingCustomer } from './base/db/door.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
  }
  interface FastifyContextConfig {
    takesForms?: boolean
    /** A file that may be saved in somebody else's name. */
    holdsNoData?: boolean
    /** The most bytes of a file this route takes. */
    takesFile?: number
  }
}

/** True while the database is being filled. */
type Gate = { closed(): boolean }
type AnyHandler = (call: never) => Promise<unknown>

/**
 * Registers every declared call, its aliases and the shared error body. `handlers` is checked
 * against the declarations where it is defined.
 */
export function mountCalls(
  server: FastifyInstance,
  app: App,
  declarations: Record<string, CallDeclaration>,
  handlers: Record<string, AnyHandler>,
  gate: Gate | null = null,
): void {
  readJsonBodies(server)
  server.addHook('onSend', keepDataIn)
  for (const [key, declaration] of Object.entries(declarations)) {
    const handle = handlers[key] as Handle
    mountCall(server, { app, key, declaration, handle, gate, bodyToParams: {} })
    for (const alias of declaration.aliases ?? []) {
      const [name, bodyToParams] =
        typeof alias === 'string' ? [alias, {}] : [alias.call, alias.body_to_params]
      mountCall(server, { app, key: name, declaration, handle, gate, bodyToParams })
    }
  }
  server.setNotFoundHandler((request, reply) =>
    answerFault(
      app,
      request,
      reply,
      new Refused(noSuchCall.status, noSuchCall.code, noSuchCall.error),
    ),
  )
  server.setErrorHandler((fault, request, reply) =>
    answerFault(app, request, reply, fault as Error),
  )
}

/**
 * Nothing is taken out in somebody else's name. The answer itself decides, so that a new file is
 * covered, too.
 */
const keepDataIn: onSendHookHandler = (request, reply, payload, done) => {
  const type = String(reply.getHeader('content-type') ?? 'application/json')
  if (!holdsData(type) || request.routeOptions.config.holdsNoData || !isForAnother(request))
    return done(null, payload)
  void reply.removeHeader('content-disposition')
  return done(impersonationDenied())
}

function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: 1 << 20 },
    (request, raw, done) => {
      request.rawBody = raw as Buffer
      if (!raw.length) return done(null, undefined)
      try {
        done(null, JSON.parse(raw.toString('utf8')))
      } catch {
        done(
          new Refused(400, 'malformed', 'The request is not valid JSON.', {
            body: 'This is not valid JSON.',
          }),
        )
      }
    },
  )
  // A provider's webhook, verified as it came, or the one click of a mail program; any other call takes JSON only.
  server.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 1 << 20 },
    (request, raw, done) => {
      if (!request.routeOptions.config.takesForms)
        return done(Object.assign(new Error(), { statusCode: 415 }))
      request.rawBody = raw as Buffer
      done(null, undefined)
    },
  )
  server.addContentTypeParser(
    ['application/octet-stream', 'text/csv'],
    { parseAs: 'buffer' },
    (request, raw, done) => {
      if (!request.routeOptions.config.takesFile)
        return done(Object.assign(new Error(), { statusCode: 415 }))
      request.rawBody = raw as Buffer
      done(null, undefined)
    },
  )
}

/** A declared call or an alias of one, with what its response needs. */
type Route = {
  app: App
  /** Method and path; an alias has its own. */
  key: string
  declaration: CallDeclaration
  handle: Handle
  gate: Gate | null
  bodyToParams: Record<string, string>
}

function mountCall(server: FastifyInstance, route: Route): void {
  const { app, key, declaration } = route
  const [method = 'GET', path = ''] = key.split(' ')
  const isTooOften = limitPerCode(server, app, key, declaration)
  const max_bytes = declaration.file?.max_bytes
  const handle = followingMerged(key, declaration, route.handle)
  server.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    ...(declaration.raw === 'text/event-stream' ? { compress: false } : {}),
    // A large body is read only for somebody who may send it.
    ...(max_bytes
      ? {
          bodyLimit: max_bytes,
          onRequest: async (request: FastifyRequest) =>
            admit(app, key, declaration, await actorOf(app, declaration, request)),
        }
      : {}),
    config: {
      takesForms: declaration.raw_body === true,
      holdsNoData: declaration.impersonation === 'allow',
      ...(max_bytes ? { takesFile: max_bytes } : {}),
      ...(app.config.RATE_LIMITS && declaration.per_minute
        ? { rateLimit: { max: declaration.per_minute, timeWindow: 60_000 } }
        : {}),
    },
    handler: async (request, reply) => {
      refuseBeforeOpening(route)
      if (await isTooOften?.(request)) throw new Refused(429, 'rate_limited', tooMany)
      const actor = await actorOf(app, declaration, request)
      noteCaller(request, actor)
      admit(app, key, declaration, actor)
      const sent = readSent(request, declaration, route.bodyToParams)
      const call = contextOf({ app, key, declaration, request, reply, actor, sent })
      requireOrganization(declaration, actor)
      try {
        const result = answer(declaration, reply, await handle(call))
        noteRead(app, request, reply)
        return result
      } catch (outcome) {
        if (outcome instanceof Replay) return replay(reply, outcome)
        await auditOutcome(call, key, outcome)
        throw outcome
      }
    },
  })
}

/** The landing page's calls are open right away. */
const openFromTheStart = new Set(['GET /api/public/config', 'POST /api/public/leads'])

function refuseBeforeOpening({ gate, key }: Route): void {
  if (gate?.closed() && !openFromTheStart.has(key))
    throw new Refused(
      503,
      'unavailable',
      'The demo world is being prepared. Please try again in a moment.',
    )
}

/** Undeclared fields never leave the server. */
const answer = ({ raw, status, ok }: CallDeclaration, reply: FastifyReply, result: unknown) =>
  raw || reply.sent ? result : send(reply, status ?? 200, ok.parse(result))

const replay = (reply: FastifyReply, { status, answer: kept }: Replay): FastifyReply =>
  send(reply.header('idempotency-replayed', 'true'), status, kept)

const send = (reply: FastifyReply, status: number, answer: unknown): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
    .send(JSON.stringify(answer))

function answerFault(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Error & { statusCode?: number; code?: string },
): FastifyReply {
  const as = (status: number, code: string, error: string, more: object = {}) =>
    (status === 503 ? reply.header('retry-after', '1') : reply)
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ error, code, ...more, request_id: request.id }))
  if (fault instanceof Refused && fault.status === 403) noteRefused(app, request, fault.code)
  // Undefined ones are left out of the JSON.
  const { fields, details } = fault instanceof Refused ? fault : {}
  if (fault instanceof Refused)
    return as(fault.status, fault.code, fault.message, { fields, details })
  if (fault instanceof Unavailable) return as(503, 'unavailable', fault.message)
  const status = fault.statusCode ?? 500
  if (status === 429) return as(429, 'rate_limited', tooMany)
  const most = request.routeOptions.config.takesFile
  if (status === 413 && most)
    return as(413, 'file_too_large', `The file is too large: at most ${most / 1_000_000} MB.`)
  if (status === 413) return as(400, 'malformed', 'The request is too large.')
  if (status === 415) return as(400, 'malformed', 'Send the body as application/json.')
  if (status === 503)
    return as(503, 'unavailable', 'The service is busy. Please try again in a moment.')
  if (status >= 400 && status < 500) return as(400, 'malformed', 'The request is malformed.')
  app.log.error(
    { err: fault, request_id: request.id, url: request.routeOptions.url },
    'call failed',
  )
  return as(500, 'internal', 'Server error. Please try again.')
}

type Named = ReturnType<typeof customersNamedBy>

/**
 * The only place that resolves merged customers: makes a call find them under the old id. Filters
 * and lists of ids are resolved up front, since an unknown id is no error there; anything else only
 * if no customer has the id.
 */
function followingMerged(key: string, declaration: CallDeclaration, handle: Handle): Handle {
  const named = customersNamedBy(key, declaration)
  if (typeof declaration.roles !== 'object') return handle
  return async (call) => {
    if (!call.actor?.organization_id) return handle(call)
    await replaceMerged(call, named, 'in filters')
    return handle(call).catch(async (fault: unknown) => {
      if (mayBeMerged(fault) && (await replaceMerged(call, named, 'anywhere'))) return handle(call)
      throw fault
    })
  }
}

const mayBeMerged = (fault: unknown): boolean =>
  (fault instanceof Refused && (fault.status === 404 || fault.status === 422)) ||
  isMissingCustomer(fault)

/** Replaces ids of merged customers with their current ones; true if there were any. */
async function replaceMerged(
  call: AnyCall,
  named: Named,
  where: 'in filters' | 'anywhere',
): Promise<boolean> {
  const places = placesOf(call, named, where)
  const ids = places.flatMap(({ value }) => value).filter(isId)
  if (!ids.length) return false
  const merged = await call.readOrg((tx) => readMerged(tx, ids))
  const kept = (id: unknown): unknown => merged.get(String(id).toLowerCase()) ?? id
  for (const { part, name, value } of places)
    part[name] = Array.isArray(value) ? value.map(kept) : kept(value)
  return merged.size > 0
}

const isId = (id: unknown): id is string => typeof id === 'string' && isUuid(id)

type Place = { part: Record<string, unknown>; name: string; value: unknown }

/** Where a call contains customer ids. */
const placesOf = (call: AnyCall, named: Named, where: 'in filters' | 'anywhere'): Place[] =>
  (['params', 'query', 'body'] as const).flatMap((kind) => {
    const part = call[kind]
    if (!part || typeof part !== 'object' || Array.isArray(part)) return []
    const fields = part as Record<string, unknown>
    return (kind === 'params' ? named.params : named.fields).flatMap((name) => {
      const value = fields[name]
      const isWanted = where === 'anywhere' || kind === 'query' || Array.isArray(value)
      return value === undefined || value === null || !isWanted
        ? []
        : [{ part: fields, name, value }]
    })
  })

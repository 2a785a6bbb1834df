import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { closesWithAccount, type CallDeclaration } from '../api/kit.ts'
import { holdsData } from '../domain/base/data-file.ts'
import { inactiveMessage } from '../domain/base/organization.ts'
import { readOnlyMessage } from '../domain/money/platform.ts'
import { secondFactorMessage } from '../domain/people/second-factor.ts'
import { crewRoles, type Role } from '../domain/base/roles.ts'
import type { App, ReadContext } from './base/call.ts'
import { actorBySendingKey, isSendingKey } from './flows/crew-commands/sending-key.ts'
import type { Cause, View } from './base/db/door.ts'
import { mayOnlyRead } from './people/read-actor.ts'
import { Refused, impersonationDenied, noAccess } from './base/kit/refusals.ts'
import type { Actor } from './base/actor.ts'

// Identifies and admits callers.

/** The person behind the bearer token, or a phone's sending key where the call takes it; null without either. */
export async function actorOf(
  app: App,
  { sending_key }: CallDeclaration,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = bearerIn(request.headers)
  if (token === null) return null
  if (sending_key && isSendingKey(token)) return actorBySendingKey(app, token)
  const claims = await app.checkToken(token)
  const { cookies, headers } = request
  return app.actors.actorOf(claims, cookies['impersonation'], headers['accept-language'])
}

/** What the bearer token of a call says, which has been admitted. */
export const claimsOf = ({ app, headers }: Pick<ReadContext, 'app' | 'headers'>) =>
  app.checkToken(bearerIn(headers) ?? '')

/** The scheme is written in any case (RFC 9110). */
const bearerIn = ({ authorization }: IncomingHttpHeaders): string | null =>
  /^bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? null

export const causeOf = (actor: Actor | null, request: FastifyRequest): Cause => ({
  person_id: actor?.person_id ?? null,
  real_person_id: actor?.real_person_id ?? null,
  impersonation_id: actor?.impersonation_id ?? null,
  request_id: request.id,
  ip: request.ip,
})

/** Refuses callers the declaration does not allow, and writes to a read-only business. */
export function admit(
  app: App,
  key: string,
  declaration: CallDeclaration,
  actor: Actor | null,
): void {
  admitRole(declaration, actor)
  if (!actor) return
  refuseUnproven(declaration, actor)
  refuseInactive(key, declaration, actor)
  if (!key.startsWith('GET ')) refuseReadOnly(app, declaration, actor)
}

const closedToSupport = ({ impersonation, raw }: CallDeclaration): boolean =>
  impersonation === 'deny' || (raw !== undefined && impersonation !== 'allow' && holdsData(raw))

function admitRole(declaration: CallDeclaration, actor: Actor | null): void {
  if (declaration.roles === 'public') return
  if (!actor)
    throw new Refused(401, 'unauthenticated', 'Your session expired. Please log in again.')
  if (actor.impersonation_id && closedToSupport(declaration)) throw impersonationDenied()
  if (declaration.roles === 'signed_in') return
  const allowed = declaration.roles
  if (!actor.roles.some((role) => allowed[role])) throw noAccess()
}

/** Calls about one's own account stay open, or nobody could set up a second factor. */
function refuseUnproven({ roles }: CallDeclaration, actor: Actor): void {
  if (!actor.requires_second_factor || actor.has_second_factor) return
  if (typeof roles !== 'string')
    throw new Refused(403, 'second_factor_required', secondFactorMessage)
}

/** A deactivated organization: staff take its data out, customers look back and pay. */
function refuseInactive(key: string, declaration: CallDeclaration, actor: Actor): void {
  const { roles } = declaration
  if (!actor.is_inactive || typeof roles === 'string' || declaration.inactive === 'allow') return
  if (actor.roles.includes('user') && roles.user && !closesWithAccount(key, declaration)) return
  throw new Refused(403, 'organization_inactive', inactiveMessage)
}

/**
 * Calls that customers also make stay open: they can pay whatever happens to the business's own
 * bill.
 */
function refuseReadOnly(app: App, { roles, read_only }: CallDeclaration, actor: Actor): void {
  if (typeof roles === 'string' || roles.user || read_only === 'allow' || !mayOnlyRead(app, actor))
    return
  if (actor.platform_role && roles[actor.platform_role]) return
  throw new Refused(403, 'read_only', readOnlyMessage)
}

/** Refuses people without an active organization if the call needs one. */
export function requireOrganization({ roles }: CallDeclaration, actor: Actor | null): void {
  if (!actor || typeof roles === 'string') return
  if (!(actor.platform_role && roles[actor.platform_role])) viewOf(actor, roles)
}

/** What a call may see of the caller's organization. */
export function viewFor({ roles }: CallDeclaration, actor: Actor | null): View {
  if (typeof roles !== 'string') return viewOf(actor!, roles)
  return {
    organization_id: actor?.organization_id ?? '',
    sight: 'customer',
    person_id: actor?.person_id ?? null,
    customer_id: actor?.customer_id ?? null,
    team_ids: [],
  }
}

/** The view a declaration grants a caller: the widest sight of any of their roles. */
function viewOf(actor: Actor, roles: Partial<Record<Role, 'all' | 'own'>>): View {
  if (!actor.organization_id)
    throw new Refused(403, 'no_organization', 'Choose an organization first.')
  const held = actor.roles.filter(
    (role) => roles[role] && (!actor.is_inactive || !roles.user || role === 'user'),
  )
  const sight = held.some((role) => roles[role] === 'all')
    ? 'all'
    : held.some((role) => (crewRoles as readonly Role[]).includes(role))
      ? 'team'
      : 'customer'
  return {
    organization_id: actor.organization_id,
    sight,
    person_id: actor.person_id,
    customer_id: actor.customer_id,
    team_ids: actor.team_ids,
  }
}

export const tooMany = 'Too many requests. Please wait a moment and try again.'
/**
 * Many people may use one code, like a flyer's, but not a crowd of addresses guessing the same one.
 */
const addressesPerCode = 10

/** Limits how often the code or token in a public call can be tried, across all addresses. */
export function limitPerCode(
  server: FastifyInstance,
  app: App,
  key: string,
  { roles, per_minute }: CallDeclaration,
) {
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

import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdsData } from '../../../domain/base/data-file.ts'
import type { App } from '../call.ts'
import { originOf, type SecurityEvent } from './log.ts'
import type { Actor } from '../actor.ts'

const callers = new WeakMap<FastifyRequest, Actor>()

/** Keeps who calls, for a refusal further down. */
export function noteCaller(request: FastifyRequest, actor: Actor | null): void {
  if (actor) callers.set(request, actor)
}

/** True if the caller acts as somebody else. */
export const isForAnother = (request: FastifyRequest): boolean =>
  (callers.get(request)?.impersonation_id ?? null) !== null

/** A call that was refused to somebody signed in. */
export function noteRefused(app: App, request: FastifyRequest, code: string): void {
  const event = { event: 'authz_fail', outcome: 'failure', detail: { code } } as const
  app.security({ ...event, ...whoOf(request) }, originOf(request))
}

/** A file taken out, or anything read in somebody else's name. */
export function noteRead(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const actor = callers.get(request)
  if (!actor || reply.statusCode >= 400) return
  const isFile = holdsData(String(reply.getHeader('content-type') ?? 'application/json'))
  if (!isFile && !(request.method === 'GET' && isForAnother(request))) return
  const params = request.params as Record<string, string>
  const detail = {
    ...(isFile ? { export: true } : {}),
    ...(actor.impersonation_id ? { impersonation_id: actor.impersonation_id } : {}),
    ...(params['id'] ? { id: params['id'] } : {}),
  }
  app.security({ event: 'sensitive_read', ...whoOf(request), detail }, originOf(request))
}

function whoOf(request: FastifyRequest): Partial<SecurityEvent> {
  const actor = callers.get(request)
  return actor
    ? {
        person_id: actor.person_id,
        real_person_id: actor.real_person_id,
        organization_id: actor.organization_id,
        session_uid: actor.session_id,
      }
    : {}
}

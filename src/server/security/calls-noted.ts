import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, App } from '../call.ts'
import { originOf, type SecurityEvent } from './log.ts'

const callers = new WeakMap<FastifyRequest, Actor>()

/** Keeps who calls, for a refusal further down. */
export function noteCaller(request: FastifyRequest, actor: Actor | null): void {
  if (actor) callers.set(request, actor)
}

/** A call that was refused to somebody signed in. */
export function noteRefused(app: App, request: FastifyRequest, code: string): void {
  const event = { event: 'authz_fail', outcome: 'failure', detail: { code } } as const
  app.security({ ...event, ...whoOf(request) }, originOf(request))
}

/** A file taken out, or anything read in somebody else's name. */
export function noteRead(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const actor = callers.get(request)
  const isFile = /^(text\/csv|application\/gzip)/.test(String(reply.getHeader('content-type')))
  const isForAnother = request.method === 'GET' && actor?.impersonation_id
  if (!actor || (!isFile && !isForAnother)) return
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

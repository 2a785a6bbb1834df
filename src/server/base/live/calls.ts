import { randomBytes } from 'node:crypto'
import type { live } from '../../../api/live.ts'
import { secondFactorMessage } from '../../../domain/people/second-factor.ts'
import { claimsOf } from '../../admission.ts'
import type { CallOf, Handlers } from '../call.ts'
import type { Claims } from '../../people/identity/tokens.ts'
import { Refused } from '../kit/refusals.ts'
import { unauthenticated } from './streams.ts'
import { addTicket, takeTicket } from './write.ts'
import type { Actor } from '../actor.ts'
import type { StreamActor } from './service.ts'

const ticketSeconds = 30

export const liveHandlers: Handlers<typeof live> = {
  'POST /api/sse/ticket': async (call) => {
    const owner = ownerOf(call.actor, await claimsOf(call))
    const ticket = randomBytes(32).toString('base64url')
    const expires_at = new Date(Date.now() + ticketSeconds * 1000).toISOString()
    await call.onPlatform((tx) => addTicket(tx, ticket, owner, expires_at))
    return { ticket, expires_in: ticketSeconds }
  },

  'GET /api/sse': async (call) => {
    const { app, query, reply } = call
    const owner = await readOwner(call)
    const asked = query.organization_id ?? query.orgId
    if (asked && asked !== owner.organization_id) throw new Refused(404, 'not_found', 'Not found.')
    await app.live.open(reply.raw, owner, {
      last_event_id: count(String(call.headers['last-event-id'] ?? query.last_event_id ?? '')),
      since_ms: count(query.since_ms ?? ''),
      headers: reply.getHeaders(),
    })
    reply.hijack()
    return undefined
  },
}

const count = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)

/**
 * Who opens the stream: identified by a ticket, the bearer token, or a token in the URL where
 * allowed.
 */
async function readOwner(call: CallOf<'GET /api/sse', (typeof live)['GET /api/sse']>) {
  const { app, query } = call
  if (query.ticket) {
    const owner = await takeTicket(app.store, query.ticket)
    if (!owner) throw unauthenticated()
    return owner
  }
  if (call.actor) return ownerOf(call.actor, await claimsOf(call))
  if (!query.access_token || !app.config.LIVE_ACCESS_TOKEN) throw unauthenticated()
  const claims = await app.checkToken(query.access_token)
  const actor = await app.actors.actorOf(claims, call.cookies['impersonation'])
  return ownerOf(actor, claims)
}

/** `expires_at`: seconds since 1970. */
function ownerOf(actor: Actor, { session, expires_at }: Claims): StreamActor {
  if (actor.requires_second_factor && !actor.has_second_factor)
    throw new Refused(403, 'second_factor_required', secondFactorMessage)
  if (!actor.organization_id)
    throw new Refused(403, 'no_organization', 'Choose an organization first.')
  return {
    actor: {
      person_id: actor.person_id,
      real_person_id: actor.real_person_id,
      impersonation_id: actor.impersonation_id,
      roles: actor.roles,
    },
    session_id: session,
    organization_id: actor.organization_id,
    expires_at: expires_at * 1000,
  }
}

import type { sessions } from '../../../api/sessions.ts'
import { deviceName } from '../../../domain/messages/push.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import { audit } from '../../base/events.ts'
import { endOwnSessions, readSessions } from '../identity/sessions.ts'
import { readSubject } from '../../base/security/subject.ts'
import { found } from '../../base/kit/refusals.ts'
import { originOfCall } from '../../base/security/log.ts'
import type { Actor } from '../../base/actor.ts'

export const sessionHandlers: Handlers<typeof sessions> = {
  'GET /api/me/sessions': ({ app, actor, readPlatform }) =>
    readPlatform(async (tx) => {
      const account_id = await readSubject(tx, app, actor.person_id)
      const rows = account_id ? await readSessions(tx, account_id) : []
      return {
        sessions: rows.map(({ uid, agent, ip, started_at, seen_at }) => ({
          id: uid,
          device: deviceName(agent ?? ''),
          ip,
          started_at,
          seen_at,
          is_current: uid === actor.session_id,
        })),
      }
    }),

  'POST /api/me/sessions/end': async (call) => {
    const { app, actor, body } = call
    await call.onPlatform(async (tx) => {
      const account_id = found(await readSubject(tx, app, actor.person_id))
      found((await endOwnSessions(tx, { account_id, only: body.id })) || undefined)
      await audit(tx, {
        action: 'POST /api/me/sessions/end',
        entity: 'person',
        entity_id: actor.person_id,
      })
    })
    noteEnded(call, { session: body.id })
    return { ok: true as const }
  },

  'POST /api/me/sessions/end-others': async (call) => {
    const { app, actor } = call
    const ended = await call.onPlatform(async (tx) => {
      const account_id = await readSubject(tx, app, actor.person_id)
      const many = account_id
        ? await endOwnSessions(tx, { account_id, except: actor.session_id })
        : 0
      await audit(tx, {
        action: 'POST /api/me/sessions/end-others',
        entity: 'person',
        entity_id: actor.person_id,
        after: { ended: many },
      })
      return many
    })
    noteEnded(call, { others: ended })
    return { ended }
  },
}

function noteEnded(call: CallContext & { actor: Actor }, detail: Record<string, unknown>): void {
  const { person_id, session_id } = call.actor
  const ended = { event: 'session_ended', person_id, session_uid: session_id, detail } as const
  call.app.security(ended, originOfCall(call))
}

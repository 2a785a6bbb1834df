import type { erasures } from '../../../api/erasures.ts'
import { erasureRules } from '../../../domain/flows/erasure.ts'
import type { Handlers } from '../../base/call.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { originOfCall } from '../../base/security/log.ts'
import { factsAbout, readCreditsOf, readDue, readErasures, readMembers } from './read.ts'
import { tellErasure } from './tell.ts'
import { askErasure, cancelErasure } from './write.ts'
import { emitPersonChanged } from '../../people/write.ts'

const stateOf = async (tx: PlatformTx, person_id: string) => ({
  due_at: await readDue(tx, person_id),
  credits: await readCreditsOf(tx, person_id),
})

export const erasureHandlers: Handlers<typeof erasures> = {
  'GET /api/me/erasure': ({ actor, readPlatform }) =>
    readPlatform((tx) => stateOf(tx, actor.person_id)),

  'POST /api/me/erasure': async (call) => {
    const { app, actor } = call
    const { person_id } = actor
    const { isNew, ...state } = await call.onPlatform(async (tx) => {
      enforce(erasureRules.ask(await factsAbout(tx, person_id)))
      const isNew = await askErasure(tx, person_id)
      const due = await readDue(tx, person_id)
      if (isNew && due) await tellErasure(tx, app, person_id, { state: 'asked', due_at: due })
      await audit(tx, { action: 'POST /api/me/erasure', entity: 'person', entity_id: person_id })
      await emitPersonChanged(tx, person_id)
      return { ...(await stateOf(tx, person_id)), isNew }
    })
    if (isNew) app.security({ event: 'erasure_asked', person_id }, originOfCall(call))
    return state
  },

  'POST /api/me/erasure/cancel': async (call) => {
    const { app, actor } = call
    const { person_id } = actor
    const state = await call.onPlatform(async (tx) => {
      if (await cancelErasure(tx, person_id))
        await tellErasure(tx, app, person_id, { state: 'cancelled' })
      await audit(tx, {
        action: 'POST /api/me/erasure/cancel',
        entity: 'person',
        entity_id: person_id,
      })
      await emitPersonChanged(tx, person_id)
      return stateOf(tx, person_id)
    })
    app.security({ event: 'erasure_cancelled', person_id }, originOfCall(call))
    return state
  },

  'GET /api/owner/erasures': async ({ readOrg, readPlatform }) => {
    const members = await readOrg(readMembers)
    const rows = members.size
      ? await readPlatform((tx) => readErasures(tx, [...members.keys()]))
      : []
    return {
      erasures: rows.map(({ id, person_id, asked_at, due_at }) => ({
        id,
        asked_at,
        due_at,
        ...members.get(person_id)!,
      })),
    }
  },
}

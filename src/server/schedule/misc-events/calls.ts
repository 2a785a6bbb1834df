import type { miscEvents } from '../../../api/misc-events.ts'
import type { Handlers } from '../../base/call.ts'
import { addMiscEvent, changeMiscEvent, removeMiscEvent } from './write.ts'

export const miscEventHandlers: Handlers<typeof miscEvents> = {
  'POST /api/owner/misc-events': ({ inOrg, body }) => inOrg((tx) => addMiscEvent(tx, body)),

  'PATCH /api/owner/misc-events/{id}': ({ inOrg, params, body }) =>
    inOrg((tx) => changeMiscEvent(tx, params.id, body)),

  'DELETE /api/owner/misc-events/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await removeMiscEvent(tx, params.id)
      return { ok: true as const }
    }),
}

import type { refunds } from '../../api/refunds.ts'
import type { Handlers } from '../call.ts'
import { askForRefund } from './give-back.ts'
import { readFailedRefunds } from './read-failed-refunds.ts'
import { settleFailed } from './settle-refund.ts'

export const refundHandlers: Handlers<typeof refunds> = {
  'GET /api/owner/failed-refunds': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readFailedRefunds(tx) })),

  'POST /api/refunds/{id}/settlement': async (call) => {
    const { inOrg, app, params, body } = call
    let again: string | null = null
    const settled = await inOrg(async (tx) => {
      again = await settleFailed(tx, app, params.id, body.as)
      return { ok: true as const, state: again ? ('started' as const) : ('succeeded' as const) }
    })
    if (!again) return settled
    const state = await askForRefund(call, again, 'POST /api/refunds/{id}/settlement')
    return { ...settled, state }
  },
}

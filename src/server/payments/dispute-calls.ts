import type { disputes } from '../../api/disputes.ts'
import type { Handlers } from '../call.ts'
import { Unknown } from '../outside/payment-faults.ts'
import { keepEvidence, sendEvidence, settleLost } from './answer-dispute.ts'
import { readDisputes } from './read-disputes.ts'

export const disputeHandlers: Handlers<typeof disputes> = {
  'GET /api/owner/disputes': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readDisputes(tx) })),

  'POST /api/disputes/{id}/evidence': async ({ inOrg, app, actor, params, body }) => {
    const kept = await inOrg(async (tx) => {
      await keepEvidence(tx, params.id, body.text)
      return { ok: true as const, sent: true }
    })
    try {
      await sendEvidence(app, actor.organization_id, params.id)
      return kept
    } catch (fault) {
      if (!(fault instanceof Unknown)) throw fault
      // It is written down; the reconciler sends it.
      app.log.warn({ err: fault, dispute: params.id }, 'evidence awaits an answer')
      return { ...kept, sent: false }
    }
  },

  'POST /api/disputes/{id}/settlement': ({ inOrg, params, body }) =>
    inOrg(async (tx) => ({ ok: true as const, ...(await settleLost(tx, params.id, body.as)) })),
}

import type { consents } from '../../../api/consents.ts'
import {
  requestRules,
  type AnswerInput,
  type ConsentRequest,
} from '../../../domain/money/consent-request.ts'
import { raiseConsent, type Evidence } from './give.ts'
import type { Handlers } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { tellAsked } from './ask.ts'
import { findOpenRequest, readAsked, viewRequest, findByToken } from './read.ts'
import { emitAsked, storeAnswer, type RequestRow } from '../../customers/write-consents.ts'

export const consentHandlers: Handlers<typeof consents> = {
  'GET /api/public/consent/{token}': async ({ app, params }) => {
    const { organization_id, id } = await findByToken(app, params.token)
    return inOrgAll(app.store, organization_id, system, async (tx) =>
      viewRequest(tx, await lockRequest(tx, id)),
    )
  },

  'POST /api/public/consent/{token}': async ({ app, params, body, ip, agent }) => {
    const { organization_id, id } = await findByToken(app, params.token)
    return inOrgAll(app.store, organization_id, system, async (tx) =>
      answerRequest(tx, await lockRequest(tx, id), body, { ip, agent }),
    )
  },

  'GET /api/users/consent-request': ({ readOrg, actor }) =>
    readOrg(async (tx) => {
      const open = actor.customer_id ? await findOpenRequest(tx, actor.customer_id) : undefined
      return { request: open ? await viewRequest(tx, open) : null }
    }),

  'POST /api/users/consent-request': ({ inOrg, actor, body, ip, agent }) =>
    inOrg(async (tx) => {
      const open = found(
        actor.customer_id ? await findOpenRequest(tx, actor.customer_id) : undefined,
      )
      // Consents are stored with more than the customer's sight.
      widenSight(tx)
      return answerRequest(tx, await lockRequest(tx, open.id), body, { ip, agent })
    }),

  'GET /api/owner/consent-requests': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readAsked(tx) })),

  'POST /api/owner/consent-requests/{id}/ask': ({ inOrg, app, params }) =>
    inOrg(async (tx) => {
      const request = await lockRequest(tx, params.id)
      // A no may become a yes, so only an overtaken or agreed question is over.
      if (request.answer !== 'declined') enforce(requestRules.answer(request))
      return { ok: true as const, sent: await tellAsked(tx, app, request) }
    }),
}

const lockRequest = async (tx: OrgTx, id: string): Promise<RequestRow> =>
  found(
    (await tx
      .selectFrom('consent_requests')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) as RequestRow | undefined,
  )

/** A declined question can still be agreed to: its link stays good. */
async function answerRequest(
  tx: OrgTx,
  request: RequestRow,
  { agree, text }: AnswerInput,
  from: Evidence,
): Promise<ConsentRequest> {
  if (!(agree && request.answer === 'declined')) enforce(requestRules.answer(request))
  const consent_id = agree ? await raiseConsent(tx, request, text ?? '', from) : null
  await storeAnswer(tx, request.id, agree ? 'agreed' : 'declined', consent_id)
  await emitAsked(tx, request.customer_id)
  return viewRequest(tx, await lockRequest(tx, request.id))
}

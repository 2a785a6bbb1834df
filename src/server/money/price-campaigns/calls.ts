import type { priceCampaigns } from '../../../api/price-campaigns.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found, notFound } from '../../base/kit/refusals.ts'
import { applyCampaign } from './apply.ts'
import { previewCampaign } from './preview.ts'
import { readCampaigns, readLines, readToCall } from './read.ts'
import { undoCampaign } from './undo.ts'
import { markPhoned } from './write.ts'

const readOne = async (tx: OrgTx, id: string) => ({
  ...found((await readCampaigns(tx, id))[0], 'This campaign does not exist.'),
  lines: await readLines(tx, id),
  unreached: await readToCall(tx, id),
})

export const priceCampaignHandlers: Handlers<typeof priceCampaigns> = {
  'GET /api/owner/price-campaigns': ({ readOrg }) =>
    readOrg(async (tx) => ({ campaigns: await readCampaigns(tx) })),

  'GET /api/owner/price-campaigns/{id}': ({ readOrg, params }) =>
    readOrg((tx) => readOne(tx, params.id)),

  'POST /api/owner/price-campaigns/preview': ({ readOrg, body }) =>
    readOrg((tx) => previewCampaign(tx, body)),

  'POST /api/owner/price-campaigns': ({ inOrg, body }) =>
    inOrg(async (tx) => readOne(tx, await applyCampaign(tx, body))),

  'POST /api/owner/price-campaigns/{id}/told': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      if (!(await markPhoned(tx, params.id, body)))
        throw notFound('This campaign has no such customer.')
      await emit(tx, 'organization.changed', { price_campaign: params.id })
      return readOne(tx, params.id)
    }),

  'POST /api/owner/price-campaigns/{id}/undo': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await undoCampaign(tx, params.id)
      return readOne(tx, params.id)
    }),
}

import { z } from 'zod'
import {
  CampaignDraft,
  campaignRules,
  CampaignTotals,
  DoneLine,
  LeftLine,
  PreviewLine,
  PriceCampaign,
  UnreachedCustomer,
} from '../domain/money/price-campaign.ts'
import { Id } from '../domain/base/id.ts'
import { anyOffice, defineCalls } from './kit.ts'

const CampaignWithLines = PriceCampaign.extend({
  lines: z.array(DoneLine),
  /** Those still to be told or asked in person: no message reaches them. */
  unreached: z.array(UnreachedCustomer),
})

export const priceCampaigns = defineCalls({
  'GET /api/owner/price-campaigns': {
    summary: 'The last hundred price campaigns, newest first, with what became of each',
    roles: anyOffice,
    ok: z.object({ campaigns: z.array(PriceCampaign) }),
  },
  'GET /api/owner/price-campaigns/{id}': {
    summary: 'A price campaign with every series: old and new price, and who agreed',
    roles: anyOffice,
    ok: CampaignWithLines,
  },
  'POST /api/owner/price-campaigns/preview': {
    summary:
      'What a price campaign would change: every series with its old and new price, who must agree, what stays, and the message',
    roles: anyOffice,
    body: CampaignDraft,
    ok: z.object({
      /** Names what was seen; applying it again needs this. */
      preview: z.string(),
      lines: z.array(PreviewLine),
      left: z.array(LeftLine),
      totals: CampaignTotals,
      /** The customers neither the message nor the question would reach. */
      unreached: z.array(UnreachedCustomer),
      /** As the first customer would get it; null if nobody would. */
      message: z
        .object({
          customer_name: z.string().nullable(),
          email: z.object({ subject: z.string(), html: z.string() }),
          sms: z.object({ text: z.string(), segments: z.int() }),
        })
        .nullable(),
    }),
    errors: { campaign_too_large: 409 },
    per_minute: 120,
  },
  'POST /api/owner/price-campaigns': {
    summary:
      'Raise the prices of all series of a preview from a day on, tell their customers and ask those who must agree; all or nothing',
    roles: anyOffice,
    body: CampaignDraft.extend({ preview: z.string().max(100) }),
    ok: CampaignWithLines,
    status: 201,
    idempotent: true,
    rules: [campaignRules.start],
    errors: { campaign_too_large: 409 },
    per_minute: 20,
  },
  'POST /api/owner/price-campaigns/{id}/told': {
    summary:
      'Keep that the office told a customer itself, whom no message reaches, or take that back',
    roles: anyOffice,
    body: z.object({ customer_id: Id, is_told: z.boolean().default(true) }),
    ok: CampaignWithLines,
  },
  'POST /api/owner/price-campaigns/{id}/undo': {
    summary:
      'Put back the plans of all series of a campaign and tell those who were told; repeating changes nothing',
    roles: anyOffice,
    ok: CampaignWithLines,
    rules: [campaignRules.undo],
  },
})

import { totalsOf, type CampaignDraft } from '../../domain/price-campaign.ts'
import type { OrgTx } from '../db/door.ts'
import { reachAddress } from '../messages/reach.ts'
import { wordedFor } from '../messages/tell.ts'
import { checkDay } from './apply.ts'
import { planCampaign, type CampaignPlan } from './plan.ts'

/** What a campaign would change, for whom, and the message to the first of its customers. */
export async function previewCampaign(tx: OrgTx, draft: CampaignDraft) {
  await checkDay(tx, draft.effective_on)
  const plan = await planCampaign(tx, draft)
  const { lines, left, digest } = plan
  return {
    preview: digest,
    lines,
    left,
    totals: totalsOf(lines),
    message: await look(tx, draft, plan),
  }
}

async function look(tx: OrgTx, draft: CampaignDraft, { lines }: CampaignPlan) {
  const asked = new Set(lines.filter((one) => one.asks).map((one) => one.customer_id))
  const first = lines.find((one) => !asked.has(one.customer_id)) ?? lines[0]
  if (!first) return null
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const to = await reachAddress(tx, { email: 'customer@example.com' })
  const { customer_name, customer_id } = first
  const series = lines
    .filter((one) => one.customer_id === customer_id)
    .map(({ service, place, old_cents, new_cents }) => ({ service, place, old_cents, new_cents }))
  const { subject, text: template, effective_on } = draft
  const data = { organization, customer_name, subject, template, effective_on, series }
  const email = await wordedFor(tx, to, 'price_change', data, 'email')
  const sms = await wordedFor(tx, to, 'price_change', data, 'sms')
  return {
    customer_name,
    email: { subject: email.subject ?? '', html: email.html ?? '' },
    sms: { text: sms.text, segments: sms.segments ?? 1 },
  }
}

import { totalsOf, type CampaignDraft } from '../../../domain/money/price-campaign.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { wordedFor } from '../../messages/tell.ts'
import { checkDay } from './apply.ts'
import { planCampaign, type CampaignPlan } from './plan.ts'
import { readUnreached, worded } from './read.ts'

/** What a campaign would change, for which customers, and the message to the first of them. */
export async function previewCampaign(tx: OrgTx, draft: CampaignDraft) {
  await checkDay(tx, draft.effective_on)
  const plan = await planCampaign(tx, draft)
  const { lines, left, digest } = plan
  return {
    preview: digest,
    lines,
    left,
    totals: totalsOf(lines),
    unreached: await unreachedOf(tx, draft, plan),
    message: await look(tx, draft, plan),
  }
}

/** The customers the office would have to call, in the order of the lines. */
async function unreachedOf(tx: OrgTx, draft: CampaignDraft, { lines }: CampaignPlan) {
  const why = await readUnreached(tx, lines, draft.tells)
  if (!why.size) return []
  const phones = await tx
    .selectFrom('customers')
    .select(['id', 'phone_number'])
    .where('id', 'in', [...why.keys()])
    .execute()
  const phoneOf = new Map(phones.map(({ id, phone_number }) => [id, phone_number]))
  const asked = new Set(lines.filter((one) => one.asks).map((one) => one.customer_id))
  const nameOf = new Map(lines.map((one) => [one.customer_id, one.customer_name]))
  return [...nameOf].flatMap(([customer_id, customer_name]) => {
    const reason = why.get(customer_id)
    const phone_number = phoneOf.get(customer_id) ?? null
    const asks = asked.has(customer_id)
    return reason ? [worded({ customer_id, customer_name, phone_number, asks, reason })] : []
  })
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

import { sql } from 'kysely'
import type { OrgTx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'
import type { CampaignFacts } from './money-letters.ts'

type Facts = CampaignFacts & { customer_id: string; subject: string }

const facts = sql`select l.customer_id, c.subject, c.text as template, c.effective_on,
    jsonb_agg(jsonb_build_object('service', s.name, 'place', l.place, 'old_cents', l.old_cents, 'new_cents', l.new_cents) order by s.name, l.place, l.series_id) as series
  from price_campaigns c join price_campaign_lines l on l.organization_id = c.organization_id and l.campaign_id = c.id
    join services s on s.organization_id = l.organization_id and s.id = l.service_id`

/** What a campaign's message says to each of these customers. */
export const readPricesFor = async (
  tx: OrgTx,
  campaign_id: string,
  customer_ids: readonly string[],
): Promise<Facts[]> =>
  (
    await sql<Facts>`${facts} where c.id = ${campaign_id}::uuid and l.customer_id in ${oneOf(customer_ids)}
      and l.outcome is distinct from 'edited' and l.outcome is distinct from 'ended'
    group by l.customer_id, c.subject, c.text, c.effective_on`.execute(tx)
  ).rows

const today = sql`(now() at time zone (select time_zone from organizations where id = app_org()))::date`

/** The owner's words of the campaign a customer is asked to agree to; they go with the question for as long as it is fresh. */
export const readCampaignOf = async (tx: OrgTx, customer_id: string): Promise<CampaignFacts[]> =>
  (
    await sql<CampaignFacts>`select f.template, f.effective_on, f.series from (${facts} where c.id = (
        select y.campaign_id from price_campaign_lines y join price_campaigns x on x.organization_id = y.organization_id and x.id = y.campaign_id
        where y.customer_id = ${customer_id}::uuid and y.asks and x.state = 'running' and x.effective_on > ${today} - 30 order by x.created_at desc limit 1)
      and l.customer_id = ${customer_id}::uuid group by l.customer_id, c.subject, c.text, c.effective_on) f`.execute(
      tx,
    )
  ).rows

import { sql } from 'kysely'
import { todayIn } from '../../domain/base/dates.ts'
import { seasonOf } from '../../domain/customers/review.ts'
import type { App } from '../base/call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../base/db/door.ts'
import { found } from '../base/kit/refusals.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

/** Days after a visit within which it is still fresh enough to ask about. */
const freshDays = 7

type Organization = { id: string; time_zone: string; review_url: string }

type Asking = Pick<App, 'store' | 'log'>

/** Asks customers for a review after a completed and paid visit, where the owner switched that on: once a season each. Nobody whose money went back, or who disputes it. */
export async function askReviews(app: Asking): Promise<void> {
  const organizations = await readPlatform(
    app.store,
    system,
    async (tx) =>
      (
        await sql<Organization>`
      select id, time_zone, message_settings->>'review_url' as review_url from organizations
      where status = 'active' and message_settings->>'review_on' = 'true' and message_settings->>'review_url' ~ '^https?://'
        and num_nulls(street, city, state, zip) = 0`.execute(tx)
      ).rows,
  )
  for (const organization of organizations) {
    try {
      await inOrgAll(app.store, organization.id, system, (tx) => askIn(tx, organization))
    } catch (fault) {
      app.log.error(
        { err: fault, organization_id: organization.id },
        'reviews could not be asked for',
      )
    }
  }
}

async function askIn(tx: OrgTx, organization: Organization): Promise<void> {
  const season = seasonOf(todayIn(organization.time_zone, new Date().toISOString()))
  // The row is what makes it once a season, so of two runs one asks.
  const { rows } = await sql<{ customer_id: string }>`
    insert into review_requests (organization_id, customer_id, season)
    select distinct v.organization_id, v.customer_id, ${season}::text from visits v
      join invoices i on i.organization_id = v.organization_id and i.id = v.invoice_id
      join customers c on c.organization_id = v.organization_id and c.id = v.customer_id
    where v.status = 'completed' and v.completed_at > now() - make_interval(days => ${freshDays}) and v.completed_at < now() - interval '1 hour'
      and i.money = 'paid' and i.total_cents > 0 and c.status = 'active'
    on conflict do nothing returning customer_id`.execute(tx)
  const reached = await readReach(
    tx,
    rows.map(({ customer_id }) => customer_id),
  )
  for (const { customer_id } of rows) {
    const customer = found(reached.get(customer_id))
    await tell(tx, customer, {
      kind: 'review_request',
      once: `review_request:${customer_id}:${season}`,
      data: {
        organization: customer.organization,
        customer_name: customer.name,
        url: organization.review_url,
      },
    })
  }
}

import { sql } from 'kysely'
import type { App } from '../../base/call.ts'
import { unseal } from '../../base/kit/codes.ts'
import { plannedCents, readWork } from './read.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { notifyConsentAsked } from '../../messages/notify-money.ts'
import {
  emitAsked,
  insertRequest,
  overtakeRequests,
  type RequestRow,
} from '../../customers/write-consents.ts'

type Outgrown = { organization_id: string; customer_id: string; cap: number; needed: number }

/**
 * Asks every autopay customer whose planned work now costs more than they agreed to, once for each
 * price, and withdraws questions that are no longer needed.
 */
export async function askForConsent(app: Pick<App, 'store' | 'log' | 'secret' | 'config'>) {
  const outgrown = await readPlatform(
    app.store,
    system,
    async (tx) =>
      (
        await sql<Outgrown>`
      select o.id as organization_id, c.id as customer_id, k.cap, n.needed
      from customers c join organizations o on o.id = c.organization_id
        cross join lateral (select coalesce(cap_cents, 0) as cap, accepted_at from consents
          where organization_id = o.id and customer_id = c.id and kind = 'autopay' and accepted and revoked_at is null
          order by accepted_at desc limit 1) k
        cross join lateral (select ${plannedCents(sql`c.id`)} as needed) n
        left join consent_requests q on q.organization_id = o.id and q.customer_id = c.id and q.answer is null
      where c.autopay_enabled and c.status in ('active', 'paused') and o.status = 'active'
        and case when n.needed <= k.cap then q.id is not null
          else q.new_cap_cents is distinct from n.needed and not exists (select 1 from consent_requests d
            where d.organization_id = o.id and d.customer_id = c.id and d.answer = 'declined' and d.new_cap_cents = n.needed
              and d.asked_at >= k.accepted_at) end
      order by o.id, c.id limit 2000`.execute(tx)
      ).rows,
  )
  for (const { organization_id, customer_id, cap, needed } of outgrown)
    try {
      await inOrgAll(app.store, organization_id, system, async (tx) => {
        if (needed > cap)
          await tellAsked(
            tx,
            app,
            await insertRequest(tx, app, {
              customer_id,
              old_cap_cents: cap,
              new_cap_cents: needed,
            }),
          )
        else await overtakeRequests(tx, customer_id)
        await emitAsked(tx, customer_id)
      })
    } catch (fault) {
      app.log.error({ err: fault, customer_id }, 'a customer could not be asked for consent')
    }
}

/** Sends the question with its link. False if no message may go. */
export async function tellAsked(
  tx: OrgTx,
  app: Pick<App, 'secret' | 'config'>,
  request: RequestRow,
): Promise<boolean> {
  const url = `${app.config.PUBLIC_URL}/agree/${unseal(app.secret, request.token_sealed)}`
  const work = await readWork(tx, request)
  return notifyConsentAsked(tx, request, { url, work: work.map(({ service }) => service) })
}

import type { LocalDate } from '../../domain/dates.ts'
import { undoMinutes } from '../../domain/visit.ts'
import type { App } from '../call.ts'
import { inOrgAll, system } from '../db/door.ts'
import { homeUrl } from '../messages/home.ts'
import { readReach } from '../messages/reach.ts'
import { tell } from '../messages/tell.ts'
import { readReferrer } from './read-referrals.ts'

type VisitKey = { organization_id: string; series_id: string; original_date: LocalDate }

/** Thanks the person who referred a customer, once, after the customer's first visit; it does not reveal who came. */
export const thankReferrer = (
  { store }: Pick<App, 'store'>,
  { organization_id, ...key }: VisitKey,
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    const visit = await tx
      .selectFrom('visits')
      .select(['status', 'completed_at', 'customer_id'])
      .where('series_id', '=', key.series_id)
      .where('original_date', '=', key.original_date)
      .executeTakeFirst()
    if (visit?.status !== 'completed' || !visit.completed_at) return
    // It can still be undone; the job comes back.
    if (Date.parse(visit.completed_at) + undoMinutes * 60_000 > Date.now()) return
    const referrer = await readReferrer(tx, { ...key, customer_id: visit.customer_id })
    const to = referrer && (await readReach(tx, [referrer])).get(referrer)
    if (!to) return
    const { organization, name } = to
    await tell(tx, to, {
      kind: 'referral_thanks',
      once: `referral_thanks:${visit.customer_id}`,
      data: { organization, name, url: homeUrl('/app') },
    })
  })

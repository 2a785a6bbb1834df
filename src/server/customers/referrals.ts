import type { referrals } from '../../api/referrals.ts'
import { referralLink, type Referral } from '../../domain/customers/referral.ts'
import type { App, Handlers, ReadContext } from '../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../base/db/door.ts'
import { isServing } from '../base/organizations/read.ts'
import { found } from '../base/kit/refusals.ts'
import { ensureReferralCode } from './write-referrals.ts'
import { widenSight } from '../base/db/sight.ts'
import { referralCount, readReferrer } from './read-referrals.ts'
import type { Actor } from '../base/actor.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { undoMinutes } from '../../domain/schedule/visit.ts'
import { homeUrl } from '../messages/links.ts'
import { readReach } from '../messages/recipient.ts'
import { tell } from '../messages/tell.ts'

/** A customer's link, whose code is created on first request, and how many people used it. */
async function readReferral(
  { app, actor, cause, readOrg }: ReadContext & { actor: Actor & { organization_id: string } },
  id: string,
): Promise<Referral> {
  const { is_open, slug, referral_code, count } = await readOrg((tx) => readShared(tx, app, id))
  const code =
    is_open &&
    (referral_code ??
      (await inOrgAll(app.store, actor.organization_id, cause, (tx) => ensureReferralCode(tx, id))))
  return {
    link: code ? referralLink({ public_url: app.config.PUBLIC_URL, slug, code }) : null,
    count,
  }
}

async function readShared(tx: OrgTx, app: App, id: string) {
  const [organization, known] = await Promise.all([
    tx
      .selectFrom('organizations')
      .select([
        'slug',
        'signup_open',
        'status',
        'subscription_status',
        'trial_ends_at',
        'past_due_since',
      ])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('customers')
      .select(['referral_code', 'status'])
      .where('id', '=', id)
      .executeTakeFirst(),
  ])
  const customer = found(known)
  const is_open =
    organization.signup_open && isServing(app, organization) && customer.status !== 'archived'
  // Customers see only themselves, so look them up with their own sight and return only the count.
  widenSight(tx)
  const { count } = await tx
    .selectFrom('customers as c')
    .select(referralCount.as('count'))
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  return { is_open, slug: organization.slug, referral_code: customer.referral_code, count }
}

export const referralHandlers: Handlers<typeof referrals> = {
  'GET /api/users/referral': (call) => readReferral(call, found(call.actor.customer_id)),
  'GET /api/owner/customers/{id}/referral': (call) => readReferral(call, call.params.id),
}

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

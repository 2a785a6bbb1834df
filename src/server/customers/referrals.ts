import type { referrals } from '../../api/referrals.ts'
import { referralLink, type Referral } from '../../domain/referral.ts'
import type { Actor, App, Handlers, ReadContext } from '../call.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { isServing } from '../organizations/read.ts'
import { found } from '../refusals.ts'
import { ensureReferralCode } from './write-referrals.ts'
import { widenSight } from '../db/sight.ts'
import { referralCount } from './read-referrals.ts'

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
  const [, { count }] = await Promise.all([
    widenSight(tx),
    tx
      .selectFrom('customers as c')
      .select(referralCount.as('count'))
      .where('c.id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { is_open, slug: organization.slug, referral_code: customer.referral_code, count }
}

export const referralHandlers: Handlers<typeof referrals> = {
  'GET /api/users/referral': (call) => readReferral(call, found(call.actor.customer_id)),
  'GET /api/owner/customers/{id}/referral': (call) => readReferral(call, call.params.id),
}

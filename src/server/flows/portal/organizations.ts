import { sql } from 'kysely'
import type { FoundOrganization, portal } from '../../../api/portal.ts'
import type { MyProfile } from '../../../api/people.ts'
import { sameIndustryMatters, type Industry } from '../../../domain/base/onboarding.ts'
import { organizationRules } from '../../../domain/base/organization.ts'
import { ensureCustomerOf } from '../../customers/write-signup.ts'
import type { Handlers } from '../../base/call.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { audit, emitIn } from '../../base/events.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { isServing } from '../../base/organizations/read.ts'
import { rejoinAsCustomer } from '../../people/write-memberships.ts'
import { enforce, notFound } from '../../base/kit/refusals.ts'
import type { Actor } from '../../base/actor.ts'
import { activateOrganization } from '../../people/activate.ts'

type Call<K extends keyof typeof portal> = Parameters<Handlers<typeof portal>[K]>[0]

const foundAtMost = 50
const sentence = 'Organization not found'

/** The businesses the person is a customer of. */
const joined = (tx: PlatformTx, person_id: string) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.industry'])
    .where('m.person_id', '=', person_id)
    .where('m.role', '=', 'user')
    .where('m.status', '=', 'active')
    .execute()

const listed = (tx: PlatformTx) =>
  tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'city',
      'state',
      'industry',
      'status',
      'subscription_status',
      'trial_ends_at',
      'past_due_since',
    ])
    .where('listed', '=', true)
    .where('signup_open', '=', true)

export const searchOrganizations = ({
  app,
  actor,
  query,
  readPlatform,
}: Call<'GET /api/users/organizations/search'>) =>
  readPlatform(async (tx): Promise<{ organizations: FoundOrganization[] }> => {
    const own = await joined(tx, actor.person_id)
    const industry = query.industry
    const like = `%${(query.q ?? '').replace(/[\\%_]/g, '\\$&')}%`
    const same_industry =
      sameIndustryMatters(industry) && own.some((one) => one.industry === industry)
    if (same_industry && query.exclude_same_industry) return { organizations: [] }
    const rows = await listed(tx)
      .where('industry', '=', industry)
      .where((eb) => eb.or([eb('name', 'ilike', like), eb('city', 'ilike', like)]))
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .limit(foundAtMost)
      .execute()
    return {
      organizations: rows
        .filter((row) => isServing(app, row))
        .map(({ id, name, city, state }) => {
          const is_joined = own.some((one) => one.id === id)
          return {
            id,
            name,
            city,
            state,
            industry,
            joined: is_joined,
            same_industry: same_industry && !is_joined,
          }
        }),
    }
  })

/**
 * Adds the caller to another business as a lead; for one they already have, only switches to it.
 */
export async function selectOrganization({
  app,
  actor,
  body,
  onPlatform,
}: Call<'POST /api/users/organizations/select'>): Promise<MyProfile> {
  const { organization_id } = body
  return onPlatform(async (tx) => {
    // One at a time, or two concurrent choices could both be the first of their industry.
    await lockName(`organizations of ${actor.person_id}`).execute(tx)
    const own = await joined(tx, actor.person_id)
    if (!own.some(({ id }) => id === organization_id)) {
      const chosen = await listed(tx).where('id', '=', organization_id).executeTakeFirst()
      if (!chosen || !isServing(app, chosen)) throw notFound(sentence)
      const industries = own.map(({ industry }) => industry as Industry)
      enforce(
        organizationRules.join({
          industry: chosen.industry as Industry,
          joined_industries: industries,
        }),
      )
      await join(tx, actor, organization_id)
    }
    await audit(tx, {
      action: 'POST /api/users/organizations/select',
      entity: 'person',
      entity_id: actor.person_id,
      organization_id,
      after: body,
    })
    return activateOrganization(tx, app, actor, organization_id)
  })
}

/**
 * Makes the person a lead there: their linked record, one with their verified address, or a new
 * one.
 */
async function join(
  tx: PlatformTx,
  { person_id, email, email_verified }: Actor,
  organization_id: string,
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select(['name', 'phone_number'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  const id = await ensureCustomerOf(tx, organization_id, {
    ...person,
    person_id,
    email,
    email_verified,
  })
  await rejoinAsCustomer(tx, { organization_id, person_id, customer_id: id })
  await emitIn(tx, organization_id, 'customer.changed', { customer_id: id }, { customer_id: id })
}

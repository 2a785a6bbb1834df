import { sql } from 'kysely'
import type { MyProfile } from '../../api/people.ts'
import { emailKey } from '../../domain/base/email.ts'
import { missingSetup } from '../../domain/base/onboarding.ts'
import type { NotificationPrefs } from '../../domain/base/person.ts'
import { officeRoles, type Role } from '../../domain/base/roles.ts'
import type { App, ReadContext } from '../base/call.ts'
import { unseal } from '../base/kit/codes.ts'
import { readNoticesOff } from '../customers/read.ts'
import { hasTextConsent } from '../customers/text-consent.ts'
import type { PlatformTx, Tx } from '../base/db/door.ts'
import { mayOnlyRead } from './read-actor.ts'
import type { Actor } from '../base/actor.ts'

/** An actor's profile in their active organization, for the page. */
export async function readProfile(tx: PlatformTx, app: App, actor: Actor): Promise<MyProfile> {
  const organization = await readOwnOrganization(tx, actor)
  return {
    ...(await readPersonalPart(tx, actor)),
    email_verified: actor.email_verified,
    role: actor.role,
    roles: actor.roles,
    organization_id: actor.organization_id,
    organization_name: organization?.name ?? null,
    organization_timezone: organization?.time_zone ?? null,
    organization: organization && {
      ...organization,
      status: organization.status as 'active' | 'inactive',
    },
    team_id: actor.team_id,
    customer_id: actor.customer_id,
    memberships: await readOwnMemberships(tx, actor),
    ...(await readImpersonation(tx, actor)),
    setup:
      organization && actor.roles.includes('owner') ? await readSetup(tx, app, organization) : null,
    onboarding_code:
      actor.organization_id || actor.impersonation_id
        ? null
        : await readOnboardingCode(tx, app, actor),
    can_change_password: app.identity !== null && actor.impersonation_id === null,
    needs_second_factor: actor.requires_second_factor && !actor.has_second_factor,
    read_only:
      mayOnlyRead(app, actor) &&
      actor.roles.some((role) => role !== 'user' && role !== actor.platform_role),
  }
}

async function readPersonalPart(tx: PlatformTx, actor: Actor) {
  const person = await tx
    .selectFrom('people')
    .selectAll()
    .where('id', '=', actor.person_id)
    .executeTakeFirstOrThrow()
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    phone_number: person.phone_number,
    avatar_url: person.avatar_url,
    timezone: person.time_zone,
    locale: person.locale,
    theme: person.theme as MyProfile['theme'],
    preferred_contact: person.preferred_contact as MyProfile['preferred_contact'],
    notification_prefs: {
      ...(person.notification_prefs as unknown as NotificationPrefs),
      // For a customer, the switch is their consent, which belongs to one organization.
      ...(actor.organization_id && actor.customer_id
        ? {
            ...(await readNoticesOff(tx, actor.organization_id, actor.customer_id)),
            sms_general: await hasTextConsent(tx, actor.organization_id, actor.customer_id),
          }
        : {}),
    },
  }
}

async function readOwnMemberships(
  tx: PlatformTx,
  { person_id, platform_role }: Actor,
): Promise<MyProfile['memberships']> {
  if (platform_role) return []
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select([
      'm.organization_id',
      'o.name as organization_name',
      'm.role',
      'm.customer_id',
      'm.team_id',
    ])
    .where('m.person_id', '=', person_id)
    .where('m.status', '=', 'active')
    .orderBy('o.name')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

async function readOwnOrganization(tx: PlatformTx, { organization_id }: Actor) {
  if (!organization_id) return null
  return tx
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'slug',
      'industry',
      'time_zone',
      'status',
      'phone_number',
      'street',
      'stripe_details_submitted',
      'onboarded_at',
    ])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
}

async function readImpersonation(tx: PlatformTx, { real_person_id, impersonation_id }: Actor) {
  const real_user = real_person_id
    ? await tx
        .selectFrom('people')
        .select(['id', 'email', 'name'])
        .where('id', '=', real_person_id)
        .executeTakeFirstOrThrow()
    : null
  const running = impersonation_id
    ? await tx
        .selectFrom('impersonations')
        .select('expires_at')
        .where('id', '=', impersonation_id)
        .executeTakeFirst()
    : undefined
  return {
    impersonating: impersonation_id !== null,
    real_user,
    impersonation_ends_at: running?.expires_at ?? null,
  }
}

type OwnOrganization = NonNullable<Awaited<ReturnType<typeof readOwnOrganization>>>

/** What an owner has not set up yet, with the wizard's code while it can still be finished. */
async function readSetup(
  tx: PlatformTx,
  app: App,
  organization: OwnOrganization,
): Promise<MyProfile['setup']> {
  const { id, phone_number, street, stripe_details_submitted, onboarded_at } = organization
  const hours = await tx
    .selectFrom('business_hours')
    .select('weekday')
    .where('organization_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const open = onboarded_at
    ? undefined
    : await openOwnerCodes(tx).where('organization_id', '=', id).executeTakeFirst()
  return {
    code: open ? readableCode(app, open.code_sealed) : null,
    missing: missingSetup({
      phone_number,
      street,
      is_verified: stripe_details_submitted,
      has_hours: hours !== undefined,
    }),
  }
}

/**
 * The code of the business this person started to set up: on their own, or with an owner's
 * invitation once their address is verified.
 */
async function readOnboardingCode(
  tx: PlatformTx,
  app: App,
  { person_id, email, email_verified }: Actor,
): Promise<string | null> {
  const row = await openOwnerCodes(tx)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .where((eb) =>
      eb.or([
        eb('accepted_by', '=', person_id),
        // Anyone can type this address, so a code created that way is theirs only once the address
        // is verified.
        eb.and([
          eb(sql<string>`lower(email)`, '=', emailKey(email)),
          ...(email_verified ? [] : [eb('created_by', '=', person_id)]),
        ]),
      ]),
    )
    .executeTakeFirst()
  return row ? readableCode(app, row.code_sealed) : null
}

const openOwnerCodes = (tx: PlatformTx) =>
  tx
    .selectFrom('invitations')
    .select('code_sealed')
    .where('kind', '=', 'owner')
    .where('status', 'in', ['pending', 'sent', 'opened'])
    .orderBy('id', 'desc')

/** A code sealed with another secret is lost, but the profile still works. */
function readableCode(app: App, sealed: string): string | null {
  try {
    return unseal(app.secret, sealed)
  } catch {
    return null
  }
}

type Asked = { id: string; hash: string }
type Call = Pick<ReadContext, 'readOrgAll' | 'readPlatform'> & { actor: Actor; params: Asked }

/**
 * The bytes of somebody's picture, if the caller may see it: their own and, for whoever works for a business, those of the people who work
 * there too; the office also sees customers, and an administrator everyone.
 */
export async function readPicture(call: Call): Promise<Buffer | undefined> {
  const { actor, params } = call
  if (params.id === actor.person_id || actor.platform_role === 'admin')
    return call.readPlatform((tx) => contentOf(tx, params))
  if (!actor.organization_id || !actor.roles.some((role) => role !== 'user')) return undefined
  const isOffice = officeRoles.some((role) => actor.roles.includes(role))
  return call.readOrgAll(async (tx) => {
    const known = await tx
      .selectFrom('memberships')
      .select('id')
      .where('person_id', '=', params.id)
      .$if(!isOffice, (memberships) => memberships.where('role', '<>', 'user'))
      .executeTakeFirst()
    return known && contentOf(tx, params)
  })
}

async function contentOf(tx: Tx, { id, hash }: Asked): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('person_pictures')
    .select('content')
    .where('person_id', '=', id)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.content
}

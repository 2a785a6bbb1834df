import { readOnlyFrom, type SubscriptionStatus } from '../../domain/money/platform.ts'
import { highestRole, isCrewRole, type Role } from '../../domain/base/roles.ts'
import type { App } from '../base/call.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { refused } from '../base/kit/refusals.ts'
import { isSignedOut } from '../base/security/signed-out.ts'
import type { Actor } from '../base/actor.ts'

/**
 * A person in their active organization, of those this sign-in opens. Without `proof` (an admin impersonates them), no mailbox
 * counts as verified. 403 for an inactive person.
 */
export async function readActor(
  tx: PlatformTx,
  person_id: string,
  session_id: string | null,
  proof?: { email: string | null; email_verified: boolean },
): Promise<Actor> {
  const person = await readPerson(tx, person_id)
  // Platform roles see an organization only by impersonating somebody, whatever else they are.
  const memberships = person.platform_role ? [] : await readMemberships(tx, person_id, session_id)
  const chosen =
    memberships.find((m) => m.organization_id === person.active_organization_id) ?? memberships[0]
  const here = memberships.filter((m) => m.organization_id === chosen?.organization_id)
  const platform_role = person.platform_role as Actor['platform_role']
  const roles = [...(platform_role ? [platform_role] : []), ...here.map((m) => m.role as Role)]
  const crew = here.find((m) => isCrewRole(m.role))
  const team_id = crew?.team_id ?? null
  const led_team_ids =
    crew?.role === 'crew_owner' ? await readLedTeams(tx, crew.organization_id, person_id) : []
  return {
    person_id,
    // Empty for people without one.
    email: proof?.email ?? person.email ?? '',
    email_verified: proof?.email ? proof.email_verified : false,
    name: person.name,
    role: highestRole(roles),
    roles,
    organization_id: chosen?.organization_id ?? null,
    customer_id: here.find((m) => m.role === 'user')?.customer_id ?? null,
    team_id,
    team_ids: [...(team_id ? [team_id] : []), ...led_team_ids],
    platform_role,
    is_inactive: chosen?.organization_status === 'inactive',
    read_only_from: chosen
      ? readOnlyFrom({ ...chosen, status: chosen.subscription_status as SubscriptionStatus })
      : null,
    real_person_id: null,
    impersonation_id: null,
    session_id: null,
    has_second_factor: false,
    requires_second_factor:
      chosen?.requires_second_factor === true && here.some((m) => m.role !== 'user'),
  }
}

/**
 * True if staff of the caller's organization are read only now. Never if the operator sells no
 * subscriptions.
 */
export const mayOnlyRead = ({ config }: App, { read_only_from }: Actor): boolean =>
  config.PLATFORM_BILLING && read_only_from !== null && Date.now() > Date.parse(read_only_from)

async function readPerson(tx: PlatformTx, person_id: string) {
  const person = await tx
    .selectFrom('people')
    .select(['id', 'email', 'name', 'status', 'platform_role', 'active_organization_id'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  if (person.status === 'inactive')
    throw refused('forbidden', 'This account was deactivated. Please ask your organization.', 403)
  return person
}

/** What a sign-in opens, newest first. */
const readMemberships = (tx: PlatformTx, person_id: string, session_id: string | null) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select([
      'm.organization_id',
      'm.role',
      'm.customer_id',
      'm.team_id',
      'o.status as organization_status',
      'o.subscription_status',
      'o.trial_ends_at',
      'o.past_due_since',
      'o.requires_second_factor',
    ])
    .where('m.person_id', '=', person_id)
    .where('m.status', '=', 'active')
    .where((eb) => eb.not(isSignedOut(session_id, 'm')))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()

/** The other teams of a crew owner. */
async function readLedTeams(
  tx: PlatformTx,
  organization_id: string,
  person_id: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('led_teams as l')
    .innerJoin('memberships as m', (on) =>
      on.onRef('m.organization_id', '=', 'l.organization_id').onRef('m.id', '=', 'l.membership_id'),
    )
    .select('l.team_id')
    .where('l.organization_id', '=', organization_id)
    .where('m.person_id', '=', person_id)
    .execute()
  return rows.map(({ team_id }) => team_id)
}

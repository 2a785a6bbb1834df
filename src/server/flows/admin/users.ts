import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import {
  needsOrganization,
  type AdminUser,
  type NewUser,
  type UserChange,
} from '../../../domain/flows/admin.ts'
import { personRules } from '../../../domain/base/person.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { ensureCustomerOf } from '../../customers/write-signup.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { audit, rightsChanged } from '../../base/events.ts'
import { endSessions } from '../../people/identity/sessions.ts'
import { releaseLeads } from '../../people/leads/write.ts'
import { setOwner } from '../../base/organizations/write.ts'
import { rejoinAsCustomer } from '../../people/write-memberships.ts'
import { endStaffMembership, placeOnStaff } from '../../people/write-staff.ts'
import { ensurePerson, renamePerson, setPersonStatus, setPlatformRole } from '../../people/write.ts'
import { enforce, found, invalid, notFound, refused } from '../../base/kit/refusals.ts'
import { readUser } from './read.ts'

/** Adds a person, or gives somebody who has no work here yet a role. 409 `user_exists`. */
export async function addUser(tx: PlatformTx, user: NewUser): Promise<AdminUser> {
  const { email, name, role, organization_id } = user
  if (organization_id) await lockOrganizationRow(tx, organization_id)
  const { id, created } = await ensurePerson(tx, { email, name })
  if (!created) await refuseKnown(tx, id, user)
  await giveRole(tx, { id, email, name }, role, organization_id)
  const made = found(await readUser(tx, id))
  await audit(tx, {
    action: 'POST /api/admin/create-user',
    entity: 'person',
    entity_id: id,
    after: { email, role, organization_id },
    ...(organization_id ? { organization_id } : {}),
  })
  return made
}

async function refuseKnown(
  tx: PlatformTx,
  id: string,
  { role, organization_id }: NewUser,
): Promise<void> {
  const exists = () =>
    refused('user_exists', 'This person already has an account. Change it in the list.')
  const known = found(await readUser(tx, id))
  if (!known.role) return
  if (!needsOrganization(known.role) || !needsOrganization(role)) throw exists()
  const here = await tx
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', id)
    .where('organization_id', '=', organization_id)
    .where('status', '<>', 'inactive')
    .where((e) => (role === 'user' ? e('role', '=', 'user') : e('role', '<>', 'user')))
    .executeTakeFirst()
  if (here) throw exists()
}

/** Changes a person as an administrator may. Deactivating ends everything they are signed in with. */
export async function changeUser(
  tx: PlatformTx,
  change: UserChange,
  actor_id: string,
): Promise<AdminUser> {
  const before = await findUser(tx, change)
  const role = change.role ?? before.role
  const organization_id =
    change.organization_id === undefined ? before.organization_id : change.organization_id
  const moves =
    role !== before.role ||
    (role !== null && needsOrganization(role) && organization_id !== before.organization_id)
  enforce(
    personRules.administer({
      target: { role: before.role },
      is_self: before.id === actor_id && (moves || change.status === 'inactive'),
      status: change.status,
      moves,
    }),
  )
  if (change.status === 'inactive') await refuseOwners(tx, before.id)
  if (change.name !== undefined && change.name !== null)
    await renamePerson(tx, before.id, change.name)
  if (moves && role) await move(tx, before, role, organization_id)
  if (change.status) await setStatus(tx, before, change.status)
  const after = found(await readUser(tx, before.id))
  if (!worksLeads(after)) await releaseLeads(tx, before.id)
  await audit(tx, {
    action: 'POST /api/admin/update-user',
    entity: 'person',
    entity_id: before.id,
    before: shown(before),
    after: change,
    ...(organization_id ? { organization_id } : {}),
  })
  await rightsChanged(tx, [before.id])
  return after
}

const worksLeads = ({ role, status }: AdminUser): boolean =>
  role !== null && !needsOrganization(role) && status !== 'inactive'

const shown = ({ name, role, status, organization_id }: AdminUser) => ({
  name,
  role,
  status,
  organization_id,
})

async function findUser(tx: PlatformTx, { id, email }: UserChange): Promise<AdminUser> {
  const row = await tx
    .selectFrom('people')
    .select('id')
    .where((e) =>
      id ? e('id', '=', id) : e(sql<string>`lower(email)`, '=', emailKey(email ?? '')),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  // A business being handed over changes roles too: the rules go by what holds once it is through.
  await tx
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', row.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  return found(await readUser(tx, row.id))
}

/** The list shows one membership, but an owner anywhere stays active. */
async function refuseOwners(tx: PlatformTx, person_id: string): Promise<void> {
  const owned = await tx
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', person_id)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  if (owned)
    enforce(
      personRules.administer({
        target: { role: 'owner' },
        is_self: false,
        status: 'inactive',
        moves: false,
      }),
    )
}

async function move(
  tx: PlatformTx,
  before: AdminUser,
  role: Role,
  organization_id: string | null,
): Promise<void> {
  if (needsOrganization(role) && !organization_id)
    throw invalid({ organization_id: 'Choose an organization' })
  if (organization_id) await lockOrganizationRow(tx, organization_id)
  const leaves = before.organization_id
  // A customer has no rights of staff, so becoming one ends those in the same business, too.
  const ends = leaves !== organization_id || role === 'user'
  if (leaves && ends && needsOrganization(role) && before.role !== 'user')
    await endStaffMembership(tx, { organization_id: leaves, person_id: before.id })
  await giveRole(tx, before, role, organization_id)
}

type Named = { id: string; email: string | null; name: string | null }

async function giveRole(
  tx: PlatformTx,
  person: Named,
  role: Role,
  organization_id: string | null,
): Promise<void> {
  await refuseUnproven(tx, person.id)
  if (!needsOrganization(role) || !organization_id)
    return setPlatformRole(tx, person.id, role as 'admin' | 'sales')
  await setPlatformRole(tx, person.id, null)
  const member = { organization_id, person_id: person.id }
  if (role === 'user') return makeCustomer(tx, person, organization_id)
  if (role === 'owner') {
    enforce(personRules.makeOwner({ owner_exists: await hasOwner(tx, organization_id) }))
    await setOwner(tx, organization_id, person.id)
  }
  await placeOnStaff(tx, { ...member, role })
}

/** Anyone can sign up with another's address: a role waits until its holder has confirmed it. */
async function refuseUnproven(tx: PlatformTx, person_id: string): Promise<void> {
  const unproven = await tx
    .selectFrom('people as p')
    .innerJoin('person_identities as i', 'i.person_id', 'p.id')
    .select('p.email')
    .where('p.id', '=', person_id)
    .where('p.email_verified_at', 'is', null)
    .executeTakeFirst()
  if (!unproven) return
  if (!unproven.email)
    throw refused(
      'person_without_email',
      'This person has no email address. Their business can change their role.',
    )
  throw refused('person_unverified', 'This person has not confirmed their email address yet.')
}

async function makeCustomer(
  tx: PlatformTx,
  { id, email, name }: Named,
  organization_id: string,
): Promise<void> {
  const customer_id = await ensureCustomerOf(tx, organization_id, {
    person_id: id,
    email,
    email_verified: true,
    name,
    phone_number: null,
  })
  await rejoinAsCustomer(tx, { organization_id, person_id: id, customer_id })
}

async function setStatus(
  tx: PlatformTx,
  { id, organization_id, role }: AdminUser,
  status: 'active' | 'inactive',
): Promise<void> {
  await setPersonStatus(tx, id, status)
  if (status === 'inactive') return endSessions(tx, [id])
  if (organization_id && role && role !== 'user' && role !== 'owner')
    await placeOnStaff(tx, { organization_id, person_id: id, role })
}

const hasOwner = async (tx: PlatformTx, organization_id: string): Promise<boolean> =>
  (await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('role', '=', 'owner')
    .executeTakeFirst()) !== undefined

/** Locked, so that of two who become owners one is refused. */
async function lockOrganizationRow(tx: PlatformTx, id: string): Promise<void> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw invalid({ organization_id: 'Choose an organization' })
}

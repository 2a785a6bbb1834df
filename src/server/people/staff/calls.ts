import type { staff } from '../../../api/staff.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { staffRules, type StaffPerson } from '../../../domain/people/staff.ts'
import type { CallContext, Handlers, ReadContext } from '../../base/call.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { audit, rightsChanged } from '../../base/events.ts'
import { readFactorHolders } from '../identity/factors.ts'
import { countSessions, endSessions } from '../identity/sessions.ts'
import { changeInvitedRole, revokeStaffInvitations } from '../invitations/write.ts'
import { changeStaffRole, endStaff, resumeStaff, signOutOf } from '../write-staff.ts'
import { readSubject } from '../../base/security/subject.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { resetFactor } from '../second-factor/reset.ts'
import { endRunningShift } from '../../schedule/shifts/write.ts'
import { acceptOffer, offerBusiness } from './hand-over.ts'
import { belongsElsewhere, lockAccess, lockStaff, readOffer, readStaff } from './read.ts'
import { endOffer } from './write.ts'
import type { Actor } from '../../base/actor.ts'

export const staffHandlers: Handlers<typeof staff> = {
  'GET /api/owner/people': async (call) => {
    const { people, offer } = await call.readOrg(async (tx) => ({
      people: await readStaff(tx),
      offer: await readOffer(tx),
    }))
    return { people: await withSessions(call, people), offer }
  },

  'POST /api/owner/people/{id}/role': async (call) => {
    const { params, actor, body } = call
    await call.inOrg(async (tx) => {
      const target = await lockStaff(tx, params.id)
      enforce(staffRules.changeRole({ ...factsOf(actor, target), role: body.role }))
      await changeStaffRole(tx, target, body.role)
      if (target.status === 'invited') await changeInvitedRole(tx, params.id, body.role)
    })
    return personNow(call)
  },

  'POST /api/owner/people/{id}/deactivate': async (call) => {
    const { params, actor } = call
    await call.inOrg((tx) => dismiss(tx, params.id, actor))
    await call.onPlatform((tx) => signOut(tx, params.id, actor.organization_id))
    return personNow(call)
  },

  'POST /api/owner/people/{id}/reactivate': async (call) => {
    const { params, actor } = call
    await call.inOrg(async (tx) => {
      const target = await lockStaff(tx, params.id)
      enforce(staffRules.end(factsOf(actor, target)))
      if (target.status === 'inactive') await resumeStaff(tx, target)
    })
    return personNow(call)
  },

  'POST /api/owner/people/{id}/device-link': async (call) => {
    const { params, actor } = call
    const identity = found(call.app.identity)
    const person = await call.readOrg(async (tx) => found((await readStaff(tx, params.id))[0]))
    return call.onPlatform(async (tx) => {
      const organization_id = found(actor.organization_id)
      const elsewhere = await belongsElsewhere(tx, params.id, organization_id)
      const isIn = await lockAccess(tx, params.id, organization_id)
      const status = isIn ? person.status : 'inactive'
      enforce(staffRules.setUpDevice({ ...person, status, elsewhere }))
      const account_id = found(await readSubject(tx, call.app, params.id))
      await audit(tx, {
        action: deviceLink,
        entity: 'person',
        entity_id: params.id,
        organization_id,
      })
      return identity.withoutMailbox.link(tx, {
        account_id,
        organization_id,
        created_by: actor.person_id,
      })
    })
  },

  'POST /api/owner/people/{id}/sign-out': async (call) => {
    const { params, actor } = call
    await call.inOrg(async (tx) => {
      enforce(staffRules.end(factsOf(actor, await lockStaff(tx, params.id))))
    })
    await call.onPlatform((tx) => signOut(tx, params.id, actor.organization_id))
    return personNow(call)
  },

  'POST /api/owner/people/{id}/second-factor-reset': async (call) => {
    const { id } = call.params
    const { organization_id } = call.actor
    const { status } = await call.readOrg(async (tx) => found((await readStaff(tx, id))[0]))
    const elsewhere = await call.readPlatform((tx) => belongsElsewhere(tx, id, organization_id))
    const action = 'POST /api/owner/people/{id}/second-factor-reset'
    await resetFactor(call, { action, person_id: id, status, elsewhere, organization_id })
    return personNow(call)
  },

  'POST /api/owner/people/{id}/hand-over': ({ inOrg, params, actor }) =>
    inOrg(async (tx) => {
      await offerBusiness(tx, params.id, actor)
      return found(await readOffer(tx))
    }),

  'POST /api/owner/hand-over/withdraw': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      requireOffer(await endOffer(tx, { from_person_id: actor.person_id }, 'withdrawn'))
      return { ok: true as const }
    }),

  'POST /api/owner/hand-over/accept': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      await acceptOffer(tx, actor)
      return { ok: true as const }
    }),

  'POST /api/owner/hand-over/decline': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      requireOffer(await endOffer(tx, { to_person_id: actor.person_id }, 'declined'))
      return { ok: true as const }
    }),
}

const deviceLink = 'POST /api/owner/people/{id}/device-link'

function requireOffer(offer: object | undefined): void {
  if (!offer) throw refused('offer_gone', 'This offer is no longer open.')
}

/** Ends somebody's work here: access, the clock, what invites them, and what was offered to them. */
async function dismiss(tx: OrgTx, id: string, actor: Actor): Promise<void> {
  const target = await lockStaff(tx, id)
  enforce(staffRules.end(factsOf(actor, target)))
  await endStaff(tx, target, actor.person_id)
  await endRunningShift(tx, { person_id: id, team_id: target.team_id })
  await endOffer(tx, { to_person_id: id }, 'withdrawn')
  const { email } = await tx
    .selectFrom('people')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (email) await revokeStaffInvitations(tx, email)
}

/** Ends every sign-in of somebody; here only, if they belong to another business too. */
async function signOut(tx: PlatformTx, person_id: string, organization_id: string): Promise<void> {
  if (await belongsElsewhere(tx, person_id, organization_id))
    await signOutOf(tx, { organization_id, person_id })
  else await endSessions(tx, [person_id])
  await rightsChanged(tx, [person_id])
}

const factsOf = (actor: Actor, target: { person_id: string; role: string }) => ({
  actor: {
    id: actor.person_id,
    role: actor.roles.includes('owner') ? 'owner' : 'manager',
  } as const,
  target: { id: target.person_id, role: target.role as Role },
})

type Without = Omit<StaffPerson, 'sessions' | 'has_second_factor'>

async function withSessions(
  { app, actor, readPlatform }: ReadContext & { actor: { organization_id: string } },
  people: readonly Without[],
): Promise<StaffPerson[]> {
  if (!app.identity)
    return people.map((person) => ({ ...person, sessions: null, has_second_factor: null }))
  const ids = people.map(({ id }) => id)
  const { counts, holders } = await readPlatform(async (tx) => ({
    counts: await countSessions(tx, ids, actor.organization_id),
    holders: await readFactorHolders(tx, ids),
  }))
  return people.map((person) => ({
    ...person,
    sessions: counts.get(person.id) ?? 0,
    has_second_factor: holders.has(person.id),
  }))
}

async function personNow(
  call: CallContext & { params: { id: string }; actor: { organization_id: string } },
): Promise<StaffPerson> {
  const person = await call.readOrgAll(async (tx) =>
    found((await readStaff(tx, call.params.id))[0]),
  )
  return (await withSessions(call, [person]))[0]!
}

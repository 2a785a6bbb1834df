import type { teams } from '../../../api/teams.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import type { StaffInviteResult } from '../../../domain/people/team.ts'
import { inviteStaff, type StaffInviter } from '../invitations/invite.ts'
import { changeInvitedRole } from '../invitations/write.ts'
import { ensurePerson } from '../write.ts'
import { joinTeam, leaveTeam, setCrewRole } from '../write-staff.ts'
import { addInvitedStaff } from '../write-memberships.ts'
import { found, Refused } from '../../base/kit/refusals.ts'
import { addWithoutMailbox } from './add-without-mailbox.ts'
import { liveTeam, readCrew, readTeam, readTeams } from './read.ts'
import { addTeam, removeTeam, renameTeam, setTeamColor } from './write.ts'

export const teamHandlers: Handlers<typeof teams> = {
  'GET /api/owner/teams': ({ readOrg }) => readOrg(async (tx) => ({ teams: await readTeams(tx) })),

  'POST /api/owner/teams': ({ inOrg, body }) =>
    inOrg(async (tx) => readTeam(tx, await addTeam(tx, body.name))),

  'PATCH /api/owner/teams/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await renameTeam(tx, params.id, body.name)
      return readTeam(tx, params.id)
    }),

  'PUT /api/owner/teams/{id}/color': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await setTeamColor(tx, params.id, body.color)
      return readTeam(tx, params.id)
    }),

  'DELETE /api/owner/teams/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await removeTeam(tx, params.id, body?.move_to)
      return { ok: true as const }
    }),

  'GET /api/owner/teams/members': ({ readOrg }) =>
    readOrg(async (tx) =>
      Object.fromEntries((await readTeams(tx)).map((team) => [team.id, team.members])),
    ),

  'POST /api/owner/teams/{id}/members': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      found(await liveTeam(tx, params.id).forShare().executeTakeFirst())
      await joinTeam(tx, body.user_id, params.id)
      return readTeam(tx, params.id)
    }),

  'DELETE /api/owner/teams/{id}/members/{userId}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      found(await liveTeam(tx, params.id).executeTakeFirst())
      await leaveTeam(tx, params.userId, params.id)
      return readTeam(tx, params.id)
    }),

  'GET /api/owner/crew-members': ({ readOrg }) =>
    readOrg(async (tx) => ({ crew_members: await readCrew(tx) })),

  'POST /api/owner/crew-members': async (call) => {
    const { email, name, phone_number, role, team_id, send_invite } = call.body
    if (email === null) {
      const crew = { name: name ?? '', phone_number, role, team_id }
      const person_id = await addWithoutMailbox(call, crew)
      return { crew_member: await crewMemberNow(call, person_id), invite: uninvited }
    }
    const person_id = await addCrewMember(call, { email, name, role, team_id })
    const invite = send_invite ? await inviteCrewMember(call, { email, role, team_id }) : uninvited
    return { crew_member: await crewMemberNow(call, person_id), invite }
  },

  'PATCH /api/owner/crew-members/{id}/role': ({ inOrg, params, body: { role } }) =>
    inOrg(async (tx) => {
      const { status } = await setCrewRole(tx, params.id, role)
      if (status === 'invited') await changeInvitedRole(tx, params.id, role)
      return found((await readCrew(tx, { person_id: params.id }))[0])
    }),

  'POST /api/owner/invitations': (call) =>
    inviteStaff(call, { email: call.body.email, role: call.body.role, team_id: null }),
}

const uninvited = { ok: true, invited: false, note: null, error: null }

const crewMemberNow = (call: CallContext, person_id: string) =>
  call.inOrgAll(async (tx) => found((await readCrew(tx, { person_id }))[0]))

type NewCrew = Parameters<typeof addInvitedStaff>[1]

async function addCrewMember(
  call: CallContext,
  { email, name, ...crew }: { email: string; name: string | null } & Omit<NewCrew, 'person_id'>,
): Promise<string> {
  const { id: person_id } = await call.onPlatform((tx) => ensurePerson(tx, { email, name }))
  await call.inOrg(async (tx) => {
    if (crew.team_id) found(await liveTeam(tx, crew.team_id).executeTakeFirst())
    await addInvitedStaff(tx, { person_id, ...crew })
  })
  return person_id
}

/** Invites a crew member who was just added. If that fails, it is reported and the member stays. */
async function inviteCrewMember(
  call: StaffInviter,
  invite: Parameters<typeof inviteStaff>[1],
): Promise<StaffInviteResult> {
  try {
    const sent = await inviteStaff(call, invite)
    return { ...sent, note: sent.note && `Crew member created. ${sent.note}` }
  } catch (fault) {
    if (!(fault instanceof Refused))
      call.app.log.error({ err: fault, request_id: call.request_id }, 'crew member not invited')
    return {
      ok: false,
      invited: false,
      note: null,
      error: fault instanceof Refused ? fault.message : 'Server error. Please try again.',
    }
  }
}

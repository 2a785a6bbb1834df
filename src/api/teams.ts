import { z } from 'zod'
import { crewRoles } from '../domain/base/roles.ts'
import { StaffInvite } from '../domain/people/invitation.ts'
import { TeamColor } from '../domain/people/team-color.ts'
import {
  CrewMember,
  NewCrewMember,
  NewTeam,
  StaffInviteResult,
  Team,
  TeamMember,
  TeamRename,
  teamRules,
} from '../domain/people/team.ts'
import { anyOffice, defineCalls, Id, Ok, officeAndAdmin, ownerAndAdmin } from './kit.ts'

export const teams = defineCalls({
  'GET /api/owner/teams': {
    summary: 'List teams with their members',
    roles: officeAndAdmin,
    ok: z.object({ teams: z.array(Team) }),
  },
  'POST /api/owner/teams': {
    summary: 'Add a team',
    roles: ownerAndAdmin,
    body: NewTeam,
    ok: Team,
    status: 201,
    errors: { name_taken: 409 },
  },
  'PATCH /api/owner/teams/{id}': {
    summary: 'Rename a team',
    roles: anyOffice,
    body: TeamRename,
    ok: Team,
    errors: { name_taken: 409 },
    aliases: ['PUT /api/owner/teams/{id}', 'POST /api/owner/teams/{id}/rename'],
  },
  'PUT /api/owner/teams/{id}/color': {
    summary: 'Set a team’s color on the boards; null removes it',
    roles: anyOffice,
    body: z.object({ color: TeamColor.nullable() }),
    ok: Team,
  },
  'DELETE /api/owner/teams/{id}': {
    summary: 'Delete a team; its future work moves to another team or becomes unassigned',
    roles: anyOffice,
    body: z.object({ move_to: Id.nullable().optional() }).optional(),
    ok: Ok,
    rules: [teamRules.remove],
    aliases: ['POST /api/owner/teams/{id}/delete'],
  },
  'GET /api/owner/teams/members': {
    summary: 'Members by team id',
    roles: officeAndAdmin,
    ok: z.record(z.string(), z.array(TeamMember)),
  },
  'POST /api/owner/teams/{id}/members': {
    summary:
      'Add a crew person to a team; they leave their previous one, unless they are a crew owner',
    roles: officeAndAdmin,
    body: z.object({ user_id: Id }),
    ok: Team,
    errors: { not_crew: 409 },
  },
  'DELETE /api/owner/teams/{id}/members/{userId}': {
    summary: 'Remove a person from a team',
    roles: officeAndAdmin,
    ok: Team,
  },
  'GET /api/owner/crew-members': {
    summary: 'List crew people, with and without a team',
    roles: officeAndAdmin,
    ok: z.object({ crew_members: z.array(CrewMember) }),
  },
  'POST /api/owner/crew-members': {
    summary: 'Add a crew person and invite them',
    roles: ownerAndAdmin,
    body: NewCrewMember,
    ok: z.object({ crew_member: CrewMember, invite: StaffInviteResult }),
    status: 201,
    errors: { already_member: 409 },
  },
  'PATCH /api/owner/crew-members/{id}/role': {
    summary: 'Make a crew person a leader, or a member again',
    roles: ownerAndAdmin,
    body: z.object({ role: z.enum(crewRoles) }),
    ok: CrewMember,
    errors: { not_crew: 422 },
  },
  'POST /api/owner/invitations': {
    summary: 'Invite a person to the staff by email',
    roles: officeAndAdmin,
    body: StaffInvite,
    ok: StaffInviteResult,
    errors: { role_too_high: 403, sent_often: 409 },
    per_minute: 30,
  },
})

import { z } from 'zod'
import { emptyToNull, OptionalPhone, RequiredEmail } from '../base/contact.ts'
import { Id } from '../base/id.ts'
import { crewRoles } from '../base/roles.ts'
import { refuse, rule } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'

const TeamName = z
  .string('Team name required')
  .trim()
  .min(1, 'Team name required')
  .max(120, tooLong(120))
export const TeamRename = z.object({
  name: z
    .string('Team name cannot be empty')
    .trim()
    .min(1, 'Team name cannot be empty')
    .max(120, tooLong(120)),
})
export const NewTeam = z.object({ name: TeamName })

/** A blank or unchanged name does nothing. */
export const isRename = (from: string, to: string): boolean =>
  to.trim() !== '' && to.trim() !== from
export const nameTakenMessage = 'A team with this name already exists.'

export const unassignedGroup = 'Unassigned'
export const removeCustomerQuestion = 'Remove this customer from the team?'
export const deleteTeamQuestion = (team: string): string => `Delete ${team}? This cannot be undone.`

export const TeamMember = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  role: z.enum(crewRoles),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Team = z.object({
  id: Id,
  name: z.string(),
  members: z.array(TeamMember),
  color: z.string().nullable(),
  /** How long it can work on a day, in minutes; null: not said. */
  day_minutes: z.int().nullable(),
  customer_count: z.int(),
})
export type Team = z.infer<typeof Team>

const crewStatuses = ['invited', 'active', 'inactive'] as const
export const CrewMember = TeamMember.extend({
  avatar_url: z.string().nullable(),
  status: z.enum(crewStatuses),
  team_id: Id.nullable(),
  /** The team's name. */
  team: z.string().nullable(),
  /** More teams; only crew owners have these. */
  also_leads: z.array(z.object({ id: Id, name: z.string() })),
})
export type CrewMember = z.infer<typeof CrewMember>

export const isInTeam = (
  person: Pick<CrewMember, 'team_id' | 'also_leads'>,
  team_id: string,
): boolean => person.team_id === team_id || person.also_leads.some(({ id }) => id === team_id)
/**
 * True if joining this team takes the person out of another: only crew owners can be in several.
 */
export const leavesTeam = (
  person: Pick<CrewMember, 'role' | 'team_id'>,
  team_id: string,
): boolean => person.role !== 'crew_owner' && person.team_id !== null && person.team_id !== team_id

/** The two roles the leader toggle switches between. */
export const CrewRole = z.enum(['crew_member', 'crew_leader'])
export type CrewRole = z.infer<typeof CrewRole>

export const NewCrewMember = z
  .object({
    /** Null for people without one: they sign in with a QR code, or a code texted to their phone. */
    email: z.preprocess(emptyToNull, RequiredEmail.nullable()).default(null),
    phone_number: OptionalPhone.default(null),
    name: z.preprocess(emptyToNull, z.string().trim().max(200).nullable()).default(null),
    team_id: Id.nullable().default(null),
    role: CrewRole.default('crew_member'),
    /** False adds the person without an e-mail; one can be sent later. */
    send_invite: z.boolean().default(true),
  })
  .refine(({ email, name }) => email !== null || name !== null, {
    // Without an e-mail, the name identifies the person.
    path: ['email'],
    message: 'Email is required',
  })
export type NewCrewMember = z.infer<typeof NewCrewMember>

/**
 * The result of inviting someone to the staff. `note`: why no e-mail was sent yet; `error`: what
 * went wrong.
 */
export const StaffInviteResult = z.object({
  ok: z.boolean(),
  invited: z.boolean(),
  note: z.string().nullable(),
  error: z.string().nullable(),
})
export type StaffInviteResult = z.infer<typeof StaffInviteResult>

/** Shown after adding a crew member and trying to invite them. */
export function crewMemberCreatedText({
  ok,
  invited,
  note,
}: Pick<StaffInviteResult, 'ok' | 'invited' | 'note'>): string {
  if (!ok) return 'Crew member created. Failed to send invite'
  if (note) return note
  return invited ? 'Crew member created and invite sent' : 'Crew member created. Invite not sent.'
}

export const teamRules = {
  /**
   * Future visits need a new team first. `move_to` is null for Unassigned, undefined if nothing was
   * chosen.
   */
  remove: rule(
    refuse(
      'team_has_visits',
      'Choose where this team’s upcoming visits go first.',
      (t: { future_visits: number; move_to: string | null | undefined }) =>
        t.future_visits > 0 && t.move_to === undefined,
    ),
  ),
}

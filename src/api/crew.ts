import { z } from 'zod'
import { crewRoles } from '../domain/roles.ts'
import { PostalAddress } from '../domain/contact.ts'
import { ContactPatch } from '../domain/customer.ts'
import { ClockAct, Shift, ShiftLocation } from '../domain/shift.ts'
import { anyCrew, defineCalls, Id, leaders } from './kit.ts'

export const CrewShift = Shift.extend({
  /** The person's own location at the start, if the device gave it. */
  location: ShiftLocation.nullable(),
  /** On the clock for more than 14 hours: to be reviewed, never cut. */
  needs_review: z.boolean(),
})
export type CrewShift = z.infer<typeof CrewShift>

export const CrewCustomer = PostalAddress.extend({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  team_id: Id.nullable(),
})
export type CrewCustomer = z.infer<typeof CrewCustomer>

const OneTeam = z.object({
  team: z.object({ id: Id, name: z.string(), color: z.string().nullable() }),
  members: z.array(
    z.object({
      id: Id,
      name: z.string().nullable(),
      phone_number: z.string().nullable(),
      role: z.enum(crewRoles),
      is_leader: z.boolean(),
      is_you: z.boolean(),
    }),
  ),
})
/** The caller's own team; `teams` has it and, for a crew owner, those they lead besides. */
export const CrewTeam = OneTeam.extend({ teams: z.array(OneTeam) })
export type CrewTeam = z.infer<typeof CrewTeam>

export const crew = defineCalls({
  'POST /api/crew/shifts/clock-in': {
    summary: 'Start a shift when the button was pressed; a second clock-in answers the running one',
    roles: anyCrew,
    body: ClockAct.optional(),
    ok: CrewShift,
  },
  'POST /api/crew/shifts/clock-out': {
    summary: 'End the running shift when the button was pressed; one that began after that goes on',
    roles: anyCrew,
    read_only: 'allow',
    body: ClockAct.optional(),
    ok: CrewShift,
  },
  'GET /api/crew/shifts/current': { summary: 'The running shift', roles: anyCrew, ok: CrewShift },
  'GET /api/crew/team': {
    summary: 'The caller’s team, a crew owner’s teams: names, phones, leaders',
    roles: anyCrew,
    ok: CrewTeam,
    errors: { no_team: 404 },
  },
  'GET /api/crew/customers': {
    summary: 'Active customers of the caller’s teams',
    roles: leaders,
    ok: z.object({ customers: z.array(CrewCustomer) }),
    errors: { no_team: 404 },
  },
  'PUT /api/crew/customers/{id}': {
    summary: 'Correct a customer’s contact; never their sign-in',
    roles: leaders,
    body: ContactPatch.omit({ name: true, version: true }),
    ok: CrewCustomer,
    errors: { email_taken: 409 },
  },
})

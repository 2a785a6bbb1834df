import { z } from 'zod'
import { crewRoles } from '../domain/base/roles.ts'
import { Moment } from '../domain/base/dates.ts'
import { PostalAddress } from '../domain/base/contact.ts'
import { ContactPatch } from '../domain/customers/contact-fields.ts'
import { ClockAct, Shift, ShiftLocation } from '../domain/schedule/shift.ts'
import { anyCrew, defineCalls, Id, leaders } from './kit.ts'

export const CrewShift = Shift.extend({
  /** The person's own location at the start, if the device gave it. */
  location: ShiftLocation.nullable(),
  /** When the break that is going on began; null if none is. */
  break_started_at: Moment.nullable(),
  /** On the clock for more than 14 hours: flagged for review, never cut off. */
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
      avatar_url: z.string().nullable(),
      role: z.enum(crewRoles),
      is_leader: z.boolean(),
      is_you: z.boolean(),
    }),
  ),
})
/** The caller's team; `teams` also lists the other teams a crew owner leads. */
export const CrewTeam = OneTeam.extend({ teams: z.array(OneTeam) })
export type CrewTeam = z.infer<typeof CrewTeam>

export const crew = defineCalls({
  'POST /api/crew/shifts/clock-in': {
    summary:
      'Clock in at the time the button was pressed; returns the current shift if already clocked in',
    roles: anyCrew,
    body: ClockAct.optional(),
    ok: CrewShift,
  },
  'POST /api/crew/shifts/clock-out': {
    summary: 'Clock out at the time the button was pressed; a shift that started later stays open',
    roles: anyCrew,
    read_only: 'allow',
    body: ClockAct.optional(),
    ok: CrewShift,
  },
  'GET /api/crew/shifts/current': { summary: 'The current shift', roles: anyCrew, ok: CrewShift },
  'GET /api/crew/team': {
    summary: 'The caller’s team, or all teams of a crew owner: names, phone numbers, leaders',
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
    summary: 'Update a customer’s contact details; their sign-in stays the same',
    roles: leaders,
    body: ContactPatch.omit({ name: true, version: true }),
    ok: CrewCustomer,
    errors: { email_taken: 409 },
  },
})

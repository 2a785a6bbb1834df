import { z } from 'zod'
import { NewTimeOff, TimeOff } from '../domain/people/time-off.ts'
import { anyOffice, defineCalls, Id, Ok } from './kit.ts'

export const timeOff = defineCalls({
  'GET /api/owner/time-off': {
    summary: 'Days on which teams or people do not work, from today on',
    roles: anyOffice,
    ok: z.object({ time_off: z.array(TimeOff) }),
  },
  'POST /api/owner/time-off': {
    summary: 'Give a team or a person days off; says how many visits are planned on them',
    roles: anyOffice,
    body: NewTimeOff,
    ok: z.object({
      time_off: TimeOff,
      /** Planned visits of the team, or of the person's teams, on these days. */
      visits: z.int(),
    }),
    status: 201,
  },
  'DELETE /api/owner/time-off/{id}': {
    summary: 'Take days off back',
    roles: anyOffice,
    ok: Ok,
  },
  'PUT /api/owner/teams/{id}/day-minutes': {
    summary: 'Say how long a team can work on a day; null: not said',
    roles: anyOffice,
    body: z.object({
      day_minutes: z
        .int()
        .min(15, 'Enter at least a quarter of an hour.')
        .max(1440, 'A day has 24 hours.')
        .nullable(),
    }),
    params: z.object({ id: Id }),
    ok: Ok,
  },
})

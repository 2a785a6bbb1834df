import { z } from 'zod'
import { LocalDateText } from '../domain/base/dates.ts'
import { Id } from '../domain/base/id.ts'
import {
  DurationMinutes,
  MiscEvent,
  NewMiscEvent,
  startTimeFields,
  withAgreeingTime,
} from '../domain/schedule/schedule.ts'
import { anyOffice, defineCalls, Ok } from './kit.ts'

/** Calendar events that are not visits. */
export const miscEvents = defineCalls({
  'POST /api/owner/misc-events': {
    summary: 'Add an event that isn’t a visit',
    roles: anyOffice,
    body: NewMiscEvent,
    ok: MiscEvent,
    status: 201,
    idempotent: true,
  },
  'PATCH /api/owner/misc-events/{id}': {
    summary: 'Change a misc event',
    roles: anyOffice,
    body: withAgreeingTime(
      z.object({
        title: NewMiscEvent.shape.title.optional(),
        date: LocalDateText.optional(),
        ...startTimeFields,
        duration_minutes: DurationMinutes.optional(),
        notes: z.string().trim().max(2000).nullable().optional(),
        team_id: Id.nullable().optional(),
      }),
    ),
    ok: MiscEvent,
  },
  'DELETE /api/owner/misc-events/{id}': {
    summary: 'Delete a misc event',
    roles: anyOffice,
    ok: Ok,
  },
})

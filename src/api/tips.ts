import { z } from 'zod'
import { LocalDateText } from '../domain/base/dates.ts'
import { Cents } from '../domain/base/money.ts'
import { defineCalls, Id, moneyReaders } from './kit.ts'

/** What customers tipped, for payroll. */
export const tips = defineCalls({
  'GET /api/owner/tips': {
    summary: 'Tips by team and person, less what was refunded; format=csv lists every share',
    roles: moneyReaders,
    query: z.object({
      from: LocalDateText,
      to: LocalDateText,
      format: z.enum(['json', 'csv']).default('json'),
    }),
    ok: z.object({
      /** True if tips are taken, or were. */
      is_on: z.boolean(),
      rows: z.array(
        z.object({
          team: z.string().nullable(),
          /** Null if no one on the team was clocked in that day. */
          person_id: Id.nullable(),
          person: z.string().nullable(),
          payments: z.int(),
          tip_cents: Cents,
        }),
      ),
      total_cents: Cents,
    }),
    errors: { invalid: 422 },
  },
})

import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { gateCodeRules, GateLook, GateScreen } from '../domain/flows/gate-code.ts'
import { OccurrenceId } from '../domain/schedule/visit.ts'
import { anyCrew, anyOffice, customer, defineCalls } from './kit.ts'

const GateCode = z.object({ gate_code: z.string().nullable() })
const Looks = z.object({ looks: z.array(GateLook) })

/** No other answer has a gate code in it. Each of these is written down, for the office and the customer. */
export const gateCodes = defineCalls({
  'POST /api/owner/customers/{id}/gate-code-looks': {
    summary: 'See a customer’s gate code; the customer can see who did',
    roles: anyOffice,
    read_only: 'allow',
    impersonation: 'deny',
    body: z.object({
      screen: GateScreen.extract(['customer', 'visit']),
      visit: OccurrenceId.optional(),
    }),
    ok: GateCode,
    errors: { gate_code_unreadable: 409 },
  },
  'GET /api/owner/customers/{id}/gate-code-looks': {
    summary: 'Who saw a customer’s gate code, newest first; the last 100',
    roles: anyOffice,
    ok: Looks,
  },
  'GET /api/users/gate-code-looks': {
    summary: 'Who saw the customer’s own gate code, newest first; the last 100',
    roles: customer,
    ok: Looks.extend({ has_gate_code: z.boolean() }),
  },
  'POST /api/crew/gate-code-looks': {
    summary:
      'See the gate code of a visit of the caller’s teams, from 12 hours before it until it is done',
    roles: anyCrew,
    read_only: 'allow',
    impersonation: 'deny',
    body: z.object({ visit: OccurrenceId }),
    ok: GateCode,
    rules: [gateCodeRules.crewLook],
    errors: { gate_code_unreadable: 409 },
  },
  'POST /api/crew/gate-codes': {
    summary:
      'The gate codes a crew’s phone keeps for today: of its open visits from 12 hours before each, to be deleted at `ends_at`',
    roles: anyCrew,
    read_only: 'allow',
    impersonation: 'deny',
    ok: z.object({
      day: LocalDateText,
      ends_at: Moment,
      codes: z.array(z.object({ visit: OccurrenceId, gate_code: z.string() })),
    }),
    errors: { gate_code_unreadable: 409 },
  },
})

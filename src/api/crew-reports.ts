import { z } from 'zod'
import { CrewReport, crewReportRules, DismissReason } from '../domain/flows/crew-report.ts'
import { anyOffice, defineCalls, Id } from './kit.ts'

/** What crews did that does not count by itself, until the office bills or dismisses it. */
export const crewReports = defineCalls({
  'GET /api/owner/crew-reports': {
    summary: 'What crews did on visits that were cancelled meanwhile, and the like; oldest first',
    roles: anyOffice,
    ok: z.object({ items: z.array(CrewReport) }),
  },
  'POST /api/owner/crew-reports/{id}/bill': {
    summary:
      'Complete work that was kept, and bill it unless it is free; nothing is charged automatically',
    roles: anyOffice,
    ok: z.object({ ok: z.literal(true), invoice_id: Id.nullable() }),
    rules: [crewReportRules.bill],
  },
  'POST /api/owner/crew-reports/{id}/dismiss': {
    summary: 'Dismiss a report, with the reason',
    roles: anyOffice,
    body: z.object({ reason: DismissReason }),
    ok: z.object({ ok: z.literal(true) }),
    rules: [crewReportRules.dismiss],
  },
})

import type { crewReports } from '../../../api/crew-reports.ts'
import { crewReportRules } from '../../../domain/flows/crew-report.ts'
import type { Handlers } from '../../base/call.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { inSchedule } from '../../schedule/week/context.ts'
import { billReport } from './bill.ts'
import { lockReport, readReports, reportFacts } from './read.ts'
import { settleReport } from './write.ts'

export const crewReportHandlers: Handlers<typeof crewReports> = {
  'GET /api/owner/crew-reports': ({ readOrg }) =>
    readOrg(async (tx) => ({ items: await readReports(tx) })),

  'POST /api/owner/crew-reports/{id}/bill': (call) =>
    inSchedule(call, async (ctx) => ({
      ok: true as const,
      invoice_id: await billReport(ctx, call.params.id),
    })),

  'POST /api/owner/crew-reports/{id}/dismiss': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const report = await lockReport(tx, params.id)
      enforce(crewReportRules.dismiss(reportFacts(report)))
      await settleReport(tx, report, { settled_as: 'dismissed', settled_reason: body.reason })
      return { ok: true as const }
    }),
}

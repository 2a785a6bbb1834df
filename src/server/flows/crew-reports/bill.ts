import { crewReportRules } from '../../../domain/flows/crew-report.ts'
import { finishVisit } from '../completion/complete.ts'
import { inSavepoint } from '../../base/db/door.ts'
import { planBill } from '../../money/invoices/send-due.ts'
import { createInvoice } from '../../money/invoices/write-issue.ts'
import { enforce, Refused } from '../../base/kit/refusals.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { visitRef } from '../../schedule/visits/ref.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { lockReport, reportFacts } from './read.ts'
import { settleReport } from './write.ts'

type Report = Awaited<ReturnType<typeof lockReport>>

/**
 * Completes the visit on the day it was done and bills it. The customer had cancelled or was not
 * expecting anybody, so nothing is charged by itself: the bill goes out like any other. Null: it
 * is free.
 */
export async function billReport(ctx: ScheduleContext, id: string): Promise<string | null> {
  const { tx } = ctx
  const report = await lockReport(tx, id)
  enforce(crewReportRules.bill(reportFacts(report)))
  const visit = await lockIfThere(ctx, report)
  // It may have been completed while this waited for it.
  enforce(
    crewReportRules.bill({ ...reportFacts(report), is_completed: visit?.status === 'completed' }),
  )
  const billed = visit
    ? await finishVisit(
        ctx,
        visit,
        { collect: 'never', done_on: report.done_on },
        {
          at: report.done_at,
          date: report.done_on,
          team_id: report.team_id ?? visit.team_id,
          person_id: report.person_id,
        },
      )
    : await billAlone(ctx, report)
  await planBill(tx, billed)
  const { invoice_id } = billed
  await settleReport(tx, report, { settled_as: 'billed', invoice_id })
  return invoice_id
}

/** The visit, if it is still one. */
async function lockIfThere(ctx: ScheduleContext, { series_id, original_date }: Report) {
  if (!series_id || !original_date) return null
  try {
    return await inSavepoint(ctx.tx, () => lockVisit(ctx, visitRef({ series_id, original_date })))
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 404) return null
    throw fault
  }
}

/** Its series was ended or changed: the work is billed without a visit. */
async function billAlone({ tx }: ScheduleContext, report: Report) {
  const { row } = await createInvoice(tx, {
    customer_id: report.customer_id!,
    source: 'manual',
    visit_date: report.done_on,
    open: false,
    lines: [
      {
        description: report.service_name ?? 'Service',
        quantity: 1,
        unit_price_cents: report.price_cents!,
      },
    ],
  })
  return {
    invoice_id: row.id,
    status: 'draft' as const,
    collect_enqueued: false,
    charge_refused: null,
  }
}

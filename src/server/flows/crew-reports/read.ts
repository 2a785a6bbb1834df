import {
  crewReportRules,
  reportSentence,
  type CrewReport,
  type CrewReportReason,
} from '../../../domain/flows/crew-report.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

/** As many as the office sees at once; the rest follow once these are dealt with. */
const listed = 100

const selectReports = (tx: OrgTx) =>
  tx
    .selectFrom('crew_reports as r')
    .leftJoin('customers as c', 'c.id', 'r.customer_id')
    .leftJoin('people as p', 'p.id', 'r.person_id')
    .leftJoin('teams as t', 't.id', 'r.team_id')
    .leftJoin('visits as v', (join) =>
      join
        .onRef('v.series_id', '=', 'r.series_id')
        .onRef('v.original_date', '=', 'r.original_date'),
    )
    .selectAll('r')
    .select(['c.name as customer_name', 'p.name as person_name', 't.name as team_name'])
    .select('v.status as visit_status')

type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

/** What crews did that nobody in the office has dealt with yet, oldest first. */
export async function readReports(tx: OrgTx): Promise<CrewReport[]> {
  const rows = await selectReports(tx)
    .where('r.settled_as', 'is', null)
    .orderBy('r.done_at')
    .orderBy('r.id')
    .limit(listed)
    .execute()
  return rows.map(reportView)
}

/** One report, locked. 404 if there is none. */
export async function lockReport(tx: OrgTx, id: string): Promise<ReportRow> {
  await tx.selectFrom('crew_reports').select('id').where('id', '=', id).forUpdate().execute()
  return found(await selectReports(tx).where('r.id', '=', id).executeTakeFirst())
}

/** What the rules ask. */
export const reportFacts = (row: ReportRow) => ({
  kind: row.kind,
  customer_id: row.customer_id,
  price_cents: row.price_cents,
  is_settled: row.settled_as !== null,
  has_visit: row.visit_status !== null,
  is_completed: row.visit_status === 'completed',
})

const reportView = (row: ReportRow): CrewReport => {
  const reason = row.reason as CrewReportReason
  return {
    id: row.id,
    kind: row.kind,
    reason,
    sentence: reportSentence({ kind: row.kind, reason, sentence: row.sentence }),
    done_at: row.done_at,
    done_on: row.done_on,
    person_name: row.person_name,
    team_name: row.team_name,
    customer_id: row.customer_id,
    customer_name: row.customer_name ?? row.label,
    service_name: row.service_name,
    price_cents: row.price_cents,
    text: row.text,
    can_bill: crewReportRules.bill(reportFacts(row)) === null,
  }
}

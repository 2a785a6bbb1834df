import { crewReportRefusalMax, type CrewReportReason } from '../../domain/crew-report.ts'
import { todayIn } from '../../domain/dates.ts'
import { writeReport } from '../crew-reports/write.ts'
import { readSegments, type LockedVisit } from '../visits/find.ts'
import type { Calendar } from '../week/calendar.ts'
import type { OrgTx } from '../db/door.ts'
import type { Act, Acting, Outcome } from './acting.ts'

type Why = { reason: CrewReportReason; sentence?: string; visit?: LockedVisit }

/** Puts an act before the office: nothing a crew did is dropped, and the crew is asked nothing. Sees the whole organization. */
export async function keepForOffice(
  { tx, calendar, actor }: Acting,
  act: Act,
  { reason, sentence, visit }: Why,
): Promise<Outcome> {
  const series = visit ?? (act.named && (await readSeriesOf(tx, act.named, calendar)))
  await writeReport(tx, {
    client_id: act.client_id,
    person_id: actor.person_id,
    kind: act.kind,
    reason,
    sentence: sentence?.slice(0, crewReportRefusalMax) ?? null,
    label: act.label ?? null,
    text: act.text ?? null,
    series_id: series?.series_id ?? null,
    original_date: series?.original_date ?? null,
    customer_id: series?.customer_id ?? null,
    team_id: actor.team_id,
    service_name: series?.service?.name ?? null,
    price_cents: series && series.rule.billing_mode !== 'none' ? series.price_cents : null,
    done_at: act.happened_at,
    done_on: todayIn(calendar.time_zone, act.happened_at),
  })
  return { result: 'kept', reason }
}

/** What is left of a visit that is no longer on the schedule: whose it was, and at what price. */
async function readSeriesOf(
  tx: OrgTx,
  { series_id, original_date }: NonNullable<Act['named']>,
  calendar: Calendar,
) {
  const segments = await readSegments(tx, series_id)
  const rule = segments.findLast(({ start_date }) => start_date <= original_date) ?? segments[0]
  if (!rule) return null
  const service = calendar.services.get(rule.service_id) ?? null
  const price_cents = rule.price_cents ?? service?.price_cents ?? null
  return { series_id, original_date, customer_id: rule.customer_id, rule, service, price_cents }
}

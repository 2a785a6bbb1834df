import { sql } from 'kysely'
import type { CommandAnswer, CrewCommand } from '../../../domain/flows/crew-command.ts'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import type { Actor } from '../../base/actor.ts'
import { crewReportRefusalMax, type CrewReportReason } from '../../../domain/flows/crew-report.ts'
import { writeReport } from '../crew-reports/write.ts'
import { readSegments, type LockedVisit } from '../../schedule/visits/find.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { lockToComplete } from '../../schedule/series/recount.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { visitRef } from '../../schedule/visits/ref.ts'

/** The schedule as a crew acts on it. */
export type Acting = ScheduleContext & { actor: Actor }

/** An act, with when it happened by our clock and the visit it names. */
export type Act = CrewCommand & {
  happened_at: string
  named: { series_id: string; original_date: LocalDate } | null
}

export type Outcome = Pick<CommandAnswer, 'result'> &
  Partial<Pick<CommandAnswer, 'reason' | 'message' | 'shift'>>

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

const asOffice = (ctx: ScheduleContext): ScheduleContext => ({
  ...ctx,
  may: { ...ctx.may, by_crew: false },
})

/** Locks a visit, even if it belongs to another team now; null if it no longer exists. Sees the whole organization. */
export async function lockIfThere(ctx: ScheduleContext, named: NonNullable<Act['named']>) {
  const ref = visitRef(named)
  await lockToComplete(ctx.tx, ref)
  try {
    return await lockVisit(asOffice(ctx), ref)
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 404) return null
    throw fault
  }
}

/** How far back a reassignment is looked up, in events of the organization. */
const recentEvents = 20_000

/** The caller's team that has the visit, or had it before the office gave it away; null: none of theirs. */
export async function teamThatHad(
  { tx, may }: ScheduleContext,
  visit: Pick<LockedVisit, 'series_id' | 'occurrence_id' | 'team_id'>,
): Promise<string | null> {
  if (visit.team_id && may.team_ids.includes(visit.team_id)) return visit.team_id
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${`{${may.team_ids.join(',')}}`}::text::uuid[]) as t(id)
    where exists (select 1 from rules r where r.series_id = ${visit.series_id}::uuid and r.team_id = t.id)
      or exists (select 1 from events e
        where e.organization_id = ${tx.org}::uuid
          and e.number > (select revision - ${recentEvents} from organizations where id = ${tx.org}::uuid)
          and e.data ->> 'series_id' = ${visit.series_id}
          and coalesce(e.data ->> 'occurrence_id', ${visit.occurrence_id}) = ${visit.occurrence_id}
          and t.id = any (e.team_ids))
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

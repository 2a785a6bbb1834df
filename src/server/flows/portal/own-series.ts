import { dateText, todayIn, addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { addressLine } from '../../../domain/base/contact.ts'
import {
  ownPauseProblem,
  type OwnSeries,
  type OwnSeriesList,
  type PauseOwn,
} from '../../../domain/flows/portal.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { pauseOn, type RulePause } from '../../../domain/schedule/schedule.ts'
import { addNote } from '../../customers/write-notes.ts'
import { emitChanged, lockCustomer } from '../../customers/write-row.ts'
import { widenSight } from '../../base/db/sight.ts'
import { tellOfPause } from '../../messages/notify-pauses.ts'
import { invalid, notFound } from '../../base/kit/refusals.ts'
import { pauseRule, resumeRule } from '../../schedule/series/pause.ts'
import { readRecurring, segmentInForce, type SegmentRow } from '../../schedule/visits/find.ts'
import { parseVisitRef } from '../../schedule/visits/ref.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { readPlaces } from '../../schedule/week/window.ts'

/** A customer's recurring work, each with its current or upcoming pause. */
export async function readOwnSeries(
  { tx, calendar }: ScheduleContext,
  customer_id: string,
): Promise<OwnSeriesList> {
  const segments = await readRecurring(tx, customer_id, calendar.today)
  const places = await readPlaces(
    tx,
    segments.map((rule) => ({ rule })),
  )
  const bySeries = grouped(segments, ({ series_id }) => series_id)
  return {
    series: [...bySeries.values()].map((all): OwnSeries => {
      const rule = segmentInForce(all, calendar.today)
      const place = rule.location_id && places.get(rule.location_id)
      return {
        series_id: rule.series_id,
        label: labelOf(rule, calendar),
        address: (place && addressLine(place)) || null,
        pause: shortPause(rule.pauses, calendar.today),
      }
    }),
    pause_from: earliestPause(calendar),
  }
}

const labelOf = ({ service_id }: SegmentRow, { services }: Calendar): string =>
  services.get(service_id)?.name ?? ''

function shortPause(pauses: readonly RulePause[], today: LocalDate): OwnSeries['pause'] {
  const pause = pauseOn(pauses, today)
  return pause && { from: pause.from, resume_on: pause.resume_on }
}

/** The first day whose visits can all be skipped without asking. */
function earliestPause({ time_zone, settings }: Calendar): LocalDate {
  const cutoff = Date.now() + settings.cancel_cutoff_hours * 3_600_000
  return addDays(todayIn(time_zone, new Date(cutoff).toISOString()), 1)
}

/** Pauses a customer's work until a day. A repeat changes nothing. */
export async function pauseOwn(
  ctx: ScheduleContext,
  customer_id: string,
  { series_ids, from, resume_on }: PauseOwn,
): Promise<OwnSeriesList> {
  const { pause_from } = await readOwnSeries(ctx, customer_id)
  const problem = ownPauseProblem({ from, resume_on, earliest: pause_from })
  if (problem) throw invalid({ [problem.path]: problem.message })
  return change(ctx, customer_id, {
    series_ids,
    did: 'paused',
    from,
    until: resume_on,
    note: (labels) =>
      `Paused ${labels} from ${dateText(from)} until ${dateText(resume_on)} in their account.`,
    act: (series_id) => pauseRule(ctx, parseVisitRef(series_id), { from, resume_on, reason: null }),
  })
}

/** Ends the pause of a customer's work today. A repeat changes nothing. */
export const resumeOwn = (
  ctx: ScheduleContext,
  customer_id: string,
  { series_ids }: Pick<PauseOwn, 'series_ids'>,
): Promise<OwnSeriesList> =>
  change(ctx, customer_id, {
    series_ids,
    did: 'resumed',
    from: ctx.calendar.today,
    until: null,
    note: (labels) => `Resumed ${labels} in their account.`,
    act: (series_id) => resumeRule(ctx, parseVisitRef(series_id)),
  })

type Change = {
  series_ids: readonly string[]
  did: 'paused' | 'resumed'
  from: LocalDate
  until: LocalDate | null
  /** What the office finds on the customer's card. */
  note: (labels: string) => string
  act: (series_id: string) => Promise<{ edit_id: string | null }>
}

async function change(
  ctx: ScheduleContext,
  customer_id: string,
  { series_ids, did, from, until, note, act }: Change,
): Promise<OwnSeriesList> {
  const { tx } = ctx
  const customer = await lockCustomer(tx, customer_id)
  const { series } = await readOwnSeries(ctx, customer_id)
  const chosen = series.filter(({ series_id }) => series_ids.includes(series_id))
  if (chosen.length !== new Set(series_ids).size)
    throw notFound('This service is no longer planned.')
  // Teams and notes belong to the office; customers cannot read them.
  widenSight(tx)
  const changed: { label: string; edit_id: string }[] = []
  for (const { series_id, label } of chosen) {
    const { edit_id } = await act(series_id)
    if (edit_id !== null) changed.push({ label, edit_id })
  }
  const [first] = changed
  if (first) {
    const service = changed.map(({ label }) => label).join(', ')
    await addNote(tx, customer_id, note(service))
    await emitChanged(tx, customer_id, [customer.team_id])
    await tellOfPause(tx, { customer_id, id: first.edit_id, did, service, from, until })
  }
  return readOwnSeries(ctx, customer_id)
}

import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { grouped } from '../base/grouped.ts'
import { shiftMinutes } from './shift.ts'

/** What time on site can be added up by. */
export const onSiteGroups = ['visit', 'service', 'team'] as const
export type OnSiteGroup = (typeof onSiteGroups)[number]

/** A completed visit whose crew said when it began: its minutes against the plan. */
export const OnSiteVisit = z.object({
  visit_id: z.string(),
  date: LocalDateText,
  customer: z.string(),
  service: z.string(),
  team: z.string(),
  started_at: Moment,
  completed_at: Moment,
  planned_minutes: z.int(),
  /** Whole minutes from start to completion. */
  minutes: z.int(),
})
export type OnSiteVisit = z.infer<typeof OnSiteVisit>

export const OnSiteSum = z.object({
  name: z.string(),
  visits: z.int(),
  planned_minutes: z.int(),
  minutes: z.int(),
})
export type OnSiteSum = z.infer<typeof OnSiteSum>

/** Whole minutes on site; no change of the clock shortens or lengthens them. */
export const onSiteMinutes = (visit: Pick<OnSiteVisit, 'started_at' | 'completed_at'>): number =>
  shiftMinutes({ started_at: visit.started_at, ended_at: visit.completed_at }, visit.completed_at)

/** The visits of each service or team added up, by name. */
export const sumOnSite = (
  visits: readonly OnSiteVisit[],
  by: Exclude<OnSiteGroup, 'visit'>,
): OnSiteSum[] =>
  [...grouped(visits, (visit) => visit[by])]
    .map(([name, own]) => ({
      name,
      visits: own.length,
      planned_minutes: own.reduce((sum, one) => sum + one.planned_minutes, 0),
      minutes: own.reduce((sum, one) => sum + one.minutes, 0),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** '+0:25' longer than planned, '−0:05' shorter. */
export function differenceText({
  planned_minutes,
  minutes,
}: Pick<OnSiteSum, 'planned_minutes' | 'minutes'>): string {
  const more = minutes - planned_minutes
  const size = Math.abs(more)
  const sign = more > 0 ? '+' : more < 0 ? '−' : ''
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`
}

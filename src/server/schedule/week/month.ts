import { daysOf, weeksOf, type Month, type MonthDay } from '../../../domain/base/month.ts'
import { weekdayOf, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { awayOn } from '../../../domain/people/time-off.ts'
import { liveTeams, type Calendar } from './calendar.ts'
import type { ScheduleContext } from './context.ts'
import type { ResolvedVisit } from './rows.ts'
import { readWindow } from './window.ts'

const taking = new Set(['scheduled', 'in_progress', 'completed'])

/** How much is planned on each day of a month, against what the teams can do. */
export async function readMonth({ tx, calendar }: ScheduleContext, month: string): Promise<Month> {
  const window = weeksOf(month)
  const { visits } = await readWindow(tx, calendar, window)
  const byDate = grouped(
    visits.filter(({ status }) => taking.has(status)),
    ({ date }) => date,
  )
  return {
    ...window,
    today: calendar.today,
    time_zone: calendar.time_zone,
    days: daysOf(window).map((date) => dayOf(date, byDate.get(date) ?? [], calendar)),
  }
}

function dayOf(date: LocalDate, visits: readonly ResolvedVisit[], calendar: Calendar): MonthDay {
  const { closed, open_weekdays } = calendar
  const is_closed = closed.has(date) || open_weekdays?.includes(weekdayOf(date)) === false
  const teams = liveTeams(calendar)
  const off = teams.filter((team) => awayOn(team, date).all)
  const timed = teams.filter(({ day_minutes }) => day_minutes !== null)
  const can = is_closed ? [] : timed.filter((team) => !off.includes(team))
  return {
    date,
    visits: visits.length,
    minutes: visits.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0),
    capacity_minutes: timed.length
      ? can.reduce((sum, { day_minutes }) => sum + (day_minutes ?? 0), 0)
      : null,
    unassigned: visits.filter(({ team_id }) => team_id === null).length,
    teams_off: off.map(({ name }) => name),
    is_closed,
    closed_reason: closed.get(date) ?? null,
  }
}

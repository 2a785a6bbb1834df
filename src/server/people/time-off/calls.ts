import type { timeOff } from '../../../api/time-off.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { scheduleWindowDays } from '../../../domain/schedule/schedule.ts'
import type { TimeOff } from '../../../domain/people/time-off.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found, notFound } from '../../base/kit/refusals.ts'
import { liveTeam } from '../teams/read.ts'
import { readCrew } from '../teams/read.ts'
import { setDayMinutes } from '../teams/write.ts'
import { readCalendar, type Calendar } from '../../schedule/week/calendar.ts'
import { readWindow } from '../../schedule/week/window.ts'
import { addTimeOff, listTimeOff, removeTimeOff } from './write.ts'

export const timeOffHandlers: Handlers<typeof timeOff> = {
  'GET /api/owner/time-off': ({ readOrg }) =>
    readOrg(async (tx) => {
      const { today } = await readCalendar(tx)
      return { time_off: await listTimeOff(tx, today) }
    }),

  'POST /api/owner/time-off': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const teams = await teamsOf(tx, body)
      const time_off = await addTimeOff(tx, body)
      const visits = await countVisits(tx, await readCalendar(tx), time_off, teams)
      return { time_off, visits }
    }),

  'DELETE /api/owner/time-off/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      if (!(await removeTimeOff(tx, params.id))) throw notFound()
      return { ok: true as const }
    }),

  'PUT /api/owner/teams/{id}/day-minutes': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await setDayMinutes(tx, params.id, body.day_minutes)
      return { ok: true as const }
    }),
}

/** The team that has the days off, or those of the person; 404 if it is nobody of ours. */
async function teamsOf(
  tx: OrgTx,
  { team_id, person_id }: Pick<TimeOff, 'team_id' | 'person_id'>,
): Promise<string[]> {
  if (team_id) return [found(await liveTeam(tx, team_id).executeTakeFirst()).id]
  const person = found((await readCrew(tx, { person_id: person_id! }))[0])
  return [...(person.team_id ? [person.team_id] : []), ...person.also_leads.map(({ id }) => id)]
}

/** Planned visits on these days, as far as one looks ahead at a time. */
async function countVisits(
  tx: OrgTx,
  calendar: Calendar,
  { from_date, to_date }: TimeOff,
  team_ids: readonly string[],
): Promise<number> {
  const from = later(from_date, calendar.today)
  const last = addDays(from, scheduleWindowDays - 1)
  const to = to_date < last ? to_date : last
  if (!team_ids.length || to < from) return 0
  const { visits } = await readWindow(tx, calendar, { from, to }, { team_ids })
  return visits.filter(({ status }) => status === 'scheduled').length
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

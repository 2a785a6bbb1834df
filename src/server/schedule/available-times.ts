import { addDays, type LocalDate, weekdayOf } from '../../domain/dates.ts'
import { eventOn } from '../../domain/event-days.ts'
import { startSlots } from '../../domain/hours.ts'
import { overlaps } from '../../domain/placement.ts'
import type { OrgTx } from '../db/door.ts'
import { readMiscEvents } from '../misc-events.ts'
import { invalid } from '../refusals.ts'
import { liveTeams, readFrame } from './frame.ts'
import { handOf } from './locate.ts'
import { readWindow } from './window.ts'

type Query = { date: LocalDate; service_minutes?: number | undefined; team_id?: string | undefined; except?: string | undefined }

/** Start times of a date that are free for the team, or for any of the caller's teams. Work without a time blocks none. */
export async function readAvailableTimes(tx: OrgTx, actor: Parameters<typeof handOf>[0], { date, service_minutes, team_id, except }: Query) {
  const frame = await readFrame(tx)
  const hand = handOf(actor, frame)
  const teams = team_id ? [team_id] : hand.by_crew ? [...hand.team_ids] : liveTeams(frame).map((team) => team.id)
  if (team_id && (frame.teams.get(team_id)?.deleted !== false || (hand.by_crew && !hand.team_ids.includes(team_id))))
    throw invalid({ team_id: 'Choose a team.' })
  const slots = startSlots(frame.hours, weekdayOf(date), { slot_minutes: frame.settings.slot_minutes, duration_minutes: service_minutes ?? null })
  const closed = frame.closed_dates.has(date) || slots.length === 0
  if (closed) return { date, closed, slots: [] }
  const { visits } = await readWindow(tx, frame, { from: date, to: date })
  const work = visits.filter((visit) => visit.status !== 'skipped' && visit.occurrence_id !== except)
  const events = (await readMiscEvents(tx, { from: addDays(date, -1), to: date })).flatMap((event) => eventOn(event, date) ?? [])
  const busyOf = (team: string | null) => [
    ...work.filter((visit) => visit.team_id === team),
    ...events.filter((event) => event.team_id === null || event.team_id === team),
  ]
  const busy = (teams.length ? teams : [null]).map(busyOf)
  const duration_minutes = service_minutes ?? frame.settings.slot_minutes
  return {
    date,
    closed,
    slots: slots.filter((start_minutes) => busy.some((list) => !list.some((taken) => overlaps(taken, { start_minutes, duration_minutes })))),
  }
}

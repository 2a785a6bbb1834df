import { sql } from 'kysely'
import {
  addDays,
  eachDay,
  startOfWeek,
  todayIn,
  zonedToUtcIso,
  type LocalDate,
} from '../../../domain/base/dates.ts'
import type { Role } from '../../../domain/base/roles.ts'
import {
  minutesByDay,
  shiftNeedsReview,
  withOvertime,
  workedMinutes,
  type DateRange,
  type PayPeriod,
  type ShiftToReview,
  type Timesheet,
  type TimesheetShift,
} from '../../../domain/people/timesheet.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { toReview } from '../../schedule/shifts/read.ts'

type ShiftRow = {
  id: string
  person_id: string
  team_id: string | null
  started_at: string
  ended_at: string | null
  break_minutes: number
  breaks: TimesheetShift['breaks']
  reviewed_at: string | null
  came_late: boolean
  break_to_check: boolean
  start_lat: number | null
  start_lng: number | null
  start_accuracy: number | null
  end_lat: number | null
  end_lng: number | null
  end_accuracy: number | null
}
type Edit = TimesheetShift['edits'][number]
type Person = {
  person_id: string
  name: string
  email: string
  role: Role
  team: string | null
}

const columns = sql`s.id, s.person_id, s.team_id, s.started_at, s.ended_at, s.break_minutes, s.reviewed_at, s.came_late, s.break_to_check,
  (select coalesce(json_agg(json_build_object('started_at', b.started_at, 'ended_at', b.ended_at, 'unpaid_minutes', b.unpaid_minutes, 'ended_by_work', b.ended_by_work, 'entered_at', b.entered_at) order by b.started_at), '[]')
    from shift_breaks b where b.organization_id = s.organization_id and b.shift_id = s.id) as breaks,
  s.start_lat, s.start_lng, s.start_accuracy, s.end_lat, s.end_lng, s.end_accuracy`

/** Shifts that touch these days. One that nobody ended may have begun long before. */
export async function readShifts(
  tx: OrgTx,
  { from, to }: DateRange,
  time_zone: string,
): Promise<ShiftRow[]> {
  const start = zonedToUtcIso(from, 0, time_zone)
  const end = zonedToUtcIso(addDays(to, 1), 0, time_zone)
  const { rows } = await sql<ShiftRow>`
    select ${columns} from shifts s
    where s.started_at >= ${start}::timestamptz - interval '7 days' and s.started_at < ${end}::timestamptz and s.ended_at > ${start}::timestamptz
    union all
    select ${columns} from shifts s where s.ended_at is null and s.started_at < ${end}::timestamptz
    order by started_at`.execute(tx)
  return rows
}

export async function readShiftRow(tx: OrgTx, id: string): Promise<ShiftRow> {
  const { rows } =
    await sql<ShiftRow>`select ${columns} from shifts s where s.id = ${id}::uuid for update`.execute(
      tx,
    )
  return found(rows[0])
}

/** Everyone who works the clock, and everyone with a shift among these. */
async function readPeople(tx: OrgTx, shifts: readonly ShiftRow[]): Promise<Person[]> {
  const ids = `{${[...new Set(shifts.map(({ person_id }) => person_id))].join(',')}}`
  const { rows } = await sql<Person>`
    select p.id as person_id, coalesce(p.name, p.email) as name, p.email, m.role, t.name as team
    from memberships m join people p on p.id = m.person_id
    left join teams t on t.organization_id = m.organization_id and t.id = m.team_id and t.deleted_at is null
    where m.role <> 'user' and ((m.role in ('crew_owner', 'crew_leader', 'crew_member') and m.status = 'active') or p.id = any (${ids}::text::uuid[]))
    order by lower(coalesce(p.name, p.email)), p.id`.execute(tx)
  return rows
}

async function readEdits(tx: OrgTx, ids: readonly string[]): Promise<Map<string, Edit[]>> {
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('shift_edits as e')
    .innerJoin('people as p', 'p.id', 'e.edited_by')
    .select(['e.shift_id', 'e.created_at as at', 'e.reason', 'e.before'])
    .select(sql<string>`coalesce(p.name, p.email)`.as('by_name'))
    .where('e.shift_id', 'in', [...ids])
    .orderBy('e.id', 'desc')
    .execute()
  return Map.groupBy(
    rows.map(({ before, ...row }) => ({ ...row, before: before as Edit['before'] })),
    ({ shift_id }) => shift_id,
  )
}

const place = (lat: number | null, lng: number | null, accuracy: number | null) =>
  lat === null || lng === null ? null : { lat, lng, accuracy }

/** As JSON of the database has a moment. */
const iso = (moment: string) => new Date(moment).toISOString()

const viewOf = (row: ShiftRow, edits: Edit[], now: string): TimesheetShift => ({
  id: row.id,
  started_at: row.started_at,
  ended_at: row.ended_at,
  break_minutes: row.break_minutes,
  breaks: row.breaks.map((pause) => ({
    ...pause,
    started_at: iso(pause.started_at),
    ended_at: pause.ended_at && iso(pause.ended_at),
    entered_at: pause.entered_at && iso(pause.entered_at),
  })),
  minutes: workedMinutes(row, now),
  team_id: row.team_id,
  start_location: place(row.start_lat, row.start_lng, row.start_accuracy),
  end_location: place(row.end_lat, row.end_lng, row.end_accuracy),
  needs_review: shiftNeedsReview(row, now),
  came_late: row.came_late,
  break_to_check: row.break_to_check,
  edits,
})

export async function readShiftView(tx: OrgTx, id: string): Promise<TimesheetShift> {
  const row = await readShiftRow(tx, id)
  const edits = await readEdits(tx, [id])
  return viewOf(row, edits.get(id) ?? [], new Date().toISOString())
}

/** Hours of everyone on these days. Overtime counts the whole weeks around them. */
export async function readTimesheets(
  tx: OrgTx,
  range: DateRange,
  time_zone: string,
): Promise<(Timesheet & Pick<Person, 'email'>)[]> {
  const now = new Date().toISOString()
  const weeks = { from: startOfWeek(range.from), to: addDays(startOfWeek(range.to), 6) }
  const shifts = await readShifts(tx, weeks, time_zone)
  const people = await readPeople(tx, shifts)
  const edits = await readEdits(
    tx,
    shifts.map(({ id }) => id),
  )
  const byPerson = Map.groupBy(shifts, ({ person_id }) => person_id)
  return people.map((person) => {
    const own = byPerson.get(person.person_id) ?? []
    const [doubtful = [], counted = []] = [true, false].map((is) =>
      own.filter((row) => shiftNeedsReview(row, now) === is),
    )
    const days = hoursOf(counted, weeks, time_zone, now).filter(
      ({ date }) => date >= range.from && date <= range.to,
    )
    const sum = (name: 'minutes' | 'overtime_minutes') =>
      days.reduce((total, day) => total + day[name], 0)
    const touches = (row: ShiftRow) =>
      minutesByDay(row, time_zone, now).some(({ date }) => date >= range.from && date <= range.to)
    return {
      ...person,
      days,
      total_minutes: sum('minutes'),
      overtime_minutes: sum('overtime_minutes'),
      regular_minutes: sum('minutes') - sum('overtime_minutes'),
      review_minutes: doubtful
        .filter(touches)
        .reduce((total, row) => total + workedMinutes(row, now), 0),
      shifts: own.filter(touches).map((row) => viewOf(row, edits.get(row.id) ?? [], now)),
    }
  })
}

/** Shifts to check that have not been checked yet, of any week, the oldest first. */
export async function readToReview(tx: OrgTx): Promise<ShiftToReview[]> {
  const { rows } = await sql<ShiftRow & { name: string }>`
    select ${columns}, coalesce(p.name, p.email) as name from shifts s join people p on p.id = s.person_id
    where ${toReview} order by s.started_at limit 100`.execute(tx)
  const now = new Date().toISOString()
  return rows.map((row) => ({
    person_id: row.person_id,
    name: row.name,
    shift: viewOf(row, [], now),
  }))
}

function hoursOf(shifts: readonly ShiftRow[], weeks: DateRange, time_zone: string, now: string) {
  const minutes = new Map<LocalDate, number>()
  for (const shift of shifts)
    for (const day of minutesByDay(shift, time_zone, now))
      minutes.set(day.date, (minutes.get(day.date) ?? 0) + day.minutes)
  return withOvertime(
    [...eachDay(weeks.from, weeks.to)].map((date) => ({ date, minutes: minutes.get(date) ?? 0 })),
  )
}

/** Approved days that touch these. */
export async function readPeriods(tx: OrgTx, { from, to }: DateRange): Promise<PayPeriod[]> {
  return tx
    .selectFrom('pay_periods as p')
    .innerJoin('people as a', 'a.id', 'p.approved_by')
    .select(['p.id', 'p.starts_on', 'p.ends_on', 'p.approved_at'])
    .select(sql<string>`coalesce(a.name, a.email)`.as('approved_by'))
    .where('p.opened_at', 'is', null)
    .where('p.starts_on', '<=', to)
    .where('p.ends_on', '>=', from)
    .orderBy('p.starts_on')
    .execute()
}

/** Everyone on the clock, the longest first. */
export async function readRunning(tx: OrgTx) {
  const { rows } = await sql<Person & Pick<ShiftRow, 'started_at' | 'reviewed_at'>>`
    select p.id as person_id, coalesce(p.name, p.email) as name, t.name as team, s.started_at, s.reviewed_at
    from shifts s join people p on p.id = s.person_id left join teams t on t.organization_id = s.organization_id and t.id = s.team_id
    where s.ended_at is null order by s.started_at limit 500`.execute(tx)
  const now = new Date().toISOString()
  return rows.map(({ person_id, name, team, started_at, reviewed_at }) => ({
    person_id,
    name,
    team,
    started_at,
    needs_review: shiftNeedsReview(
      {
        started_at,
        ended_at: null,
        break_minutes: 0,
        reviewed_at,
        came_late: false,
        break_to_check: false,
      },
      now,
    ),
  }))
}

/** The days a shift is on. */
export function daysOf(
  span: { started_at: string; ended_at: string | null },
  time_zone: string,
): DateRange {
  return {
    from: todayIn(time_zone, span.started_at),
    to: todayIn(time_zone, span.ended_at ?? new Date().toISOString()),
  }
}

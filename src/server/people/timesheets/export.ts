import { addDays, startOfWeek, wallClockIn, timeText } from '../../../domain/base/dates.ts'
import { decimalHours, type DateRange, type Timesheet } from '../../../domain/people/timesheet.ts'
import { csvFile, type CsvCell } from '../../base/kit/csv.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { readTimesheets } from './read.ts'

const weekColumns = [
  'last_name',
  'first_name',
  'email',
  'week_of',
  'regular_hours',
  'overtime_hours',
  'total_minutes',
  'minutes_to_check',
]
const shiftColumns = [
  'name',
  'email',
  'date',
  'clock_in',
  'clock_out',
  'break_minutes',
  'worked_minutes',
  'worked_hours',
  'edited',
  'to_check',
]

/** Hours for payroll, as recorded to the minute: nothing is rounded. */
export async function exportHours(
  tx: OrgTx,
  range: DateRange,
  by: 'week' | 'shift',
): Promise<string> {
  const time_zone = await readTimeZone(tx)
  const sheets = await readTimesheets(tx, range, time_zone)
  return by === 'week'
    ? csvFile(
        weekColumns,
        sheets.flatMap((sheet) => weekLines(sheet, time_zone)),
      )
    : csvFile(
        shiftColumns,
        sheets.flatMap((sheet) => shiftLines(sheet, range, time_zone)),
      )
}

type Sheet = Timesheet & { email: string }

/** A shift that needs a look first is in a column of its own, in the week it began. */
function weekLines({ name, email, days, shifts }: Sheet, time_zone: string): CsvCell[][] {
  const words = name.split(' ')
  const weeks = Map.groupBy(days, ({ date }) => startOfWeek(date))
  return [...weeks].flatMap(([week, own]) => {
    const total = own.reduce((sum, { minutes }) => sum + minutes, 0)
    const overtime = own.reduce((sum, { overtime_minutes }) => sum + overtime_minutes, 0)
    const unchecked = shifts
      .filter(
        ({ needs_review, started_at }) =>
          needs_review && startOfWeek(wallClockIn(time_zone, started_at).date) === week,
      )
      .reduce((sum, { minutes }) => sum + minutes, 0)
    if (total + unchecked === 0) return []
    return [
      [
        words.slice(-1).join(''),
        words.slice(0, -1).join(' '),
        email,
        week,
        decimalHours(total - overtime),
        decimalHours(overtime),
        total,
        unchecked,
      ],
    ]
  })
}

/** A shift belongs to the day it began. */
const shiftLines = ({ name, email, shifts }: Sheet, range: DateRange, time_zone: string) =>
  shifts.flatMap((shift): CsvCell[][] => {
    const start = wallClockIn(time_zone, shift.started_at)
    if (start.date < range.from || start.date > range.to) return []
    const end = shift.ended_at === null ? null : wallClockIn(time_zone, shift.ended_at)
    const next =
      end && end.date > start.date ? ` (+${end.date === addDays(start.date, 1) ? 1 : 2})` : ''
    return [
      [
        name,
        email,
        start.date,
        timeText(start.minutes),
        end && `${timeText(end.minutes)}${next}`,
        shift.break_minutes,
        shift.minutes,
        decimalHours(shift.minutes),
        shift.edits.length ? 'yes' : 'no',
        shift.needs_review ? 'yes' : 'no',
      ],
    ]
  })

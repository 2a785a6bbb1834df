import { UnstyledButton } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { clockOf, type Timesheet } from '../../../domain/people/timesheet.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { dayLabel } from '../../ui/when.ts'
import css from './timesheets.module.css'
import { type Hours } from './queries.ts'

type Props = { hours: Hours; open: (person_id: string) => void }

/** People against days; a name opens the shifts. */
export function HoursTable({ hours, open }: Props) {
  const days = hours.timesheets[0]?.days.map(({ date }) => date) ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
    <section className={css.scroll} aria-label="Hours of the week" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            {days.map((date) => (
              <th key={date} scope="col" className={css.number}>
                {dayLabel(date)}
              </th>
            ))}
            <th scope="col" className={css.number}>
              Regular
            </th>
            <th scope="col" className={css.number}>
              Overtime
            </th>
            <th scope="col" className={css.number}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {hours.timesheets.map((sheet) => (
            <Row key={sheet.person_id} sheet={sheet} open={() => open(sheet.person_id)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ sheet, open }: { sheet: Timesheet; open: () => void }) {
  const isRunning = sheet.shifts.some(({ ended_at }) => ended_at === null)
  const isDoubtful = sheet.shifts.some(({ needs_review }) => needs_review)
  return (
    <tr>
      <th scope="row">
        <UnstyledButton className={css.name} onClick={open} aria-label={`Shifts of ${sheet.name}`}>
          {sheet.name}
        </UnstyledButton>
        <div className={css.chips}>
          {sheet.team && <span className={css.soft}>{sheet.team}</span>}
          {isRunning && <StatusChip tone="good">On the clock</StatusChip>}
          {isDoubtful && (
            <StatusChip tone="bad">
              <TriangleAlert size={12} aria-hidden /> {clockOf(sheet.review_minutes)} to check
            </StatusChip>
          )}
        </div>
      </th>
      {sheet.days.map(({ date, minutes }) => (
        <td key={date} className={css.number}>
          {minutes ? clockOf(minutes) : '–'}
        </td>
      ))}
      <td className={css.number}>{clockOf(sheet.regular_minutes)}</td>
      <td className={css.number}>{clockOf(sheet.overtime_minutes)}</td>
      <td className={css.number}>
        <strong>{clockOf(sheet.total_minutes)}</strong>
      </td>
    </tr>
  )
}

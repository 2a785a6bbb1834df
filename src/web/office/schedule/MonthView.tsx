import { VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, dayNames, type LocalDate } from '../../../domain/base/dates.ts'
import { heatOf, inWeeks, monthOf, type Month, type MonthDay } from '../../../domain/base/month.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { longDayLabel } from '../../ui/when.ts'
import { monthQuery } from '../../shared/visits/queries.ts'
import css from './month.module.css'
import { dayWords, hoursText, stepOfKey } from './month-text.ts'

type Props = { day: LocalDate; onDay: (date: LocalDate) => void; onTurn: (date: LocalDate) => void }

/** A month at a glance: how full each day is, what has no team, and when nobody works. */
export default function MonthView({ day, onDay, onTurn }: Props) {
  const month = useQuery({ ...monthQuery(monthOf(day)), placeholderData: keepPreviousData })
  return (
    <Loaded of={month} failure="Failed to load the month" skeleton={<Bars rows={5} height={90} />}>
      {(data: Month) => (
        <div aria-busy={month.isPlaceholderData} className={css.frame}>
          <Grid data={data} day={day} onDay={onDay} onTurn={onTurn} />
          <Legend />
        </div>
      )}
    </Loaded>
  )
}

/** What the colors of the days mean. */
const Legend = () => (
  <ul className={css.legend} aria-label="Legend">
    {legend.map(([heat, text]) => (
      <li key={heat}>
        <span className={css.day} data-heat={heat} aria-hidden />
        {text}
      </li>
    ))}
  </ul>
)
const legend = [
  [0, 'Nothing planned'],
  [1, 'Light'],
  [4, 'Full'],
  [5, 'Overbooked'],
] as const

/** One tab stop; arrows go from day to day, into the next month as well. */
function useHeldDay({ data, day, onTurn }: Pick<Props, 'day' | 'onTurn'> & { data: Month }) {
  const [held, hold] = useState<LocalDate>(day)
  // A day of another month gets the focus once its month is there.
  const goesOn = useRef(false)
  useEffect(() => {
    const there = goesOn.current && document.getElementById(`month-${held}`)
    if (!there) return
    there.focus()
    goesOn.current = false
  })
  const current = held >= data.from && held <= data.to ? held : day
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event.key)
    if (step === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = addDays(current, step)
    goesOn.current = true
    hold(next)
    if (next < data.from || next > data.to) onTurn(next)
  }
  return { current, onKeyDown }
}

function Grid({ data, day, onDay, onTurn }: Props & { data: Month }) {
  const { current, onKeyDown } = useHeldDay({ data, day, onTurn })
  const most = Math.max(...data.days.map(({ minutes }) => minutes))
  const dayOf = (one: MonthDay) => (
    <td key={one.date}>
      <Day
        one={one}
        heat={heatOf(one, most)}
        isToday={one.date === data.today}
        isOther={monthOf(one.date) !== monthOf(day)}
        isHeld={one.date === current}
        onDay={onDay}
        onKeyDown={onKeyDown}
      />
    </td>
  )
  return (
    <table className={css.month}>
      <caption>
        <VisuallyHidden>Planned work by day. Choose a day to open it.</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {dayNames.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inWeeks(data.days).map((week) => (
          <tr key={week[0]?.date}>{week.map(dayOf)}</tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  one: MonthDay
  heat: number
  isToday: boolean
  isOther: boolean
  isHeld: boolean
  onDay: (date: LocalDate) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const Day = ({ one, heat, isToday, isOther, isHeld, onDay, onKeyDown }: DayProps) => (
  <button
    type="button"
    id={`month-${one.date}`}
    className={css.day}
    data-heat={heat}
    data-closed={one.is_closed || undefined}
    data-other={isOther || undefined}
    aria-current={isToday ? 'date' : undefined}
    aria-label={`${longDayLabel(one.date)}: ${dayWords(one)}`}
    tabIndex={isHeld ? 0 : -1}
    onClick={() => onDay(one.date)}
    onKeyDown={onKeyDown}
  >
    <b>{Number(one.date.slice(8))}</b>
    {one.visits > 0 && (
      <span>
        <strong>{one.visits}</strong> <i>{one.visits === 1 ? 'visit' : 'visits'}</i>
      </span>
    )}
    {one.visits > 0 && <small>{hoursText(one)}</small>}
    {one.unassigned > 0 && (
      <em>
        {one.unassigned} <i>without a team</i>
      </em>
    )}
    {one.is_closed && <small className={css.note}>{one.closed_reason ?? 'Closed'}</small>}
    {one.teams_off.length > 0 && !one.is_closed && (
      <small className={css.note}>{one.teams_off.join(', ')} off</small>
    )}
  </button>
)

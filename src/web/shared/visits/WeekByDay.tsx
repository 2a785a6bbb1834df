import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../api/week.ts'
import { eachDay, type LocalDate } from '../../../domain/base/dates.ts'
import { isEventOn } from '../../../domain/base/event-days.ts'
import { byTime, type Visit } from '../../../domain/schedule/visit.ts'
import { longDayLabel } from '../../ui/when.ts'
import { EventChip } from './EventChip.tsx'
import { VisitCard } from './VisitCard.tsx'
import { closedDays } from './calendar.ts'
import { laneLoad } from './day-grid.ts'
import css from './week.module.css'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type Props<V extends Visit> = {
  window: Omit<ScheduleWindow, 'occurrences'> & { occurrences: V[] }
  /** Absent for those who may only look. */
  onOpen?: ((visit: Visit) => void) | undefined
  onEvent?: ((event: PlannedEvent) => void) | undefined
  onAdd?: ((start: { date: LocalDate }) => void) | undefined
  /** The visits of a day, in order of time; absent: a card for each. */
  renderDay?: (visits: V[]) => ReactNode
}

/** One day under the other, each in order of time. */
export function WeekByDay<V extends Visit>({
  window,
  onOpen,
  onEvent,
  onAdd,
  renderDay,
}: Props<V>) {
  const words = useWords(visitWords)
  const [isUnfolded, setUnfolded] = useState(false)
  const closed = closedDays(window)
  const { today, occurrences, events } = window
  const holdsToday = today >= window.from && today <= window.to
  const isEmpty = (day: LocalDate) =>
    !occurrences.some(({ date }) => date === day) && !events.some((event) => isEventOn(event, day))
  // This week, a day that is over and held nothing tells nobody anything.
  const all = [...eachDay(window.from, window.to)].filter(
    (day) => !holdsToday || day >= today || !isEmpty(day),
  )
  const days = all.filter((day) => isUnfolded || !holdsToday || day >= today)
  const earlier = occurrences.filter(({ date }) => date < today).length
  return (
    <div className={css.days}>
      {days.length < all.length && (
        <Button variant="default" className={css.earlier} onClick={() => setUnfolded(true)}>
          {words.earlierThisWeek(earlier)}
        </Button>
      )}
      {days.map((day) => {
        const visits = window.occurrences.filter(({ date }) => date === day).sort(byTime)
        const planned = laneLoad(visits).many
        const others = window.events.filter((event) => isEventOn(event, day))
        return (
          <section
            key={day}
            className={css.day}
            data-today={day === window.today || undefined}
            aria-label={longDayLabel(day)}
          >
            <h3>
              {longDayLabel(day)}
              <small>
                {day === window.today && `${words.today} · `}
                {planned > 0
                  ? words.count(planned)
                  : closed.has(day)
                    ? words.closed
                    : words.nothingPlanned}
              </small>
              {onAdd && day >= window.today && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Plus size={15} aria-hidden />}
                  onClick={() => onAdd({ date: day })}
                  aria-label={words.addOn(longDayLabel(day))}
                >
                  {words.add}
                </Button>
              )}
            </h3>
            {others.map((event) => (
              <EventChip key={event.id} event={event} day={day} onOpen={onEvent} wide />
            ))}
            {renderDay?.(visits) ??
              visits.map((visit) => (
                <VisitCard key={visit.id} visit={visit} onOpen={onOpen} showTeam />
              ))}
          </section>
        )
      })}
    </div>
  )
}

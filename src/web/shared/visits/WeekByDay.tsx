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

type Props = {
  window: ScheduleWindow
  /** Absent for those who may only look. */
  onOpen?: ((visit: Visit) => void) | undefined
  onEvent?: ((event: PlannedEvent) => void) | undefined
  onAdd?: ((start: { date: LocalDate }) => void) | undefined
  renderActions?: (visit: Visit) => ReactNode
  renderMark?: (visit: Visit) => ReactNode
  showTeam?: boolean
  large?: boolean
}

/** One day under the other, each in order of time. */
export function WeekByDay({
  window,
  onOpen,
  onEvent,
  onAdd,
  renderActions,
  renderMark,
  showTeam = true,
  large = false,
}: Props) {
  const words = useWords(visitWords)
  const [isUnfolded, setUnfolded] = useState(false)
  const closed = closedDays(window)
  const { today, occurrences } = window
  const holdsToday = today >= window.from && today <= window.to
  const days = [...eachDay(window.from, window.to)].filter(
    (day) => isUnfolded || !holdsToday || day >= today,
  )
  const earlier = occurrences.filter(({ date }) => date < today).length
  return (
    <div className={css.days}>
      {!isUnfolded && holdsToday && today > window.from && (
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
            {visits.map((visit) => (
              <VisitCard
                key={visit.id}
                visit={visit}
                onOpen={onOpen}
                showTeam={showTeam}
                large={large}
                actions={renderActions?.(visit)}
                mark={renderMark?.(visit)}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

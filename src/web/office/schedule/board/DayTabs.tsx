import { useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { eachDay, type LocalDate } from '../../../../domain/base/dates.ts'
import { dayLabel } from '../../../ui/when.ts'
import { laneLoad, visitsOn } from '../../../shared/visits/day-grid.ts'
import css from './board.module.css'
import { closedDays } from '../../../shared/visits/calendar.ts'
import { count } from '../../../shared/visits/visit-text.ts'

export type DayTabProps = { date: LocalDate; isPast: boolean; children: ReactNode }

type Props = {
  window: ScheduleWindow
  day: LocalDate
  onDay: (day: LocalDate) => void
  /** Around each day, for a board where visits are dropped on them. */
  Frame?: ComponentType<DayTabProps>
}

/** The seven days of the week on screen, one of them shown. */
export function DayTabs({ window, day, onDay, Frame = PlainFrame }: Props) {
  const closed = closedDays(window)
  const strip = useRef<HTMLElement>(null)
  // On a phone only a few days fit: the one that is shown is among them.
  useLayoutEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && chosen)
      strip.current.scrollLeft =
        chosen.offsetLeft -
        strip.current.offsetLeft -
        (strip.current.clientWidth - chosen.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the day decides which tab is the chosen one
  }, [day])
  return (
    <nav ref={strip} className={css.days} aria-label="Days">
      {[...eachDay(window.from, window.to)].map((date) => {
        const { many } = laneLoad(visitsOn(window.occurrences, date))
        return (
          <Frame key={date} date={date} isPast={date < window.today}>
            <button
              type="button"
              className={css.day}
              aria-current={date === day ? 'date' : undefined}
              data-today={date === window.today || undefined}
              onClick={() => onDay(date)}
            >
              <span>{dayLabel(date)}</span>
              <small>
                {many > 0 ? count(many, 'visit') : closed.has(date) ? 'Closed' : 'Free'}
              </small>
            </button>
          </Frame>
        )
      })}
    </nav>
  )
}

const PlainFrame = ({ children }: DayTabProps) => <div>{children}</div>

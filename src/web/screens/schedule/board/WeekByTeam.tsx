import { useDroppable } from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { startTransition, useEffect, useState, type ReactNode } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import { eachDay, type LocalDate } from '../../../../domain/dates.ts'
import { isEventOn } from '../../../../domain/event-days.ts'
import { grouped } from '../../../../domain/grouped.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { dayLabel } from '../../../ui/when.ts'
import { Board, type BoardHandlers } from './Board.tsx'
import { BoardCard } from './BoardCard.tsx'
import { landId, lands, readLand, stepCell } from './board-moves.ts'
import css from './board.module.css'
import { closedDays } from '../../../visits/closed-days.ts'
import { clashesOf } from '../../../visits/day-grid.ts'
import { EventChip } from '../../../visits/EventChip.tsx'
import { teamGroups } from '../../../visits/team-groups.ts'
import { teamPaint } from '../../../visits/team-paint.ts'

type Props = BoardHandlers & {
  window: ScheduleWindow
  onEvent?: ((event: PlannedEvent) => void) | undefined
  /** Opens a day by the hour. */
  onDay?: ((day: LocalDate) => void) | undefined
}

/** Teams down, days across. A visit keeps its time when it is carried to another day or team. */
export default function WeekByTeam({ window, onOpen, onEvent, onAdd, onDay, beside }: Props) {
  return (
    <Board
      window={window}
      movable={onAdd !== undefined}
      collisions={lands}
      step={stepCell}
      beside={beside}
      landing={(_, over) => {
        if (!over) return null
        const { team_id, date } = readLand(over.id)
        return { team_id, date }
      }}
    >
      {(visits, isChosen) => (
        <Grid
          key={window.from}
          window={window}
          visits={visits}
          isChosen={isChosen}
          onOpen={onOpen}
          onEvent={onEvent}
          onAdd={onAdd}
          onDay={onDay}
        />
      )}
    </Board>
  )
}

function Grid({
  window,
  visits,
  isChosen,
  onOpen,
  onEvent,
  onAdd,
  onDay,
}: Props & { visits: readonly Visit[]; isChosen: (id: string) => boolean }) {
  const days = [...eachDay(window.from, window.to)]
  const closed = closedDays(window)
  const groups = teamGroups(visits, window.teams)
  const filled = useFilledRows(groups.length)
  const mark = (day: LocalDate) => ({
    'data-today': day === window.today || undefined,
    'data-closed': closed.has(day) || undefined,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={css.board} aria-label="Week by team" tabIndex={0}>
      <div className={css.weekGrid}>
        <div className={css.weekRow} data-head>
          <div className={css.corner} />
          {days.map((day) => (
            <div key={day} className={css.dayHead} {...mark(day)}>
              {onDay ? (
                <button
                  type="button"
                  onClick={() => onDay(day)}
                  title={`Open ${dayLabel(day)} by the hour`}
                >
                  {dayLabel(day)}
                </button>
              ) : (
                dayLabel(day)
              )}
              {closed.has(day) && <small>Closed</small>}
            </div>
          ))}
        </div>
        {window.events.length > 0 && (
          <div className={css.weekRow}>
            <h3 className={css.team}>Events</h3>
            {days.map((day) => (
              <div key={day} className={css.cell} {...mark(day)}>
                {window.events
                  .filter((event) => isEventOn(event, day))
                  .map((event) => (
                    <EventChip key={event.id} event={event} day={day} onOpen={onEvent} />
                  ))}
              </div>
            ))}
          </div>
        )}
        {groups.map(({ id, name, color, visits: own }, row) => {
          const byDay = grouped(own, ({ date }) => date)
          const most = Math.max(1, ...Array.from(byDay.values(), (some) => some.length))
          const height = most * cardHeight + 40
          const isFilled = row < filled
          const clashing = new Set([...byDay.values()].flatMap((some) => [...clashesOf(some)]))
          return (
            // A team out of sight is not laid out; its height is known, so the scroll bar does not jump.
            <div
              key={id ?? 'none'}
              className={css.weekRow}
              style={{
                containIntrinsicSize: `auto ${height}px`,
                ...(isFilled ? {} : { minHeight: height }),
                ...teamPaint(color),
              }}
              aria-busy={!isFilled || undefined}
            >
              <h3 className={css.team}>
                <span>
                  {name}
                  <small>{own.length}</small>
                </span>
              </h3>
              {days.map((day) => (
                <Cell
                  key={day}
                  id={landId('cell', id, day)}
                  isPast={day < window.today}
                  {...mark(day)}
                >
                  {isFilled &&
                    byDay
                      .get(day)
                      ?.map((visit) => (
                        <BoardCard
                          key={visit.id}
                          visit={visit}
                          onOpen={onOpen}
                          movable={onAdd !== undefined}
                          isChosen={isChosen(visit.id)}
                          clashes={clashing.has(visit)}
                        />
                      ))}
                  {onAdd && day >= window.today && (
                    <button
                      type="button"
                      className={css.add}
                      aria-label={`Add for ${name} on ${dayLabel(day)}`}
                      onClick={() => onAdd({ date: day, team_id: id })}
                    >
                      <Plus size={16} aria-hidden />
                    </button>
                  )}
                </Cell>
              ))}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Rows in sight render at once, the others when idle: a thousand cards in one go would be noticeable. */
function useFilledRows(rows: number): number {
  const [filled, setFilled] = useState(firstRows)
  useEffect(() => {
    if (filled >= rows) return
    const timer = setTimeout(() => startTransition(() => setFilled((now) => now + 1)), 16)
    return () => clearTimeout(timer)
  }, [filled, rows])
  return filled
}
const firstRows = 3

/** A card and the gap under it, as the style sheet has them. */
const cardHeight = 51

type CellProps = {
  id: string
  isPast: boolean
  children: ReactNode
  'data-today': true | undefined
  'data-closed': true | undefined
}

function Cell({ id, isPast, children, ...marks }: CellProps) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: isPast })
  return (
    <div ref={setNodeRef} className={css.cell} data-over={isOver || undefined} {...marks}>
      {children}
    </div>
  )
}

import { useDroppable } from '@dnd-kit/core'
import { startTransition, useEffect, useState, type ReactNode } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import { eachDay, type LocalDate } from '../../../../domain/base/dates.ts'
import { isEventOn } from '../../../../domain/base/event-days.ts'
import { grouped } from '../../../../domain/base/grouped.ts'
import type { TeamTime } from '../../../../domain/people/time-off.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { dayLabel } from '../../../ui/when.ts'
import { AddButton } from './AddButton.tsx'
import { Board, type BoardHandlers, type BoardShown } from './Board.tsx'
import { BoardCard } from './BoardCard.tsx'
import { lands } from './board-moves.ts'
import { stepCell } from './board-steps.ts'
import css from './board.module.css'
import { landId, readLand } from './drop-id.ts'
import { closedDays } from '../../../shared/visits/calendar.ts'
import { clashesOf, laneLoad } from '../../../shared/visits/day-grid.ts'
import { EventChip } from '../../../shared/visits/EventChip.tsx'
import { teamGroups, type TeamGroup, teamPaint } from '../../../shared/visits/teams.ts'
import { awayText, hoursLoad } from './team-load.ts'

type Props = BoardHandlers & {
  window: ScheduleWindow
  onEvent?: ((event: PlannedEvent) => void) | undefined
  /** Opens a day by the hour. */
  onDay?: ((day: LocalDate) => void) | undefined
}

/** Teams down, days across. A visit keeps its time when it is moved to another day or team. */
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
      {(shown) => (
        <Grid
          key={window.from}
          window={window}
          {...shown}
          onOpen={onOpen}
          onEvent={onEvent}
          onAdd={onAdd}
          onDay={onDay}
        />
      )}
    </Board>
  )
}

type GridProps = Props & BoardShown

function Grid(props: GridProps) {
  const { window, visits, events, isChosen, tools, onOpen, onEvent, onAdd, onDay } = props
  const closed = closedDays(window)
  const days = [...eachDay(window.from, window.to)].map((date): Day => ({
    date,
    isPast: date < window.today,
    isClosed: closed.has(date),
    marks: {
      'data-today': date === window.today || undefined,
      'data-closed': closed.has(date) || undefined,
    },
  }))
  const groups = teamGroups(visits, window.teams)
  const filled = useFilledRows(groups.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={css.board} aria-label="Week by team" tabIndex={0}>
      <div className={css.weekGrid}>
        <DaysRow days={days} onDay={onDay} tools={tools} />
        {events.length > 0 && <EventsRow days={days} events={events} onEvent={onEvent} />}
        {groups.map((group, row) => (
          <TeamRow
            key={group.id ?? 'none'}
            group={group}
            time={window.teams.find(({ id }) => id === group.id) ?? {}}
            days={days}
            isFilled={row < filled}
            isChosen={isChosen}
            onOpen={onOpen}
            onAdd={onAdd}
          />
        ))}
      </div>
    </section>
  )
}

type Marks = { 'data-today': true | undefined; 'data-closed': true | undefined }
type Day = { date: LocalDate; isPast: boolean; isClosed: boolean; marks: Marks }

type DaysRowProps = { days: readonly Day[] } & Pick<GridProps, 'onDay' | 'tools'>

const DaysRow = ({ days, onDay, tools }: DaysRowProps) => (
  <div className={css.weekRow} data-head>
    <div className={css.corner}>{tools}</div>
    {days.map(({ date, isClosed, marks }) => (
      <div key={date} className={css.dayHead} {...marks}>
        {onDay ? (
          <button
            type="button"
            onClick={() => onDay(date)}
            title={`Open ${dayLabel(date)} by the hour`}
          >
            {dayLabel(date)}
          </button>
        ) : (
          dayLabel(date)
        )}
        {isClosed && <small>Closed</small>}
      </div>
    ))}
  </div>
)

type EventsRowProps = { days: readonly Day[]; events: readonly PlannedEvent[] } & Pick<
  Props,
  'onEvent'
>

const EventsRow = ({ days, events, onEvent }: EventsRowProps) => (
  <div className={css.weekRow}>
    <h3 className={css.team}>Events</h3>
    {days.map(({ date, marks }) => (
      <div key={date} className={css.cell} {...marks}>
        {events
          .filter((event) => isEventOn(event, date))
          .map((event) => (
            <EventChip key={event.id} event={event} day={date} onOpen={onEvent} />
          ))}
      </div>
    ))}
  </div>
)

/** A card and the gap under it, as the style sheet has them. */
const cardHeight = 51

type TeamRowProps = Pick<GridProps, 'isChosen' | 'onOpen' | 'onAdd'> & {
  group: TeamGroup
  time: TeamTime
  days: readonly Day[]
  /** Until then only its height is there. */
  isFilled: boolean
}

/** The week of a team. Out of sight it is not laid out; its height is known, so the scroll bar does not jump. */
function TeamRow({ group, time, days, isFilled, isChosen, onOpen, onAdd }: TeamRowProps) {
  const byDay = grouped(group.visits, ({ date }) => date)
  const most = Math.max(1, ...Array.from(byDay.values(), (some) => some.length))
  const height = most * cardHeight + 40
  const cards = { isChosen, onOpen, movable: onAdd !== undefined }
  return (
    <div
      className={css.weekRow}
      style={{
        containIntrinsicSize: `auto ${height}px`,
        ...(isFilled ? {} : { minHeight: height }),
        ...teamPaint(group.color),
      }}
      aria-busy={!isFilled || undefined}
    >
      <h3 className={css.team}>
        <span>
          {group.name}
          <small>{laneLoad(group.visits).many}</small>
        </span>
      </h3>
      {days.map((day) => (
        <Cell key={day.date} id={landId('cell', group.id, day.date)} day={day}>
          <DayNote visits={byDay.get(day.date) ?? []} time={time} date={day.date} />
          {isFilled && <DayCards {...cards} visits={byDay.get(day.date) ?? []} />}
          {onAdd && !day.isPast && (
            <AddButton
              label={`Add for ${group.name} on ${dayLabel(day.date)}`}
              onClick={() => onAdd({ date: day.date, team_id: group.id })}
            />
          )}
        </Cell>
      ))}
    </div>
  )
}

type DayNoteProps = { visits: readonly Visit[]; time: TeamTime; date: LocalDate }

/** Who is away that day, and whether it is more work than the team can do. */
function DayNote({ visits, time, date }: DayNoteProps) {
  const hours = hoursLoad(visits, time)
  const notes = [awayText(time, date), hours?.isOver && hours.text].filter(Boolean)
  return notes.length > 0 && <small className={css.dayNote}>{notes.join(' · ')}</small>
}

type DayCardsProps = Pick<TeamRowProps, 'isChosen' | 'onOpen'> & {
  movable: boolean
  visits: readonly Visit[]
}

function DayCards({ visits, isChosen, onOpen, movable }: DayCardsProps) {
  const clashing = clashesOf(visits)
  return visits.map((visit) => (
    <BoardCard
      key={visit.id}
      visit={visit}
      onOpen={onOpen}
      movable={movable}
      isChosen={isChosen(visit.id)}
      clashes={clashing.has(visit)}
    />
  ))
}

/** A team's day. It hears every step of a card that is carried, so its content comes from outside and is not rendered again. */
function Cell({ id, day, children }: { id: string; day: Day; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: day.isPast })
  return (
    <div ref={setNodeRef} className={css.cell} data-over={isOver || undefined} {...day.marks}>
      {children}
    </div>
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

import { useDroppable, type Active, type Over } from '@dnd-kit/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type CSSProperties } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import { clockText, weekdayOf, type LocalDate } from '../../../../domain/base/dates.ts'
import { longDayLabel } from '../../../ui/when.ts'
import { closedDays } from '../../../shared/visits/calendar.ts'
import {
  dayAxis,
  hoursOf,
  snapMinutes,
  visitsOn,
  type Axis,
  layEvents,
} from '../../../shared/visits/day-grid.ts'
import { organizationQuery } from '../../../shared/visits/queries.ts'
import { teamGroups } from '../../../shared/visits/teams.ts'
import { Board, type BoardHandlers } from './Board.tsx'
import type { Landing } from './board-drop.ts'
import { lands } from './board-moves.ts'
import { stepTime } from './board-steps.ts'
import css from './board.module.css'
import { DayLane } from './DayLane.tsx'
import { DayTabs, type DayTabProps } from './DayTabs.tsx'
import { landId, readLand } from './drop-id.ts'
import { landingOnDay, type Ruler } from './ruler.ts'
import { stripGap } from './strip-gap.ts'
import { eventOn } from '../../../../domain/base/event-days.ts'
import { EventChip } from '../../../shared/visits/EventChip.tsx'

type Props = BoardHandlers & {
  /** The week the day is in. */
  window: ScheduleWindow
  day: LocalDate
  onDay: (day: LocalDate) => void
  onEvent?: ((event: PlannedEvent) => void) | undefined
}

/** One day: teams down, hours across, and beside each team a strip for what has no time. */
export default function DayBoard({ window, day, onDay, onOpen, onEvent, onAdd, beside }: Props) {
  const { ref, width } = useElementSize()
  const hours = window.business_hours.find(({ weekday }) => weekday === weekdayOf(day))
  const ruler = useRuler({ window, day, hours, width })
  const step = useMemo(() => stepTime(ruler.scale, ruler.snap), [ruler.scale, ruler.snap])
  return (
    <Board
      window={window}
      movable={onAdd !== undefined}
      landing={(active, over) => over && landingOf(active, over, ruler)}
      collisions={lands}
      step={step}
      beside={beside}
      head={<DayTabs window={window} day={day} onDay={onDay} Frame={DropDay} />}
    >
      {({ visits, events, isChosen }) => (
        <section
          ref={ref}
          className={css.board}
          aria-label={`Day board, ${longDayLabel(day)}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <div className={css.dayGrid} style={gridStyle(ruler)}>
            <HoursHead axis={ruler.axis} />
            <EventLane events={events} day={day} ruler={ruler} onOpen={onEvent} />
            {teamGroups(visitsOn(visits, day), window.teams).map((group) => (
              <DayLane
                key={group.id ?? 'none'}
                group={group}
                day={day}
                window={window}
                ruler={ruler}
                hours={closedDays(window).has(day) ? null : hours}
                isChosen={isChosen}
                onOpen={onOpen}
                onAdd={onAdd}
              />
            ))}
          </div>
        </section>
      )}
    </Board>
  )
}

const teamColumn = 132
const anytimeColumn = 176
const leastPixelsPerMinute = 1

type Day = Pick<Props, 'window' | 'day'> & { hours: Parameters<typeof dayAxis>[0]; width: number }

/** The hours of the day, as wide as there is room for. */
function useRuler({ window: { occurrences }, day, hours, width }: Day): Ruler {
  const snap = useQuery(organizationQuery).data?.schedule_settings.slot_minutes ?? snapMinutes
  const axis = useMemo(() => dayAxis(hours, visitsOn(occurrences, day)), [hours, occurrences, day])
  const room = width - teamColumn - anytimeColumn
  return { axis, scale: Math.max(leastPixelsPerMinute, room / (axis.to - axis.from)), snap }
}

const gridStyle = ({ axis, scale }: Ruler) =>
  ({
    '--team': `${teamColumn}px`,
    '--any': `${anytimeColumn}px`,
    '--hours': `${(axis.to - axis.from) * scale}px`,
    '--hour': `${60 * scale}px`,
  }) as CSSProperties

function landingOf(active: Active, over: Over, ruler: Ruler): Landing | null {
  const land = readLand(over.id)
  const { translated } = active.rect.current
  const left = translated ? translated.left - over.rect.left : null
  const at = land.kind === 'any' ? stripGap(active, over)?.at : undefined
  return landingOnDay(land, { left, at }, ruler)
}

const HoursHead = ({ axis }: { axis: Axis }) => (
  <div className={css.ruler}>
    <div className={css.corner}>Team</div>
    <div className={css.anyHead}>Anytime</div>
    <div className={css.hours}>
      {hoursOf(axis).map((minutes) => (
        <span key={minutes}>{clockText(minutes).replace(':00', '')}</span>
      ))}
    </div>
  </div>
)

function DropDay({ date, isPast, children }: DayTabProps) {
  const { setNodeRef, isOver } = useDroppable({ id: landId('day', null, date), disabled: isPast })
  return (
    <div ref={setNodeRef} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

/** An event says when, what and who it is for, a line each. */
const eventRowHeight = 72
const leastEventWidth = 150

type EventLaneProps = {
  events: readonly PlannedEvent[]
  day: LocalDate
  ruler: Ruler
  onOpen?: ((event: PlannedEvent) => void) | undefined
}

/** The events of a day above its teams: those of the whole day on the strip, the others by the hour. */
function EventLane({ events, day, ruler, onOpen }: EventLaneProps) {
  const parts = events.flatMap((event) => {
    const part = eventOn(event, day)
    return part ? [{ ...part, event }] : []
  })
  if (parts.length === 0) return null
  return (
    <div className={css.lane}>
      <h3 className={css.team}>Events</h3>
      <div className={css.any}>
        {parts
          .filter(({ start_minutes }) => start_minutes === null)
          .map(({ event }) => (
            <EventChip key={event.id} event={event} day={day} onOpen={onOpen} />
          ))}
      </div>
      <TimedEvents parts={parts} day={day} ruler={ruler} onOpen={onOpen} />
    </div>
  )
}

/** An event as a day has it, and the event as it was planned. */
type EventPart = PlannedEvent & { event: PlannedEvent }

function TimedEvents({
  parts,
  day,
  ruler: { axis, scale },
  onOpen,
}: Omit<EventLaneProps, 'events'> & { parts: readonly EventPart[] }) {
  const { laid, rows } = layEvents(parts, axis, scale, leastEventWidth)
  return (
    <div
      className={css.track}
      style={{ minHeight: laid.length > 0 ? rows * eventRowHeight : undefined }}
    >
      {laid.map(({ event: { event }, left, width, row }) => (
        <div
          key={event.id}
          className={css.eventAt}
          style={{ left, width: width - 3, top: row * eventRowHeight + 3 }}
        >
          <EventChip event={event} day={day} onOpen={onOpen} />
        </div>
      ))}
    </div>
  )
}

import { useDndMonitor, useDroppable, type Active, type Over } from '@dnd-kit/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState, type CSSProperties } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import { clockText, wallClockIn, weekdayOf, type LocalDate } from '../../../../domain/dates.ts'
import { eventOn } from '../../../../domain/event-days.ts'
import type { DayHours } from '../../../../domain/hours.ts'
import { useClock } from '../../../clock.ts'
import { longDayLabel } from '../../../ui/when.ts'
import { Board, type BoardHandlers } from './Board.tsx'
import { BoardCard } from './BoardCard.tsx'
import { landId, lands, readLand, stepTime } from './board-moves.ts'
import css from './board.module.css'
import { closedDays } from '../../../visits/closed-days.ts'
import {
  dayAxis,
  hoursOf,
  laneLoad,
  layEvents,
  layLane,
  minutesAt,
  snapMinutes,
  visitsOn,
  type Axis,
} from '../../../visits/day-grid.ts'
import { DayTabs, type DayTabProps } from './DayTabs.tsx'
import { EventChip } from '../../../visits/EventChip.tsx'
import { organizationQuery } from '../../../visits/queries.ts'
import { teamGroups, type TeamGroup } from '../../../visits/team-groups.ts'
import { teamPaint } from '../../../visits/team-paint.ts'
import { count, minutesText } from '../../../visits/visit-text.ts'

type Props = BoardHandlers & {
  /** The week the day is in. */
  window: ScheduleWindow
  day: LocalDate
  onDay: (day: LocalDate) => void
  onEvent?: ((event: PlannedEvent) => void) | undefined
}

const teamColumn = 132
const anytimeColumn = 176
/** A card narrower than this says nothing. */
const leastWidth = 88
const leastPixelsPerMinute = 1
const rowHeight = 50
/** An event says when, what and for whom, a line each. */
const eventRowHeight = 72
const leastEventWidth = 150

/** One day: teams down, hours across, and beside each team a strip for what has no time. */
export default function DayBoard({ window, day, onDay, onOpen, onEvent, onAdd, beside }: Props) {
  const { ref, width } = useElementSize()
  const snap = useQuery(organizationQuery).data?.schedule_settings.slot_minutes ?? snapMinutes
  const hours = window.business_hours.find(({ weekday }) => weekday === weekdayOf(day))
  const axis = useMemo(
    () => dayAxis(hours, visitsOn(window.occurrences, day)),
    [hours, window.occurrences, day],
  )
  const span = axis.to - axis.from
  const scale = Math.max(leastPixelsPerMinute, (width - teamColumn - anytimeColumn) / span)
  const step = useMemo(() => stepTime(scale, snap), [scale, snap])

  const landing = (active: Active, over: Over | null) => {
    if (!over) return null
    const { kind, team_id, date } = readLand(over.id)
    if (kind === 'day') return { date }
    const gap = kind === 'any' ? stripGap(active, over) : null
    if (kind === 'any') return { team_id, start_minutes: null, ...(gap ? { at: gap.at } : {}) }
    const { translated } = active.rect.current
    return translated
      ? { team_id, start_minutes: minutesAt(translated.left - over.rect.left, axis, scale, snap) }
      : null
  }

  return (
    <Board
      window={window}
      movable={onAdd !== undefined}
      landing={landing}
      collisions={lands}
      step={step}
      beside={beside}
      head={<DayTabs window={window} day={day} onDay={onDay} Frame={DropDay} />}
    >
      {(visits, isChosen) => {
        const groups = teamGroups(visitsOn(visits, day), window.teams)
        return (
          <section
            ref={ref}
            className={css.board}
            aria-label={`Day board, ${longDayLabel(day)}`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <div
              className={css.dayGrid}
              style={
                {
                  '--team': `${teamColumn}px`,
                  '--any': `${anytimeColumn}px`,
                  '--hours': `${span * scale}px`,
                  '--hour': `${60 * scale}px`,
                } as CSSProperties
              }
            >
              <div className={css.ruler}>
                <div className={css.corner}>Team</div>
                <div className={css.anyHead}>Anytime</div>
                <div className={css.hours}>
                  {hoursOf(axis).map((minutes) => (
                    <span key={minutes}>{clockText(minutes).replace(':00', '')}</span>
                  ))}
                </div>
              </div>
              <EventLane
                events={window.events}
                day={day}
                axis={axis}
                scale={scale}
                onOpen={onEvent}
              />
              {groups.map((group) => (
                <Lane
                  key={group.id ?? 'none'}
                  group={group}
                  day={day}
                  window={window}
                  axis={axis}
                  scale={scale}
                  snap={snap}
                  hours={closedDays(window).has(day) ? null : (hours ?? undefined)}
                  isChosen={isChosen}
                  onOpen={onOpen}
                  onAdd={onAdd}
                />
              ))}
            </div>
          </section>
        )
      }}
    </Board>
  )
}

type LaneProps = BoardHandlers & {
  group: TeamGroup
  day: LocalDate
  window: ScheduleWindow
  axis: Axis
  scale: number
  /** A carried visit lands on these minutes. */
  snap: number
  /** Null: closed; undefined: never said. */
  hours: DayHours | null | undefined
  isChosen: (id: string) => boolean
}

function Lane({
  group: { id, name, color, visits },
  day,
  window,
  axis,
  scale,
  snap,
  hours,
  isChosen,
  onOpen,
  onAdd,
}: LaneProps) {
  const capacity = useQuery(organizationQuery).data?.schedule_settings.capacity_per_team_day ?? null
  const isPast = day < window.today
  const { setNodeRef: stripRef, isOver: isOverStrip } = useDroppable({
    id: landId('any', id, day),
    disabled: isPast,
  })
  const { setNodeRef: laneRef, isOver: isOverLane } = useDroppable({
    id: landId('lane', id, day),
    disabled: isPast,
  })
  const { laid, rows } = useMemo(() => layLane(visits, leastWidth / scale), [visits, scale])
  const anytime = visits.filter(({ start_minutes }) => start_minutes === null)
  const { many, minutes } = laneLoad(visits)
  const isFull = id !== null && capacity !== null && many > capacity
  const movable = onAdd !== undefined
  const height = Math.max(rows, anytime.length) * rowHeight + 40
  return (
    <div
      className={css.lane}
      style={{ containIntrinsicSize: `auto ${height}px`, ...teamPaint(color) }}
    >
      <h3 className={css.team}>
        <span>
          {name}
          <small>{many > 0 ? `${count(many, 'visit')}, ${minutesText(minutes)}` : 'Free'}</small>
          {id !== null && capacity !== null && (
            <small data-over={isFull || undefined}>
              {many} of {capacity}
              {isFull && ', over capacity'}
            </small>
          )}
        </span>
      </h3>
      <div
        ref={stripRef}
        className={css.any}
        data-over={isOverStrip || undefined}
        data-strip={landId('any', id, day)}
      >
        {isOverStrip && <StripMark />}
        {anytime.map((visit) => (
          <BoardCard
            key={visit.id}
            visit={visit}
            onOpen={onOpen}
            movable={movable}
            isChosen={isChosen(visit.id)}
          />
        ))}
        {onAdd && !isPast && (
          <button
            type="button"
            className={css.add}
            aria-label={`Add for ${name}`}
            onClick={() => onAdd({ date: day, team_id: id })}
          >
            <Plus size={16} aria-hidden />
          </button>
        )}
      </div>
      <div
        ref={laneRef}
        className={css.track}
        data-over={isOverLane || undefined}
        style={{ minHeight: rows * rowHeight + 6 }}
      >
        <Shut hours={hours} axis={axis} scale={scale} />
        {day === window.today && <Now axis={axis} scale={scale} time_zone={window.time_zone} />}
        {isOverLane && <Landing axis={axis} scale={scale} snap={snap} />}
        {laid.map(({ visit, row, clashes }) => (
          <BoardCard
            key={visit.id}
            visit={visit}
            onOpen={onOpen}
            movable={movable}
            isChosen={isChosen(visit.id)}
            clashes={clashes}
            left={((visit.start_minutes ?? 0) - axis.from) * scale}
            width={Math.max(visit.duration_minutes * scale, leastWidth) - 3}
            top={row * rowHeight + 3}
          />
        ))}
      </div>
    </div>
  )
}

/** Closed hours, greyed. */
function Shut({ hours, axis, scale }: Pick<LaneProps, 'hours' | 'axis' | 'scale'>) {
  if (hours === undefined) return null
  const opens = hours?.opens_minutes ?? axis.to
  const closes = hours?.closes_minutes ?? axis.to
  const width = (from: number, to: number) => Math.max(0, to - from) * scale
  return (
    <>
      <div className={css.shut} style={{ left: 0, width: width(axis.from, opens) }} />
      <div
        className={css.shut}
        style={{ left: width(axis.from, closes), width: width(closes, axis.to) }}
      />
    </>
  )
}

function Now({ axis, scale, time_zone }: { axis: Axis; scale: number; time_zone: string }) {
  const minutes = useClock(() => wallClockIn(time_zone, Date.now()).minutes)
  if (minutes < axis.from || minutes > axis.to) return null
  return <div className={css.now} style={{ left: (minutes - axis.from) * scale }} />
}

/** Which card of a strip the carried one would be, from 0, and how far down that is. */
function stripGap(active: Active, over: Over): { at: number; top: number } | null {
  const { translated } = active.rect.current
  const strip = document.querySelector<HTMLElement>(`[data-strip="${CSS.escape(String(over.id))}"]`)
  if (!translated || !strip) return null
  const middle = translated.top + translated.height / 2
  const others = [...strip.querySelectorAll<HTMLElement>('[data-visit]')].filter(
    (card) => card.dataset.visit !== active.id,
  )
  const rects = others.map((card) => card.getBoundingClientRect())
  const at = rects.filter(({ top, height }) => top + height / 2 < middle).length
  const edge = rects[at]?.top ?? (rects.at(-1)?.bottom ?? strip.getBoundingClientRect().top) + 4
  return { at, top: edge - strip.getBoundingClientRect().top - 3 }
}

/** The gap into which the carried card would go. */
function StripMark() {
  const [top, setTop] = useState<number | null>(null)
  useDndMonitor({
    onDragMove: ({ active, over, activatorEvent }) => {
      const isStrip = over && readLand(over.id).kind === 'any' && activatorEvent.type !== 'keydown'
      setTop(isStrip ? (stripGap(active, over)?.top ?? null) : null)
    },
  })
  return top === null ? null : <div className={css.gap} style={{ top }} />
}

/** Where the carried card would start. */
function Landing({ axis, scale, snap }: Pick<LaneProps, 'axis' | 'scale' | 'snap'>) {
  const [minutes, setMinutes] = useState<number | null>(null)
  useDndMonitor({
    onDragMove: ({ active, over }) => {
      const { translated } = active.rect.current
      if (translated && over && readLand(over.id).kind === 'lane')
        setMinutes(minutesAt(translated.left - over.rect.left, axis, scale, snap))
    },
  })
  if (minutes === null) return null
  return (
    <div className={css.landing} style={{ left: (minutes - axis.from) * scale }}>
      {clockText(minutes)}
    </div>
  )
}

function EventLane({
  events,
  day,
  axis,
  scale,
  onOpen,
}: {
  events: readonly PlannedEvent[]
  day: LocalDate
  axis: Axis
  scale: number
  onOpen?: ((event: PlannedEvent) => void) | undefined
}) {
  const parts = events.flatMap((event) => {
    const part = eventOn(event, day)
    return part ? [{ ...part, event }] : []
  })
  if (parts.length === 0) return null
  const { laid, rows } = layEvents(parts, axis, scale, leastEventWidth)
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
    </div>
  )
}

function DropDay({ date, isPast, children }: DayTabProps) {
  const { setNodeRef, isOver } = useDroppable({ id: landId('day', null, date), disabled: isPast })
  return (
    <div ref={setNodeRef} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

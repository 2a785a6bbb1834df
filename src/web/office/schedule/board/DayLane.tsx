import { useDndMonitor, useDroppable } from '@dnd-kit/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { clockText, wallClockIn, type LocalDate } from '../../../../domain/base/dates.ts'
import type { DayHours } from '../../../../domain/base/hours.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { useClock } from '../../../app/clock.ts'
import { nowMs } from '../../../app/server-time.ts'
import { layLane, minutesAt } from '../../../shared/visits/day-grid.ts'
import { organizationQuery } from '../../../shared/visits/queries.ts'
import { SuggestOrder } from '../../../shared/visits/SuggestOrder.tsx'
import { type TeamGroup, teamPaint } from '../../../shared/visits/teams.ts'
import { AddButton } from './AddButton.tsx'
import type { BoardHandlers } from './Board.tsx'
import { BoardCard } from './BoardCard.tsx'
import css from './board.module.css'
import { landId, readLand } from './drop-id.ts'
import { closedHours, leftOf, type Ruler } from './ruler.ts'
import { stripGap } from './strip-gap.ts'
import { awayText, capacityLoad, hoursLoad, loadText } from './team-load.ts'

/** A card narrower than this says nothing. */
const leastWidth = 88
const rowHeight = 50

type Props = Pick<BoardHandlers, 'onOpen' | 'onAdd'> & {
  group: TeamGroup
  day: LocalDate
  window: ScheduleWindow
  ruler: Ruler
  /** Null: closed; undefined: never said. */
  hours: DayHours | null | undefined
  isChosen: (id: string) => boolean
}

/** One team's day: its name and load, what has no time, and what has one. */
export function DayLane(props: Props) {
  const { group, ruler } = props
  const { visits, color } = group
  const { laid, rows } = useMemo(
    () => layLane(visits, leastWidth / ruler.scale),
    [visits, ruler.scale],
  )
  const anytime = visits.filter(({ start_minutes }) => start_minutes === null)
  const height = Math.max(rows, anytime.length) * rowHeight + 40
  return (
    <div
      className={css.lane}
      style={{ containIntrinsicSize: `auto ${height}px`, ...teamPaint(color) }}
    >
      <TeamHead {...props} />
      <AnytimeStrip {...props} visits={anytime} />
      <HoursTrack {...props} laid={laid} rows={rows} />
    </div>
  )
}

function TeamHead({ group, day, window }: Pick<Props, 'group' | 'day' | 'window'>) {
  const capacity = useQuery(organizationQuery).data?.schedule_settings.capacity_per_team_day ?? null
  const time = window.teams.find(({ id }) => id === group.id) ?? {}
  const away = awayText(time, day)
  return (
    <h3 className={css.team}>
      <span>
        {group.name}
        <small>{loadText(group.visits)}</small>
        {[capacityLoad(group, capacity), hoursLoad(group.visits, time)].map(
          (load) =>
            load && (
              <small key={load.text} data-over={load.isOver || undefined}>
                {load.text}
              </small>
            ),
        )}
        {away && <small data-over>{away}</small>}
      </span>
    </h3>
  )
}

/** What has no time, in its order. */
function AnytimeStrip({
  group: { id, name },
  day,
  window,
  visits,
  isChosen,
  onOpen,
  onAdd,
}: Props & { visits: readonly Visit[] }) {
  const isPast = day < window.today
  const strip = landId('any', id, day)
  const { setNodeRef, isOver } = useDroppable({ id: strip, disabled: isPast })
  return (
    <div ref={setNodeRef} className={css.any} data-over={isOver || undefined} data-strip={strip}>
      {isOver && <StripMark />}
      {visits.map((visit) => (
        <BoardCard
          key={visit.id}
          visit={visit}
          onOpen={onOpen}
          movable={onAdd !== undefined}
          isChosen={isChosen(visit.id)}
        />
      ))}
      {onAdd && !isPast && (
        <AddButton label={`Add for ${name}`} onClick={() => onAdd({ date: day, team_id: id })} />
      )}
      {onAdd && !isPast && (
        <SuggestOrder route={{ date: day, team_id: id, name }} visits={visits} compact />
      )}
    </div>
  )
}

/** What has a time, by the hour. */
function HoursTrack({
  group: { id },
  day,
  window,
  ruler,
  hours,
  laid,
  rows,
  isChosen,
  onOpen,
  onAdd,
}: Props & ReturnType<typeof layLane>) {
  const { setNodeRef, isOver } = useDroppable({
    id: landId('lane', id, day),
    disabled: day < window.today,
  })
  return (
    <div
      ref={setNodeRef}
      className={css.track}
      data-over={isOver || undefined}
      style={{ minHeight: rows * rowHeight + 6 }}
    >
      {hours !== undefined && <Shut hours={hours} ruler={ruler} />}
      {day === window.today && <Now ruler={ruler} time_zone={window.time_zone} />}
      {isOver && <LandingMark ruler={ruler} />}
      {laid.map(({ visit, row, clashes }) => (
        <BoardCard
          key={visit.id}
          visit={visit}
          onOpen={onOpen}
          movable={onAdd !== undefined}
          isChosen={isChosen(visit.id)}
          clashes={clashes}
          left={leftOf(visit.start_minutes ?? 0, ruler)}
          width={Math.max(visit.duration_minutes * ruler.scale, leastWidth) - 3}
          length={visit.duration_minutes * ruler.scale - 3}
          top={row * rowHeight + 3}
        />
      ))}
    </div>
  )
}

/** Closed hours, grayed. */
const Shut = ({ hours, ruler }: { hours: DayHours | null; ruler: Ruler }) => (
  <>
    {closedHours(hours, ruler.axis).map(({ from, to }, at) => (
      <div
        key={at === 0 ? 'before' : 'after'}
        className={css.shut}
        style={{ left: leftOf(from, ruler), width: Math.max(0, to - from) * ruler.scale }}
      />
    ))}
  </>
)

/** A line at the time it is. */
function Now({ ruler, time_zone }: { ruler: Ruler; time_zone: string }) {
  const minutes = useClock(() => wallClockIn(time_zone, nowMs()).minutes)
  if (minutes < ruler.axis.from || minutes > ruler.axis.to) return null
  return <div className={css.now} style={{ left: leftOf(minutes, ruler) }} />
}

/** The gap the carried card would go into. */
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
function LandingMark({ ruler }: { ruler: Ruler }) {
  const { axis, scale, snap } = ruler
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
    <div className={css.landing} style={{ left: leftOf(minutes, ruler) }}>
      {clockText(minutes)}
    </div>
  )
}

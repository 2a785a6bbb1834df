import type { PlannedEvent } from '../../../../api/week.ts'
import type { LocalDate } from '../../../../domain/dates.ts'
import { eventOn } from '../../../../domain/event-days.ts'
import { layEvents } from '../../../visits/day-grid.ts'
import { EventChip } from '../../../visits/EventChip.tsx'
import css from './board.module.css'
import type { Ruler } from './ruler.ts'

/** An event says when, what and who it is for, a line each. */
const eventRowHeight = 72
const leastEventWidth = 150

type Props = {
  events: readonly PlannedEvent[]
  day: LocalDate
  ruler: Ruler
  onOpen?: ((event: PlannedEvent) => void) | undefined
}

/** The events of a day above its teams: those of the whole day on the strip, the others by the hour. */
export function EventLane({ events, day, ruler, onOpen }: Props) {
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
}: Omit<Props, 'events'> & { parts: readonly EventPart[] }) {
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

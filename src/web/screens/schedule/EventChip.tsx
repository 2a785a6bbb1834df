import type { PlannedEvent } from '../../../api/schedule.ts'
import { clockText } from '../../../domain/dates.ts'
import css from './week.module.css'

type Props = {
  event: PlannedEvent
  onOpen?: ((event: PlannedEvent) => void) | undefined
  /** In one line, where there is room for it. */
  wide?: boolean
}

/** An event that is no visit. Who cannot open it reads its notes here. */
export function EventChip({ event, onOpen, wide }: Props) {
  const text = (
    <>
      <span className={css.smallTime}>{event.start_minutes === null ? 'All day' : clockText(event.start_minutes)}</span>
      <span className={css.smallName}>{event.title}</span>
      <span className={css.smallService}>{event.team?.name ?? 'Everyone'}</span>
      {!onOpen && event.notes && <span className={css.eventNotes}>{event.notes}</span>}
    </>
  )
  if (!onOpen)
    return (
      <div className={css.event} data-wide={wide || undefined}>
        {text}
      </div>
    )
  return (
    <button type="button" className={css.event} data-wide={wide || undefined} onClick={() => onOpen(event)}>
      {text}
    </button>
  )
}

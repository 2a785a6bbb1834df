import type { OrgEvent } from '../../../api/schedule.ts'
import { clockText } from '../../../domain/dates.ts'
import css from './week.module.css'

export type WeekEvent = Extract<OrgEvent, { type: 'misc_event' }>

/** An event that is no visit. */
export function EventChip({ event, onOpen }: { event: WeekEvent; onOpen?: ((event: WeekEvent) => void) | undefined }) {
  const text = (
    <>
      <span className={css.smallTime}>{event.start_minutes === null ? 'All day' : clockText(event.start_minutes)}</span>
      <span className={css.smallName}>{event.title}</span>
      <span className={css.smallService}>{event.team?.name ?? 'Everyone'}</span>
    </>
  )
  if (!onOpen) return <div className={css.event}>{text}</div>
  return (
    <button type="button" className={css.event} onClick={() => onOpen(event)}>
      {text}
    </button>
  )
}

import type { PlannedEvent } from '../../../api/week.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { eventTimeText } from '../../../domain/base/event-days.ts'
import css from './week.module.css'
import { useLocale } from '../../app/locale.ts'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type Props = {
  event: PlannedEvent
  /** One of the days it covers. */
  day: LocalDate
  onOpen?: ((event: PlannedEvent) => void) | undefined
  /** In one line, where there is room for it. */
  wide?: boolean
}

/** An event that is no visit. Who cannot open it reads its notes here. */
export function EventChip({ event, day, onOpen, wide }: Props) {
  const words = useWords(visitWords)
  const locale = useLocale()
  const text = (
    <>
      <span className={css.smallTime}>{eventTimeText(event, day, locale)}</span>
      <span className={css.smallName}>{event.title}</span>
      <span className={css.smallService}>{event.team?.name ?? words.everyone}</span>
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
    <button
      type="button"
      className={css.event}
      data-wide={wide || undefined}
      onClick={() => onOpen(event)}
    >
      {text}
    </button>
  )
}

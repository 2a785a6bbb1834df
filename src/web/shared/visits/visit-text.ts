import { clockText } from '../../../domain/base/dates.ts'
import { recurrenceLabel } from '../../../domain/base/cadence.ts'
import { isOnHold, type Visit, type VisitPause } from '../../../domain/schedule/visit.ts'
import { dayLabel } from '../../ui/when.ts'
import { currentLocale } from '../../app/locale.ts'
import { wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type Place = {
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
}

/** '14 Boylan Ave, Raleigh, NC 27603', or '' when nothing of it is known. */
export const addressText = ({ street, city, state, zip }: Place): string =>
  [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const mapAddress = (place: Place): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressText(place))}`

export const customerText = (visit: Visit): string =>
  visit.customer.name ?? visit.customer.email ?? wordsNow(visitWords).customer
export const serviceText = (visit: Visit): string =>
  visit.service?.label || wordsNow(visitWords).service
export const timeLabel = (visit: Pick<Visit, 'start_minutes'>): string =>
  visit.start_minutes === null
    ? wordsNow(visitWords).noTime
    : clockText(visit.start_minutes, currentLocale())
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`

/** 'Paused until Dec 3', or only 'Paused' without an end date. */
export const pausedText = (pause: Pick<VisitPause, 'until'> | null): string =>
  pause?.until
    ? wordsNow(visitWords).pausedUntil(dayLabel(pause.until).split(', ')[1] ?? '')
    : wordsNow(visitWords).paused
/** What a cancelled visit is called. */
export const skippedText = (
  visit: Pick<Visit, 'pause' | 'status' | 'skip_reason' | 'hold_reason'>,
): string =>
  visit.skip_reason === 'paused'
    ? pausedText(visit.pause)
    : isOnHold(visit)
      ? wordsNow(visitWords).onHold
      : wordsNow(visitWords).skipped

const oneOff = recurrenceLabel({ pattern: 'once', interval: 1 })
/** Whether there are other visits like it. */
export const isOfSeries = (visit: Visit): boolean => visit.recurrence_label !== oneOff

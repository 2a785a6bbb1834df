import { minutesText } from '../../../../domain/base/text.ts'
import type { OrgEvent } from '../../../../api/week.ts'
import { addDays, type LocalDate } from '../../../../domain/base/dates.ts'
import { eventTimeText, isEventOn } from '../../../../domain/base/event-days.ts'
import { addressText, timeLabel } from '../../../shared/visits/visit-text.ts'
import { currentLocale } from '../../../app/locale.ts'
import { wordsNow } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Page = { items: readonly OrgEvent[]; from: LocalDate; next_from: LocalDate }
type PlannedDay = { date: LocalDate; items: OrgEvent[] }

const isOn = (item: OrgEvent, date: LocalDate): boolean =>
  item.type === 'visit' ? item.date === date : isEventOn(item, date)

/** The days that have something planned, as far as they are loaded. What lasts past midnight stands on both days. */
export function plannedDays(pages: readonly Page[]): PlannedDay[] {
  const [first, last] = [pages[0], pages.at(-1)]
  if (!first || !last) return []
  const items = pages.flatMap((page) => page.items)
  const covered = items.flatMap((item) =>
    [item.date, addDays(item.date, 1)].filter((date) => isOn(item, date)),
  )
  return [...new Set(covered)]
    .filter((date) => date >= first.from && date < last.next_from)
    .sort()
    .map((date) => ({ date, items: items.filter((item) => isOn(item, date)) }))
}

export const timeOn = (item: OrgEvent, date: LocalDate): string =>
  item.type === 'visit' ? timeLabel(item) : eventTimeText(item, date, currentLocale())

/** Whose it is, and what else there is to say in a line. */
export const aboutText = (item: OrgEvent): string =>
  (item.type === 'visit'
    ? [item.team?.name ?? wordsNow(appointmentWords).unassigned, addressText(item.customer)]
    : [
        item.team?.name ?? wordsNow(appointmentWords).everyone,
        minutesText(item.duration_minutes),
        item.notes,
      ]
  )
    .filter(Boolean)
    .join(' · ')

import { addDays, weekdayOf, type LocalDate } from '../base/dates.ts'

/** Dates to move to. `fallback`: plain weekdays, since customer and business share no open day. */
type RescheduleChoices = { dates: LocalDate[]; fallback: boolean }

export const rescheduleHorizonDays = { dashboard: 21, dialog: 60 } as const
const fallbackWeekdays = 14
const mondayToFriday = [1, 2, 3, 4, 5]

/**
 * The dates offered from tomorrow to `horizon_days` ahead that are open and suit the customer,
 * without `exclude`. Empty or null `customer_weekdays` means Monday to Friday; null `open_weekdays`
 * every day. If nothing is left: the next 14 weekdays except closed dates.
 */
export function rescheduleChoices({
  horizon_days,
  today,
  exclude = [],
  open_weekdays,
  customer_weekdays,
  closed_dates,
}: {
  horizon_days: number
  today: LocalDate
  exclude?: readonly LocalDate[]
  open_weekdays: readonly number[] | null
  customer_weekdays: readonly number[] | null
  closed_dates?: ReadonlySet<LocalDate>
}): RescheduleChoices {
  const wished = customer_weekdays?.length ? customer_weekdays : mondayToFriday
  const allowed = wished.filter(
    (weekday) => open_weekdays === null || open_weekdays.includes(weekday),
  )
  const isFree = (date: LocalDate): boolean => !exclude.includes(date) && !closed_dates?.has(date)
  const dates: LocalDate[] = []
  for (let ahead = 1; ahead <= horizon_days; ahead++) {
    const date = addDays(today, ahead)
    if (allowed.includes(weekdayOf(date)) && isFree(date)) dates.push(date)
  }
  if (dates.length > 0) return { dates, fallback: false }
  for (let ahead = 1; dates.length < fallbackWeekdays && ahead <= 366; ahead++) {
    const date = addDays(today, ahead)
    if (mondayToFriday.includes(weekdayOf(date)) && isFree(date)) dates.push(date)
  }
  return { dates, fallback: true }
}

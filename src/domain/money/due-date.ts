import { addDays, addMonthsClamped, civilOfDay, dayNumber, type LocalDate } from '../base/dates.ts'

/** The first date on or after `from` that falls on `dueDay` (1 to 28). */
export function nextDueDate(from: LocalDate, dueDay: number): LocalDate {
  const ahead = dueDay - civilOfDay(dayNumber(from)).day
  return ahead >= 0 ? addDays(from, ahead) : addMonthsClamped(addDays(from, ahead), 1)
}

/**
 * When an invoice is due: the date set by hand, or the visit's date if autopay charges it, or the
 * organization's due day.
 */
export function effectiveDueDate(invoice: {
  due_date: LocalDate | null
  due_date_overridden: boolean
  issue_date: LocalDate
  due_day: number
  autopay_visit_date?: LocalDate | null
}): LocalDate {
  if (invoice.due_date_overridden && invoice.due_date) return invoice.due_date
  return invoice.autopay_visit_date ?? nextDueDate(invoice.issue_date, invoice.due_day)
}

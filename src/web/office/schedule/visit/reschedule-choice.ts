import { weekdaysOfKeys, type LocalDate } from '../../../../domain/base/dates.ts'
import { openWeekdays } from '../../../../domain/base/hours.ts'
import type { CustomerRequest } from '../../../../domain/schedule/request.ts'
import type { Refusal } from '../../../../domain/base/rule.ts'
import {
  rescheduleChoices,
  rescheduleHorizonDays,
} from '../../../../domain/schedule/reschedule-choices.ts'
import { changedSince, visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import type { Place } from '../../../shared/visits/visit-acts.ts'
import { wordsNow } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

/** What was chosen so far. Without a choice of its own the time stays the visit's. */
export type RescheduleChoice = { date: LocalDate | null; minutes?: number | null }

export const minutesOf = (
  { minutes }: RescheduleChoice,
  visit: Pick<Visit, 'start_minutes'>,
): number | null => (minutes === undefined ? visit.start_minutes : minutes)

export const isBegun = ({ date, minutes }: RescheduleChoice): boolean =>
  date !== null || minutes !== undefined

/** The dates that suit the customer and the organization. */
export const datesFor = (visit: Visit, calendar: Calendar, place: Place) =>
  rescheduleChoices({
    horizon_days: rescheduleHorizonDays[place],
    today: calendar.today,
    exclude: [visit.date],
    open_weekdays: calendar.business_hours.length ? openWeekdays(calendar.business_hours) : null,
    customer_weekdays: weekdaysOfKeys(visit.customer.available_days),
    closed_dates: new Set(calendar.closed_dates.map(({ date }) => date)),
  })

/** The dates the customer asked for that have not passed. */
export const wishedDates = (
  request: Pick<CustomerRequest, 'preferred_dates'> | null,
  today: LocalDate,
): LocalDate[] => request?.preferred_dates.filter((date) => date >= today) ?? []

/** The first of them that can be had; Save then says yes to it. */
export function firstWish(
  request: Pick<CustomerRequest, 'preferred_dates'> | null,
  visit: Visit,
  calendar: Calendar,
  place: Place,
): LocalDate | null {
  const { dates } = datesFor(visit, calendar, place)
  return wishedDates(request, calendar.today).find((date) => dates.includes(date)) ?? null
}

export const rescheduleRefusal = (
  visit: Visit,
  { date }: RescheduleChoice,
  overtaken: boolean,
): Refusal | null =>
  visitRules.reschedule(visit) ??
  (overtaken ? changedSince : null) ??
  (date ? null : { code: 'no_date', sentence: wordsNow(appointmentWords).pickDate })

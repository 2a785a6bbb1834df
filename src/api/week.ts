import { z } from 'zod'
import { PostalAddress } from '../domain/base/contact.ts'
import { LocalDateText, MinutesOfDay, TimeText, TimeZone } from '../domain/base/dates.ts'
import { DayHours } from '../domain/base/hours.ts'
import { Month, MonthText } from '../domain/base/month.ts'
import {
  MiscEvent,
  orgEventsLimit,
  orgEventsWindowDays,
  scheduleWindowDays,
} from '../domain/schedule/schedule.ts'
import { TeamDaysOff } from '../domain/people/time-off.ts'
import { BareVisit, byTime, Visit, wholeVisit } from '../domain/schedule/visit.ts'
import { VisitCustomer } from '../domain/customers/contact-fields.ts'
import { anyCrew, anyOffice, defineCalls, Id, leaders, officeAndAdmin } from './kit.ts'
import { ScheduleRef } from './schedule.ts'

const readers = { ...officeAndAdmin, ...anyCrew } as const

/** First and last date, both inclusive, in the organization's time zone. */
const windowFields = { from: LocalDateText, to: LocalDateText }
const endsAfterItStarts = ({ from, to }: { from: string; to: string }): boolean => to >= from
const notTooLong = ({ from, to }: { from: string; to: string }): boolean =>
  Date.parse(to) - Date.parse(from) < scheduleWindowDays * 86_400_000
/** Adds the checks on `from` and `to` to a schema. */
export const withWindowChecks = <S extends z.ZodType<{ from: string; to: string }>>(schema: S): S =>
  schema
    .refine(endsAfterItStarts, { path: ['to'], message: 'The last date is before the first' })
    .refine(notTooLong, { path: ['to'], message: `Ask for at most ${scheduleWindowDays} days` })

const ScheduleTeam = z.object({
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  /** How long it can work on a day, in minutes; absent: not said. */
  day_minutes: z.int().optional(),
  /** When it, or some of it, does not work; absent: no such days. */
  days_off: z.array(TeamDaysOff).optional(),
})
const ClosedDate = z.object({ date: LocalDateText, reason: z.string().nullable() })

/** A misc event with its team's name. */
export const PlannedEvent = MiscEvent.extend({
  type: z.literal('misc_event'),
  team: z.object({ id: Id, name: z.string() }).nullable(),
})
export type PlannedEvent = z.infer<typeof PlannedEvent>

const windowParts = {
  ...windowFields,
  today: LocalDateText,
  time_zone: TimeZone,
  /** Incremented with every change in the organization; also the ETag. */
  revision: z.int(),
  /** Sorted by time. Crews see events of their teams and events for everyone. */
  events: z.array(PlannedEvent),
  teams: z.array(ScheduleTeam),
  /** Closed dates of the window and the 92 days after it, and those from today on, because a visit can be moved to any coming day from any week. */
  closed_dates: z.array(ClosedDate),
  /** Empty if none were entered. */
  business_hours: z.array(DayHours),
}
export const ScheduleWindow = z.object({ ...windowParts, occurrences: z.array(Visit) })
export type ScheduleWindow = z.infer<typeof ScheduleWindow>

/** A visit that refers to its customer by id. `address` is the place of work if it isn't the customer's default location. */
const WeekVisit = BareVisit.extend({
  customer_id: Id,
  address: PostalAddress.nullable(),
})
export type WeekVisit = z.infer<typeof WeekVisit>

/** A window that lists each customer once and omits derived fields: two thirds of the bytes. */
export const ScheduleWeek = z.object({
  ...windowParts,
  customers: z.array(VisitCustomer),
  /** By date, then start time. */
  visits: z.array(WeekVisit),
})
export type ScheduleWeek = z.infer<typeof ScheduleWeek>

/** The window as screens use it: visits with their customers, in display order. */
export function joinWeek({ customers, visits, ...window }: ScheduleWeek): ScheduleWindow {
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]))
  const occurrences = visits.map(({ customer_id, address, ...visit }) => {
    const customer = customerOf.get(customer_id)!
    return wholeVisit(visit, address ? { ...customer, ...address } : customer)
  })
  return { ...window, occurrences: occurrences.sort(byTime) }
}

export const OrgEvent = z.discriminatedUnion('type', [
  Visit.extend({ type: z.literal('visit'), title: z.string() }),
  PlannedEvent,
])
export type OrgEvent = z.infer<typeof OrgEvent>

export const week = defineCalls({
  'GET /api/schedule': {
    summary: 'Visits and other events between two dates (inclusive), at most 92 days',
    roles: readers,
    query: withWindowChecks(
      z.object({ ...windowFields, team_id: z.union([Id, z.literal('none')]).optional() }),
    ),
    ok: ScheduleWindow,
    errors: { no_team: 404 },
  },
  'GET /api/schedule/week': {
    summary: 'The same window in a compact form that lists each customer once',
    roles: readers,
    query: withWindowChecks(z.object(windowFields)),
    ok: ScheduleWeek,
    errors: { no_team: 404 },
  },
  'GET /api/schedule/month': {
    summary: 'How much is planned on each day of a month, against what the teams can do',
    roles: officeAndAdmin,
    query: z.object({ month: MonthText }),
    ok: Month,
  },
  'GET /api/schedule/start-times': {
    summary: 'Start times of visits',
    roles: readers,
    query: withWindowChecks(z.object(windowFields)),
    ok: z.object({
      items: z.array(
        z.object({
          rule_id: Id,
          occurrence_id: z.string(),
          date: LocalDateText,
          start_minutes: MinutesOfDay,
          start_time: TimeText,
        }),
      ),
    }),
  },
  'GET /api/schedule/org-events': {
    summary: 'Visits and other events day by day, with search; a day is never split across pages',
    roles: { ...anyOffice, ...leaders },
    query: z.object({
      from: LocalDateText.optional(),
      days: z.coerce
        .number<number>()
        .int()
        .min(1)
        .max(scheduleWindowDays)
        .default(orgEventsWindowDays),
      limit: z.coerce.number<number>().int().min(1).max(orgEventsLimit).default(orgEventsLimit),
      q: z.string().max(200).optional(),
      team_id: z.union([Id, z.literal('none')]).optional(),
      /** Only visits, or only misc events. */
      type: z.enum(['visit', 'misc_event']).optional(),
    }),
    ok: z.object({
      items: z.array(OrgEvent),
      from: LocalDateText,
      next_from: LocalDateText,
      has_more: z.boolean(),
    }),
  },
  'GET /api/owner/available-times': {
    summary: 'Free start times on a date; without a team, times when any team is free',
    roles: { ...anyOffice, ...leaders },
    query: z.object({
      date: LocalDateText,
      service_minutes: z.coerce.number<number>().int().min(1).max(1440).optional(),
      team_id: Id.optional(),
      /** A visit to ignore, because it is the one being moved. */
      except: ScheduleRef.optional(),
    }),
    ok: z.object({ date: LocalDateText, closed: z.boolean(), slots: z.array(z.int()) }),
  },
})

import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { onSiteGroups, OnSiteSum, OnSiteVisit } from '../domain/schedule/on-site.ts'
import {
  DateRange,
  NewShift,
  OpenReason,
  PayPeriod,
  ShiftChange,
  ShiftToReview,
  Timesheet,
  timesheetRules,
  TimesheetShift,
} from '../domain/people/timesheet.ts'
import { anyCrew, anyOffice, defineCalls, Id, Ok } from './kit.ts'

export const timesheets = defineCalls({
  'GET /api/owner/timesheets': {
    summary:
      'Hours by person and day, with overtime, shifts and edits; the current week if no days are given',
    roles: anyOffice,
    query: z.object({ from: LocalDateText.optional(), to: LocalDateText.optional() }),
    ok: z.object({
      from: LocalDateText,
      to: LocalDateText,
      time_zone: z.string(),
      timesheets: z.array(Timesheet),
      periods: z.array(PayPeriod),
      to_review: z.array(ShiftToReview),
    }),
  },
  'GET /api/crew/hours': {
    summary:
      'Your own hours of a week by day, with shifts, breaks and corrections; the current week if no day is given',
    roles: anyCrew,
    query: z.object({ on: LocalDateText.optional() }),
    ok: z.object({
      from: LocalDateText,
      to: LocalDateText,
      time_zone: z.string(),
      hours: Timesheet,
      /** The weeks’ approved days: the office has settled them. */
      periods: z.array(PayPeriod.pick({ starts_on: true, ends_on: true })),
    }),
  },
  'GET /api/owner/timesheets/now': {
    summary: 'Who is on the clock now',
    roles: anyOffice,
    ok: z.object({
      people: z.array(
        z.object({
          person_id: Id,
          name: z.string(),
          team: z.string().nullable(),
          started_at: Moment,
          needs_review: z.boolean(),
        }),
      ),
    }),
  },
  'GET /api/owner/timesheets/export': {
    summary: 'Hours as a CSV file for payroll: a line per person and week, or per shift',
    roles: anyOffice,
    query: z.object({
      from: LocalDateText,
      to: LocalDateText,
      by: z.enum(['week', 'shift']).default('week'),
    }),
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 20,
  },
  'GET /api/owner/timesheets/on-site': {
    summary:
      'Time on site against plan: completed visits with a start (at most 500), and all of them by service and team',
    roles: anyOffice,
    query: z.object({ from: LocalDateText, to: LocalDateText }),
    ok: z.object({
      from: LocalDateText,
      to: LocalDateText,
      time_zone: z.string(),
      visits: z.array(OnSiteVisit),
      count: z.int(),
      /** Completed, but nobody said when they began. */
      without_start: z.int(),
      services: z.array(OnSiteSum),
      teams: z.array(OnSiteSum),
    }),
  },
  'GET /api/owner/timesheets/on-site/export': {
    summary: 'Time on site against plan as a CSV file: a line per visit, service or team',
    roles: anyOffice,
    query: z.object({
      from: LocalDateText,
      to: LocalDateText,
      by: z.enum(onSiteGroups).default('visit'),
    }),
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 20,
  },
  'POST /api/owner/timesheets': {
    summary: 'Add a shift somebody forgot to clock',
    roles: anyOffice,
    body: NewShift,
    ok: TimesheetShift,
    status: 201,
    idempotent: true,
    rules: [timesheetRules.edit],
  },
  'PATCH /api/owner/timesheets': {
    summary: 'Correct a shift; both values and the reason are kept',
    roles: anyOffice,
    body: ShiftChange,
    ok: TimesheetShift,
    rules: [timesheetRules.edit],
  },
  'POST /api/owner/timesheets/approve': {
    summary: 'Approve days for payroll, which locks their shifts',
    roles: anyOffice,
    body: DateRange,
    ok: PayPeriod,
    status: 201,
    rules: [timesheetRules.approve],
  },
  'POST /api/owner/timesheets/open': {
    summary: 'Open approved days again, with a reason',
    roles: anyOffice,
    body: OpenReason,
    ok: Ok,
  },
})

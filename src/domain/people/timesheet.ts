import { z } from 'zod'
import {
  addDays,
  daysBetween,
  LocalDateText,
  Moment,
  startOfWeek,
  todayIn,
  zonedToUtcIso,
  type LocalDate,
} from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Role } from '../base/person.ts'
import { refuse, rule } from '../base/rule.ts'
import { isLong, ShiftLocation, shiftMinutes } from '../schedule/shift.ts'

/** Federal overtime: what is worked beyond 40 hours in a week that begins on Sunday. */
const weeklyMinutes = 40 * 60
/** The longest range of days one list or approval covers. */
const rangeDaysMax = 62

type Cut = { started_at: string; ended_at: string | null }
type Pause = Cut & { unpaid_minutes: number }
type Span = Cut & {
  break_minutes: number
  /** As they were taken. */
  breaks?: readonly Pause[]
}
type DayMinutes = { date: LocalDate; minutes: number }
type DayHours = DayMinutes & { overtime_minutes: number }

/** Whole minutes worked, without the unpaid break; a running shift counts up to `now`. */
export const workedMinutes = (span: Span, now: string): number =>
  Math.max(0, shiftMinutes(span, now) - span.break_minutes)

/**
 * A shift's minutes on each local date, cut at midnight; they sum to the shift's own, over changes
 * of the clock too. A break counts against the days it was taken on; one the office entered against
 * the day with most of the work.
 */
export function minutesByDay(span: Span, timeZone: string, now: string): DayMinutes[] {
  const days = cutAtMidnight(span, timeZone, now)
  let rest = span.break_minutes
  const take = (day: DayMinutes, minutes: number) => {
    const taken = Math.min(day.minutes, minutes)
    day.minutes -= taken
    rest -= taken
  }
  const breaks = (span.breaks ?? []).filter(({ unpaid_minutes }) => unpaid_minutes > 0)
  if (breaks.reduce((sum, one) => sum + one.unpaid_minutes, 0) === rest)
    for (const pause of breaks)
      for (const { date, minutes } of cutAtMidnight(pause, timeZone, now)) {
        const day = days.find((one) => one.date === date)
        if (day) take(day, minutes)
      }
  take(
    days.reduce((most, day) => (day.minutes > most.minutes ? day : most)),
    rest,
  )
  return days
}

function cutAtMidnight(span: Cut, timeZone: string, now: string): DayMinutes[] {
  const start = Date.parse(span.started_at)
  const end = Math.max(start, Date.parse(span.ended_at ?? now))
  const days: DayMinutes[] = []
  let counted = 0
  for (let date = todayIn(timeZone, span.started_at); ; date = addDays(date, 1)) {
    const midnight = Date.parse(zonedToUtcIso(addDays(date, 1), 0, timeZone))
    const upTo = Math.floor((Math.min(end, midnight) - start) / 60_000)
    days.push({ date, minutes: upTo - counted })
    counted = upTo
    if (midnight >= end) return days
  }
}

/** The days in order, each with what lies beyond 40 hours of its week. Whole weeks only. */
export function withOvertime(days: readonly DayMinutes[]): DayHours[] {
  const sums = new Map<LocalDate, number>()
  return days.map(({ date, minutes }) => {
    const week = startOfWeek(date)
    const before = sums.get(week) ?? 0
    sums.set(week, before + minutes)
    const beyond = (sum: number) => Math.max(0, sum - weeklyMinutes)
    return { date, minutes, overtime_minutes: beyond(before + minutes) - beyond(before) }
  })
}

/** 125 → '2:05'. */
export const clockOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** 495 → '8.25'. */
export const decimalHours = (minutes: number): string => (minutes / 60).toFixed(2)

const ShiftEdit = z.object({
  at: Moment,
  by_name: z.string(),
  reason: z.string(),
  /** Null for a shift that the office added. */
  before: z
    .object({ started_at: Moment, ended_at: Moment.nullable(), break_minutes: z.int() })
    .nullable(),
})

export const TimesheetShift = z.object({
  id: Id,
  started_at: Moment,
  ended_at: Moment.nullable(),
  /** Unpaid. */
  break_minutes: z.int(),
  /** As the crew took them, paid or not. */
  breaks: z.array(
    z.object({
      started_at: Moment,
      ended_at: Moment.nullable(),
      unpaid_minutes: z.int(),
      /** It was still running when a stop was started or completed, which ended it. */
      ended_by_work: z.boolean(),
      /** When its end was entered, if its person chose an earlier time. */
      entered_at: Moment.nullable(),
    }),
  ),
  minutes: z.int(),
  team_id: Id.nullable(),
  start_location: ShiftLocation.nullable(),
  end_location: ShiftLocation.nullable(),
  /** More than 14 hours, sent late or with a break to check, and not checked yet; it does not count until then. */
  needs_review: z.boolean(),
  /** A phone sent it after these days were approved. */
  came_late: z.boolean(),
  /** It has a long break, or one that its person did not end at the time. */
  break_to_check: z.boolean(),
  edits: z.array(ShiftEdit),
})
export type TimesheetShift = z.infer<typeof TimesheetShift>

export const Timesheet = z.object({
  person_id: Id,
  name: z.string(),
  role: Role,
  team: z.string().nullable(),
  days: z.array(z.object({ date: LocalDateText, minutes: z.int(), overtime_minutes: z.int() })),
  total_minutes: z.int(),
  regular_minutes: z.int(),
  overtime_minutes: z.int(),
  /** Of shifts that need a look first; in no other number. */
  review_minutes: z.int(),
  shifts: z.array(TimesheetShift),
})
export type Timesheet = z.infer<typeof Timesheet>

/** A shift to check that has not been checked yet, of any week. */
export const ShiftToReview = z.object({ person_id: Id, name: z.string(), shift: TimesheetShift })
export type ShiftToReview = z.infer<typeof ShiftToReview>

export const PayPeriod = z.object({
  id: Id,
  starts_on: LocalDateText,
  ends_on: LocalDateText,
  approved_at: Moment,
  approved_by: z.string(),
})
export type PayPeriod = z.infer<typeof PayPeriod>

const Reason = z.string().trim().min(3, 'Say why').max(500)
const breakMax = 12 * 60
const times = {
  started_at: Moment,
  ended_at: Moment.nullable(),
  break_minutes: z.int().min(0).max(breakMax),
}
/** Absent leaves a field unchanged; a reason alone says that a long shift is right. */
export const ShiftChange = z.object({
  shift_id: Id,
  started_at: times.started_at.optional(),
  ended_at: times.ended_at.optional(),
  break_minutes: times.break_minutes.optional(),
  reason: Reason,
})
export type ShiftChange = z.infer<typeof ShiftChange>

export const NewShift = z.object({
  person_id: Id,
  started_at: times.started_at,
  ended_at: Moment,
  break_minutes: times.break_minutes.default(0),
  reason: Reason,
})
export type NewShift = z.infer<typeof NewShift>

export const DateRange = z
  .object({ from: LocalDateText, to: LocalDateText })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Choose a later day' })
  .refine(({ from, to }) => daysBetween(from, to) < rangeDaysMax, {
    path: ['to'],
    message: `Choose at most ${rangeDaysMax} days`,
  })
export type DateRange = z.infer<typeof DateRange>
export const OpenReason = z.object({ id: Id, reason: Reason })

export const shiftNeedsReview = (
  span: Span & { reviewed_at: string | null; came_late: boolean; break_to_check: boolean },
  now: string,
): boolean =>
  span.reviewed_at === null &&
  (span.came_late ||
    isLong(shiftMinutes(span, now)) ||
    (span.break_to_check && span.ended_at !== null))

type EditFacts = {
  /** As it would be. */
  span: Span
  now: string
  is_locked: boolean
  overlaps: boolean
}
export const timesheetRules = {
  edit: rule<EditFacts>(
    refuse(
      'period_locked',
      'These hours are approved. Open the days again first, with a reason.',
      ({ is_locked }) => is_locked,
    ),
    refuse(
      'shift_backwards',
      'A shift ends after it starts.',
      ({ span }) =>
        span.ended_at !== null && Date.parse(span.ended_at) < Date.parse(span.started_at),
    ),
    refuse(
      'shift_ahead',
      'A shift can’t be in the future.',
      ({ span, now }) =>
        Math.max(Date.parse(span.started_at), Date.parse(span.ended_at ?? '0')) > Date.parse(now),
    ),
    refuse(
      'break_too_long',
      'The break is longer than the shift.',
      ({ span, now }) => span.break_minutes > shiftMinutes(span, now),
    ),
    refuse(
      'shift_overlaps',
      'This person has another shift at that time.',
      ({ overlaps }) => overlaps,
    ),
  ),
  approve: rule(
    refuse(
      'hours_open',
      'Someone is still on the clock, or a shift needs to be checked. Take care of these first.',
      ({ open }: { open: number; approved: number }) => open > 0,
    ),
    refuse(
      'already_approved',
      'Some of these days are approved already.',
      ({ approved }: { open: number; approved: number }) => approved > 0,
    ),
  ),
}

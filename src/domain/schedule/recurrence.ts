import { z } from 'zod'
import { cadenceOf, intervalBounds, Pattern } from '../base/cadence.ts'
import {
  addDays,
  addMonthsClamped,
  civilOfDay,
  dateOfDay,
  dayInMonth,
  dayNumber,
  dayOfMonth,
  LocalDateText,
  monthOfDate,
  monthOfDay,
  weekdayOf,
  Weekday,
  weekdayOfDay,
  weekdaysOfKeys,
  type LocalDate,
} from '../base/dates.ts'

/** The longest window that can be expanded. */
const expansionLimitDays = 730
const longestInterval = 1200

const MonthNumber = z.int().min(1).max(12)

export const CountsFrom = z.enum(['schedule', 'completion'])
export type CountsFrom = z.infer<typeof CountsFrom>

export const bufferDaysMax = 60
const bufferMessage = `Choose 0 to ${bufferDaysMax} days`
export const BufferDays = z
  .int(bufferMessage)
  .min(0, bufferMessage)
  .max(bufferDaysMax, bufferMessage)

const recurrenceShape = z.object({
  pattern: Pattern,
  /** Weeks or months between visits, for the two every_x patterns. */
  interval: z.int().min(1, 'At least 1').default(1),
  /** 0 = Sunday. Null: the weekday of the start date. */
  weekdays: z.array(Weekday).min(1).max(7).nullable().default(null),
  /** Monthly: the first to fourth weekday of the month, -1 the last. Null: the start's day. */
  month_week: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(-1)])
    .nullable()
    .default(null),
  start_date: LocalDateText,
  /** Inclusive. Null: no end. */
  end_date: LocalDateText.nullable().default(null),
  /** Only the months from start to end, inclusive; 11 to 3 wraps around the year. */
  season_start_month: MonthNumber.nullable().default(null),
  season_end_month: MonthNumber.nullable().default(null),
  /** Skip a date when closed; otherwise the visit moves to the next open day. */
  skips_closed: z.boolean().default(false),
  /** Whether the next date counts from the planned one or from the day the work was done. */
  counts_from: CountsFrom.default('schedule'),
  /** How many days early or late a visit may be before a warning appears; null: any number. */
  buffer_days: BufferDays.nullable().default(null),
})

/** Which of a month's same weekdays: the first to fourth, or -1 for the last; null for the day of the month. */
export type MonthWeek = z.infer<typeof recurrenceShape>['month_week']

/** The fields of a rule that decide its dates. */
export type Recurrence = {
  pattern: Pattern
  interval: number
  weekdays: readonly number[] | null
  month_week: number | null
  start_date: LocalDate
  /** Start of the cycle if the series began before this rule; default: the start date. */
  anchor_date?: LocalDate | null
  end_date: LocalDate | null
  season_start_month: number | null
  season_end_month: number | null
  /** Absent: dates on closed days move. */
  skips_closed?: boolean
  /** Absent: from the planned date. */
  counts_from?: CountsFrom
  buffer_days?: number | null
}

type Problem = { path: keyof Recurrence; message: string }

/** What is wrong with a rule's dates, as field and message. */
export function recurrenceProblems(rule: Recurrence): Problem[] {
  const { unit, interval } = cadenceOf(rule)
  const problems: Problem[] = []
  if (unit !== 'once' && interval > intervalBounds[unit].max) {
    problems.push({ path: 'interval', message: `Choose 1 to ${intervalBounds[unit].max} ${unit}s` })
  }
  if (rule.end_date && rule.end_date < rule.start_date) {
    problems.push({ path: 'end_date', message: 'The end date is before the start date' })
  }
  if ((rule.season_start_month === null) !== (rule.season_end_month === null)) {
    problems.push({ path: 'season_end_month', message: 'Choose both the first and the last month' })
  }
  const bound = rule.counts_from === 'completion' ? whyNotCounted(rule) : null
  if (bound) problems.push({ path: 'counts_from', message: bound })
  return problems
}

/** Why the next date must count from the planned one; null if it need not. */
function whyNotCounted(rule: Recurrence): string | null {
  const { unit } = cadenceOf(rule)
  if (unit === 'week' && new Set(rule.weekdays).size > 1)
    return 'With several weekdays, the next visit counts from the planned date.'
  return unit === 'month' && rule.month_week !== null
    ? 'With a week of the month, the next visit counts from the planned date.'
    : null
}

/** Adds the checks that involve several fields to any schema with the recurrence fields. */
export function withRecurrenceChecks<Shape extends z.ZodType<Recurrence>>(schema: Shape): Shape {
  return schema.superRefine((rule, context) => {
    for (const { path, message } of recurrenceProblems(rule))
      context.addIssue({ code: 'custom', path: [path], message })
  })
}

export const recurrenceFields = recurrenceShape.shape
export const Recurrence = withRecurrenceChecks(recurrenceShape)

/** The end date a form suggests: a one-off ends the day it starts, everything else a year later. */
export const defaultEndDate = (pattern: Pattern, start: LocalDate): LocalDate =>
  pattern === 'once' ? start : addMonthsClamped(start, 12)

/** The end date after the pattern or start changed; one a person chose stays while valid. */
export function endAfterChange(
  was: Pick<Recurrence, 'pattern' | 'start_date' | 'end_date'>,
  now: Partial<Pick<Recurrence, 'pattern' | 'start_date'>>,
): LocalDate | null {
  const start = now.start_date ?? was.start_date
  const isChosen = was.end_date !== defaultEndDate(was.pattern, was.start_date)
  return isChosen && (was.end_date === null || was.end_date >= start)
    ? was.end_date
    : defaultEndDate(now.pattern ?? was.pattern, start)
}

const inSeason = (month: number, start: number, end: number): boolean =>
  start <= end ? month >= start && month <= end : month >= start || month <= end

/** The day of a month's nth weekday; `monthIndex` is year × 12 + month − 1, nth 1 to 4 or -1. */
function nthWeekday(monthIndex: number, weekday: number, nth: number): number {
  const first = dayOfMonth(monthIndex, 1)
  if (nth > 0) return first + ((weekday - weekdayOfDay(first) + 7) % 7) + (nth - 1) * 7
  const last = dayOfMonth(monthIndex + 1, 1) - 1
  return last - ((weekdayOfDay(last) - weekday + 7) % 7)
}

/** Days from `first` on, `step` apart. Most windows hold one date, which gets its own path. */
function everyDays(first: number, step: number, to: number): number[] {
  if (first > to) return []
  const days = [first]
  for (let day = first + step; day <= to; day += step) days.push(day)
  return days
}

/** The first day on or after `from` that is a whole number of steps after `first`. */
function nextStep(first: number, step: number, from: number): number {
  if (from <= first) return first
  const past = (from - first) % step
  return past === 0 ? from : from + step - past
}

function weekDays(
  wished: readonly number[] | null,
  start: number,
  interval: number,
  from: number,
  to: number,
): number[] {
  const step = interval * 7
  if (!wished || wished.length === 0) return everyDays(nextStep(start, step, from), step, to)
  const startWeekday = weekdayOfDay(start)
  if (wished.length === 1)
    return everyDays(nextStep(start + ((wished[0]! - startWeekday + 7) % 7), step, from), step, to)
  const ahead = [...new Set(wished.map((weekday) => (weekday - startWeekday + 7) % 7))].sort(
    (a, b) => a - b,
  )
  const first = start + (ahead[0] ?? 0)
  const sunday = first - weekdayOfDay(first)
  const weekdays = [...new Set(wished)].sort((a, b) => a - b)
  const earliest = Math.max(from, first)
  const days: number[] = []
  let week = sunday + Math.max(0, Math.floor((earliest - sunday) / step)) * step
  for (; week <= to; week += step) {
    for (const weekday of weekdays) {
      const day = week + weekday
      if (day >= earliest && day <= to) days.push(day)
    }
  }
  return days
}

function monthDays(
  rule: Recurrence,
  start: number,
  interval: number,
  from: number,
  to: number,
): number[] {
  const anchor = rule.anchor_date ?? rule.start_date
  const anchorMonth = monthOfDate(anchor)
  const nth = rule.month_week
  const earliest = Math.max(from, start)
  const lastMonth = monthOfDay(to)
  const days: number[] = []
  if (nth === null) {
    const wished = dayInMonth(anchor)
    for (
      let month = nextStep(anchorMonth, interval, monthOfDay(earliest));
      month <= lastMonth;
      month += interval
    ) {
      const day =
        wished <= 28
          ? dayOfMonth(month, wished)
          : Math.min(dayOfMonth(month, wished), dayOfMonth(month + 1, 1) - 1)
      if (day >= earliest && day <= to) days.push(day)
    }
    return days
  }
  const weekdays = rule.weekdays?.length ? [...new Set(rule.weekdays)] : [weekdayOfDay(start)]
  const daysOf = (month: number): number[] =>
    weekdays.map((weekday) => nthWeekday(month, weekday, nth)).sort((a, b) => a - b)
  const firstMonth = daysOf(anchorMonth).some((day) => day >= start) ? anchorMonth : anchorMonth + 1
  for (
    let month = nextStep(firstMonth, interval, monthOfDay(earliest));
    month <= lastMonth;
    month += interval
  ) {
    for (const day of daysOf(month)) if (day >= earliest && day <= to) days.push(day)
  }
  return days
}

/**
 * The days (numbers since 1970-01-01) of a rule between `from` and `to`, inclusive, ascending. The
 * first visit is the first date on or after the anchor that fits the weekdays; its week (or month)
 * starts the cycle, and weeks begin on Sunday. A day a month lacks becomes its last day, always
 * counted from the anchor, so nothing drifts. Cost grows with the dates found, not with the rule's
 * age. RangeError for a window longer than 730 days.
 */
export function expandDays(rule: Recurrence, from: number, to: number): number[] {
  if (to - from > expansionLimitDays)
    throw new RangeError(`A window of at most ${expansionLimitDays} days can be expanded`)
  const { start_date, end_date, anchor_date, season_start_month, season_end_month } = rule
  const start = dayNumber(start_date)
  const end = end_date === null ? to : Math.min(to, dayNumber(end_date))
  if (rule.pattern === 'once') return start >= from && start <= end ? [start] : []
  const first = Math.max(from, start)
  if (first > end) return []
  const { unit, interval: said } = cadenceOf(rule)
  // No form allows this, but an interval from elsewhere must not loop forever.
  const interval = said > longestInterval ? longestInterval : said >= 1 ? said | 0 : 1
  const anchor = !anchor_date || anchor_date === start_date ? start : dayNumber(anchor_date)
  const days =
    unit === 'week'
      ? weekDays(rule.weekdays, anchor, interval, first, end)
      : monthDays(rule, anchor, interval, first, end)
  if (season_start_month === null || season_end_month === null) return days
  return days.filter((day) => inSeason(civilOfDay(day).month, season_start_month, season_end_month))
}

/** A rule's dates between `from` and `to`, inclusive. RangeError for more than 730 days. */
export const expand = (rule: Recurrence, from: LocalDate, to: LocalDate): LocalDate[] =>
  expandDays(rule, dayNumber(from), dayNumber(to)).map(dateOfDay)

/** How many dates a rule has before `date`, from its start. */
export function countBefore(rule: Recurrence, date: LocalDate): number {
  const last = dayNumber(date) - 1
  let many = 0
  for (let from = dayNumber(rule.start_date); from <= last; from += expansionLimitDays + 1)
    many += expandDays(rule, from, Math.min(from + expansionLimitDays, last)).length
  return many
}

/** The weekdays a rule is bound to; none for a day of the month. */
const boundWeekdays = (rule: Recurrence): string => {
  const { unit } = cadenceOf(rule)
  if (unit === 'once' || (unit === 'month' && rule.month_week === null)) return ''
  const weekdays = rule.weekdays?.length
    ? rule.weekdays
    : [weekdayOf(rule.anchor_date ?? rule.start_date)]
  return [...new Set(weekdays)].sort((a, b) => a - b).join()
}

/** True if two rules that start on the same day have the same dates; their ends may differ. */
export function isSamePattern(a: Recurrence, b: Recurrence): boolean {
  const [one, other] = [cadenceOf(a), cadenceOf(b)]
  if (a.start_date !== b.start_date || one.unit !== other.unit || one.interval !== other.interval)
    return false
  if (one.unit === 'once') return true
  const sameWeek = one.unit === 'week' || a.month_week === b.month_week
  return (
    sameWeek &&
    a.season_start_month === b.season_start_month &&
    a.season_end_month === b.season_end_month &&
    boundWeekdays(a) === boundWeekdays(b)
  )
}

export const isOccurrence = (rule: Recurrence, date: LocalDate): boolean => {
  const day = dayNumber(date)
  return expandDays(rule, day, day).length > 0
}

/** The rule's dates after `date`; stops where the rule ends, or has no date within sixty years. */
export function* datesAfter(rule: Recurrence, date: LocalDate): Generator<LocalDate, undefined> {
  let last: LocalDate | null = date
  while ((last = nextOccurrence(rule, last)) !== null) yield last
  return undefined
}

const searchWindows = 30

/** The rule's first date on or after `date`; null if it ended or has none within sixty years. */
export function firstOnOrAfter(rule: Recurrence, date: LocalDate): LocalDate | null {
  const last = rule.end_date === null ? Number.POSITIVE_INFINITY : dayNumber(rule.end_date)
  let from = Math.max(dayNumber(date), dayNumber(rule.start_date))
  for (
    let i = 0, length = 31;
    i < searchWindows && from <= last;
    i++, length = expansionLimitDays
  ) {
    const day = expandDays(rule, from, from + length)[0]
    if (day !== undefined) return dateOfDay(day)
    from += length + 1
  }
  return null
}

/** The rule's first date after `date`. */
export const nextOccurrence = (rule: Recurrence, date: LocalDate): LocalDate | null =>
  firstOnOrAfter(rule, addDays(date, 1))

/** Pauses what takes place, moved or not, from `from` until the day before `resume_on`; null: until resumed by hand. */
export type Pause = { from: LocalDate; resume_on: LocalDate | null }

/** How the organization's and the customer's calendars affect a rule's dates. */
type WorkCalendar = {
  closed_dates?: ReadonlySet<LocalDate>
  /** Open weekdays; absent or empty: all. Matters only for monthly dates. */
  open_weekdays?: readonly number[]
  /**
   * A closed date is skipped, moved to the next open day (at most 14 days later) or kept; a weekday
   * without work is only moved or kept, because it was not chosen. By default one-time work is
   * kept, because its date was chosen; anything else follows its rule.
   */
  on_closed?: 'skip' | 'shift' | 'keep'
  pauses?: readonly Pause[]
}

/** `original_date` names the visit forever; `date` is where it is. A paused one is not billed. */
export type PlannedDate = {
  original_date: LocalDate
  date: LocalDate
  shifted: boolean
  paused: boolean
}

export const isPaused = (date: LocalDate, pauses: readonly Pause[]): boolean =>
  pauses.some(({ from, resume_on }) => date >= from && (resume_on === null || date < resume_on))

/** The weekdays a customer can be served: their own where open, or all open ones. */
export function workWeekdays(
  open: readonly number[],
  available_days: readonly string[],
): readonly number[] {
  const wished = weekdaysOfKeys(available_days).filter(
    (weekday) => !open.length || open.includes(weekday),
  )
  return wished.length ? wished : open
}

const shiftLimitDays = 14

/** The rule's dates as they take place, in order, including those shifted into the window. */
export function planDates(
  rule: Recurrence,
  from: LocalDate,
  to: LocalDate,
  calendar: WorkCalendar = {},
): PlannedDate[] {
  const {
    closed_dates,
    on_closed = rule.pattern === 'once' ? 'keep' : rule.skips_closed ? 'skip' : 'shift',
    pauses = [],
  } = calendar
  const first = dayNumber(from)
  const last = dayNumber(to)
  // The common case: nothing moves, and the dates are already in order.
  if (on_closed === 'keep')
    return expandDays(rule, first, last).map((day) => plannedOn(day, day, pauses))
  const byDayOfMonth = cadenceOf(rule).unit === 'month' && rule.month_week === null
  const open_weekdays =
    byDayOfMonth && calendar.open_weekdays?.length ? calendar.open_weekdays : null
  const isOpen = (day: number): boolean =>
    (!open_weekdays || open_weekdays.includes(weekdayOfDay(day))) &&
    !closed_dates?.has(dateOfDay(day))
  const planned: PlannedDate[] = []
  for (const original of [
    ...expandDays(rule, first - shiftLimitDays, first - 1),
    ...expandDays(rule, first, last),
  ]) {
    if (on_closed === 'skip' && closed_dates?.has(dateOfDay(original))) continue
    let day = original
    while (!isOpen(day) && day <= original + shiftLimitDays) day++
    if (day >= first && day <= last && day <= original + shiftLimitDays)
      planned.push(plannedOn(original, day, pauses))
  }
  return planned.length > 1
    ? planned.sort((a, b) =>
        a.date < b.date ? -1 : a.date > b.date ? 1 : a.original_date < b.original_date ? -1 : 1,
      )
    : planned
}

function plannedOn(original: number, day: number, pauses: readonly Pause[]): PlannedDate {
  const date = dateOfDay(day)
  return {
    original_date: dateOfDay(original),
    date,
    shifted: day !== original,
    paused: pauses.length > 0 && isPaused(date, pauses),
  }
}

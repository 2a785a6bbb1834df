import { monthWeekText } from '../../../../domain/schedule/recurrence-text.ts'
import type { MonthWeek } from '../../../../domain/schedule/recurrence.ts'
import { unitOf, type RepeatValues } from './add-rule.ts'

export type RepeatErrors = { [Field in keyof RepeatValues]?: string | undefined }

/** Whether one of the options that few need is in use. */
export const usesMoreOptions = (values: RepeatValues): boolean =>
  monthWeekOf(values) !== null ||
  values.season_start_month !== null ||
  values.skips_closed ||
  values.counts_from === 'completion' ||
  values.buffer_days !== null

/** Whether something is wrong with one of them: that must be in sight. */
export const hasWrongOption = (errors: RepeatErrors): boolean =>
  [errors.season_end_month, errors.counts_from, errors.buffer_days].some(
    (error) => error !== undefined,
  )

/** Which week of the month, where the pattern is of months. */
const monthWeekOf = ({
  pattern,
  month_week,
}: Pick<RepeatValues, 'pattern' | 'month_week'>): MonthWeek =>
  unitOf(pattern) === 'month' ? month_week : null

const sameDay = 'day'

/** The choice of a day of the month: its number, or a week with these weekdays. */
export const monthDayOptions = (weekdays: string) => [
  { value: sameDay, label: 'The same day of the month' },
  ...[1, 2, 3, 4, -1].map((week) => ({
    value: String(week),
    label: `The ${monthWeekText(week)} ${weekdays}`,
  })),
]
export const monthDayOf = (week: MonthWeek): string => (week === null ? sameDay : String(week))
export const weekOfMonthDay = (value: string | null): MonthWeek =>
  value === null || value === sameDay ? null : (Number(value) as MonthWeek)

export type SeasonEnd = 'season_start_month' | 'season_end_month'
const otherEnd = {
  season_start_month: 'season_end_month',
  season_end_month: 'season_start_month',
} as const

/** One end of the season is chosen. There is none without the other: who clears one works all year. */
export const withSeason = (field: SeasonEnd, month: string | null): Partial<RepeatValues> =>
  month === null ? { [field]: null, [otherEnd[field]]: null } : { [field]: Number(month) }

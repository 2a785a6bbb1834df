import { describe, expect, it } from 'vitest'
import type { Recurrence } from './recurrence.ts'
import { recurrenceText } from './recurrence-text.ts'

// A Tuesday.
const base: Recurrence = {
  pattern: 'weekly',
  interval: 1,
  weekdays: null,
  month_week: null,
  start_date: '2026-03-10',
  end_date: null,
  season_start_month: null,
  season_end_month: null,
}

describe('a rule in plain words', () => {
  it.each<[Partial<Recurrence>, string]>([
    [{ pattern: 'once' }, 'One-off'],
    [{ pattern: 'once', season_start_month: 4, season_end_month: 10 }, 'One-off'],
    [{}, 'Weekly on Tuesday'],
    [{ weekdays: [4, 1] }, 'Weekly on Monday and Thursday'],
    [{ weekdays: [5, 1, 3] }, 'Weekly on Monday, Wednesday and Friday'],
    [{ weekdays: [1, 2, 3, 4, 5] }, 'Weekly, Monday to Friday'],
    [{ weekdays: [0, 1, 2, 3, 4, 5, 6] }, 'Every day'],
    [{ start_date: '2026-03-12', anchor_date: '2026-03-10' }, 'Weekly on Tuesday'],
    [{ pattern: 'every_x_weeks', interval: 2 }, 'Every 2 weeks on Tuesday'],
    [
      { pattern: 'every_x_weeks', interval: 3, weekdays: [0, 1, 2, 3, 4, 5, 6] },
      'Every 3 weeks, every day',
    ],
    [{ pattern: 'monthly' }, 'Monthly on the 10th'],
    [{ pattern: 'monthly', start_date: '2026-03-22' }, 'Monthly on the 22nd'],
    [{ pattern: 'monthly', start_date: '2026-03-11' }, 'Monthly on the 11th'],
    [
      { pattern: 'monthly', start_date: '2026-03-31' },
      'Monthly on the 31st or the month’s last day',
    ],
    [{ pattern: 'every_x_months', interval: 3 }, 'Every 3 months on the 10th'],
    [
      { pattern: 'monthly', month_week: 2, season_start_month: 4, season_end_month: 10 },
      'Every 2nd Tuesday of the month, April to October',
    ],
    [{ pattern: 'monthly', month_week: -1, weekdays: [5] }, 'Every last Friday of the month'],
    [
      { pattern: 'every_x_months', interval: 2, month_week: 1, weekdays: [1, 4] },
      'Every 2 months on the 1st Monday and Thursday',
    ],
    [{ pattern: 'every_6_months', month_week: 3 }, 'Every 6 months on the 3rd Tuesday'],
    [{ season_start_month: 11, season_end_month: 3 }, 'Weekly on Tuesday, November to March'],
    [{ season_start_month: 5, season_end_month: 5 }, 'Weekly on Tuesday, only in May'],
    [{ counts_from: 'completion' }, 'Weekly on Tuesday, counted from the day it is done'],
    [{ pattern: 'once', counts_from: 'completion', buffer_days: 3 }, 'One-off'],
    [{ counts_from: 'schedule', buffer_days: 1 }, 'Weekly on Tuesday, may be moved by up to 1 day'],
    [{ buffer_days: 0 }, 'Weekly on Tuesday, not to be moved'],
    [
      {
        pattern: 'monthly',
        season_start_month: 4,
        season_end_month: 10,
        counts_from: 'completion',
        buffer_days: 4,
      },
      'Monthly on the 10th, April to October, counted from the day it is done, may be moved by up to 4 days',
    ],
  ])('%j: %s', (fields, text) => {
    expect(recurrenceText({ ...base, ...fields })).toBe(text)
  })
})

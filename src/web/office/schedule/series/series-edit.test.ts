import { describe, expect, it } from 'vitest'
import type { ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import { recurrenceText } from '../../../../domain/schedule/recurrence-text.ts'
import {
  changesPattern,
  editsOfMove,
  patternOfEdits,
  seriesBase,
  seriesBody,
  seriesProblems,
  type SeriesEdits,
  type SeriesValues,
} from './series-edit.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'

const rule = {
  start_minutes: 480,
  team_id: 'red',
  duration_minutes: null,
  price_cents: null,
  notes: 'Gate code 12',
  pattern: 'weekly',
  interval: 1,
  weekdays: null,
  month_week: null,
  season_start_month: null,
  season_end_month: null,
  anchor_date: '2026-01-05',
  start_date: '2026-01-05',
  end_date: '2027-01-05',
} as ScheduleRule
const visit = testVisit('v', { start_minutes: 540, notes: 'Gate code 12\nMind the dog' })
const body = (scope: 'this' | 'following' | 'all', edits: SeriesEdits) =>
  seriesBody(scope, edits, seriesBase(scope, rule, visit))

const allYear = { season_start_month: null, season_end_month: null }

describe('the fields of a series', () => {
  it('begin with the visit’s own for one visit, with the rule’s for more', () => {
    expect(seriesBase('this', rule, visit)).toMatchObject({
      start_minutes: 540,
      duration: '45',
      price: '45.00',
      notes: 'Mind the dog',
    })
    expect(seriesBase('all', rule, visit)).toMatchObject({
      start_minutes: 480,
      duration: '',
      price: '',
      notes: 'Gate code 12',
    })
  })

  it.each<[string, SeriesEdits, unknown]>([
    ['nothing', {}, null],
    ['what was put back', { start_minutes: 480, weekdays: [] }, null],
    ['a time alone', { start_minutes: 600 }, { start_minutes: 600 }],
    ['no time', { start_minutes: null }, { start_minutes: null }],
    [
      'dollars as cents, minutes as a number',
      { price: '61.5', duration: '50' },
      { price_cents: 6150, duration_minutes: 50 },
    ],
    ['emptied notes as none', { notes: ' ' }, { notes: null }],
    ['no end', { end_date: null }, { end_date: null }],
    [
      'a pattern as a whole',
      { weekdays: [2] },
      { pattern: 'weekly', interval: 1, weekdays: [2], month_week: null, ...allYear },
    ],
    [
      'an interval only where there is one',
      { pattern: 'monthly', interval: 3, weekdays: [2] },
      { pattern: 'monthly', interval: 1, weekdays: null, month_week: null, ...allYear },
    ],
    [
      'a weekday of the month, and a season',
      {
        pattern: 'monthly',
        month_week: 2,
        weekdays: [2],
        season_start_month: 4,
        season_end_month: 10,
      },
      {
        pattern: 'monthly',
        interval: 1,
        weekdays: [2],
        month_week: 2,
        season_start_month: 4,
        season_end_month: 10,
      },
    ],
    [
      'no weekday of the month with a pattern of weeks',
      { pattern: 'every_x_weeks', interval: 3, month_week: 2 },
      { pattern: 'every_x_weeks', interval: 3, weekdays: null, month_week: null, ...allYear },
    ],
    [
      'the first date of a new pattern',
      { start_date: '2026-12-01' },
      {
        pattern: 'weekly',
        interval: 1,
        weekdays: null,
        month_week: null,
        ...allYear,
        start_date: '2026-12-01',
      },
    ],
  ])('send %s', (_, edits, sent) => {
    expect(body('following', edits)).toEqual(sent)
  })

  it('of one visit have no pattern and no end', () => {
    expect(body('this', { weekdays: [2], end_date: null })).toBeNull()
    expect(body('this', { weekdays: [2], start_minutes: 600 })).toEqual({ start_minutes: 600 })
  })

  it('say what cannot be sent', () => {
    const base = seriesBase('all', rule, visit)
    const wrong: SeriesValues = {
      ...base,
      duration: '0',
      price: 'much',
      pattern: 'every_x_weeks',
      interval: 0,
      season_start_month: 4,
    }
    expect(Object.keys(seriesProblems('this', wrong))).toEqual(['duration', 'price'])
    expect(seriesProblems('all', wrong)).toEqual({
      duration: 'Duration (minutes) must be > 0',
      price: 'Enter a price like 45.00',
      interval: 'At least 1',
      season_end_month: 'Choose both the first and the last month',
    })
    expect(seriesProblems('all', base)).toEqual({})
    expect(seriesProblems('all', { ...base, interval: 0 })).toEqual({})
  })

  it.each<[string, 'following' | 'all', SeriesEdits, string, string]>([
    [
      'the pattern there is while it stays',
      'all',
      { start_minutes: 600 },
      '2026-01-05',
      'Weekly on Monday',
    ],
    [
      'from the first visit it replaces',
      'all',
      { pattern: 'every_x_weeks', interval: 2 },
      '2026-11-30',
      'Every 2 weeks on Monday',
    ],
    [
      'from the visit it was opened at',
      'following',
      { weekdays: [4] },
      '2026-11-23',
      'Weekly on Thursday',
    ],
    [
      'from the chosen date',
      'following',
      {
        start_date: '2026-12-01',
        pattern: 'monthly',
        month_week: 1,
        season_start_month: 4,
        season_end_month: 10,
      },
      '2026-12-01',
      'Every 1st Tuesday of the month, April to October',
    ],
  ])('show %s', (_, scope, edits, start_date, text) => {
    const pattern = patternOfEdits(
      scope,
      edits,
      seriesBase(scope, rule, visit),
      rule,
      visit,
      '2026-11-25',
    )
    expect([pattern.start_date, recurrenceText(pattern)]).toEqual([start_date, text])
  })
})

describe('a moved visit as an edit of its series', () => {
  const from = { date: '2026-11-23', team_id: 'red', start_minutes: 480 }
  it('repeats time and team', () => {
    expect(editsOfMove({ from, to: { ...from, team_id: null, start_minutes: 540 } }, rule)).toEqual(
      { team_id: null, start_minutes: 540 },
    )
  })

  it('puts the new weekday in the place of the old, and leaves the others', () => {
    const to = { ...from, date: '2026-11-24' }
    expect(editsOfMove({ from, to }, rule)).toEqual({ start_date: '2026-11-24', weekdays: [2] })
    expect(editsOfMove({ from, to }, { ...rule, weekdays: [1, 4] })).toEqual({
      start_date: '2026-11-24',
      weekdays: [2, 4],
    })
    expect(editsOfMove({ from, to }, { ...rule, pattern: 'monthly' })).toEqual({
      start_date: '2026-11-24',
    })
    expect(changesPattern(editsOfMove({ from, to }, rule), seriesBase('all', rule, visit))).toBe(
      true,
    )
  })
})

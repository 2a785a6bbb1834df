import { describe, expect, it } from 'vitest'
import { planNews, type Plan, type PlanNews } from './plan-news.ts'

const today = '2027-06-09'
const weekly = (first: number, many: number, start_minutes: number | null = 540) =>
  Array.from({ length: many }, (_, week) => ({
    date: new Date(Date.UTC(2027, 5, first + 7 * week)).toISOString().slice(0, 10),
    start_minutes,
  }))
const mondays: Plan = { slots: weekly(14, 6), last: null, pause: null }
const pause = { from: '2027-06-20', until: '2027-07-05', of_all: false }

describe('what a customer hears of a plan', () => {
  it.each<[name: string, was: Plan | null, now: Plan, news: PlanNews | null]>([
    ['new work', null, mondays, 'planned'],
    ['new work without a coming visit', null, { ...mondays, slots: [] }, null],
    ['new work that is over', null, { ...mondays, slots: weekly(1, 1) }, null],
    ['nothing', mondays, mondays, null],
    ['another weekday', mondays, { ...mondays, slots: weekly(10, 6) }, 'changed'],
    ['another time', mondays, { ...mondays, slots: weekly(14, 6, 600) }, 'changed'],
    ['a time that is set', { ...mondays, slots: weekly(14, 6, null) }, mondays, null],
    ['a time that is cleared', mondays, { ...mondays, slots: weekly(14, 6, null) }, null],
    ['no visit left', mondays, { ...mondays, slots: [], last: '2027-06-09' }, 'ended'],
    [
      'an end with visits before it',
      mondays,
      { ...mondays, slots: weekly(14, 2), last: '2027-06-27' },
      'ended',
    ],
    ['an end far away', mondays, { ...mondays, last: '2027-12-31' }, 'ended'],
    [
      'an earlier end',
      { ...mondays, last: '2028-06-09' },
      { ...mondays, last: '2027-12-31' },
      'ended',
    ],
    ['one more year', { ...mondays, last: '2027-12-31' }, { ...mondays, last: '2028-12-31' }, null],
    ['more visits', { ...mondays, slots: weekly(14, 2) }, mondays, null],
    ['work that begins again', { ...mondays, slots: [] }, mondays, 'planned'],
    ['a pause', mondays, { ...mondays, pause }, 'paused'],
    ['a pause without an end', mondays, { ...mondays, pause: { ...pause, until: null } }, 'paused'],
    [
      'another end of a pause',
      { ...mondays, pause },
      { ...mondays, pause: { ...pause, until: '2027-07-12' } },
      'paused',
    ],
    ['the end of a pause', { ...mondays, pause }, mondays, 'resumed'],
    [
      'a pause that was over',
      { ...mondays, pause: { ...pause, from: '2027-05-01', until: today } },
      mondays,
      null,
    ],
    [
      'the same plan, read a day later',
      { ...mondays, slots: weekly(7, 6) },
      { ...mondays, slots: weekly(14, 6) },
      null,
    ],
  ])('%s', (_, was, now, news) => {
    expect(planNews(was, now, today)).toBe(news)
  })
})

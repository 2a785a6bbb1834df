import { describe, expect, it } from 'vitest'
import { dayKeys } from '../base/dates.ts'
import type { ImportDoubt } from './import.ts'
import { finished } from '../../../test/finished.ts'
import { groupRows } from './import-group.ts'
import { planImport } from './import-plan.ts'
import { recognize } from './import-recognize.ts'
import { rowReader } from './import-rows.ts'

const blank = { 'Customer ID': '7', Name: 'Ann Lee', Service: 'Mowing', Price: '45' }
const always = ['Address name', 'Next date', 'Work notes', ...Object.keys(blank)]
/** What rows of our template plan on a day in spring, and what is said about it. */
function planned(...given: Record<string, string>[]) {
  const headers = [...new Set([...always, ...given.flatMap((cells) => Object.keys(cells))])]
  const { mapping, source } = recognize(headers)
  const doubts: ImportDoubt[] = []
  const reader = rowReader(headers, mapping, source, doubts)
  const rows = given.flatMap((cells, at) => {
    const row: Record<string, string> = { ...blank, ...cells }
    return (
      reader.customer(
        headers.map((name) => row[name] ?? ''),
        at + 2,
      ) ?? []
    )
  })
  let ids = 0
  const plan = finished(
    planImport({
      customers: finished(groupRows(rows, source, {}, doubts)).customers,
      services: [],
      matches: [],
      isReport: false,
      choices: {},
      doubts,
      around: {
        today: '2026-04-01',
        area: [],
        hours: dayKeys.map((_, weekday) => ({
          weekday,
          opens_minutes: 480,
          closes_minutes: 1020,
          is_closed: false,
        })),
        services: [],
        teams: [],
        customers: new Map(),
        written: new Set(),
        newId: () => `id-${++ids}`,
      },
    }),
  )
  return {
    rules: plan.rules,
    doubts: doubts.map(({ sentence }) => sentence),
  }
}

describe('work is planned as its cell says', () => {
  it.each([
    ['26/year', '2026-04-07', { pattern: 'every_x_weeks', interval: 2 }],
    ['M/W/F', '2026-04-06', { pattern: 'weekly', weekdays: [1, 3, 5] }],
    ['2nd Tuesday', '2026-04-14', { pattern: 'monthly', month_week: 2, weekdays: [2] }],
    ['15th of every month', '2026-04-15', { pattern: 'monthly', anchor_date: '2026-04-15' }],
    [
      'last day of the month',
      '2026-04-30',
      { start_date: '2026-04-30', anchor_date: '2026-03-31' },
    ],
    ['Weekly Apr-Oct', '2026-04-07', { season_start_month: 4, season_end_month: 10 }],
    ['Weekly until Oct 31', '2026-04-07', { end_date: '2026-10-31' }],
    ['Weekly for 10 visits', '2026-04-07', { end_date: '2026-06-09' }],
    ['One-off', '2026-04-07', { pattern: 'once', end_date: '2026-04-07' }],
  ])('%s', (Every, date, rule) => {
    const { rules, doubts } = planned({ Every, 'Next date': date })
    expect(rules).toMatchObject([rule])
    expect(doubts).toEqual([])
  })

  it.each([
    ['15th of every month', '2026-04-16', '2026-05-15'],
    ['Monthly on the 2nd Tuesday', '2026-04-15', '2026-05-12'],
    ['Every other Tuesday', '2026-04-08', '2026-04-14'],
    ['Weekly May-Oct', '2026-04-07', '2026-05-05'],
  ])('%s from a day that does not fit, %s, begins on %s and says so', (Every, date, first) => {
    const { rules, doubts } = planned({ Every, 'Next date': date })
    expect(rules).toHaveLength(1)
    expect(doubts).toEqual([
      expect.stringMatching(/ does not fit how often this work is done\. Its first visit is on /),
    ])
    expect(doubts[0]).toContain(String(Number(first.slice(8))))
  })

  it('two parts of a year are two plans with keys of their own', () => {
    const { rules, doubts } = planned({
      Every: 'weekly Apr-Oct, monthly Nov-Mar',
      'Next date': '2026-04-07',
    })
    expect(rules).toMatchObject([
      { pattern: 'weekly', season_start_month: 4, season_end_month: 10 },
      { pattern: 'monthly', season_start_month: 11, season_end_month: 3 },
    ])
    expect(new Set(rules.map(({ key }) => key)).size).toBe(2)
    expect(doubts).toEqual([])
  })

  it('an end before the next date, or work that is over, is not planned', () => {
    expect(planned({ Every: 'weekly until 3/1/2026', 'Next date': '2026-04-07' }).rules).toEqual([])
    expect(planned({ Every: 'weekly for 3 visits', 'Next date': '2026-01-06' })).toMatchObject({
      rules: [],
      doubts: [expect.stringContaining('is past')],
    })
  })
})

describe('work starts and lasts as its cells say', () => {
  const tuesday = { Every: 'weekly', 'Next date': '2026-04-07' }
  it.each([
    [{ 'Start time': '1:00 - 3:00 PM' }, { start_minutes: 780 }],
    [{ 'Start time': '0900' }, { start_minutes: 540 }],
    [{ 'Start time': '9a' }, { start_minutes: 540 }],
    [{ 'Start time': 'noon' }, { start_minutes: 720 }],
    [{ 'Start time': '2' }, { start_minutes: 840 }],
    [{ 'Start time': 'Anytime' }, { start_minutes: null }],
    [{ Minutes: '1.5 h' }, { duration_minutes: 90 }],
  ])('%o', (cells, rule) => {
    const { rules, doubts } = planned({ ...tuesday, ...cells })
    expect(rules).toMatchObject([rule])
    expect(doubts).toEqual([])
  })

  it.each([
    [
      { 'Start time': '7' },
      { start_minutes: 420 },
      'The start at 7:00 AM is outside your hours on Tuesday. It is imported as it is.',
    ],
    [
      { 'Start time': 'Morning' },
      { start_minutes: null },
      '“Morning” is no time of day. The work has no start time.',
    ],
    [
      { Minutes: '1.5' },
      { duration_minutes: null },
      '“1.5” could be hours or minutes. The service’s is used.',
    ],
    [
      { Minutes: 'long' },
      { duration_minutes: null },
      '“long” is no time in minutes. The service’s is used.',
    ],
  ])('%o is asked about', (cells, rule, sentence) => {
    const { rules, doubts } = planned({ ...tuesday, ...cells })
    expect(rules).toMatchObject([rule])
    expect(doubts).toEqual([sentence])
  })
})

it('a team we do not have is named once, to be made', () => {
  const row = { Every: 'one-off', Team: 'Crew Two' }
  const dates = ['2026-04-07', '2026-04-08']
  expect(planned(...dates.map((date) => ({ ...row, 'Next date': date }))).doubts).toEqual([
    'There is no team called “Crew Two”. Its work is imported without a team.',
  ])
})

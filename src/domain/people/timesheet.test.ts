import { describe, expect, it } from 'vitest'
import { addDays, startOfWeek } from '../base/dates.ts'
import { unpaidMinutes } from '../schedule/shift.ts'
import {
  decimalHours,
  minutesByDay,
  timesheetRules,
  withOvertime,
  workedMinutes,
} from './timesheet.ts'

const zone = 'America/New_York'
const now = '2027-12-31T00:00:00Z'
const span = (started_at: string, ended_at: string | null, break_minutes = 0) => ({
  started_at,
  ended_at,
  break_minutes,
})

describe('minutesByDay', () => {
  it.each<[string, string, string, number, Record<string, number>]>([
    ['a day’s work', '2027-06-09T12:00:00Z', '2027-06-09T20:30:59Z', 30, { '2027-06-09': 480 }],
    [
      'over midnight',
      '2027-06-10T02:00:30Z',
      '2027-06-10T06:00:00Z',
      0,
      { '2027-06-09': 119, '2027-06-10': 120 },
    ],
    [
      'the night clocks go forward, 10 PM to 6 AM: seven hours',
      '2027-03-14T03:00:00Z',
      '2027-03-14T10:00:00Z',
      0,
      { '2027-03-13': 120, '2027-03-14': 300 },
    ],
    [
      'the night clocks go back, 10 PM to 6 AM: nine hours',
      '2027-11-07T02:00:00Z',
      '2027-11-07T11:00:00Z',
      0,
      { '2027-11-06': 120, '2027-11-07': 420 },
    ],
    [
      'from the first 1:30 to the second 1:30',
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:30:00Z',
      0,
      { '2027-11-07': 60 },
    ],
    [
      'a forgotten clock-out over three days',
      '2027-06-09T12:00:00Z',
      '2027-06-11T12:00:00Z',
      60,
      { '2027-06-09': 960, '2027-06-10': 1380, '2027-06-11': 480 },
    ],
    ['nothing', '2027-06-09T12:00:00Z', '2027-06-09T12:00:00Z', 0, { '2027-06-09': 0 }],
  ])('%s', (_name, start, end, pause, expected) => {
    const days = minutesByDay(span(start, end, pause), zone, now)
    expect(Object.fromEntries(days.map(({ date, minutes }) => [date, minutes]))).toEqual(expected)
    expect(days.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(
      workedMinutes(span(start, end, pause), now),
    )
  })

  it.each<[string, string, string, [string, string], Record<string, number>]>([
    [
      'after midnight, on the shorter day',
      '2027-06-09T16:00:00Z',
      '2027-06-10T06:00:00Z',
      ['2027-06-10T05:00:00Z', '2027-06-10T05:45:00Z'],
      { '2027-06-09': 720, '2027-06-10': 75 },
    ],
    [
      'over midnight',
      '2027-06-10T00:00:00Z',
      '2027-06-10T08:00:00Z',
      ['2027-06-10T03:30:00Z', '2027-06-10T04:30:00Z'],
      { '2027-06-09': 210, '2027-06-10': 210 },
    ],
    [
      'from 1:30 to 3:30 on the night clocks go forward: one hour',
      '2027-03-14T03:00:00Z',
      '2027-03-14T10:00:00Z',
      ['2027-03-14T06:30:00Z', '2027-03-14T07:30:00Z'],
      { '2027-03-13': 120, '2027-03-14': 240 },
    ],
    [
      'from the first 1:30 to the second on the night clocks go back',
      '2027-11-07T02:00:00Z',
      '2027-11-07T11:00:00Z',
      ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'],
      { '2027-11-06': 120, '2027-11-07': 360 },
    ],
  ])('takes a break off the days it was on: %s', (_name, start, end, [from, to], expected) => {
    const pause = {
      started_at: from,
      ended_at: to,
      unpaid_minutes: unpaidMinutes({ started_at: from, ended_at: to }, 30),
    }
    const one = { ...span(start, end, pause.unpaid_minutes), breaks: [pause] }
    const days = minutesByDay(one, zone, now)
    expect(Object.fromEntries(days.map(({ date, minutes }) => [date, minutes]))).toEqual(expected)
    expect(days.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(workedMinutes(one, now))
  })

  it('takes what the office entered instead off the longest day', () => {
    const pause = {
      started_at: '2027-06-10T05:00:00Z',
      ended_at: '2027-06-10T05:45:00Z',
      unpaid_minutes: 45,
    }
    const one = { ...span('2027-06-09T16:00:00Z', '2027-06-10T06:00:00Z', 30), breaks: [pause] }
    expect(minutesByDay(one, zone, now).map(({ minutes }) => minutes)).toEqual([690, 120])
  })

  it('sums to the shift’s minutes for shifts of any time and length', () => {
    const wrong: unknown[] = []
    for (let i = 0, seed = 7; i < 20_000; i++) {
      seed = (seed * 48271) % 2147483647
      const start = Date.UTC(2027, 0, 1) + (seed % 525_600) * 60_000 + (seed % 60) * 1000
      const end = start + (seed % 4000) * 61_000
      const one = span(new Date(start).toISOString(), new Date(end).toISOString())
      const sum = minutesByDay(one, zone, now).reduce((total, { minutes }) => total + minutes, 0)
      if (sum !== workedMinutes(one, now)) wrong.push(one)
    }
    expect(wrong).toEqual([])
  })
})

describe('withOvertime', () => {
  const days = (from: string, ...minutes: number[]) =>
    minutes.map((count, i) => ({ date: addDays(from, i), minutes: count }))
  it('is what lies beyond 40 hours of a week, on the day it is worked', () => {
    expect(
      withOvertime(days('2027-06-06', 0, 600, 600, 600, 600, 30, 60)).map(
        ({ overtime_minutes }) => overtime_minutes,
      ),
    ).toEqual([0, 0, 0, 0, 0, 30, 60])
    expect(
      withOvertime(days('2027-06-06', 0, 500, 500, 500, 500, 500, 0)).map(
        ({ overtime_minutes }) => overtime_minutes,
      ),
    ).toEqual([0, 0, 0, 0, 0, 100, 0])
  })
  it('starts over on Sunday', () => {
    const two = withOvertime(days('2027-06-06', ...Array.from({ length: 14 }, () => 400)))
    expect(two.reduce((sum, { overtime_minutes }) => sum + overtime_minutes, 0)).toBe(800)
    expect(startOfWeek(two[7]!.date)).toBe(two[7]!.date)
    expect(two[7]!.overtime_minutes).toBe(0)
  })
  it('writes hours without rounding the minutes away', () => {
    expect([decimalHours(495), decimalHours(2401), decimalHours(0)]).toEqual([
      '8.25',
      '40.02',
      '0.00',
    ])
  })
})

describe('timesheetRules.edit', () => {
  const right = {
    span: span('2027-06-09T12:00:00Z', '2027-06-09T20:00:00Z', 30),
    now: '2027-06-10T00:00:00Z',
    is_locked: false,
    overlaps: false,
  }
  it.each<[string | null, Partial<typeof right>]>([
    [null, {}],
    ['period_locked', { is_locked: true }],
    ['shift_backwards', { span: span('2027-06-09T12:00:00Z', '2027-06-09T11:00:00Z') }],
    ['shift_ahead', { span: span('2027-06-09T12:00:00Z', '2027-06-11T11:00:00Z') }],
    ['break_too_long', { span: span('2027-06-09T12:00:00Z', '2027-06-09T12:10:00Z', 11) }],
    ['shift_overlaps', { overlaps: true }],
  ])('%s', (code, change) => {
    expect(timesheetRules.edit({ ...right, ...change })?.code ?? null).toBe(code)
  })
})

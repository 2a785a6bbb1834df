import { describe, expect, it } from 'vitest'
import { dayKeys } from '../../../../domain/base/dates.ts'
import { changedSince } from '../../../../domain/schedule/visit.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import {
  datesFor,
  isBegun,
  minutesOf,
  rescheduleRefusal,
  wishedDates,
  type RescheduleChoice,
} from './reschedule-choice.ts'

const visit = testVisit('1')
const closedOn = (...closed: number[]): Calendar['business_hours'] =>
  dayKeys.map((_, weekday) => ({
    weekday,
    opens_minutes: 480,
    closes_minutes: 1020,
    is_closed: closed.includes(weekday),
  }))
const calendar = (over: Partial<Calendar> = {}): Calendar => ({
  today: '2026-11-22',
  teams: [],
  closed_dates: [],
  business_hours: [],
  ...over,
})

describe('the time of a visit that gets another date', () => {
  it.each<[string, RescheduleChoice, number | null, boolean]>([
    ['stays its own', { date: null }, 540, false],
    ['stays its own with a date', { date: '2026-11-25' }, 540, true],
    ['is the chosen one', { date: null, minutes: 600 }, 600, true],
    ['may be none', { date: null, minutes: null }, null, true],
  ])('%s', (_title, choice, minutes, begun) => {
    expect(minutesOf(choice, visit)).toBe(minutes)
    expect(isBegun(choice)).toBe(begun)
  })
})

describe('the dates that are offered', () => {
  const first = (over: Partial<Calendar>, place: 'dashboard' | 'dialog' = 'dialog') =>
    datesFor(visit, calendar(over), place).dates.slice(0, 2)
  it.each<[string, Partial<Calendar>, string[]]>([
    ['leave out the visit’s own', {}, ['2026-11-24', '2026-11-25']],
    ['and weekdays that are closed', { business_hours: closedOn(2) }, ['2026-11-25', '2026-11-26']],
    [
      'and closed dates',
      { closed_dates: [{ date: '2026-11-25' }] as Calendar['closed_dates'] },
      ['2026-11-24', '2026-11-26'],
    ],
  ])('%s', (_title, over, dates) => expect(first(over)).toEqual(dates))
  it('reach further in the dialog than on the dashboard', () => {
    const many = (place: 'dashboard' | 'dialog') => datesFor(visit, calendar(), place).dates.length
    expect(many('dialog')).toBeGreaterThan(many('dashboard'))
  })
  it('begin with those the customer asked for, unless they have passed', () => {
    const preferred_dates = ['2026-11-21', '2026-11-22', '2026-11-30']
    expect(wishedDates({ preferred_dates }, '2026-11-22')).toEqual(['2026-11-22', '2026-11-30'])
    expect(wishedDates(null, '2026-11-22')).toEqual([])
  })
})

describe('Save is refused', () => {
  const day = { date: '2026-11-25' }
  it.each([
    [
      'without a date',
      rescheduleRefusal(visit, { date: null }, false),
      'Pick a date to reschedule',
    ],
    ['when it was changed meanwhile', rescheduleRefusal(visit, day, true), changedSince.sentence],
    [
      'by the rules of the visit, before anything else',
      rescheduleRefusal(testVisit('1', { status: 'completed' }), day, true),
      'A completed visit is locked.',
    ],
    ['not otherwise', rescheduleRefusal(visit, day, false), undefined],
  ])('%s', (_title, refusal, sentence) => expect(refusal?.sentence).toBe(sentence))
})

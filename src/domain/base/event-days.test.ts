import { describe, expect, it } from 'vitest'
import { eventOn, eventTimeText, isEventOn } from './event-days.ts'

const event = (start_minutes: number | null, duration_minutes: number) => ({
  date: '2026-12-31',
  start_minutes,
  duration_minutes,
})

describe('an event on each day it covers', () => {
  it.each([
    ['in the evening', event(1200, 60), '8:00 PM', null],
    ['until midnight', event(1380, 60), '11:00 PM', null],
    ['past midnight', event(1320, 240), '10:00 PM – 2:00 AM', 'Until 2:00 AM'],
    ['a whole day long from noon', event(720, 1440), '12:00 PM – 12:00 PM', 'Until 12:00 PM'],
    ['a whole day long from midnight', event(0, 1440), '12:00 AM', null],
    ['all day', event(null, 1440), 'All day', null],
  ])('%s', (_, one, first, next) => {
    expect(eventOn(one, '2026-12-31')).toBe(one)
    expect(eventTimeText(one, '2026-12-31')).toBe(first)
    expect(isEventOn(one, '2027-01-01')).toBe(next !== null)
    if (next !== null) expect(eventTimeText(one, '2027-01-01')).toBe(next)
    expect([isEventOn(one, '2026-12-30'), isEventOn(one, '2027-01-02')]).toEqual([false, false])
  })

  it('shows the remainder on the second day', () => {
    expect(eventOn(event(1320, 240), '2027-01-01')).toEqual({
      date: '2026-12-31',
      start_minutes: 0,
      duration_minutes: 120,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { overlaps, placeWarnings, type Place, type PlaceFacts } from './placement.ts'

// 2026-11-23 is a Monday, 2026-11-29 a Sunday.
const hours = Array.from({ length: 7 }, (_, weekday) => ({
  weekday,
  opens_minutes: 480,
  closes_minutes: 1020,
  is_closed: weekday === 0,
}))
const place = (over: Partial<Place> = {}): Place => ({
  date: '2026-11-23',
  start_minutes: 600,
  duration_minutes: 60,
  team_id: 'north',
  ...over,
})
const facts = (over: Partial<PlaceFacts> = {}): PlaceFacts => ({
  hours,
  closed_dates: new Set(['2026-11-26']),
  available_days: [],
  capacity_per_team_day: null,
  others: [],
  ...over,
})
const date = '2026-11-23'
const nine = { date, start_minutes: 540, duration_minutes: 60 }
const half9 = { date, start_minutes: 570, duration_minutes: 60 }
const lateBefore = { date: '2026-11-22', start_minutes: 1380, duration_minutes: 180 }
const earlyAfter = { date: '2026-11-24', start_minutes: 30, duration_minutes: 60 }
const nights = hours.map((day) =>
  day.weekday === 0 ? day : { ...day, opens_minutes: 1080, closes_minutes: 1560 },
)

describe('placing a visit warns', () => {
  it.each<[string, Place, PlaceFacts, string[]]>([
    ['not at all inside open hours', place(), facts(), []],
    [
      'not at all when no hours were entered',
      place({ date: '2026-11-29', start_minutes: 100 }),
      facts({ hours: null }),
      [],
    ],
    ['on a closed weekday', place({ date: '2026-11-29' }), facts(), ['You are closed on Sunday.']],
    [
      'on a closed date',
      place({ date: '2026-11-26' }),
      facts(),
      ['You are closed on Thursday, November 26, 2026.'],
    ],
    [
      'on a day the customer isn’t available',
      place(),
      facts({ available_days: ['tue', 'fri'] }),
      ['Monday is not one of the customer’s days.'],
    ],
    [
      'on a day with another visit of the series',
      place({ team_id: null }),
      facts({ same_series: true }),
      ['Another visit of the series is on this day.'],
    ],
    [
      'further from its date than its buffer',
      place(),
      facts({ buffer_days: 4, original_date: '2026-11-18' }),
      ['That is more than 4 days from its date, Wednesday, November 18, 2026.'],
    ],
    [
      'not exactly at the buffer',
      place(),
      facts({ buffer_days: 4, original_date: '2026-11-27' }),
      [],
    ],
    [
      'one day beyond the buffer',
      place(),
      facts({ buffer_days: 1, original_date: '2026-11-25' }),
      ['That is more than 1 day from its date, Wednesday, November 25, 2026.'],
    ],
    [
      'off its date with a buffer of 0',
      place(),
      facts({ buffer_days: 0, original_date: '2026-11-24' }),
      ['That is not the planned date, Tuesday, November 24, 2026.'],
    ],
    [
      'never without a buffer',
      place(),
      facts({ buffer_days: null, original_date: '2026-01-01' }),
      [],
    ],
    [
      'before opening',
      place({ start_minutes: 465 }),
      facts(),
      ['7:45 AM is outside your hours on Monday.'],
    ],
    [
      'when it would end after closing',
      place({ start_minutes: 975 }),
      facts(),
      ['4:15 PM is outside your hours on Monday.'],
    ],
    [
      'at a time skipped by daylight saving',
      place({ date: '2027-03-14', start_minutes: 150 }),
      facts({ hours: null, time_zone: 'America/New_York' }),
      ['There is no 2:30 AM on Sunday, March 14, 2027: the clocks go forward.'],
    ],
    [
      'not an hour later',
      place({ date: '2027-03-14', start_minutes: 180 }),
      facts({ hours: null, time_zone: 'America/New_York' }),
      [],
    ],
    [
      'not in a zone without daylight saving',
      place({ date: '2027-03-14', start_minutes: 150 }),
      facts({ hours: null, time_zone: 'America/Phoenix' }),
      [],
    ],
    [
      'not at a time that occurs twice',
      place({ date: '2026-11-01', start_minutes: 90 }),
      facts({ hours: null, time_zone: 'America/New_York' }),
      [],
    ],
    [
      'when the team is busy',
      place(),
      facts({ others: [half9] }),
      ['The team has another visit at this time.'],
    ],
    [
      'when work of the evening before runs into it',
      place({ start_minutes: 60 }),
      facts({ hours: null, others: [lateBefore] }),
      ['The team has another visit at this time.'],
    ],
    [
      'when it runs into work after midnight',
      place({ start_minutes: 1380, duration_minutes: 120 }),
      facts({ hours: null, others: [earlyAfter] }),
      ['The team has another visit at this time.'],
    ],
    [
      'of too many visits on its own day only',
      place(),
      facts({ others: [nine, lateBefore, earlyAfter], capacity_per_team_day: 1 }),
      ['The team would have 2 visits on this day.'],
    ],
    [
      'not when the hours run past midnight',
      place({ start_minutes: 1380, duration_minutes: 180 }),
      facts({ hours: nights }),
      [],
    ],
    [
      'when it ends after the night does',
      place({ start_minutes: 1380, duration_minutes: 240 }),
      facts({ hours: nights }),
      ['11:00 PM is outside your hours on Monday.'],
    ],
    [
      'not in the rest of the night, also on a closed day',
      place({ date: '2026-11-29', start_minutes: 30 }),
      facts({ hours: nights }),
      [],
    ],
    [
      'not on the morning after a closed night',
      place({ start_minutes: 30 }),
      facts({ hours: nights }),
      ['12:30 AM is outside your hours on Monday.'],
    ],
    ['not when the other visit ends as this one starts', place(), facts({ others: [nine] }), []],
    [
      'when the day is full',
      place({ start_minutes: null }),
      facts({ others: [nine, half9], capacity_per_team_day: 2 }),
      ['The team would have 3 visits on this day.'],
    ],
    [
      'outside the service area',
      place(),
      facts({ service_area: ['27601'], zip: '27513-1234' }),
      ['27513-1234 is outside your service area.'],
    ],
    [
      'not inside the service area',
      place(),
      facts({ service_area: ['27513'], zip: '27513-1234' }),
      [],
    ],
    [
      'not outside the area without a team',
      place({ team_id: null }),
      facts({ others: [half9], capacity_per_team_day: 1, service_area: ['27601'], zip: '27513' }),
      [],
    ],
  ])('%s', (_, where, about, sentences) => {
    expect(placeWarnings(where, about).map(({ sentence }) => sentence)).toEqual(sentences)
  })

  it('an untimed visit doesn’t conflict with others', () => {
    expect(overlaps({ date, start_minutes: null, duration_minutes: 60 }, nine)).toBe(false)
    expect(overlaps(nine, half9)).toBe(true)
  })
})

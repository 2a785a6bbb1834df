import { expect, it } from 'vitest'
import {
  placeWarningCodes,
  placeWarnings,
  type Place,
  type PlaceFacts,
} from '../../domain/schedule/placement.ts'
import type { TeamTime } from '../../domain/people/time-off.ts'
import { doubt } from './doubts.ts'

// 2026-11-29 is a Sunday.
const date = '2026-11-29'
const place: Place = { date, start_minutes: 60, duration_minutes: 90, team_id: 'north' }
const off = { from: date, to: date, person_id: null, person: null, members: 2, reason: 'Training' }
const away = { ...off, person_id: 'lea', person: 'Lea Young', reason: null }
const team = (days_off: TeamTime['days_off']) => new Map([['north', { day_minutes: 60, days_off }]])
const facts: PlaceFacts = {
  hours: Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    opens_minutes: 480,
    closes_minutes: 1020,
    is_closed: false,
  })),
  closed_dates: new Set([date]),
  available_days: ['mon'],
  capacity_per_team_day: 1,
  others: [{ date, start_minutes: 60, duration_minutes: 60 }],
  same_series: true,
  buffer_days: 1,
  original_date: '2026-11-20',
  service_area: ['27701'],
  zip: '10001',
  teams: team([off]),
}

const places: [Place, PlaceFacts][] = [
  [place, facts],
  [place, { ...facts, teams: team([away]) }],
  [place, { ...facts, buffer_days: 0 }],
  [
    { ...place, date: '2027-03-14', start_minutes: 150 },
    { ...facts, time_zone: 'America/New_York' },
  ],
]
/** Said where a whole series changes. */
const elsewhere = ['date_shifted', 'series_stays']

it('every warning about a place is said in Spanish, too', () => {
  const warnings = places.flatMap(([where, of]) => placeWarnings(where, of))
  expect(new Set([...warnings.map(({ code }) => code), ...elsewhere])).toEqual(
    new Set(placeWarningCodes),
  )
  expect(warnings.filter(({ sentence }) => !doubt(sentence))).toEqual([])
  expect(doubt('The team is off on Sunday, November 29, 2026: Training.')).toBe(
    'El equipo no trabaja: domingo, 29 de noviembre de 2026 (Training).',
  )
})

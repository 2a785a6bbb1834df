import { describe, expect, it } from 'vitest'
import type { LostDayDone } from '../../../../api/series.ts'
import { goesTo, isOver, loadText, sumText } from './lost-day-preview.ts'

const visit = (warnings: string[] = []) =>
  ({ warnings }) as unknown as LostDayDone['visits'][number]
const kept = { occurrence_id: '1', sentence: 'It is paid.' }

describe('what the preview of a lost day says', () => {
  it.each([
    [
      'whom it tells',
      { visits: [visit()], kept: [], customers: 1 },
      true,
      '. 1 customer will be notified.',
    ],
    [
      'that it tells no one',
      { visits: [visit()], kept: [], customers: 2 },
      false,
      '. No one will be notified.',
    ],
    [
      'how many are doubtful, and how many stay',
      { visits: [visit(['far']), visit()], kept: [kept], customers: 2 },
      true,
      ', 1 to check, 1 stay. 2 customers will be notified.',
    ],
  ])('%s', (_title, done, notify, text) => expect(sumText(done, notify)).toBe(text))
  it.each([
    [{ to_date: null, start_minutes: 540 }, 'Skipped'],
    [{ to_date: '2026-11-24', start_minutes: null }, 'Tue, Nov 24'],
    [{ to_date: '2026-11-24', start_minutes: 540 }, 'Tue, Nov 24, 9:00 AM'],
  ])('where a visit goes: %j', (place, text) => expect(goesTo(place)).toBe(text))
  it.each([
    [{ minutes: 90, capacity_minutes: null }, '1 h 30 min', false],
    [{ minutes: 480, capacity_minutes: 480 }, '8 h of 8 h', false],
    [{ minutes: 500, capacity_minutes: 480 }, '8 h 20 min of 8 h', true],
  ])('how full a team’s day gets: %j', (load, text, over) => {
    expect(loadText(load)).toBe(text)
    expect(isOver(load)).toBe(over)
  })
})

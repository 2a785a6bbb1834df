import { describe, expect, it } from 'vitest'
import { endOfBreak, endsOfBreak } from './break-end.ts'

const zone = 'America/New_York'
const now = (iso: string) => ({ now_ms: Date.parse(iso), zone })
const iso = (ms: number | null) => ms && new Date(ms).toISOString()

describe('the end of a break that its crew chooses later', () => {
  const noon = { since: '2027-06-09T16:00:30Z', ...now('2027-06-09T17:40:00Z') }
  it.each<[string, number, string | null]>([
    ['12:30', 750, '2027-06-09T16:30:00.000Z'],
    ['the minute it began in', 720, '2027-06-09T16:00:30.000Z'],
    ['before it began', 719, null],
    ['not yet', 821, null],
  ])('%s', (_, minutes, at) => {
    expect(iso(endOfBreak(minutes, noon))).toBe(at)
  })

  const night = { since: '2027-06-10T03:30:00Z', ...now('2027-06-10T04:40:00Z') }
  it('is before midnight or after it', () => {
    expect(iso(endOfBreak(1435, night))).toBe('2027-06-10T03:55:00.000Z')
    expect(iso(endOfBreak(10, night))).toBe('2027-06-10T04:10:00.000Z')
  })

  it('is offered every five minutes since it began', () => {
    const ends = endsOfBreak(night)
    expect(ends).toHaveLength(15)
    expect([ends[0], ends.at(-1)]).toEqual([40, 23 * 60 + 30])
    const aDay = { since: '2027-06-08T04:00:00Z', ...now('2027-06-10T04:40:00Z') }
    expect(endsOfBreak(aDay)).toHaveLength(144)
  })
})

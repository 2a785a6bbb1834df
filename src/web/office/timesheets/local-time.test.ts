import { describe, expect, it } from 'vitest'
import { fieldOf, momentOf } from './ClockFields.tsx'

const zone = 'America/New_York'
describe('a time in a field', () => {
  it.each([
    ['2027-06-09T12:00:30.000Z', '2027-06-09T08:00'],
    ['2027-11-07T06:30:00.000Z', '2027-11-07T01:30'],
  ])('%s shows as %s, and unchanged stays the same moment', (moment, text) => {
    expect(fieldOf(moment, zone)).toBe(text)
    expect(momentOf(text, moment, zone)).toBe(moment)
  })
  it('typed is a time of the organization; empty is none', () => {
    expect(momentOf('2027-06-09T17:15', null, zone)).toBe('2027-06-09T21:15:00.000Z')
    expect(momentOf('', '2027-06-09T12:00:00.000Z', zone)).toBeNull()
  })
})

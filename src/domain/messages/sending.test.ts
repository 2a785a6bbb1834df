import { describe, expect, it } from 'vitest'
import { sendsAt, type SendingPolicy } from './sending.ts'

const zone = 'America/New_York'

describe('a bill goes out', () => {
  it.each<[SendingPolicy, now: string, at: string | null]>([
    ['on_completion', '2027-06-09T14:00:00.000Z', '2027-06-09T14:15:00.000Z'],
    ['daily', '2027-06-09T14:00:00.000Z', '2027-06-09T22:00:00.000Z'],
    // Completed at 5:50 PM, it can be undone until after six.
    ['daily', '2027-06-09T21:50:00.000Z', '2027-06-10T22:00:00.000Z'],
    ['weekly', '2027-06-09T14:00:00.000Z', '2027-06-11T22:00:00.000Z'],
    ['weekly', '2027-06-11T22:30:00.000Z', '2027-06-18T22:00:00.000Z'],
    ['monthly', '2027-06-09T14:00:00.000Z', '2027-06-30T22:00:00.000Z'],
    ['monthly', '2028-02-29T23:30:00.000Z', '2028-03-31T22:00:00.000Z'],
    // The clocks change on the day itself.
    ['daily', '2027-03-14T05:30:00.000Z', '2027-03-14T22:00:00.000Z'],
    ['by_hand', '2027-06-09T14:00:00.000Z', null],
  ])('%s, completed %s: %s', (policy, now, at) => {
    const sends = sendsAt(policy, now, zone)
    expect(sends && new Date(sends).toISOString()).toBe(at)
  })
})

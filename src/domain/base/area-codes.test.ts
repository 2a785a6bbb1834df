import { expect, it } from 'vitest'
import { isTimeZone } from './dates.ts'
import { zonesOfPhone } from './area-codes.ts'

it.each<[string | null, string[]]>([
  ['+19195550100', ['America/New_York']],
  ['+13125550100', ['America/Chicago']],
  ['+18505550100', ['America/New_York', 'America/Chicago']],
  ['+12085550100', ['America/Denver', 'America/Los_Angeles']],
  ['+16025550100', ['America/Phoenix']],
  ['+18085550100', ['Pacific/Honolulu']],
  ['+18005550100', []],
  ['+14165550100', []],
  ['+442079460000', []],
  [null, []],
])('%s is in %j', (phone, zones) => expect(zonesOfPhone(phone)).toEqual(zones))

it('every code has one to two zones, all of which exist', () => {
  let known = 0
  for (let code = 200; code < 1000; code++) {
    const zones = zonesOfPhone(`+1${code}5550100`)
    if (zones.length) known++
    expect(zones.length).toBeLessThanOrEqual(2)
    expect(zones.every(isTimeZone)).toBe(true)
  }
  expect(known).toBeGreaterThan(330)
})

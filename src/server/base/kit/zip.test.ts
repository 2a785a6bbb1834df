import { describe, expect, it } from 'vitest'
import { areNear, centerOfZip, placeOfZip } from './zip.ts'

describe('a ZIP', () => {
  it.each([
    ['27701', 'Durham', 'NC', 'America/New_York'],
    ['10001', 'New York', 'NY', 'America/New_York'],
    ['96813', 'Honolulu', 'HI', 'Pacific/Honolulu'],
    ['00901', 'San Juan', 'PR', 'America/Puerto_Rico'],
  ])('%s is in %s', (zip, city, state, time_zone) => {
    expect(placeOfZip(zip)).toEqual({ zip, city, state, time_zone })
    expect(placeOfZip(zip), 'asked again').toEqual({ zip, city, state, time_zone })
  })

  it.each(['99999', '2770', '27701-1234', 'M5V', '"', ''])('%j is in no place', (zip) => {
    expect(placeOfZip(zip)).toBeNull()
  })

  it('has a center, with its last four digits or without', () => {
    const durham = { latitude: 35.9967, longitude: -78.8966 }
    expect(centerOfZip('27701')).toEqual(durham)
    expect(centerOfZip('27701-1234')).toEqual(durham)
    expect(centerOfZip(null)).toBeNull()
  })

  it.each([
    ['27701', '27701', true],
    ['27701', '27705-1234', true],
    ['27701', '10001', false],
    ['27701', '99999', false],
    ['27701', null, false],
  ])('%s and %s are near: %s', (one, other, near) => expect(areNear(one, other)).toBe(near))
})

import { describe, expect, it } from 'vitest'
import { believablePoint } from './located.ts'

const raleigh = { latitude: 35.78, longitude: -78.64 }

describe('the point found for an address', () => {
  it.each([
    ['near the middle of its ZIP code', { latitude: 35.9, longitude: -78.7 }, raleigh, true],
    ['across the country', { latitude: 47.6, longitude: -122.3 }, raleigh, false],
    ['in a ZIP code nobody knows', { latitude: 47.6, longitude: -122.3 }, null, true],
    ['nowhere', null, raleigh, false],
  ])('%s', (_case, found, ofZip, isBelieved) => {
    expect(believablePoint(found, ofZip)).toEqual(isBelieved ? found : null)
  })
})

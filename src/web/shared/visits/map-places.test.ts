import { describe, expect, it } from 'vitest'
import { mapPlaces } from './map-places.ts'

const north = { latitude: 35.9, longitude: -78.6 }
const south = { latitude: 35.7, longitude: -78.6 }

describe('the stops on a map', () => {
  it('are numbered in their order, and share a marker where they lie on one point', () => {
    const places = [
      { id: 'a', ...north },
      { id: 'b', ...south },
      { id: 'c', ...north },
    ]
    expect(mapPlaces(['a', 'b', 'c'], places)).toEqual({
      markers: [
        { at: [35.9, -78.6], label: '1, 3' },
        { at: [35.7, -78.6], label: '2' },
      ],
      way: [
        [35.9, -78.6],
        [35.7, -78.6],
        [35.9, -78.6],
      ],
    })
  })
  it('keep their number when one before them has no known place', () => {
    expect(mapPlaces(['a', 'b'], [{ id: 'b', ...south }]).markers).toEqual([
      { at: [35.7, -78.6], label: '2' },
    ])
  })
  it('may be none', () => {
    expect(mapPlaces(['a'], [])).toEqual({ markers: [], way: [] })
  })
})

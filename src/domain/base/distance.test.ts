import { expect, it } from 'vitest'
import { milesBetween } from './distance.ts'

it.each([
  [
    'the same place',
    { latitude: 35.79, longitude: -78.78 },
    { latitude: 35.79, longitude: -78.78 },
    0,
  ],
  [
    'Cary to Raleigh',
    { latitude: 35.79, longitude: -78.78 },
    { latitude: 35.78, longitude: -78.64 },
    8,
  ],
  [
    'Raleigh to New York',
    { latitude: 35.78, longitude: -78.64 },
    { latitude: 40.71, longitude: -74.01 },
    423,
  ],
])('%s', (_, a, b, miles) => {
  expect(Math.round(milesBetween(a, b))).toBe(miles)
})

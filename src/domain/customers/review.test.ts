import { expect, it } from 'vitest'
import { seasonOf } from './review.ts'

it.each([
  ['2027-06-09', '2027-summer'],
  ['2027-11-30', '2027-fall'],
  ['2027-12-01', '2028-winter'],
  ['2028-02-29', '2028-winter'],
  ['2028-03-01', '2028-spring'],
])('%s is in %s', (date, season) => {
  expect(seasonOf(date)).toBe(season)
})

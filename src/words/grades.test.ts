import { expect, it } from 'vitest'
import { areas, englishOf, gradeOf } from '../../test/reading.ts'

// Customers and crews read on a phone, in the sun and in a hurry: what they read needs no more than seven years of school.
// `npm run words -- --grades` lists them. What somebody agrees to is a contract and stands apart.

it.each(areas.filter((area) => area !== 'legal'))('%s is easy to read', async (area) => {
  expect(gradeOf(await englishOf(area)) ?? 0).toBeLessThanOrEqual(7)
})

it('a hard sentence has a high grade, and an easy one a low grade', () => {
  const hard =
    'Notwithstanding the aforementioned provisions, cancellation necessitates documentation.'
  expect(gradeOf([hard])).toBeGreaterThan(15)
  expect(gradeOf(['We come on Monday. You do not pay for it.'])).toBeLessThan(3)
  expect(gradeOf(['Save'])).toBeNull()
})

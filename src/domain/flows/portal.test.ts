import { expect, it } from 'vitest'
import { ownPauseProblem } from './portal.ts'

it.each([
  ['2027-06-11', '2027-06-24', null],
  ['2027-06-10', '2027-06-24', 'from'],
  ['2027-06-12', '2027-06-12', 'resume_on'],
  ['2027-06-12', '2028-06-12', null],
  ['2027-06-12', '2028-06-13', 'resume_on'],
])('a pause from %s until %s: %s', (from, resume_on, path) => {
  expect(ownPauseProblem({ from, resume_on, earliest: '2027-06-11' })?.path ?? null).toBe(path)
})

import { expect, it } from 'vitest'
import { isMissed } from './missed.ts'
import type { VisitStatus } from './visit-status.ts'

it.each<[VisitStatus, string, boolean]>([
  ['scheduled', '2027-06-08', true],
  ['in_progress', '2027-06-08', true],
  ['completed', '2027-06-08', false],
  ['skipped', '2027-06-08', false],
  ['scheduled', '2027-06-09', false],
  ['scheduled', '2027-05-26', true],
  ['scheduled', '2027-05-25', false],
])('a visit that is %s on %s is missed: %s', (status, date, missed) => {
  expect(isMissed({ status, date }, '2027-06-09')).toBe(missed)
})

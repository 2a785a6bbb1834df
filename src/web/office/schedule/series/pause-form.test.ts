import { describe, expect, it } from 'vitest'
import {
  firstPauseDay,
  firstResumeDay,
  pauseBody,
  pauseEffectText,
  pauseStateText,
  pauseValues,
  resumeAction,
} from './pause-form.ts'

const today = '2026-11-23'
const pause = (from: string, resume_on: string | null = null, reason: string | null = null) => ({
  from,
  resume_on,
  reason,
})

describe('the form of a pause', () => {
  it.each([
    ['the visit that lies ahead', null, '2026-11-30', pause('2026-11-30', null, '')],
    ['today, on an earlier visit', null, '2026-11-16', pause(today, null, '')],
    [
      'the pause there is',
      pause('2026-11-10', '2026-12-01'),
      today,
      pause('2026-11-10', '2026-12-01', ''),
    ],
  ])('begins with %s', (_title, now, visit, values) =>
    expect(pauseValues(now, visit, today)).toEqual(values),
  )
  it.each([
    [' ', null],
    [' Travels ', 'Travels'],
  ])('sends the reason %j as %j', (typed, reason) =>
    expect(pauseBody({ from: today, resume_on: null, reason: typed }).reason).toBe(reason),
  )
  it.each([
    ['today for a new one', null, today],
    ['where it began', pause('2026-11-10'), '2026-11-10'],
    ['today for one that is planned', pause('2026-12-01'), today],
  ])('may begin: %s', (_title, now, first) => expect(firstPauseDay(now, today)).toBe(first))
  it.each([
    [null, today],
    ['2026-11-10', today],
    ['2026-12-01', '2026-12-01'],
  ])('from %s may end on %s', (from, first) => expect(firstResumeDay(from, today)).toBe(first))
})

describe('a pause says', () => {
  it.each([
    [pause('2026-11-10'), 'Paused since Tue, Nov 10, until you resume it.', 'Resume now'],
    [pause(today, '2026-12-01'), 'Paused since Mon, Nov 23 until Tue, Dec 1.', 'Resume now'],
    [
      pause('2026-12-01'),
      'A pause is planned from Tue, Dec 1, until you resume it.',
      'Do not pause',
    ],
  ])('of %j', (now, state, action) => {
    expect(pauseStateText(now, today)).toBe(state)
    expect(resumeAction(now, today)).toBe(action)
  })
  it.each([
    [null, null, 'Visits from Mon, Nov 23', 'Visits stay paused until you resume them.'],
    ['2026-12-01', '2026-12-08', 'Visits from Tue, Dec 1', 'Visits resume on Tue, Dec 8.'],
  ])('from %s to %s what it does', (from, resume_on, start, end) =>
    expect(pauseEffectText({ from, resume_on, reason: '' }, today)).toBe(
      `${start} stay on the schedule, grayed out, and are not billed. ${end}`,
    ),
  )
})

import { describe, expect, it } from 'vitest'
import { changedSince } from '../../../../domain/schedule/visit.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import { saveRefusal, slotOf, valuesOf } from './appointment-draft.ts'

const visit = testVisit('1', { team_id: 'north', start_minutes: 540 })

describe('the fields of an appointment', () => {
  it('follow the visit until something is chosen', () => {
    expect(valuesOf({}, visit)).toEqual({
      team: 'north',
      minutes: 540,
      teamChanged: false,
      timeChanged: false,
    })
  })
  it('tell what changed', () => {
    expect(valuesOf({ team: null, minutes: 600 }, visit)).toMatchObject({
      teamChanged: true,
      timeChanged: true,
    })
    expect(valuesOf({ team: 'north', minutes: 540 }, visit)).toMatchObject({
      teamChanged: false,
      timeChanged: false,
    })
  })
  it('do not save a time that was taken away', () => {
    expect(valuesOf({ minutes: null }, visit).timeChanged).toBe(false)
  })
})

describe('Save sends', () => {
  const sent = (draft: object, scope: 'date' | 'rule' = 'date', replaces = false) =>
    slotOf(valuesOf(draft, visit), { scope, replaces })
  it.each([
    ['the time that stands there', {}, { start_minutes: 540 }],
    ['a new time', { minutes: 600 }, { start_minutes: 600 }],
    ['the team alone', { minutes: null }, { team_id: 'north' }],
    [
      'a new team, and no time that did not change',
      { team: 'south' },
      { team_id: 'south', apply_team_to: 'date', replace_changed: false },
    ],
    [
      'both',
      { team: null, minutes: 600 },
      { start_minutes: 600, team_id: null, apply_team_to: 'date', replace_changed: false },
    ],
  ])('%s', (_title, draft, slot) => expect(sent(draft)).toEqual(slot))
  it('the team of the series, with the dates that have their own', () => {
    expect(sent({ team: 'south' }, 'rule', true)).toMatchObject({
      apply_team_to: 'rule',
      replace_changed: true,
    })
    expect(sent({ team: 'south' }, 'date', true)).toMatchObject({ replace_changed: false })
  })
})

describe('Save is refused', () => {
  it('without a team and a time', () => {
    expect(saveRefusal(valuesOf({ team: null, minutes: null }, visit), visit, false)).toEqual({
      code: 'nothing_chosen',
      sentence: 'Choose a team or a start time.',
    })
  })
  it('when the visit was changed meanwhile, before anything else', () => {
    expect(saveRefusal(valuesOf({ team: null, minutes: null }, visit), visit, true)).toBe(
      changedSince,
    )
  })
  it('not otherwise', () => expect(saveRefusal(valuesOf({}, visit), visit, false)).toBeNull())
})

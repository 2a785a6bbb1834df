import { describe, expect, it } from 'vitest'
import {
  areasOf,
  changeLostDay,
  lostDayAction,
  lostDayBody,
  lostDayDone,
  lostDayRefusal,
  newLostDay,
  type LostDayChoice,
} from './lost-day-body.ts'

const rain: LostDayChoice = {
  date: '2026-11-23',
  teams: [],
  zips: [],
  act: 'next_working_day',
  days: 3,
  reason: 'weather',
  notify: true,
  shifts: true,
}

describe('a lost day', () => {
  it('is lost for everyone unless teams or areas are chosen', () => {
    expect(lostDayBody(rain)).toEqual({
      date: '2026-11-23',
      team_ids: null,
      zips: null,
      act: 'next_working_day',
      reason: 'weather',
      notify: true,
      shift_following: true,
    })
    expect(lostDayBody({ ...rain, teams: ['north'], zips: ['27601'] })).toMatchObject({
      team_ids: ['north'],
      zips: ['27601'],
    })
  })
  it('says over how many days only where it is spread', () => {
    expect(lostDayBody({ ...rain, act: 'spread' })).toMatchObject({ spread_days: 3 })
    expect(lostDayBody(rain)).not.toHaveProperty('spread_days')
  })
  it('moves no later visits where the round is skipped', () => {
    expect(lostDayBody({ ...rain, act: 'skip' }).shift_following).toBe(false)
  })
})

describe('it is refused', () => {
  it.each([
    ['before the preview is there', { visits: 3, isCurrent: false, problem: null }, 'no_preview'],
    ['with nothing left to do', { visits: 0, isCurrent: true, problem: null }, 'nothing_to_move'],
    ['not otherwise', { visits: 1, isCurrent: true, problem: null }, undefined],
  ])('%s', (_title, facts, code) => expect(lostDayRefusal(facts)?.code).toBe(code))
  it('with what the preview said', () => {
    expect(
      lostDayRefusal({ visits: 0, isCurrent: false, problem: 'Too far back.' })?.sentence,
    ).toBe('Too far back.')
  })
})

describe('the choices', () => {
  it.each([
    ['the day on screen', '2026-11-30', '2026-11-30'],
    ['a day that can still be put right', '2026-11-22', '2026-11-22'],
    ['today instead of one too far back', '2026-10-01', '2026-11-23'],
  ])('begin with %s', (_title, shown, date) =>
    expect(newLostDay(shown, '2026-11-23').date).toBe(date),
  )
  it.each<[Partial<LostDayChoice>, string[]]>([
    [{ date: '2026-11-24' }, []],
    [{ teams: ['north'] }, []],
    [{ zips: ['27603'] }, ['27603']],
    [{ act: 'skip' }, ['27601']],
  ])('after %j has the areas %j', (change, zips) =>
    expect(changeLostDay({ ...rain, zips: ['27601'] }, change)).toEqual({
      ...rain,
      ...change,
      zips,
    }),
  )
  it('of areas keep the chosen ones, also when their work is gone', () => {
    expect(areasOf(['27603', '27601'], ['27601', '27602'])).toEqual(['27601', '27602', '27603'])
  })
})

describe('it says', () => {
  it.each([
    ['next_working_day', 2, 'Move 2 visits', '2 visits moved'],
    ['spread', 1, 'Move 1 visit', '1 visit moved'],
    ['skip', 2, 'Skip 2 visits', '2 visits skipped'],
  ] as const)('of %s for %i: %s, then %s', (act, visits, before, after) => {
    expect(lostDayAction(act, visits)).toBe(before)
    expect(lostDayDone(act, visits)).toBe(after)
  })
})

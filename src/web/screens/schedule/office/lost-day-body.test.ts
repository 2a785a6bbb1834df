import { describe, expect, it } from 'vitest'
import { lostDayBody, lostDayRefusal, type LostDayChoice } from './lost-day-body.ts'

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

import { describe, expect, it } from 'vitest'
import { placeOf, rightsOf } from './schedule-place.ts'

describe('the place an address shows', () => {
  const today = '2026-11-25'
  it('is this week, by team, on a wide screen', () => {
    expect(placeOf({ search: {}, today, isPhone: false })).toEqual({
      from: '2026-11-22',
      to: '2026-11-28',
      day: today,
      view: 'team',
      isThisWeek: true,
    })
  })
  it.each([
    [undefined, 'day'],
    ['team', 'day'],
    ['day', 'day'],
    ['board', 'board'],
  ] as const)('on a phone, view %s is %s', (view, shown) => {
    const search = view ? { view } : {}
    expect(placeOf({ search, today, isPhone: true }).view).toBe(shown)
  })
  it('is the week around a named day', () => {
    expect(placeOf({ search: { date: '2026-12-05' }, today, isPhone: false })).toMatchObject({
      from: '2026-11-29',
      to: '2026-12-05',
      isThisWeek: false,
    })
  })
})

describe('the rights of a caller', () => {
  it.each([
    [['owner'], { isOffice: true, isCrew: false, canManage: true }],
    [['manager', 'crew_leader'], { isOffice: true, isCrew: false, canManage: true }],
    [['crew_leader'], { isOffice: false, isCrew: true, canManage: true }],
    [['crew_member'], { isOffice: false, isCrew: true, canManage: false }],
    [['user'], { isOffice: false, isCrew: false, canManage: false }],
  ] as const)('of %s', (roles, rights) => expect(rightsOf(roles)).toEqual(rights))
})

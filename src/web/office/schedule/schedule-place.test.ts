import { describe, expect, it } from 'vitest'
import { isOutside, placeOf, rightsOf, weekSearch } from './schedule-place.ts'

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

describe('another week', () => {
  it.each([
    [undefined, null, {}],
    ['board', null, { view: 'board' }],
    [undefined, '2026-12-05', { date: '2026-12-05' }],
    ['day', '2026-12-05', { view: 'day', date: '2026-12-05' }],
    ['day', undefined, { view: 'day' }],
  ] as const)('in view %s on %s has the address %j', (view, date, search) =>
    expect(weekSearch(view, date)).toEqual(search),
  )
  it.each([
    ['2026-11-21', true],
    ['2026-11-22', false],
    ['2026-11-28', false],
    ['2026-11-29', true],
  ])('is where %s is: %s', (date, is) => {
    const place = placeOf({ search: {}, today: '2026-11-25', isPhone: false })
    expect(isOutside(place, date)).toBe(is)
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

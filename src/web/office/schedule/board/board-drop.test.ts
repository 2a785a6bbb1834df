import { describe, expect, it } from 'vitest'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import { dropOf, spotAt } from './board-drop.ts'

const visit = testVisit('a')
const monday = '2026-11-23'
const tuesday = '2026-11-24'

describe('a card that lands', () => {
  it.each([
    [{ date: tuesday }, { date: tuesday, team_id: 'red', start_minutes: 540 }],
    [{ team_id: null }, { date: monday, team_id: null, start_minutes: 540 }],
    [
      { team_id: 'red', start_minutes: null, at: 2 },
      { date: monday, team_id: 'red', start_minutes: null },
    ],
  ])('at %j is at %j', (landing, spot) => expect(spotAt(visit, landing)).toEqual(spot))
})

describe('a drop', () => {
  const drop = (landing: object, more: object = {}) =>
    dropOf({ visit, company: [visit], landing, byKeys: false, ...more })

  it('moves the visit', () => {
    expect(drop({ date: tuesday })).toEqual({
      carries: [{ visit, to: { date: tuesday, team_id: 'red', start_minutes: 540 } }],
      at: null,
    })
  })
  it('takes along what is chosen with it', () => {
    const other = testVisit('b', { start_minutes: 600 })
    const { carries } = drop({ date: tuesday }, { company: [visit, other] })
    expect(carries.map((carry) => [carry.visit.id, carry.to.start_minutes])).toEqual([
      ['a', 540],
      ['b', 600],
    ])
  })
  it('moves nothing where the visit already is', () => {
    expect(drop({ date: monday }).carries).toEqual([])
  })
  it('on a strip also says at which place, unless keys carried it there', () => {
    const strip = { start_minutes: null, at: 0 }
    expect(drop(strip).at).toBe(0)
    expect(drop(strip, { byKeys: true })).toMatchObject({
      carries: [{ to: { start_minutes: null } }],
      at: null,
    })
  })
})

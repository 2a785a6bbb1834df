import { describe, expect, it } from 'vitest'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import { capacityLoad, loadText } from './team-load.ts'

const visits = [testVisit('a'), testVisit('b'), testVisit('c', { status: 'skipped' })]

describe('what a team has to do on a day', () => {
  it.each([
    ['Free', []],
    ['1 visit, 45 min', visits.slice(0, 1)],
    ['2 visits, 1 h 30 min', visits],
  ])('is %s', (text, some) => expect(loadText(some)).toBe(text))

  it.each([
    ['within its limit', 'red', 2, { text: '2 of 2', isOver: false }],
    ['over its limit', 'red', 1, { text: '2 of 1, over capacity', isOver: true }],
    ['has no limit where none is set', 'red', null, null],
    ['has no limit without a team', null, 1, null],
  ])('%s', (_title, id, capacity, load) =>
    expect(capacityLoad({ id, visits }, capacity)).toEqual(load),
  )
})

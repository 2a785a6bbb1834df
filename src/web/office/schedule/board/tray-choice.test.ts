import { describe, expect, it } from 'vitest'
import { placeManyMax } from '../../../../domain/schedule/visit.ts'
import { allOf, isAllChosen, noneChosen, placeManyRefusal, toggled } from './tray-choice.ts'

const visits = (many: number) => Array.from({ length: many }, (_, index) => ({ id: `${index}` }))

describe('the choice of what waits', () => {
  it('takes one in, and gives it up the second time', () => {
    const one = toggled(noneChosen, 'a')
    expect([...one]).toEqual(['a'])
    expect([...toggled(one, 'b')]).toEqual(['a', 'b'])
    expect([...toggled(one, 'a')]).toEqual([])
  })
  it.each([
    [0, 0],
    [3, 3],
    [placeManyMax + 5, placeManyMax],
  ])('of all of %i has %i', (waiting, chosen) => {
    expect(allOf(visits(waiting)).size).toBe(chosen)
    expect(isAllChosen(chosen, waiting)).toBe(true)
  })
  it.each([
    [2, 3],
    [placeManyMax + 1, placeManyMax + 1],
  ])('of %i of %i is not all', (chosen, waiting) =>
    expect(isAllChosen(chosen, waiting)).toBe(false),
  )
  it.each([
    [placeManyMax, undefined],
    [placeManyMax + 1, 'too_many'],
  ])('of %i is refused: %s', (chosen, code) => expect(placeManyRefusal(chosen)?.code).toBe(code))
})

import { describe, expect, it } from 'vitest'
import { Checklist, itemsOf, openRequired, visitChecklist, type Tick } from './checklist.ts'

const id = (n: number) => `0190aaaa-0000-7000-8000-00000000000${n}`
const item = (n: number, required = false) => ({ id: id(n), text: `Item ${n}`, required })
const tick = (n: number, is_done = true): Tick => ({
  id: id(n),
  text: `Item ${n}`,
  is_done,
  by: 'Max',
  at: '2027-06-09T14:00:00.000Z',
})
const base = {
  status: 'scheduled' as const,
  items: [item(1, true), item(2)],
  kept: null,
  ticks: [],
}

describe('the items of a visit', () => {
  it('are the service’s before it is done', () =>
    expect(itemsOf(base)).toEqual([item(1, true), item(2)]))
  it('are the kept ones once it is done, whatever the service says now', () =>
    expect(itemsOf({ ...base, status: 'completed', kept: [item(3)] })).toEqual([item(3)]))
  it('are none for a visit that was done without a list', () =>
    expect(itemsOf({ ...base, status: 'completed' })).toEqual([]))
  it('keep what was done although the owner removed its item', () =>
    expect(itemsOf({ ...base, ticks: [tick(4), tick(5, false)] })).toEqual([
      item(1, true),
      item(2),
      item(4),
    ]))
})

describe('what is open', () => {
  it.each([
    ['nothing ticked', [], [id(1)]],
    ['ticked', [tick(1)], []],
    ['ticked and taken back', [tick(1, false)], [id(1)]],
    ['another one ticked', [tick(2)], [id(1)]],
  ])('%s', (_, ticks, open) =>
    expect(openRequired(visitChecklist({ ...base, ticks })).map((one) => one.id)).toEqual(open),
  )
  it('says who did it and when', () =>
    expect(visitChecklist({ ...base, ticks: [tick(2)] })[1]).toEqual({
      ...item(2),
      done: { by: 'Max', at: '2027-06-09T14:00:00.000Z' },
    }))
})

it('two items with one id are refused', () => {
  expect(Checklist.safeParse([item(1), item(1)]).success).toBe(false)
  expect(Checklist.safeParse([item(1), item(2)]).success).toBe(true)
})

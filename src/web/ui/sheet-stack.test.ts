import { describe, expect, it } from 'vitest'
import { formatLayers, parseLayers, stepsBetween } from './sheet-stack.ts'

describe('the sheets of an address', () => {
  it.each([
    ['', []],
    ['add', [{ name: 'add', id: '' }]],
    ['visit_0190:2026-11-23', [{ name: 'visit', id: '0190:2026-11-23' }]],
    [
      'visit_0190.visit-hold',
      [
        { name: 'visit', id: '0190' },
        { name: 'visit-hold', id: '' },
      ],
    ],
  ])('%j is read and written', (text, layers) => {
    expect(parseLayers(text)).toEqual(layers)
    expect(formatLayers(layers)).toBe(text)
  })
  it('reads nothing from a mistyped address', () => expect(parseLayers('..')).toEqual([]))
  it('reads nothing from none', () => expect(parseLayers(null)).toEqual([]))
})

describe('the steps from one stack of sheets to another', () => {
  it.each([
    { name: 'opens the first', from: '', to: 'add', pushed: 0, steps: [0, false, 1] },
    {
      name: 'opens one over another',
      from: 'visit',
      to: 'visit.hold',
      pushed: 1,
      steps: [0, false, 1],
    },
    { name: 'closes what was opened here', from: 'add', to: '', pushed: 1, steps: [1, false, 0] },
    { name: 'cuts what a link opened', from: 'add', to: '', pushed: 0, steps: [0, true, 0] },
    { name: 'closes both', from: 'visit.hold', to: '', pushed: 2, steps: [2, false, 0] },
    { name: 'closes one over a link', from: 'visit.hold', to: '', pushed: 1, steps: [1, true, 0] },
    {
      name: 'changes one for another',
      from: 'events',
      to: 'visit',
      pushed: 1,
      steps: [1, false, 1],
    },
    {
      name: 'changes what one is about',
      from: 'visit_a',
      to: 'visit_b',
      pushed: 1,
      steps: [1, false, 1],
    },
    { name: 'stays', from: 'add', to: 'add', pushed: 1, steps: [0, false, 0] },
  ])('$name', ({ from, to, pushed, steps: [back, cut, opens] }) => {
    expect(stepsBetween(parseLayers(from), parseLayers(to), pushed)).toEqual({ back, cut, opens })
  })
})

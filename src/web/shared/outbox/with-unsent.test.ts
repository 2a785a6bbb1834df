import { describe, expect, it } from 'vitest'
import { testVisit } from '../visits/test-visit.ts'
import { afterActs, layOver, shiftAfter } from './with-unsent.ts'

const at = (kind: string, minutes: number, more: object = {}) => ({
  client_id: `${kind} ${minutes}`,
  kind,
  visit: 'a',
  pressed_ms: Date.UTC(2027, 5, 9, 14, minutes),
  text: null,
  ...more,
})
const visit = testVisit('a')

describe('layOver', () => {
  it.each([
    [['en_route'], 'scheduled'],
    [['en_route', 'start'], 'in_progress'],
    [['start', 'finish'], 'completed'],
    [['start', 'finish', 'undo'], 'in_progress'],
    [['finish', 'undo'], 'scheduled'],
    [['finish', 'undo', 'finish'], 'completed'],
    [['not_done', 'undo_not_done'], 'scheduled'],
  ])('%j: %s', (kinds, status) => {
    const [laid] = layOver(
      [visit],
      kinds.map((kind, index) => at(kind, index)),
    )
    expect(laid).toMatchObject({
      status,
      is_waiting: true,
      is_completed: status === 'completed',
      on_the_way_at: kinds.includes('en_route') ? '2027-06-09T14:00:00.000Z' : null,
    })
  })

  it('adds notes, and leaves other stops alone', () => {
    const laid = layOver([visit, { ...visit, id: 'b' }], [at('note', 3, { text: 'Gate broken' })])
    expect(laid[0]!.crew_notes).toEqual([
      { text: 'Gate broken', by: null, at: '2027-06-09T14:03:00.000Z', for_customer: false },
    ])
    expect(laid[1]).toEqual({ ...visit, id: 'b', is_waiting: false })
  })
})

describe('afterActs', () => {
  const applied = { product_id: 'p', product_name: 'Weed B Gon', amount: 25, unit: 'gal' }
  const extra = { name: 'Trim hedge', price_cents: 4500 }
  it.each([
    at('start', 1),
    at('finish', 1),
    at('not_done', 1, { text: 'Dog' }),
    at('note', 1, { text: 'Gate broken' }),
    at('apply_product', 1, { applied }),
    at('extra_work', 1, { extra }),
  ])('$kind counts once, whoever else has laid it down', (act) => {
    const once = afterActs(visit, [act])
    expect(once).not.toEqual(visit)
    expect(afterActs(once, [act])).toEqual(once)
  })
})

describe('products', () => {
  it('show what was recorded, without what was voided', () => {
    const applied = { product_id: 'p', product_name: 'Weed B Gon', amount: 25, unit: 'gal' }
    const acts = [at('apply_product', 1, { applied }), at('apply_product', 2, { applied })]
    const names = (more: object[]) =>
      layOver([visit], [...acts, ...(more as typeof acts)])[0]!.products.map(({ id }) => id)
    expect(names([])).toEqual(['apply_product 1', 'apply_product 2'])
    expect(names([at('void_product', 3, { item: 'apply_product 1' })])).toEqual(['apply_product 2'])
  })
})

describe('shiftAfter', () => {
  const off = {
    active: false,
    shift_id: null,
    started_at: null,
    ended_at: null,
    location: null,
    break_started_at: null,
    needs_review: false,
  }
  it('is as of the last press; presses that change nothing do nothing', () => {
    const acts = [at('clock_in', 1), at('clock_in', 2), at('finish', 3)]
    expect(shiftAfter(off, acts)).toMatchObject({
      active: true,
      started_at: '2027-06-09T14:01:00.000Z',
    })
    expect(shiftAfter(off, [...acts, at('clock_out', 9)])).toMatchObject({
      active: false,
      ended_at: '2027-06-09T14:09:00.000Z',
    })
    expect(shiftAfter(off, [at('clock_out', 9)])).toEqual(off)
  })
  it('knows a break that goes on, until it ends or the shift does', () => {
    const begun = [at('clock_in', 1), at('break_start', 2), at('break_start', 3)]
    expect(shiftAfter(off, begun).break_started_at).toBe('2027-06-09T14:02:00.000Z')
    for (const end of ['break_end', 'clock_out'])
      expect(shiftAfter(off, [...begun, at(end, 4)]).break_started_at).toBeNull()
    expect(shiftAfter(off, [at('break_start', 2)])).toEqual(off)
  })
})

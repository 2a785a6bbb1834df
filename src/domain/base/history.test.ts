import { describe, expect, it } from 'vitest'
import { changesOf } from './history.ts'

describe('changesOf', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['nothing', null, null, []],
    ['the same', { a: 1 }, { a: 1 }, []],
    [
      'a new value',
      { name: 'A', city: 'X' },
      { name: 'B', city: 'X' },
      [{ field: 'name', from: 'A', to: 'B' }],
    ],
    [
      'a value sent, with nothing known before',
      null,
      { price_cents: 500 },
      [{ field: 'price_cents', from: null, to: '500' }],
    ],
    ['a value taken away', { note: 'x' }, { note: '' }, [{ field: 'note', from: 'x', to: null }]],
    ['a list', null, { days: ['mon'] }, [{ field: 'days', from: null, to: '["mon"]' }]],
  ])('tells %s', (_name, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes)
  })
})

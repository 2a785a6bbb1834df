import { describe, expect, it } from 'vitest'
import { date, flag, oneOf, parseSearch, search, stringifySearch, text, whole } from './search.ts'

describe('search', () => {
  const read = search({ q: text, page: whole(1), view: oneOf('list', 'board'), date, inbox: flag })
  it('reads what fits', () => {
    expect(read({ q: 'ana', page: '2', view: 'board', date: '2026-11-20', inbox: '1' })).toEqual({
      q: 'ana',
      page: 2,
      view: 'board',
      date: '2026-11-20',
      inbox: 1,
    })
  })
  it('leaves out what does not', () => {
    expect(
      read({ q: '', page: '0', view: 'map', date: 'today', inbox: 'yes', other: '1' }),
    ).toEqual({})
    for (const date of ['2026-02-30', '2026-99-01', '2026-00-10', '1900-01-01', '2199-12-31'])
      expect(read({ date })).toEqual({})
    expect(read({ date: '2028-02-29' })).toEqual({ date: '2028-02-29' })
  })
})

describe('the codec', () => {
  it('keeps text text, both ways', () => {
    expect(parseSearch('?occurrence_id=123&x=true')).toEqual({ occurrence_id: '123', x: 'true' })
    expect(stringifySearch({ occurrence_id: '123', page: 2, none: undefined, empty: '' })).toBe(
      '?occurrence_id=123&page=2',
    )
  })
  it('writes nothing for nothing', () => expect(stringifySearch({})).toBe(''))
})

import { describe, expect, it } from 'vitest'
import { byId, cursorOf, pageOf, readCursor } from './page.ts'

const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ id: `row ${at + 1}` }))
const id = '019ab1c2-0000-7000-8000-00000000000a'

describe('a page of a list', () => {
  it.each([
    [0, 2, 0, null],
    [1, 2, 1, null],
    [2, 2, 2, null],
    [3, 2, 2, 'row 2'],
  ])(
    '%i rows, page size %i: %i are shown, the next page starts after %j',
    (n, limit, shown, next_cursor) => {
      expect(pageOf(rows(n), limit, byId)).toEqual({ page: rows(shown), next_cursor })
    },
  )
})

describe('a cursor', () => {
  it.each(['', '2026-11-22', 'Müller "&" 李'])('for the key %j round-trips', (key) =>
    expect(readCursor(cursorOf(key, id))).toEqual({ key, id }),
  )
  it.each([
    '',
    'zzz',
    'null',
    cursorOf('a', 'x'),
    cursorOf('a', '-'.repeat(36)),
    Buffer.from('["a"]').toString('base64url'),
  ])('%j is invalid', (cursor) =>
    expect(() => readCursor(cursor)).toThrow('This page no longer exists.'),
  )
  it('with another list’s key is invalid', () =>
    expect(() => readCursor(cursorOf('2026-02-31', id), (key) => key === '2026-02-28')).toThrow(
      'no longer',
    ))
})

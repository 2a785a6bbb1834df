import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScratch, type Scratch } from '../../../test/scratch.ts'
import { asOwner } from './door.ts'
import { readMany, type Columns } from './many.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})
afterAll(() => scratch.drop())

type Row = {
  id: string
  day: string | null
  word: string
  text: string | null
  count: number | null
  flag: boolean
  at: string | null
  integers: number[] | null
  words: string[] | null
  list: unknown[]
  other_day: string | null
}
const columns: Columns<Row> = {
  id: 'id',
  day: 'date',
  word: 'word',
  text: 'text',
  count: 'integer',
  flag: 'flag',
  at: 'moment',
  integers: 'integers',
  words: 'words',
  list: 'list',
  other_day: { kind: 'date', like: 'day' },
}
const query = (count: number) => sql`
  select '0193865d-154b-7eaf-a3d9-00000000000a'::uuid as id, v.day, 'weekly'::text as word, v.text, v.count, v.flag, v.at, v.integers, v.words, v.list, v.other_day
  from generate_series(1, ${count}::int) g, lateral (values
    (1, date '2024-02-29', ${'Café 🐝, "two"\nlines\t'}::text, -12::bigint, true, timestamptz '2026-11-22 02:20:12.5+00', array[1, 5], array['mon', 'fri'], '[{"a": 1}]'::jsonb, date '2024-02-29'),
    (2, null, null, null, false, null, null, null, '[]', '2024-02-29'),
    (3, date '1999-12-31', '', 0, false, timestamptz '2026-01-01 00:00:00+00', '{}', '{}', '[]', '1999-12-31')
  ) v(n, day, text, count, flag, at, integers, words, list, other_day) order by g, n`

describe('many rows', () => {
  const first = {
    id: '0193865d-154b-7eaf-a3d9-00000000000a',
    day: '2024-02-29',
    word: 'weekly',
    text: 'Café 🐝, "two"\nlines\t',
    count: -12,
    flag: true,
    at: '2026-11-22T02:20:12.500Z',
    integers: [1, 5],
    words: ['mon', 'fri'],
    list: [{ a: 1 }],
    other_day: '2024-02-29',
  }
  const none = {
    ...Object.fromEntries(Object.keys(columns).map((name) => [name, null])),
    id: first.id,
    word: 'weekly',
    flag: false,
    list: [],
    other_day: '2024-02-29',
  }
  const empty = {
    ...first,
    day: '1999-12-31',
    text: '',
    count: 0,
    flag: false,
    at: '2026-01-01T00:00:00.000Z',
    integers: [],
    words: [],
    list: [],
    other_day: '1999-12-31',
  }

  it.each([1, 500])('%i times three say what the driver would', async (count) => {
    const rows = await asOwner(scratch.store, (tx) => readMany<Row>(tx, query(count), columns))
    expect(rows).toEqual(Array.from({ length: count }, () => [first, none, empty]).flat())
  })

  it('are none when there are none', async () => {
    expect(await asOwner(scratch.store, (tx) => readMany<Row>(tx, query(0), columns))).toEqual([])
  })

  it('stay apart when a text holds what divides them', async () => {
    const odd = sql`select * from (values (${'a\x1fb\x1dc'}::text, ${'\x1d'}::text), ('', 'last'), (${'\x1f'}::text, ${'\x1dx'}::text)) v(left_text, right_text)`
    const texts: Columns<{ left_text: string; right_text: string }> = { left_text: 'text', right_text: 'text' }
    const rows = await asOwner(scratch.store, (tx) => readMany(tx, odd, texts))
    expect(rows).toEqual([
      { left_text: 'abc', right_text: '' },
      { left_text: '', right_text: 'last' },
      { left_text: '', right_text: 'x' },
    ])
  })

  it('say together that they have nothing to say, and each for itself where one has', async () => {
    const some = sql`select * from (values
      (1, date '2024-02-29', date '2024-02-29', false, null::text, null::bigint), (2, '2024-02-29', '2024-03-01', false, null, null),
      (3, '2024-02-29', '2024-02-29', false, ${'\x1c'}, null), (4, '2024-02-29', '2024-02-29', true, null, 0), (5, '2024-02-29', '2024-02-29', false, '', null)
    ) v(n, day, held, flag, note, count) order by n`
    const rows = await asOwner(scratch.store, (tx) =>
      readMany(tx, some, {
        note: { kind: 'text', with: 'changed' },
        held: { kind: 'date', like: 'day', with: 'changed' },
        flag: { kind: 'flag', with: 'changed' },
        n: 'integer',
        day: 'date',
        count: { kind: 'integer', with: 'changed' },
      } satisfies Columns<{ n: number; day: string; held: string; flag: boolean; note: string | null; count: number | null }>),
    )
    const [day, later] = ['2024-02-29', '2024-03-01']
    expect(rows).toEqual([
      { n: 1, day, held: day, flag: false, note: null, count: null },
      { n: 2, day, held: later, flag: false, note: null, count: null },
      { n: 3, day, held: day, flag: false, note: '\x1c', count: null },
      { n: 4, day, held: day, flag: true, note: null, count: 0 },
      { n: 5, day, held: day, flag: false, note: '', count: null },
    ])
  })

  it('are whole when a text begins with the mark of what is missing', async () => {
    const odd = sql`select * from (values (${'\x1dabc'}::text, 'second'), ('third', null)) v(left_text, right_text)`
    const texts: Columns<{ left_text: string; right_text: string | null }> = { left_text: 'text', right_text: 'text' }
    expect(await asOwner(scratch.store, (tx) => readMany(tx, odd, texts))).toEqual([
      { left_text: '\x1dabc', right_text: 'second' },
      { left_text: 'third', right_text: null },
    ])
  })
})

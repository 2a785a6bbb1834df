import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { addDays } from '../../src/domain/base/dates.ts'
import type { Role } from '../../src/domain/base/roles.ts'
import { signInAsEach } from '../as-roles.ts'
import { lists, type Facts, type List, type Row } from '../lists/lists.ts'
import { copyRows } from '../lists/rows.ts'
import { fillTables } from '../null-sweep.ts'
import { openWorld, type Caller, type OpenWorld } from '../world.ts'

// Each list page by page, whole and by each filter, search and sort that its declaration takes, against the rows of the whole list.
const paging = ['cursor', 'page', 'limit', 'starting_after']
const order = ['sort', 'direction']
const declared = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([key, { query }]) =>
    key.startsWith('GET ') && query && ['cursor', 'page'].some((name) => name in query.shape),
)
const paramsOf = (key: string): [string, z.ZodType][] =>
  Object.entries((calls as Record<string, CallDeclaration>)[key]!.query!.shape)

let open: OpenWorld
let as: Record<Role, Caller>
const factsFor = new Map<Role, Facts>()
let asked = 0
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
  as = await signInAsEach(open)
  const { green } = open.world
  for (const role of ['owner', 'admin', 'sales'] as const)
    factsFor.set(role, {
      zone: 'America/New_York',
      me: (await as[role]('GET /api/users/me')).body.id,
      casey: green.customers['casey']!.id,
      green: green.id,
      today: green.today,
    })
  await holdVisits()
  await fillTables(open)
  for (const { role, copies } of Object.values(lists))
    for (const one of copies(factsFor.get(role)!)) await copyRows(open, one)
}, 120_000)
afterAll(async () => {
  console.log(`${declared.length} lists, ${asked} pages`)
  await open?.close()
})

/** The tray holds visits of the plan; all of them since the same moment. */
async function holdVisits(): Promise<void> {
  const { today } = open.world.green
  const { body } = await as.owner('GET /api/schedule', {
    query: { from: today, to: addDays(today, 27) },
  })
  const planned = (body.occurrences as Row[]).filter(({ status }) => status === 'scheduled')
  for (const { id } of planned.slice(0, 12))
    await as.owner('POST /api/schedule/{rule_id}/hold', {
      params: { rule_id: id },
      body: { reason: 'Rain' },
    })
  await open.rows(
    "update visits set held_at = timestamptz '2027-06-01 14:00:00.123456+00' where held_at is not null",
  )
}

type Query = Record<string, string>
type Answer = { rows: Row[]; next: Query | null }
type Paged = { page: number; totalPages: number } | { next_cursor: string | null }

async function page(key: string, query: Query): Promise<Answer> {
  asked += 1
  const { role, params } = lists[key]!
  const { status, body } = await as[role].raw<Paged>(key, {
    query,
    ...(params ? { params: params(factsFor.get(role)!) } : {}),
  })
  if (status !== 200) throw new Error(`${key} ${JSON.stringify(query)}: ${JSON.stringify(body)}`)
  const rows = Object.values(body).find(Array.isArray) as Row[]
  const next: Query | null =
    'totalPages' in body
      ? body.page < body.totalPages
        ? { page: String(body.page + 1) }
        : null
      : body.next_cursor === null
        ? null
        : { cursor: body.next_cursor }
  return { rows, next }
}

const usual = (key: string): Query => {
  const { role, whole: all } = lists[key]!
  return all?.(factsFor.get(role)!) ?? {}
}

/** The whole list at once, or as many pages of the largest size as it takes. */
async function whole(key: string, query: Query): Promise<Row[]> {
  const rows: Row[] = []
  const largest = Math.max(
    ...[1000, 500, 200, 100].filter(
      (limit) =>
        (calls as Record<string, CallDeclaration>)[key]!.query!.shape['limit']!.safeParse(limit)
          .success,
    ),
  )
  for (let next: Query | null = {}; next;) {
    const answer: Answer = await page(key, { ...query, ...next, limit: String(largest) })
    rows.push(...answer.rows)
    next = answer.next
  }
  return rows
}

const idOf = (row: Row): string => row['id'] ?? row['rule_id'] ?? row['visit']?.id
const idsOf = (rows: Row[]) => rows.map(idOf)

/** Small pages, joined; five of them or more, if there are as many rows. */
async function joined(key: string, query: Query, count: number): Promise<string[]> {
  const ids: string[] = []
  const limit = String(Math.max(1, Math.floor(count / 5)))
  let pages = 0
  for (let next: Query | null = {}; next && pages < 40; pages += 1) {
    const answer: Answer = await page(key, { ...query, ...next, limit })
    ids.push(...idsOf(answer.rows))
    next = answer.next
  }
  return ids
}

const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]|\.(?!\d)/g, '')
    .toLowerCase()
/** What is typed: marks, parts of them, and the letters of those with accents. */
const typed = [
  '%',
  '_',
  "'",
  '"',
  '\\',
  '100%',
  'e_c',
  'snake_case',
  `O'B`,
  'k\\s',
  'Élan',
  'Müñoz',
]
const typedWords = [...typed, 'elan', 'MUNOZ', 'obrien', '100% lawn', 'lawn 100%']

function finds({ search }: List, row: Row, text: string): boolean {
  const shown = search!.in(row).filter((one) => typeof one === 'string')
  if (search!.by === 'text')
    return shown.some((one) => one.toLowerCase().includes(text.toLowerCase()))
  const words = withoutAccents(text)
    .split(' ')
    .filter((word) => /[a-z0-9]/.test(word))
  return words.every((word) => shown.some((one) => withoutAccents(one).includes(word)))
}

/** The values a declaration lists. */
function listed(schema: z.ZodType): string[] {
  type Json = { enum?: unknown[]; const?: unknown; anyOf?: Json[] }
  const of = ({ enum: all = [], const: one, anyOf = [] }: Json): unknown[] => [
    ...all,
    one,
    ...anyOf.flatMap(of),
  ]
  const values = of(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const isFlag = values.includes('false')
  return values.filter(
    (one): one is string =>
      typeof one === 'string' && one !== '' && (!isFlag || one === 'true' || one === 'false'),
  )
}

/** The values a filter is tried with: all that it declares, or those that some rows have and some don't. */
function valuesOf(
  list: List,
  name: string,
  schema: z.ZodType,
  rows: Row[],
  facts: Facts,
): string[] {
  const all = listed(schema)
  if (all.length > 0) return all
  const seen = rows.flatMap((row) => [
    row[name],
    row['id'],
    row['person']?.id,
    row['organization']?.id,
    row['team_id'],
    row['tags']?.[0],
    row['status'],
    row['services']?.[0]?.key,
    ...['at', 'created_at', 'date'].map((field) => row[field]?.slice(0, 10)),
  ])
  return [...new Set(seen)]
    .filter((one): one is string => typeof one === 'string' && schema.safeParse(one).success)
    .filter((value) => {
      const kept = rows.filter((row) => keeps(list, name, row, value, facts)).length
      return list.part?.[name] !== undefined || (kept > 0 && kept < rows.length)
    })
    .slice(0, 3)
}

const keeps = (list: List, name: string, row: Row, value: string, facts: Facts): boolean =>
  list.keeps?.[name] ? list.keeps[name](row, value, facts) : row[name] === value

it('every list that its declaration pages is known here, and nothing else', () => {
  expect(Object.keys(lists).toSorted()).toEqual(declared.map(([key]) => key).toSorted())
  const unknown = Object.entries(lists).flatMap(([key, { keeps: kept, part, apart, alike }]) =>
    Object.keys({ ...kept, ...part, ...apart, ...alike })
      .filter((name) => !paramsOf(key).some(([one]) => one === name))
      .map((name) => `${key} ${name}`),
  )
  expect(unknown).toEqual([])
})

describe.each(Object.keys(lists))('%s', (key) => {
  const list = lists[key]!
  const facts = () => factsFor.get(list.role)!

  it('goes on from page to page, as a whole and by each filter', async () => {
    const base = usual(key)
    const rows = await whole(key, base)
    expect(rows.length, 'rows to page through').toBeGreaterThan(5)
    expect(await joined(key, base, rows.length)).toEqual(idsOf(rows))
    for (const [name, schema] of paramsOf(key)) {
      if ([...paging, ...order, 'q', 'search'].includes(name) || list.alike?.[name]) continue
      const values = valuesOf(list, name, schema, rows, facts())
      expect(values.length, `values of ${name}`).toBeGreaterThan(0)
      for (const value of values) {
        const query = { ...base, [name]: value }
        const found = idsOf(await whole(key, query))
        const text = `${name}=${value}`
        if (list.part?.[name]) expect(idsOf(rows), text).toEqual(expect.arrayContaining(found))
        else if (!list.apart?.[name])
          expect(found, text).toEqual(
            idsOf(rows.filter((row) => keeps(list, name, row, value, facts()))),
          )
        expect(await joined(key, query, found.length), text).toEqual(found)
      }
    }
  })

  it.runIf(list.search)('finds what was typed, letter by letter', async () => {
    const base = usual(key)
    const rows = await whole(key, base)
    const [name] = paramsOf(key).find(([one]) => one === 'q' || one === 'search')!
    for (const text of list.search!.by === 'words' ? typedWords : typed) {
      const query = { ...base, [name]: text }
      const found = idsOf(await whole(key, query))
      const kept = idsOf(rows.filter((row) => finds(list, row, text)))
      expect(kept.length, text).toBeGreaterThan(0)
      expect(found.toSorted(), `“${text}”`).toEqual(kept.toSorted())
      expect(await joined(key, query, found.length), `“${text}”`).toEqual(found)
    }
  })

  it.runIf(paramsOf(key).some(([name]) => name === 'sort'))('sorts', async () => {
    const fields: Record<string, (row: Row) => string | number> = {
      name: (row) => (row['name'] ?? row['email'] ?? row['phone_number'] ?? '').toLowerCase(),
      balance: (row) => row['balance_cents'],
      paid: (row) => row['paid_cents'],
      last_visit: (row) => row['last_visit'] ?? '',
      added: (row) => row['created_at'],
    }
    const [, schema] = paramsOf(key).find(([name]) => name === 'sort')!
    expect(Object.keys(fields)).toEqual((schema as z.ZodDefault<z.ZodEnum>).unwrap().options)
    for (const [sort, of] of Object.entries(fields))
      for (const direction of ['asc', 'desc'])
        for (const more of [{}, { q: 'e' }, { status: 'active' }] as Query[]) {
          const query = { sort, direction, ...more }
          const rows = await whole(key, query)
          const text = JSON.stringify(query)
          const values = rows.map(of)
          for (const [at, value] of values.slice(1).entries())
            expect(direction === 'asc' ? values[at]! <= value : values[at]! >= value, text).toBe(
              true,
            )
          expect(await joined(key, query, rows.length), text).toEqual(idsOf(rows))
        }
  })
})

import { describe, expect, it } from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { areaOf, areas, namedAreas } from './planted/areas.ts'
import { isEqual, readEqual, staleIn } from './planted/equal.ts'
import { faultsIn, planted } from './planted/operators.ts'
import { caughtOf } from './planted/together.ts'
import { productFiles, read, root } from './source.ts'

const file = 'src/server/things/write.ts'
/** What becomes of a source text, for each fault of one kind that can be planted in it. */
const becomes = (operator: string, source: string): string[] =>
  faultsIn(file, source)
    .filter((fault) => fault.operator === operator)
    .map((fault) => planted(source, fault))

describe('faults', () => {
  it.each<[operator: string, source: string, ...expected: string[]]>([
    ['comparison', 'a < b', 'a <= b'],
    ['comparison', 'a >= (b + c)', 'a > (b + c)'],
    ['comparison', 'a === b', 'a !== b'],
    ['comparison', 'Math.max(a, 0)', 'Math.min(a, 0)'],
    ['comparison', 'type A = B extends C ? 1 : 2'],
    [
      'comparison',
      'sql`where a <= ${b} and c > 1`',
      'sql`where a < ${b} and c > 1`',
      'sql`where a <= ${b} and c >= 1`',
    ],
    ['and, or', 'a && b', 'a || b'],
    ['and, or', '(a ?? b) || c', '(a ?? b) && c'],
    ['and, or', 'a ?? b'],
    ['sign', 'a + 1', 'a - 1'],
    ['sign', "a + 'b'"],
    ['sign', 'total += -x', 'total -= -x', 'total += x'],
    ['another number', 'max(3)', 'max(4)', 'max(2)'],
    ['another number', 'max(120)', 'max(240)'],
    ['another number', 'reply.code(409)', 'reply.code(410)', 'reply.code(408)'],
    ['another number', 'const wait_ms = 5_000'],
    ['another number', '<Stack gap={4} />'],
    ['true, false', 'f(true)', 'f(false)'],
    ['condition negated', 'if (a) b()', 'if (!(a)) b()'],
    ['condition negated', 'all.filter((one) => one.open)', 'all.filter((one) => !(one.open))'],
    ['call left out', 'await rightsChanged(tx, id)', ''],
    ['call left out', 'if (a) enforce(b)', 'if (a) {}'],
    ['call left out', 'void queryClient.clear()', ''],
    ['call left out', 'log.info("started")'],
    ['call left out', 'const a = f()'],
    ['lock dropped', 'query.where(a).forUpdate().execute()', 'query.where(a).execute()'],
    ['lock dropped', 'sql`select 1 for no key update of a`', 'sql`select 1 `'],
    ['condition left out', "tx.a().where('b', '=', 1).execute()", 'tx.a().execute()'],
    ['condition left out', "app.on('error', () => stop())"],
    [
      'condition left out',
      'sql`select 1 from a where b = (c and d) and e between 1 and ${f} or g order by h`',
      'sql`select 1 from a where true and e between 1 and ${f} or g order by h`',
      'sql`select 1 from a where b = (c and true) and e between 1 and ${f} or g order by h`',
      'sql`select 1 from a where b = (c and d) and true or g order by h`',
      'sql`select 1 from a where b = (c and d) and e between 1 and ${f} or false order by h`',
    ],
    ['condition left out', 'sql`join a on a.organization_id = b.organization_id`'],
    ['entry left out', 'eb.or([a, b])', 'eb.or([b])', 'eb.or([a])'],
    [
      'entry left out',
      "const open = ['sent', 'due']",
      "const open = ['due']",
      "const open = ['sent']",
    ],
    ['entry left out', "call(['A sentence.'])"],
    ['entry left out', "tx.select(['id', 'name'])"],
    [
      'entry left out',
      'await Promise.all([a(), b()])',
      'await Promise.all([b()])',
      'await Promise.all([a()])',
    ],
    ['state left out', "sql`a in ('b', 'c')`", "sql`a in ('c')`", "sql`a in ('b')`"],
    ['field left out', 'tx.values({ a, b: 1 })', 'tx.values({ b: 1 })', 'tx.values({ a })'],
    ['field left out', 'tx.set({ a })', 'tx.set({})'],
    [
      'field left out',
      'sql`update t set a = 1, b = f(2, 3) where c`',
      'sql`update t set b = f(2, 3) where c`',
      'sql`update t set a = 1 where c`',
    ],
    [
      'key too small',
      'const chargeKey = (a) => `charge:${a.id}:${a.n}`',
      'const chargeKey = (a) => `charge::${a.n}`',
      'const chargeKey = (a) => `charge:${a.id}:`',
    ],
    ['key too small', 'hashOf(params, body)', 'hashOf(body)', 'hashOf(params)'],
    [
      'key too small',
      "f({ queryKey: ['a', id] })",
      'f({ queryKey: [id] })',
      "f({ queryKey: ['a'] })",
    ],
    ['dependency left out', 'useEffect(run, [a, b])', 'useEffect(run, [b])', 'useEffect(run, [a])'],
    ['UTC', 'todayIn(org.time_zone, now)', "todayIn('UTC', now)"],
    ['UTC', 'f({ timeZone })', "f({ timeZone: 'UTC' })"],
    ['UTC', 'sql`now() at time zone ${zone}`', "sql`now() at time zone 'UTC'`"],
    ['UTC', 'sql`(now() at time zone o.time_zone)::date`', "sql`(now() at time zone 'UTC')::date`"],
    ['await left out', 'return (await a).b', 'return (a).b'],
  ])('%s in %s', (operator, source, ...expected) => {
    expect(becomes(operator, source)).toEqual(expected)
  })

  it('say which line changes, when it runs and for which call', () => {
    const source = `export const calls = {
  'POST /api/owner/things': {
    roles: ['owner', 'office'],
    handle: () => a < b,
  },
}`
    expect(
      faultsIn(file, source).map(({ line, before, after, isTopLevel, call }) => ({
        line,
        before,
        after,
        isTopLevel,
        call,
      })),
    ).toEqual([
      {
        line: 3,
        before: "roles: ['owner', 'office'],",
        after: "roles: ['office'],",
        isTopLevel: true,
        call: 'POST /api/owner/things',
      },
      {
        line: 3,
        before: "roles: ['owner', 'office'],",
        after: "roles: ['owner'],",
        isTopLevel: true,
        call: 'POST /api/owner/things',
      },
      {
        line: 4,
        before: 'handle: () => a < b,',
        after: 'handle: () => a <= b,',
        isTopLevel: false,
        call: 'POST /api/owner/things',
      },
    ])
  })
})

describe('areas', () => {
  const product = productFiles.filter((one) => one.startsWith('src/'))

  it('hold every product file', () => {
    const held = new Set(product.map(areaOf))
    expect([...held].toSorted()).toEqual(areas.map(({ area }) => area).toSorted())
  })

  it('name each file at most once', () => {
    const twice = product.filter(
      (one) =>
        namedAreas.flatMap(({ paths }) => paths.filter((path) => one.startsWith(path))).length > 1,
    )
    expect(twice).toEqual([])
  })

  it('name nothing that is gone', () => {
    const paths = namedAreas.flatMap((one) => one.paths)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('faults that make no difference', () => {
  it('can still be planted', () => {
    expect(staleIn(readEqual(), (one) => (existsSync(join(root, one)) ? read(one) : ''))).toEqual(
      [],
    )
  })

  it('are known by file, line and change, and are stale once the line changes', () => {
    const list = readEqual(`# A comment\n${file}\n- a < b\n+ a <= b\nBoth are the same here.\n`)
    const [fault] = faultsIn(file, 'a  <  b')
    expect(isEqual(fault!, list)).toBe(true)
    expect(staleIn(list, () => 'a < b')).toEqual([])
    expect(staleIn(list, () => 'a < c')).toEqual([`${file}: a < b`])
  })
})

describe('faults planted together', () => {
  const [first, second, third, fourth, fifth] = faultsIn(file, 'a < b\nc < d\ne < f\ng < h\ni < j')
  const faults = [first!, second!, third!, fourth!, fifth!]
  const testsFor = () => ['broken.test.ts', 'one.test.ts', 'two.test.ts', 'by-chance.test.ts']

  it('are told apart by halves, by the tests that failed', async () => {
    const caught = await caughtOf(faults, testsFor, (some, tests) =>
      Promise.resolve(
        tests.filter(
          (test) =>
            (test === 'one.test.ts' && some.includes(second!)) ||
            (test === 'two.test.ts' && (some.includes(second!) || some.includes(fourth!))) ||
            // Fails now and then, or always, whatever is planted.
            (test === 'by-chance.test.ts' && some.length > 1) ||
            test === 'broken.test.ts',
        ),
      ),
    )
    expect([...caught]).toEqual([
      [second, 'one.test.ts'],
      [fourth, 'two.test.ts'],
    ])
  })

  it('survive where no test runs them, and cost one run where all survive', async () => {
    let runs = 0
    const green = () => {
      runs += 1
      return Promise.resolve([])
    }
    expect(await caughtOf(faults, () => [], green)).toEqual(new Map())
    expect(runs).toBe(0)
    expect(await caughtOf(faults, testsFor, green)).toEqual(new Map())
    expect(runs).toBe(1)
  })
})

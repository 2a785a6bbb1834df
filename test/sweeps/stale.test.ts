import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { firstOf, openAsker, refusalIn, type Asker } from '../accepted.ts'
import type { Ask } from '../costs/samples.ts'
import { standsOf } from '../stands.ts'
import { callsOfWeb } from '../web-calls.ts'
import { openWorld, type OpenWorld, type Reply } from '../world.ts'
import { noteWrites, type Change, type Writes } from '../writes.ts'

// Each call that says what its caller has seen: refused if that has changed meanwhile, and the web always says it.

/** Names of fields that hold what the caller has seen: a row's version, or something else that shows a change. */
const versionField = /^(?:expected_)?version$/
const otherSeen = /^(?:seen_id|preview|total_cents)$/

type Named = { key: string; field: string }
const declaring = (pattern: RegExp): Named[] =>
  Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) =>
    key.startsWith('GET ')
      ? []
      : [call.body, call.query]
          .flatMap((schema) => (schema ? fieldsOf(schema) : []))
          .filter((field) => pattern.test(field))
          .map((field) => ({ key, field })),
  )
const versioned = declaring(versionField)
const seeing = declaring(otherSeen)

/** The names of all fields a schema takes, at any depth. */
function fieldsOf(schema: z.ZodType): string[] {
  const names = new Set<string>()
  const walk = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return
    const { properties } = part as { properties?: Record<string, unknown> }
    for (const name of Object.keys(properties ?? {})) names.add(name)
    Object.values(part).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }))
  return [...names]
}

let open: OpenWorld
let asker: Asker
let writes: Writes
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
  asker = await openAsker(open)
  writes = await noteWrites(open)
})
afterAll(() => open?.close())

/** What a call did, without the notes that it was made and that somebody was here. */
const effects = async (): Promise<Change[]> =>
  (await writes.changes()).filter(({ table }) => !['audit', 'people'].includes(table))

type Found = { stale: [Reply, string | null]; left: unknown; current: [Reply, string | null] }

it.each(versioned)(
  '$key refuses an old $field, changes nothing, takes the current one',
  async (one) => {
    const found = await firstOf(asker.attemptsFor(one.key), writes.undone, (ask) => tried(one, ask))
    expect(found, 'nothing that was tried is accepted with the current version').not.toBeNull()
    const { stale, left } = found!
    expect(
      ['stale', 'version_conflict', 'update_changed'],
      JSON.stringify(stale[0].body),
    ).toContain(stale[1])
    if (stale[0].status >= 400) expect(stale[0].status).toBe(409)
    expect(left).toEqual([])
  },
)

/** Null unless the call is accepted with the current version, and does something then. */
async function tried({ key, field }: Named, ask: Ask): Promise<Found | null> {
  const version = await changedMeanwhile(key, ask)
  if (version === null) return null
  const before = await effects()
  const send = async (value: number): Promise<[Reply, string | null]> => {
    const reply = await asker.send(key, withField(key, ask, field, value))
    return [reply, refusalIn(reply)]
  }
  const stale = await send(version - 1)
  const after = await effects()
  const left = after.filter((one) => !before.some((was) => isSame(was, one)))
  const current = await send(version)
  const did = (await effects()).some((one) => !after.some((was) => isSame(was, one)))
  return current[1] === null && did ? { stale, left, current } : null
}

const isSame = (a: Change, b: Change): boolean => JSON.stringify(a) === JSON.stringify(b)

function withField(key: string, ask: Ask, field: string, value: unknown): Ask {
  const { body = {}, query = {} } = ask as { body?: Record<string, unknown>; query?: object }
  if (asker.declared[key]!.query) return { ...ask, query: { ...query, [field]: value } }
  const { visits } = body as { visits?: object[] }
  if (visits)
    return { ...ask, body: { ...body, visits: visits.map((one) => ({ ...one, [field]: value })) } }
  return { ...ask, body: { ...body, [field]: value } }
}

const tables: [RegExp, string][] = [
  [/\/customers\//, 'customers'],
  [/\/invoices\//, 'invoices'],
  [/\/leads\//, 'platform_leads'],
  [/\/product-updates\//, 'product_updates'],
  [/\/services\//, 'services'],
]

/** Somebody else changes the row a call is about. Its version then; null if there is no such row. */
async function changedMeanwhile(key: string, { params, body }: Ask): Promise<number | null> {
  const bump = async (table: string, where: string, values: unknown[]) =>
    (
      await open.rows<{ version: number }>(
        `update ${table} set version = version + 1 where ${where} returning version`,
        values,
      )
    )[0]?.version ?? null
  if (key.includes('/organization/')) return bump('organizations', 'id = $1', [open.world.green.id])
  if (key.includes('/schedule/')) {
    const { rule_id, visits } = (body ?? {}) as {
      rule_id?: string
      visits?: { occurrence_id: string }[]
    }
    const visit = params?.['rule_id'] ?? rule_id ?? visits?.[0]?.occurrence_id ?? ''
    const bumpVisit = () => bump('visits', "series_id || ':' || original_date = $1", [visit])
    const there = await bumpVisit()
    if (there !== null) return there
    // It gets a row once it is changed.
    const sent = { body: { rule_id: visit, start_time: '08:10' } }
    await asker.send('POST /api/schedule/set-time', sent)
    return bumpVisit()
  }
  const table = tables.find(([pattern]) => pattern.test(key))?.[1]
  if (!table) throw new Error(`Which row is ${key} about?`)
  return bump(table, 'id = $1', [params!['id']])
}

/** What the caller has seen otherwise: something happens that it does not show. */
const meanwhile = (): Record<
  string,
  { code: string; happens: () => Promise<unknown>; seen: () => Promise<unknown> }
> => {
  const { hear, issued, casey } = standsOf(open)
  const before = async (key: string, ask: Ask = {}) =>
    (await asker.send(key, { role: 'owner', ...ask })).body
  return {
    'POST /api/users/billing/pay-all': {
      code: 'amount_changed',
      happens: () => issued(before),
      seen: async () => (await before('GET /api/users/billing/owed', { role: 'user' })).total_cents,
    },
    'POST /api/owner/threads/{id}/replies': {
      code: 'thread_moved_on',
      happens: hear,
      seen: async () =>
        (
          await open.rows("select id from messages where direction = 'in' order by id desc limit 1")
        )[0]!.id,
    },
    'POST /api/owner/price-campaigns': {
      code: 'campaign_stale',
      happens: () =>
        before('POST /api/schedule', {
          body: {
            customer_id: casey.id,
            service_key: 'mowing',
            pattern: 'weekly',
            start_date: open.world.green.today,
          },
        }),
      seen: async () => null,
    },
  }
}

it.each(seeing)('$key refuses a $field that is not so any more', async ({ key, field }) => {
  const { code, happens, seen } = meanwhile()[key] ?? {}
  if (!code) throw new Error(`Say what happens meanwhile to ${key}.`)
  const accepted = await firstOf(asker.attemptsFor(key), writes.undone, async (ask) =>
    refusalIn(await asker.send(key, ask)) === null ? true : null,
  )
  expect(accepted, 'accepted if nothing happened').toBe(true)
  await firstOf(asker.attemptsFor(key), writes.undone, async (ask) => {
    await happens!()
    const before = await effects()
    expect(await asker.send(key, ask)).toMatchObject({ status: 409, body: { code } })
    expect(await effects()).toEqual(before)
    const now = await seen!()
    if (now !== null)
      expect(refusalIn(await asker.send(key, withField(key, ask, field, now)))).toBeNull()
    return true
  })
})

/** Where the web does not say what it has seen, and why it need not. */
const silent: Record<string, string> = {
  'src/web/platform/sales/LeadSheet.tsx PATCH /api/sales/leads/{id}':
    'sends only what was changed in it, so that it keeps what a colleague changed',
  'src/web/platform/sales/queries.ts PATCH /api/sales/leads/{id}':
    'one press that sets one thing, whatever else the lead says',
}

it('the web says what it has seen wherever a call takes it', () => {
  const made = callsOfWeb()
  const found = [...versioned, ...seeing].flatMap(({ key, field }) => {
    const here = made.filter(({ call }) => call === key)
    if (!here.length) return [`${key} is made nowhere`]
    return here.filter(({ sends }) => !sends.has(field)).map(({ file }) => `${file} ${key}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(silent).toSorted())
  console.log(`${versioned.length + seeing.length} calls say what was seen`)
})

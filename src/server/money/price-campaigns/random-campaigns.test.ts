import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import { rounds } from '../../../../test/rounds.ts'

let open: OpenWorld
let owner: Caller
let org: string
let today: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  const row = await open.row<{ id: string; time_zone: string }>(
    "select id, time_zone from organizations where name = 'Green Acres Lawn Care'",
  )
  org = row.id
  today = todayIn(row.time_zone, new Date().toISOString())
})
afterAll(() => open?.close())

const runs = rounds(20, 'RANDOM_CAMPAIGNS')
const day = fc.integer({ min: 0, max: 8 })
const act = fc.oneof(
  fc.record({ do: fc.constant('move' as const), day, by: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constantFrom('skip' as const, 'hold' as const, 'complete' as const), day }),
  fc.record({ do: fc.constant('own price' as const), day, cents: fc.constantFrom(3000, 6000) }),
  fc.record({ do: fc.constant('edit' as const), day, notes: fc.constantFrom('Dog', 'Gate') }),
  fc.record({ do: fc.constant('later price' as const), day, cents: fc.constantFrom(4000, 4600) }),
)
const plan = fc.record({
  cents: fc.constantFrom(null, 0, 4500, 4999),
  pattern: fc.constantFrom('weekly', 'every_x_weeks', 'monthly'),
  ends: fc.boolean(),
  acts: fc.array(act, { maxLength: 4 }),
})
const raise = fc.oneof(
  fc.record({
    by: fc.constant('percent' as const),
    hundredths: fc.integer({ min: 1, max: 3000 }),
    round_to: fc.constantFrom(1, 5, 50, 100),
  }),
  fc.record({ by: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 900 }) }),
)
/** What customers and crews may do between the campaign and its undo, without touching a plan. */
const since = fc.array(
  fc.record({
    do: fc.constantFrom('move' as const, 'skip' as const, 'own price' as const),
    day,
    by: fc.integer({ min: 1, max: 6 }),
    cents: fc.constant(5100),
  }),
  { maxLength: 3 },
)

type Plan = typeof plan extends fc.Arbitrary<infer One> ? One : never
type Act = { do: string; day: number; by?: number; cents?: number; notes?: string }
const send = (series_id: string, one: Act) => {
  const date = addDays(today, 7 * one.day)
  const visit = { params: { rule_id: `${series_id}:${date}` } }
  if (one.do === 'move')
    return owner('POST /api/schedule/{rule_id}/reschedule', {
      ...visit,
      body: { to_date: addDays(date, one.by!) },
    })
  if (one.do === 'hold')
    return owner('POST /api/schedule/{rule_id}/hold', { ...visit, body: { reason: 'Gate locked' } })
  if (one.do === 'skip' || one.do === 'complete')
    return owner(`POST /api/schedule/{rule_id}/${one.do}`, { ...visit, body: {} })
  return owner('PATCH /api/schedule/{rule_id}', {
    ...visit,
    body: {
      scope: one.do === 'own price' ? 'this' : 'following',
      date,
      ...(one.notes ? { notes: one.notes } : { price_cents: one.cents }),
    },
  })
}

let n = 0
async function addSeries({ cents, pattern, ends, acts }: Plan) {
  const { id } = await open.row<{ id: string }>(
    "insert into customers (organization_id, name, status, was_active) values ($1, $2, 'active', true) returning id",
    [org, `Random ${n++}`],
  )
  const { body } = await owner('POST /api/schedule', {
    body: {
      customer_id: id,
      service_key: 'mowing',
      pattern,
      ...(pattern === 'every_x_weeks' ? { interval: 2 } : {}),
      start_date: today,
      end_date: ends ? addDays(today, 45) : null,
      ...(cents === null ? {} : { price_cents: cents }),
    },
  })
  for (const one of acts) await send(body.series_id, one)
  return { id: id, series_id: body.series_id }
}

/** Everything the plans say: live segments to the byte, and touched visits with the segment each belongs to. */
const stored = async (ids: readonly string[]) =>
  JSON.stringify([
    await open.rows(
      'select to_jsonb(r) as row from rules r where series_id = any ($1::uuid[]) and removed_at is null order by series_id, start_date, id',
      [`{${ids.join(',')}}`],
    ),
    await open.rows(
      'select to_jsonb(v) as row from visits v where series_id = any ($1::uuid[]) and version > 0 order by series_id, original_date',
      [`{${ids.join(',')}}`],
    ),
  ])
/** Touched visits without the segment they belong to. */
const visits = async (ids: readonly string[]) =>
  open.rows(
    "select to_jsonb(v) - 'rule_id' as row from visits v where series_id = any ($1::uuid[]) and version > 0 order by series_id, original_date",
    [`{${ids.join(',')}}`],
  )

describe('random campaigns', () => {
  it(
    'are undone to the byte, also when visits were moved, skipped or priced in between',
    { timeout: 60_000 + runs * 5000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(plan, { minLength: 1, maxLength: 4 }),
          raise,
          fc.integer({ min: 0, max: 50 }),
          since,
          async (plans, by, days, between) => {
            const all = []
            for (const one of plans) all.push(await addSeries(one))
            const ids = all.map((one) => one.series_id)
            const body = {
              filter: { customer_ids: all.map(({ id }) => id) },
              raise: by,
              effective_on: addDays(today, days),
              subject: 'New prices',
              text: 'From {date} {new_price}',
              tells: false,
            }
            const before = await stored(ids)
            const { preview, lines } = (
              await owner('POST /api/owner/price-campaigns/preview', { body })
            ).body
            expect(await stored(ids)).toBe(before)
            // A round whose raise reaches nobody shows nothing, so another takes its place.
            fc.pre(lines.length > 0)
            const done = await owner('POST /api/owner/price-campaigns', {
              body: { ...body, preview },
            })
            expect(done.status).toBe(201)
            const undo = () =>
              owner('POST /api/owner/price-campaigns/{id}/undo', { params: { id: done.body.id } })
            if (!between.length) {
              expect((await undo()).status).toBe(200)
              expect(await stored(ids)).toBe(before)
              return
            }
            for (const one of between) await send(ids[0]!, one)
            const touched = await visits(ids)
            expect((await undo()).body.left).toBe(0)
            // No visit belongs to a segment that the campaign made.
            expect(
              await open.rows(
                `select 1 from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
                where v.series_id = any ($1::uuid[]) and r.id::text in (select m ->> 'id' from price_campaign_lines l, jsonb_array_elements(l.image -> 'made') m where l.campaign_id = $2)`,
                [`{${ids.join(',')}}`, done.body.id],
              ),
            ).toEqual([])
            expect(await visits(ids)).toEqual(touched)
            expect(JSON.parse(await stored(ids))[0]).toEqual(JSON.parse(before)[0])
          },
        ),
        { numRuns: runs },
      )
    },
  )
})

import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerStatuses } from '../src/domain/customers/customer.ts'
import { folded, streetKey } from '../src/domain/base/search.ts'
import { openWorld, type BodyFor, type BodyFrom, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

type Listed = BodyFrom<'GET /api/owner/customers'>['customers'][number]
const list = async (query: Record<string, unknown>, who = owner) =>
  (await who('GET /api/owner/customers', { query })).body.customers
const names = async (query: Record<string, unknown>): Promise<string[]> =>
  (await list(query)).map((one) => one.name!).toSorted()
const totals = async (query: Record<string, unknown>) =>
  (await owner('GET /api/owner/customers/totals', { query })).body
const add = async (body: BodyFor<'POST /api/owner/customers'>) =>
  (await owner('POST /api/owner/customers', { body })).body
const customer = (key: string): string => open.world.green.customers[key]!.id

describe('a search', () => {
  beforeAll(async () => {
    await add({
      name: 'Élodie O’Brien',
      phone_number: '(984) 555-0177',
      street: '7 Rue Clerc',
      city: 'Cary',
      state: 'NC',
      zip: '27511',
      tags: ['Pool'],
    })
  })
  it.each([
    ['elodie', 'without the mark'],
    ['ÉLODIE obrien', 'in capitals, without the apostrophe'],
    ["o'brien", 'with another apostrophe'],
    ['(984) 555-01', 'by the beginning of the phone number'],
    ['0177', 'by the end of the phone number'],
    ['984.555.0177', 'by the phone number written otherwise'],
    ['1 984 555', 'by the phone number with its country'],
    ['pool', 'by a tag'],
    ['clerc, 27511', 'by street and ZIP'],
    ['elodei', 'with two letters in the wrong order'],
    ['Elodie Obrein', 'with a slip in one of two words'],
    ['Elode', 'with a letter missing'],
  ])('%s finds her %s', async (q) => expect(await names({ q })).toEqual(['Élodie O’Brien']))

  it.each(['984 555 0178', 'zzzzzz', 'elodie nguyen', '👩‍🌾👩‍🌾'])('%j finds no one', async (q) =>
    expect(await names({ q })).toEqual([]),
  )
  it.each(['%', '__', '\\', '"{}', "'", '"'])('%s alone counts as an empty search', async (q) =>
    expect(await names({ q })).toEqual(await names({})),
  )

  it('shows similar names only when nothing matches exactly', async () => {
    await add({ name: 'Elodia Marsh' })
    expect(await names({ q: 'elodie' })).toEqual(['Élodie O’Brien'])
    expect(await names({ q: 'elodix' })).toEqual(['Elodia Marsh', 'Élodie O’Brien'])
    // An archived customer matches exactly, so the other lists don't show similar names.
    const { id } = await add({ name: 'Elodix Stone' })
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id },
      body: { status: 'archived' },
    })
    expect(await names({ q: 'elodix', status: 'lead' })).toEqual([])
    expect(await names({ q: 'elodix' })).toEqual(['Elodix Stone'])
  })
  it('pages through similar names, too', async () => {
    for (const name of ['Quibblesworth A', 'Quibblesworth B', 'Quibblesworth C'])
      await add({ name })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: BodyFrom<'GET /api/owner/customers'> = (
        await owner('GET /api/owner/customers', {
          query: { q: 'quibbelsworth', limit: 2, cursor: cursor ?? undefined },
        })
      ).body
      seen.push(...page.customers.map((one) => one.name!))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(['Quibblesworth C', 'Quibblesworth B', 'Quibblesworth A'])
  })
  it('never finds customers of another business', async () => {
    expect(await list({ q: 'elodie' }, stranger)).toEqual([])
    expect(await list({ q: 'elodei' }, stranger)).toEqual([])
  })
  it.each([
    ['Pat O`Brien', 'Pat OBrien', 'obrien'],
    ['Pat O´Brien', 'Pat OBrien', 'obrien'],
    ['Nguyễn Văn', 'Nguyen Van', 'nguyen van'],
    ['Trần Phạm', 'Tran Pham', 'tran pham'],
    ['Ștefan Țurcanu', 'Stefan Turcanu', 'stefan turcanu'],
    ['Jürgen Groß', 'Jurgen Gross', 'jurgen gross'],
    ['Søren Ærø', 'Soren Aero', 'soren aero'],
    ['Þór Jónsson', 'Thor Jonsson', 'thor jonsson'],
    ['José Mun\u0303oz', 'Jose Munoz', 'munoz'],
    ['Владимир Петров', 'владимир', 'ВЛАДИМИР'],
    ['J.R. Ewing', 'JR Ewing', 'jr ewing'],
    ['Ｊｏａｎ Ｗｉｄｅ', 'Joan Wide', 'joan wide'],
    ['Smith\u2011Jones', 'Smith-Jones', 'smith-jones'],
  ])('finds %s beside %s by %s', async (stored, twin, q) => {
    const ids = [await add({ name: stored }), await add({ name: twin })].map(({ id }) => id)
    expect((await list({ q })).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })
  it('normalizes text the same way as the database', async () => {
    // Marks would be put in order across letters that touch, so each stands alone. Planes change with Unicode; these scripts do not.
    const scripts = [
      [0x20, 0x2c00],
      [0x3040, 0x3100],
      [0xac00, 0xad00],
      [0xfb00, 0xfb50],
      [0xff00, 0xffe0],
      [0x10400, 0x10450],
    ] as const
    const each = scripts.flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at)),
    )
    const letters = [...each, '👩‍🌾', 'Mun\u0303oz', 'J.R. 5.5'].join(' ')
    expect(await open.rows('select folded($1) as text', [letters])).toEqual([
      { text: folded(letters) },
    ])
    for (const street of ['77 North Main Street', '1 St. Mary’s Rd N.E. #4', 'Plaza Ñuñoa', ''])
      expect(await open.rows('select street_key($1) as key', [street])).toEqual([
        { key: streetKey(street) },
      ])
  })
})

describe('a filter', () => {
  it('finds by service: current work first, otherwise preferences', async () => {
    expect(await names({ service: 'mowing', status: 'active' })).toContain('Casey Walker')
    const lead = customer('lee')
    const [wish] = await open.rows<{ key: string }>(
      "select services_selected->0->>'key' as key from customers where id = $1",
      [lead],
    )
    expect((await list({ service: wish!.key, status: 'lead' })).map(({ id }) => id)).toContain(lead)
    expect(await names({ service: 'no-such-service' })).toEqual([])
    expect(await owner('GET /api/owner/customers', { query: { service: "x'" } })).toMatchObject({
      status: 422,
    })
  })
  it('finds exactly the customers whose cards show that frequency', async () => {
    const everybody = await list({})
    for (const frequency of ['weekly', 'bi-weekly', 'monthly', 'seasonal']) {
      const found = new Set((await list({ frequency })).map(({ id }) => id))
      // The card shows the most frequent work; the filter checks all of it.
      for (const one of everybody)
        if (one.frequency === frequency)
          expect([one.name, frequency, found.has(one.id)]).toEqual([one.name, frequency, true])
      for (const one of everybody.filter(({ id }) => found.has(id)))
        expect(one.frequency_label, `${one.name} ${frequency}`).toMatch(
          { weekly: /Weekly/, 'bi-weekly': /Every 2 weeks/, monthly: /Monthly/, seasonal: /./ }[
            frequency
          ]!,
        )
    }
    expect((await list({ frequency: 'weekly' })).length).toBeGreaterThan(0)
    expect(
      await owner.raw('GET /api/owner/customers', {
        query: { frequency: 'yearly' },
      }),
    ).toMatchObject({ status: 422 })
  })
  it('finds by autopay and amount due', async () => {
    // Charges of the demo world may still be settling, so a payment may arrive between two queries.
    const agree = (query: Record<string, unknown>, fits: (one: Listed) => boolean) =>
      open.until(
        async () => {
          const found = await names(query)
          const fitting = (await list({})).filter(fits).map((one) => one.name!)
          return isDeepStrictEqual(found, fitting.toSorted())
        },
        `the list of ${JSON.stringify(query)}`,
      )
    await agree({ autopay: 1 }, (one) => one.has_autopay)
    await agree({ autopay: 0 }, (one) => !one.has_autopay)
    await agree({ due: 1 }, (one) => one.outstanding_balance_cents > 0)
    await agree({ due: 'false' }, (one) => one.outstanding_balance_cents === 0)
    expect(await names({ autopay: 1, due: 1, q: 'nobody-like-this' })).toEqual([])
  })
  it('counts the matches and sums their lifetime value', async () => {
    const everybody = await list({})
    const active = everybody.filter((one) => one.status === 'active' || one.status === 'paused')
    expect(await totals({})).toEqual({
      counts: Object.fromEntries(
        customerStatuses.map((status) => [
          status,
          everybody.filter((one) => one.status === status).length,
        ]),
      ),
      cltv_cents: active.reduce((sum, one) => sum + one.cltv_cents, 0),
      paid_cents: everybody.reduce((sum, one) => sum + one.cltv_cents, 0),
      owed_cents: everybody.reduce((sum, one) => sum + one.outstanding_balance_cents, 0),
      wishes_changed: 0,
    })
    const casey = everybody.find((one) => one.id === customer('casey'))
    expect(casey!.cltv_cents).toBeGreaterThan(0)
    expect(await totals({ q: 'casey walker' })).toEqual({
      counts: { active: 1, paused: 0, lead: 0, archived: 0 },
      cltv_cents: casey!.cltv_cents,
      paid_cents: casey!.cltv_cents,
      owed_cents: casey!.outstanding_balance_cents,
      wishes_changed: 0,
    })
    expect(await totals({ q: 'casey walker', status: 'archived' })).toEqual({
      counts: { active: 0, paused: 0, lead: 0, archived: 0 },
      cltv_cents: 0,
      paid_cents: 0,
      owed_cents: 0,
      wishes_changed: 0,
    })
    expect(
      await (
        await open.as('crew@green-acres.example')
      )('GET /api/owner/customers/totals'),
    ).toMatchObject({ status: 403 })
  })
  it('returns a single customer with everything a card shows', async () => {
    const id = customer('casey')
    expect(await names({ customer_id: id })).toEqual(['Casey Walker'])
    expect(await names({ customer_id: id, status: 'archived' })).toEqual([])
    expect((await totals({ customer_id: id })).counts).toEqual({
      active: 1,
      paused: 0,
      lead: 0,
      archived: 0,
    })
    expect(await list({ customer_id: id }, stranger)).toEqual([])
    expect(
      await owner('GET /api/owner/customers', { query: { customer_id: 'casey' } }),
    ).toMatchObject({ status: 422 })
  })
  it('applies to the export like to the list', async () => {
    const { body } = await owner('GET /api/owner/customers/export', { query: { due: '1' } })
    expect(body.trim().split('\r\n').length - 1).toBe((await list({ due: 1 })).length)
  })
})

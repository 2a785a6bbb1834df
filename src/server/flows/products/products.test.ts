import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandOf,
  inDays,
  openTestBed,
  today,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'

byDay()
let bed: TestBed
let weed: { id: string; name: string }
beforeAll(async () => {
  bed = await openTestBed()
  weed = (
    await bed.ask('olga', 'POST /api/owner/products', {
      name: 'Weed B Gon',
      epa_number: '2217-570',
      unit: 'gal',
    })
  ).body
})
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
let n = 0
const work = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Spray ${n++}`), ...given })
const apply = (visit: string, more: object = {}, act: object = {}) => ({
  ...commandOf('apply_product', visit),
  applied: {
    product_id: weed.id,
    product_name: 'What the phone called it',
    amount: 2.5,
    unit: 'gal',
    area: 'Back lawn, 4,000 sq ft',
    target: 'Crabgrass',
    method: 'Spot treatment',
    wind_mph: 4.5,
    temperature_f: 71,
    ...more,
  },
  ...act,
})
const send = (who: Name, ...commands: object[]) =>
  bed.ask(who, 'POST /api/crew/commands', { commands })
const record = async (query = '', who: Name = 'olga') =>
  (await bed.ask(who, `GET /api/owner/applications?from=${inDays(-9)}&to=${inDays(9)}${query}`))
    .body
const productsOf = async (id: string) =>
  (await bed.ask('lea', windowOf(inDays(-9), inDays(9)))).body.occurrences.find(
    (one: { id: string }) => one.id === id,
  ).products
const csv = async (who: Name = 'olga') =>
  (
    await bed.server.inject({
      method: 'GET',
      url: `/api/owner/applications/export?from=${inDays(-9)}&to=${inDays(9)}`,
      headers: { authorization: `Bearer ${who}` },
    })
  ).body

describe('a product that was applied', () => {
  it('is on record with all that an inspector asks for, and on the visit', async () => {
    const license = { license_number: 'NC-12345' }
    const { person_id } = bed.actor('max')
    expect((await bed.ask('olga', `PUT /api/owner/applicators/${person_id}`, license)).status).toBe(
      200,
    )
    const { first } = await work()
    const { body } = await send('max', apply(first, {}, { waited_ms: 3_600_000 }))
    expect(body.answers).toMatchObject([{ result: 'done' }])
    const [line] = (await record()).items
    expect(line).toMatchObject({
      applied_on: today,
      customer_name: 'Spray 0',
      address: '1 Oak St, Durham, NC 27701',
      service_name: 'Mowing',
      product_id: weed.id,
      product_name: 'Weed B Gon',
      epa_number: '2217-570',
      amount: 2.5,
      unit: 'gal',
      area: 'Back lawn, 4,000 sq ft',
      target: 'Crabgrass',
      method: 'Spot treatment',
      wind_mph: 4.5,
      temperature_f: 71,
      applicator_name: 'max',
      license_number: 'NC-12345',
      void_reason: null,
    })
    expect(Math.round((Date.now() - Date.parse(line.applied_at)) / 60_000)).toBe(60)
    expect(await productsOf(first)).toMatchObject([
      { product_name: 'Weed B Gon', amount: 2.5, unit: 'gal', by: 'max' },
    ])
  })

  it('counts once, and stays as it was when the product, the license or the visit changes', async () => {
    const { first } = await work()
    const act = apply(first, { target: 'Ants' })
    await send('max', act)
    await send('max', act)
    await bed.ask('olga', `PATCH /api/owner/products/${weed.id}`, { epa_number: '1-1' })
    await bed.ask('olga', `PUT /api/owner/applicators/${bed.actor('max').person_id}`, {
      license_number: null,
    })
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    const lines = (await record()).items.filter((one: { target: string }) => one.target === 'Ants')
    expect(lines).toMatchObject([{ epa_number: '2217-570', license_number: 'NC-12345' }])
    await bed.ask('olga', `PATCH /api/owner/products/${weed.id}`, { epa_number: '2217-570' })
  })

  it('is put before the office where the visit is another team’s', async () => {
    const { first } = await work({ team_id: bed.ids.south })
    expect((await send('lea', apply(first, { target: 'Moles' }))).body.answers).toMatchObject([
      { result: 'kept', reason: 'not_theirs' },
    ])
    const { items } = (await bed.ask('olga', 'GET /api/owner/crew-reports')).body
    expect(items.at(-1)).toMatchObject({
      text: 'What the phone called it, 2.5 gal',
      sentence: 'Applied a product, but the visit belonged to another team.',
    })
    expect((await record()).items.map((one: { target: string }) => one.target)).not.toContain(
      'Moles',
    )
  })

  it('is on record although the visit was cancelled meanwhile', async () => {
    const { first } = await work()
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect((await send('max', apply(first))).body.answers).toMatchObject([{ result: 'done' }])
  })
})

describe('a record its crew got wrong', () => {
  const lineOf = async (id: string) =>
    (await record()).items.find((one: { id: string }) => one.id === id)
  const voiding = (visit: string, item: string, more: object = {}) =>
    commandOf('void_product', visit, { item, text: 'Wrong amount', ...more })
  const recorded = async (who: Name = 'max', act: object = {}) => {
    const { first } = await work()
    const said = apply(first, {}, act)
    await send(who, said)
    return { visit: first, id: said.client_id }
  }

  it('is voided with a reason, stays on record, and is off the visit; twice is once', async () => {
    const { visit, id } = await recorded('max', {
      at: new Date(Date.now() - 600_000).toISOString(),
      waited_ms: 600_000,
    })
    const act = voiding(visit, id, {
      at: new Date(Date.now() - 60_000).toISOString(),
      waited_ms: 60_000,
    })
    expect((await send('max', act)).body.answers).toMatchObject([{ result: 'done' }])
    expect(await lineOf(id)).toMatchObject({ void_reason: 'Wrong amount', voided_by: 'max' })
    expect(Math.round((Date.now() - Date.parse((await lineOf(id)).voided_at)) / 60_000)).toBe(1)
    expect(await productsOf(visit)).toEqual([])
    const [header, ...rows] = (await csv()).split('\r\n')
    expect(header).toMatch(/Voided at \(UTC\),Voided by,Voided because$/)
    expect(rows.filter((row: string) => row.includes(',max,Wrong amount'))).toHaveLength(1)
    const again = voiding(visit, id, { text: 'Another reason' })
    expect((await send('max', act, again)).body.answers).toMatchObject([
      { result: 'done' },
      { result: 'already' },
    ])
    expect(await lineOf(id)).toMatchObject({ void_reason: 'Wrong amount' })
  })

  it('is voided in one go with its record, both sent late', async () => {
    const { first } = await work()
    const said = apply(first, {}, { waited_ms: 600_000 })
    const { body } = await send('max', said, voiding(first, said.client_id, { waited_ms: 60_000 }))
    expect(body.answers).toMatchObject([{ result: 'done' }, { result: 'done' }])
  })

  it.each<[string, Name, object, string]>([
    ['of somebody else', 'lea', {}, 'Only the office can void what somebody else recorded.'],
    [
      'of an earlier day',
      'max',
      { waited_ms: 30 * 3_600_000 },
      'This is from an earlier day: only the office can void it.',
    ],
  ])('%s is put before the office', async (_, who, act, sentence) => {
    const { visit, id } = await recorded('max', act)
    expect((await send(who, voiding(visit, id))).body.answers).toMatchObject([
      { result: 'kept', reason: 'refused' },
    ])
    expect(await lineOf(id)).toMatchObject({ void_reason: null })
    const { items } = (await bed.ask('olga', 'GET /api/owner/crew-reports')).body
    expect(items.at(-1)).toMatchObject({
      text: expect.stringMatching(/^.+, 2.5 gal. Wrong amount$/),
      sentence: `Voided a product record, but it could not be recorded: ${sentence}`,
    })
    expect(
      (await bed.ask('olga', `POST /api/owner/applications/${id}/void`, { reason: 'So' })).body,
    ).toMatchObject({ void_reason: 'So', voided_by: 'olga' })
  })

  it('without a reason, or of another business, changes nothing and is put before the office', async () => {
    const { visit, id } = await recorded()
    const acts = [voiding(visit, id, { text: ' ' }), voiding(visit, randomUUID())]
    const { answers } = (await send('max', ...acts)).body
    expect(answers).toMatchObject([
      { result: 'kept', reason: 'unreadable' },
      { result: 'kept', reason: 'gone' },
    ])
    expect(await lineOf(id)).toMatchObject({ void_reason: null })
  })
})

describe('the record', () => {
  it('is filtered by date, customer and product', async () => {
    const other = (await bed.ask('olga', 'POST /api/owner/products', { name: 'Iron', unit: 'lb' }))
      .body
    const { first } = await work({ customer_id: bed.ids.cleo })
    await send('max', apply(first, { product_id: other.id, unit: 'lb' }))
    const names = async (query: string) =>
      (await record(query)).items.map((one: { product_name: string }) => one.product_name)
    expect(await names(`&product_id=${other.id}`)).toEqual(['Iron'])
    expect(await names(`&customer_id=${bed.ids.cleo}`)).toEqual(['Iron'])
    expect(
      (await bed.ask('olga', `GET /api/owner/applications?from=${inDays(-9)}&to=${inDays(-8)}`))
        .body.items,
    ).toEqual([])
  })

  it('keeps a voided line with its reason; 409 application_voided', async () => {
    const { first } = await work()
    await send('max', apply(first, { target: 'Typo' }))
    const { id } = (await record()).items.find((one: { target: string }) => one.target === 'Typo')
    const path = `POST /api/owner/applications/${id}/void`
    expect((await bed.ask('olga', path, { reason: ' ' })).status).toBe(422)
    expect((await bed.ask('zed', path, { reason: 'x' })).status).toBe(404)
    expect((await bed.ask('lea', path, { reason: 'x' })).status).toBe(403)
    expect((await bed.ask('olga', path, { reason: 'Wrong yard' })).body.void_reason).toBe(
      'Wrong yard',
    )
    expect((await bed.ask('olga', path, { reason: 'x' })).body.code).toBe('application_voided')
    expect(await productsOf(first)).toEqual([])
    expect(await csv()).toContain('Wrong yard')
  })

  it('exports what an inspector reads, and never a formula', async () => {
    const { first } = await work()
    await send('max', apply(first, { target: '=cmd()' }))
    const file = await csv()
    expect(file.split('\r\n')[0]).toContain('EPA Reg. No.,Amount,Unit,Area treated,Target pest')
    expect(file).toContain(",'=cmd(),")
    expect(file).toContain('Weed B Gon,2217-570,2.5,gal,"Back lawn, 4,000 sq ft"')
  })

  it('is another business’s own', async () => {
    expect((await record('', 'zed')).items).toEqual([])
    expect(await csv('zed')).not.toContain('Weed')
    expect((await bed.ask('zed', 'GET /api/products')).body.products).toEqual([])
    expect(
      (await bed.ask('zed', `PATCH /api/owner/products/${weed.id}`, { name: 'Mine' })).status,
    ).toBe(404)
    expect(
      (
        await bed.ask('zed', `PUT /api/owner/applicators/${bed.actor('max').person_id}`, {
          license_number: 'X',
        })
      ).status,
    ).toBe(404)
  })
})

describe('POST /api/owner/products', () => {
  it('409 name_taken, 422 for an EPA number that cannot be', async () => {
    const add = async (body: object) =>
      (await bed.ask('olga', 'POST /api/owner/products', body)).body
    expect(await add({ name: 'weed b gon', unit: 'oz' })).toMatchObject({ code: 'name_taken' })
    expect(await add({ name: 'Other', unit: 'oz', epa_number: 'none' })).toMatchObject({
      fields: { epa_number: expect.stringContaining('524-475') },
    })
  })
})

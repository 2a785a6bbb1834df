import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { customersNamedBy, type CallDeclaration } from '../src/api/kit.ts'
import { formatCents } from '../src/domain/base/money.ts'
import { autochargeConsent } from '../src/domain/flows/signup.ts'
import { tablesOfCustomers } from '../src/server/customers/write-merge.ts'
import { sampleOf } from './sample.ts'
import { rounds } from './rounds.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../db/schema.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const id = (key: string): string => open.world.green.customers[key]!.id
const add = async (body: BodyFor<'POST /api/owner/customers'>) =>
  (await owner('POST /api/owner/customers', { body })).body
const merge = (keep: string, from: string, more: object = {}, who = owner) =>
  who('POST /api/owner/customers/{id}/merge', { params: { id: keep }, body: { from, ...more } })
const read = async (customer: string) =>
  (await owner('GET /api/owner/customers/{id}', { params: { id: customer } })).body
/** The consent its own page shows a customer. */
const consentOf = async (own: Caller): Promise<string> => {
  const { estimate_cents } = (await own('GET /api/users/billing-settings')).body
  return autochargeConsent({
    organization: 'Green Acres Lawn Care',
    limit: formatCents(estimate_cents),
  })
}
const row = <Table extends 'customers' | 'invoices' | 'organizations'>(
  table: Table,
  customer: string,
) => open.row<Selectable<Database[Table]>>(`select * from ${table} where id = $1`, [customer])

describe('cards and consents', () => {
  it('200 detaches cards of another provider customer, and ends their consents', async () => {
    const before = {
      harper: await row('customers', id('harper')),
      quinn: await row('customers', id('quinn')),
    }
    expect(before.harper.stripe_customer_id).not.toBe(before.quinn.stripe_customer_id)
    const result = await merge(id('quinn'), id('harper'))
    expect(result).toMatchObject({ status: 200, body: { moves: { methods: 1 } } })
    expect(result.body.effects).toEqual(
      expect.arrayContaining([
        expect.stringContaining('agreed to automatic payments for that account only'),
        expect.stringContaining('cannot be used for Quinn Abara'),
      ]),
    )
    expect(await row('customers', id('quinn'))).toMatchObject({
      stripe_customer_id: before.quinn.stripe_customer_id,
      default_payment_method_id: before.quinn.default_payment_method_id,
      autopay_enabled: false,
    })
    expect(
      await open.rows('select status from payment_methods where id = $1 and customer_id = $2', [
        before.harper.default_payment_method_id,
        id('quinn'),
      ]),
    ).toEqual([{ status: 'detached' }])
    expect(
      await open.rows(
        "select 1 from consents where customer_id = $1 and kind like 'autopay%' and revoked_at is null",
        [id('quinn')],
      ),
    ).toEqual([])
    expect(
      await open.rows("select 1 from consents where customer_id = $1 and kind = 'autopay'", [
        id('quinn'),
      ]),
    ).not.toEqual([])
    const { app } = open
    await open.until(
      async () =>
        !(
          await app.payments
            .on((await row('organizations', open.world.green.id)).stripe_account_id!)
            .readMethod(before.harper.default_payment_method_id!)
        ).customer,
      'the provider detached the card',
    )
  })
  it('200 the merged customer’s sign-in sees everything; a payment started before can be finished', async () => {
    const declan = await open.as('declined@green-acres.example')
    const invoice = await open.row<{ id: string }>(
      "select id from invoices where customer_id = $1 and money = 'failed'",
      [id('declan')],
    )
    expect(
      await open.rows(
        "select 1 from payment_intents where invoice_id = $1 and status not in ('succeeded', 'canceled') and provider_id is not null",
        [invoice.id],
      ),
    ).toHaveLength(1)
    expect(await merge(id('quinn'), id('declan'))).toMatchObject({
      status: 200,
      body: { customer: { has_login: true, has_autopay: false } },
    })
    expect(
      await open.rows(
        "select 1 from payment_intents where invoice_id = $1 and status not in ('succeeded', 'canceled')",
        [invoice.id],
      ),
    ).toEqual([])
    expect((await declan('GET /api/users/me')).body).toMatchObject({ customer_id: id('quinn') })
    const seen = await declan('GET /api/users/upcoming-services')
    expect(seen.status).toBe(200)
    const series = new Set(seen.body.items.map((item) => item.occurrence_id?.slice(0, 36)))
    for (const key of ['quinn', 'declan', 'harper'])
      expect(
        open.world.green.customers[key]!.rules.some((rule) => series.has(rule.series_id)),
        key,
      ).toBe(true)
    // The kept customer's card can pay the other's debts when the office charges it.
    expect(
      (await owner('POST /api/invoices/{id}/pay', { params: { id: invoice.id } })).status,
    ).toBeLessThan(300)
    await open.until(
      async () => (await row('invoices', invoice.id)).money === 'paid',
      'the invoice is paid',
    )
  })
  it('200 a customer without cards gets the other’s, but not the autopay consent', async () => {
    const keep = await add({ name: 'Fresh Start', status: 'active' })
    const casey = await row('customers', id('casey'))
    expect((await merge(keep.id, id('casey'))).status).toBe(200)
    expect(await row('customers', keep.id)).toMatchObject({
      stripe_customer_id: casey.stripe_customer_id,
      default_payment_method_id: casey.default_payment_method_id,
      person_id: casey.person_id,
      autopay_enabled: false,
    })
    const own = await open.as('customer@green-acres.example')
    expect((await own('GET /api/users/billing/status')).body).toMatchObject({ has_pm: true })
    expect(
      await own('PATCH /api/users/billing-settings', { body: { autopay_enabled: true } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'consent_missing' },
    })
    expect(
      await own('PATCH /api/users/billing-settings', {
        body: { autopay_enabled: true, consent: { accepted: true, text: await consentOf(own) } },
      }),
    ).toMatchObject({
      status: 200,
    })
  })
  it('200 a scheduled autopay charge doesn’t run on another person’s consent', async () => {
    const { id: keep } = await open.row<{ id: string }>(
      "select id from customers where name = 'Fresh Start'",
    )
    const from = await add({ name: 'Bills Waiting', status: 'active' })
    const made = await owner('POST /api/invoices', {
      body: {
        customer_id: from.id,
        lines: [{ description: 'Mulch', quantity: 1, unit_price_cents: 5000 }],
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id: invoice } = made.body.invoice
    await open.rows(
      "update invoices set doc = 'scheduled', charge_on = now()::date + 3 where id = $1",
      [invoice],
    )
    expect((await merge(keep, from.id)).status).toBe(200)
    expect(await row('invoices', invoice)).toMatchObject({
      customer_id: keep,
      doc: 'open',
      charge_on: null,
      next_retry_at: null,
    })
  })
})

describe('a merged customer’s old id', () => {
  const all = Object.entries(calls as Record<string, CallDeclaration>)
  const never = '0190aaaa-0000-7000-8000-000000000000'
  const naming = all.filter(([key, call]) => {
    const { params, fields } = customersNamedBy(key, call)
    return (
      typeof call.roles === 'object' &&
      (params.some((name) => key.includes(`{${name}}`)) ||
        fieldsOf(call).some((field) => fields.includes(field)))
    )
  })
  const asked = (key: string, call: CallDeclaration, customer: string) => {
    const { params, fields } = customersNamedBy(key, call)
    const fill = (schema: CallDeclaration['body'], whole: boolean) => {
      const given = sampleOf(schema!, never, whole) as Record<string, unknown>
      for (const field of fieldsIn(schema))
        if (fields.includes(field)) given[field] = field === 'ids' ? [customer] : customer
      return given
    }
    return {
      params: Object.fromEntries(
        [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
          name!,
          params.includes(name!) ? customer : open.world.green.teams['North Crew']!,
        ]),
      ),
      ...(call.query ? { query: fill(call.query, false) } : {}),
      ...(call.body ? { body: fill(call.body, true) } : {}),
    }
  }
  let old: string
  let now: string
  let leader: Caller
  beforeAll(async () => {
    leader = await open.as('leader@green-acres.example')
    now = (
      await add({
        name: 'Known Now',
        status: 'active',
        street: '1 Oak St',
        city: 'Raleigh',
        state: 'NC',
        zip: '27601',
      })
    ).id
    old = (await add({ name: 'Known Before', phone_number: '(919) 555-0123' })).id
    await owner('POST /api/owner/customers/{id}/notes', {
      params: { id: old },
      body: { text: 'Has a dog.' },
    })
    await merge(now, old)
  })
  it('is tried in every call that takes a customer id', () =>
    expect(naming.length).toBeGreaterThan(20))
  it('is resolved in every field that holds a customer id', () => {
    const missed = all.flatMap(([key, call]) => {
      const { params, fields } = customersNamedBy(key, call)
      const inPath = [...key.matchAll(/customers\/\{(\w+)\}/g)]
        .map(([, name]) => name!)
        .filter((name) => !params.includes(name))
      return [
        ...inPath,
        ...fieldsOf(call).filter(
          (field) => /customer_?ids?$/i.test(field) && !fields.includes(field),
        ),
      ].map((name) => `${key}: ${name}`)
    })
    expect(missed).toEqual([])
  })
  it.each(naming)('%s', async (key, call) => {
    if (key.endsWith('/merge')) return
    const team_id = open.world.green.teams['North Crew']!
    const ask = async (customer: string) => {
      if (/crew|teams/.test(key))
        await owner('POST /api/owner/customers/{id}/assign-team', {
          params: { id: now },
          body: { team_id },
        })
      return (key.includes('/crew/') ? leader : owner).raw(key, asked(key, call, customer))
    }
    // What is on its way may arrive between the two.
    if (key.startsWith('GET'))
      return void (await open.until(async () => {
        const [byNow, byOld] = [await ask(now), await ask(old)]
        return byNow.status === 200 && isDeepStrictEqual(byOld.body, byNow.body)
      }, `${key} answers the same`))
    const [byNow, byOld] = [await ask(now), await ask(old)]
    // The action may not be possible twice, but the old id must not be a 404.
    expect(byOld.status === 404).toBe(byNow.status === 404)
  })
  it('works within a long list', async () => {
    const others = await add({ name: 'Beside' })
    const { body } = await owner('POST /api/owner/customers/bulk-status', {
      body: { ids: [others.id, old], status: 'archived' },
    })
    expect(body).toMatchObject({ updated: [others.id, now], failed: [] })
  })
})

/** The fields of a query or a body, by name. */
function fieldsIn(schema: unknown): string[] {
  const sample = schema
    ? sampleOf(
        schema as NonNullable<CallDeclaration['body']>,
        '0190aaaa-0000-7000-8000-000000000000',
      )
    : undefined
  return sample && typeof sample === 'object' && !Array.isArray(sample) ? Object.keys(sample) : []
}
function fieldsOf({ query, body }: CallDeclaration): string[] {
  return [...fieldsIn(query), ...fieldsIn(body)]
}

describe('the schema', () => {
  it('every reference to a customer has a merge strategy', async () => {
    const references = await open.rows<{
      line: string
    }>(`select c.conrelid::regclass || '.' || a.attname as line from pg_constraint c
      join unnest(c.conkey, c.confkey) as k(own, theirs) on true
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.theirs and f.attname = 'id'
      where c.contype = 'f' and c.confrelid = 'customers'::regclass order by 1`)
    const decided = Object.entries(tablesOfCustomers).flatMap(([table, fate]) =>
      fate === 'moves' ? [`${table}.customer_id`] : [],
    )
    const unbound = ['messages.customer_id', 'events.customer_id']
    expect(references.map(({ line }) => line).filter((line) => !decided.includes(line))).toEqual([
      'customers.referred_by',
      'merged_customers.into_id',
      // By `dropHold`.
      'payment_holds.customer_id',
      // By `mergeConversations`.
      'review_requests.customer_id',
      'threads.customer_id',
    ])
    expect(decided.filter((line) => !references.some((one) => one.line === line))).toEqual(
      unbound.filter((line) => decided.includes(line)),
    )
  })
})

describe('at the same moment', () => {
  it('A into B and B into A: only one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await add({ name: `Left ${round}` }), await add({ name: `Right ${round}` })]
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 409,
      ])
      const [left, right] = [await read(a.id), await read(b.id)]
      expect(left.id).toBe(right.id)
      expect(left.notes).toHaveLength(1)
    }
  })
  it('completes and bills a visit during a merge: once, and for the kept customer', async () => {
    const services = (await owner('GET /api/owner/services')).body
    const service_key = (services.services ?? services).find((one) => one.active)!.key
    for (let round = 0; round < rounds(20); round++) {
      const [keep, from] = [
        await add({ name: `Kept ${round}`, status: 'active' }),
        await add({ name: `Busy ${round}`, status: 'active' }),
      ]
      const added = await owner('POST /api/schedule', {
        body: {
          customer_id: from.id,
          service_key,
          pattern: 'once',
          start_date: open.world.green.today,
        },
        key: `busy-${round}-${from.id}`,
      })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      const complete = () =>
        owner('POST /api/schedule/{rule_id}/complete', {
          params: { rule_id: added.body.rule_id },
          body: { date: open.world.green.today },
        })
      const note = () =>
        owner('POST /api/owner/customers/{id}/notes', {
          params: { id: from.id },
          body: { text: 'At the same moment.' },
        })
      const answers = await Promise.all([complete(), merge(keep.id, from.id), note(), complete()])
      expect(
        answers.map(({ status }) => status),
        JSON.stringify(answers.map(({ body }) => body.error)),
      ).toEqual([200, 200, 201, 200])
      expect(
        await open.rows('select customer_id, status from visits where rule_id = $1', [
          added.body.rule_id,
        ]),
      ).toEqual([{ customer_id: keep.id, status: 'completed' }])
      expect(
        await open.rows('select customer_id from invoices where rule_id = $1', [
          added.body.rule_id,
        ]),
      ).toEqual([{ customer_id: keep.id }])
      expect((await read(keep.id)).notes.map((one) => one.text)).toContain('At the same moment.')
    }
  })
  it('charges a visit during a merge at most once, to the customer who has the card', async () => {
    let { id: from } = await open.row<{ id: string }>(
      "select id from customers where name = 'Fresh Start'",
    )
    const keys = (await owner('GET /api/owner/services')).body.services
      .filter((one) => one.active)
      .map((one) => one.key)
    for (let round = 0; round < Math.min(4, rounds(20)); round++) {
      const keep = await add({ name: `Heir ${round}`, status: 'active' })
      const added = await owner('POST /api/schedule', {
        body: {
          customer_id: from,
          service_key: keys[round]!,
          pattern: 'once',
          start_date: open.world.green.today,
        },
        key: `charged-${round}-${from}`,
      })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      await open.rows(
        "insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, cap_cents) values ($1, $2, 'autopay', true, 'yes', 'yes', 100000)",
        [open.world.green.id, from],
      )
      const about = {
        params: { rule_id: added.body.rule_id },
        body: { date: open.world.green.today, collect: true },
      }
      const [done, merged] = await Promise.all([
        owner('POST /api/schedule/{rule_id}/complete', about),
        merge(keep.id, from),
      ])
      expect(done.status).toBe(200)
      expect([200, 409]).toContain(merged.status)
      if (merged.status === 409) expect(merged.body.code).toBe('payment_unsettled')
      const { invoice_id, collect_enqueued } = done.body
      // A merge that came first ended the consent.
      if (!collect_enqueued)
        expect(done.body).toMatchObject({ charge_refused: { code: 'consent_missing' } })
      else
        await open.until(
          async () => (await row('invoices', invoice_id!)).money === 'paid',
          'the visit is paid',
        )
      expect((await merge(keep.id, from)).status).toBe(200)
      expect(
        await open.rows(
          "select customer_id, amount_cents from payments where invoice_id = $1 and status = 'succeeded'",
          [invoice_id],
        ),
      ).toEqual(
        collect_enqueued
          ? [
              {
                customer_id: keep.id,
                amount_cents: (await row('invoices', invoice_id!)).total_cents,
              },
            ]
          : [],
      )
      expect(await row('invoices', invoice_id!)).toMatchObject({ customer_id: keep.id })
      from = keep.id
    }
  })
})

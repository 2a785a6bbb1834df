import { describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { referralCodeIn } from '../src/domain/customers/referral.ts'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { address, code, customersOf, open, openSignups, owner, visitor } from './signup-bed.ts'
import type { Caller } from './world.ts'

openSignups()

const caseyId = () => open.world.green.customers['casey']!.id
const casey = () => open.as('customer@green-acres.example')
const own = async (who?: Caller) =>
  (await (who ?? (await casey()))('GET /api/users/referral')).body as {
    link: string
    count: number
  }
const codeOf = async (customer_id: string, who = owner) =>
  referralCodeIn(
    new URL(
      (await who('GET /api/owner/customers/{id}/referral', { params: { id: customer_id } })).body
        .link!,
    ).searchParams.get('ref'),
  )!
const seen = async (id: string) =>
  (await owner('GET /api/owner/customers/{id}', { params: { id } })).body
const countOf = async (id: string): Promise<number> => (await seen(id)).referral_count
const revision = async () =>
  Number(
    (await open.rows('select revision from organizations where id = $1', [open.world.green.id]))[0]!
      .revision,
  )
/** The events about the referrer since a revision. */
const heardBy = (customer_id: string, after: number) =>
  open.rows<{ type: string; data: unknown }>(
    'select type, data from events where organization_id = $1 and number > $2 and customer_id = $3 order by number',
    [open.world.green.id, after, customer_id],
  )

let people = 0
/** Submits the simple form with `ref`; returns the customer it created. */
async function signUp(ref: unknown, email = `friend${++people}@mail.example`) {
  const reply = await visitor('POST /api/public/signup/{code}', {
    params: { code },
    body: { email, name: 'Fran Friend', ...address, ref },
  })
  const [customer] = await customersOf(email)
  return { reply, customer, email }
}
/** An active customer with weekly work since two weeks ago, and the ids of their first three visits. */
async function atWork(customer_id: string) {
  await owner('POST /api/owner/customers/{id}/status', {
    params: { id: customer_id },
    body: { status: 'active' },
  })
  const start_date = addDays(open.world.green.today, -14)
  const { status, body } = await owner('POST /api/schedule', {
    body: {
      customer_id,
      service_key: 'mowing',
      team_id: open.world.green.teams['North Crew'],
      pattern: 'weekly',
      start_date,
    },
  })
  expect(status).toBe(201)
  return [0, 7, 14].map((days) => `${body.series_id}:${addDays(start_date, days)}`) as [
    string,
    string,
    string,
  ]
}
const complete = async (visit: string, who = owner) => {
  const { status, body } = await who('POST /api/schedule/{rule_id}/complete', {
    params: { rule_id: visit },
    body: {},
  })
  expect(body).toMatchObject({ ok: true })
  expect(status).toBe(200)
}
const reopen = async (visit: string) =>
  expect(
    (await owner('POST /api/schedule/{rule_id}/reopen', { params: { rule_id: visit }, body: {} }))
      .body,
  ).toMatchObject({ ok: true })

describe('GET /api/users/referral', () => {
  it('200 returns the link and the number of referrals, but not who', async () => {
    const reply = await (await casey())('GET /api/users/referral')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      link: expect.stringMatching(
        /^http:\/\/localhost:3000\/signup\/org\/green-acres\?ref=[0-9a-z]{12}$/,
      ),
      count: 1,
    })
    expect(await own()).toEqual(reply.body)
  })
  it('200 returns the same link to the office, and on two simultaneous first calls', async () => {
    expect(await codeOf(caseyId())).toBe(
      referralCodeIn(new URL((await own()).link).searchParams.get('ref')),
    )
    const { harper } = open.world.green.customers
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(harper!.id)))
    expect(new Set(codes).size).toBe(1)
    expect(codes[0]).not.toBe(await codeOf(caseyId()))
  })
  it('200 without a link while sign-up is closed or the customer is archived; the count stays', async () => {
    await owner('POST /api/owner/organization/update', { body: { signup_open: false } })
    expect(await own()).toEqual({ link: null, count: 1 })
    await owner('POST /api/owner/organization/update', { body: { signup_open: true } })
    await open.rows("update customers set status = 'archived' where id = $1", [caseyId()])
    expect(await own()).toEqual({ link: null, count: 1 })
    await open.rows("update customers set status = 'active' where id = $1", [caseyId()])
    expect((await own()).link).toContain('?ref=')
  })
  it('404 for a customer of another business', async () => {
    const neighbour = await open.as('owner@bright-side.example')
    expect(
      (await neighbour('GET /api/owner/customers/{id}/referral', { params: { id: caseyId() } }))
        .status,
    ).toBe(404)
  })
})

describe('a sign-up by a link', () => {
  it('through the simple form: the office sees who referred the customer', async () => {
    const ref = await codeOf(caseyId())
    const reply = await fetch(`${open.url}/public-signup/${code}?ref=${ref}`, {
      method: 'POST',
      body: new URLSearchParams({
        name: 'Ida Plain',
        email: 'ida.by.link@mail.example',
        phone_number: '',
        ...address,
        website: '',
      }),
    })
    expect(await reply.text()).toContain('Thanks!')
    const { id } = (await customersOf('ida.by.link@mail.example'))[0]!
    expect(await seen(id)).toMatchObject({ referred_by: { id: caseyId(), name: 'Casey Walker' } })
    expect(
      (await owner('GET /api/owner/customers', { query: { q: 'ida.by.link' } })).body.customers[0]!
        .referred_by!.name,
    ).toBe('Casey Walker')
  })
  it('through the wizard: sent once, kept on every device until claimed', async () => {
    const email = 'wendy.wizard@mail.example'
    const ref = (await codeOf(caseyId())).toUpperCase()
    const { lead_token } = (
      await visitor('POST /api/public/signup/{code}/lead', {
        params: { code },
        body: { email, ref },
      })
    ).body
    // Another device has only the token, and later steps send another friend's code: the first one counts.
    const other = await codeOf(open.world.green.customers['harper']!.id)
    await visitor('PATCH /api/public/signup/{code}/lead', {
      params: { code },
      body: { email, lead_token, ...address, ref: other },
    })
    const state = await visitor('GET /api/public/signup/{code}/lead', {
      params: { code },
      query: { lead_token },
    })
    expect(JSON.stringify(state.body)).not.toContain(ref.toLowerCase())
    await open.app.identity!.createAccount({
      email,
      name: 'Wendy',
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const { customer_id } = (
      await (
        await open.as(email)
      )('POST /api/users/signup/claim', { body: { lead_token } })
    ).body
    expect(await seen(customer_id)).toMatchObject({ referred_by: { id: caseyId() } })
    expect(await own(await open.as(email))).toMatchObject({ count: 0 })
  })
  it('a link opened during a sign-up counts, too, at any step', async () => {
    const ref = await codeOf(caseyId())
    const steps = [
      ['PATCH /api/public/signup/{code}/lead', address],
      ['PATCH /api/public/signup/{code}/lead/availability', { available_days: ['mon'] }],
      ['PATCH /api/public/signup/{code}/lead/services', { services_selected: [{ key: 'mowing' }] }],
      ['PATCH /api/public/signup/{code}/lead/frequency', { service_frequency: 'weekly' }],
      ['PATCH /api/public/signup/{code}/lead/consents', {}],
      ['POST /api/public/signup/{code}/lead', {}],
    ] as const
    for (const [call, answers] of steps) {
      const email = `middle${++people}@mail.example`
      const { lead_token } = (
        await visitor('POST /api/public/signup/{code}/lead', { params: { code }, body: { email } })
      ).body
      expect(
        (await visitor(call, { params: { code }, body: { email, lead_token, ref, ...answers } }))
          .status,
      ).toBe(200)
      await visitor('POST /api/public/signup/{code}', {
        params: { code },
        body: { email, lead_token, ...address },
      })
      const { referred_by } = (await customersOf(email))[0]!
      expect(referred_by, call).toBe(caseyId())
    }
  })
  it('an unknown code, another business’s, or none: the same response, and no referrer is recorded', async () => {
    const bright = await open.as('owner@bright-side.example')
    const foreign = await codeOf(open.world.bright.customers['customer']!.id, bright)
    const good = await signUp(await codeOf(caseyId()))
    for (const ref of [
      '0123456789ab',
      foreign,
      'nonsense',
      '',
      'x'.repeat(5000),
      12,
      null,
      ['a'],
      { a: 1 },
      "'; drop table customers; --",
    ]) {
      const { reply, customer } = await signUp(ref)
      expect([reply.status, reply.body]).toEqual([good.reply.status, good.reply.body])
      expect(customer).toMatchObject({ status: 'lead', referred_by: null })
    }
    expect(good.customer!.referred_by).toBe(caseyId())
  })
  it('people can’t refer themselves with the same address, record or account', async () => {
    const ref = await codeOf(caseyId())
    const body = { email: 'Customer@Green-Acres.example', ref }
    const begun = async () =>
      (await visitor('POST /api/public/signup/{code}/lead', { params: { code }, body })).body
        .lead_token
    // Casey, signed in; then somebody with another account who entered Casey's address.
    expect(
      (
        await (
          await casey()
        )('POST /api/users/signup/claim', { body: { lead_token: await begun() } })
      ).body.customer_id,
    ).toBe(caseyId())
    await open.app.identity!.createAccount({
      email: 'second.account@mail.example',
      name: 'Casey',
      password: 'fieldhive-demo',
      email_verified: true,
    })
    await (
      await open.as('second.account@mail.example')
    )('POST /api/users/signup/claim', { body: { lead_token: await begun() } })
    expect(await open.rows('select id from customers where referred_by = id')).toEqual([])
    expect((await customersOf('second.account@mail.example'))[0]).toMatchObject({
      referred_by: null,
    })
    expect((await seen(caseyId())).referred_by).toBeNull()
    // Casey with another address: the new record turns out to be Casey's and is removed.
    const aside = await signUp(ref, 'casey.aside@mail.example')
    expect(aside.customer!.referred_by).toBe(caseyId())
    const token = /signup_lead=([^;]+)/.exec(aside.reply.headers.get('set-cookie')!)![1]!
    await (
      await casey()
    )('POST /api/users/signup/claim', { body: { lead_token: token } })
    expect((await customersOf('casey.aside@mail.example'))[0]).toMatchObject({
      status: 'archived',
      referred_by: null,
    })
  })
  it('the office’s lead is credited to the link they use; an existing customer is not', async () => {
    const ref = await codeOf(caseyId())
    for (const [status, referred_by] of [
      ['lead', caseyId()],
      ['active', null],
    ] as const) {
      const email = `known.${status}@mail.example`
      const { id } = (
        await owner('POST /api/owner/customers', { body: { name: 'Kay Known', email, status } })
      ).body
      const { lead_token } = (
        await visitor('POST /api/public/signup/{code}/lead', {
          params: { code },
          body: { email, ref },
        })
      ).body
      await open.app.identity!.createAccount({
        email,
        name: null,
        password: 'fieldhive-demo',
        email_verified: true,
      })
      expect(
        (await (await open.as(email))('POST /api/users/signup/claim', { body: { lead_token } }))
          .body.customer_id,
      ).toBe(id)
      expect((await customersOf(email))[0]!.referred_by, status).toBe(referred_by)
    }
  })
})

describe('a friend counts', () => {
  it('from the first completed visit, once; reopening the only one reverts it; the referrer gets events without the friend’s name', async () => {
    const ref = await codeOf(caseyId())
    const { customer } = await signUp(ref)
    const before = await countOf(caseyId())
    const [first, second] = await atWork(customer!.id)
    expect(await countOf(caseyId())).toBe(before)
    const event = { type: 'customer.changed', data: { customer_id: caseyId() } }
    for (const [act, visit, count, events] of [
      [complete, first, 1, [event]],
      [complete, first, 1, []],
      [complete, second, 1, []],
      [reopen, first, 1, []],
      [reopen, second, 0, [event]],
      [complete, second, 1, [event]],
    ] as const) {
      const at = await revision()
      await act(visit)
      expect(await countOf(caseyId())).toBe(before + count)
      expect((await own()).count).toBe(before + count)
      expect(await heardBy(caseyId(), at)).toEqual(events)
    }
  })
  it('even if a crew leader who can’t see either of them completes the visit', async () => {
    const { customer } = await signUp(await codeOf(caseyId()))
    const before = await countOf(caseyId())
    const [, , today] = await atWork(customer!.id)
    const at = await revision()
    await complete(today, await open.as('leader@green-acres.example'))
    expect(await countOf(caseyId())).toBe(before + 1)
    expect(await heardBy(caseyId(), at)).toHaveLength(1)
  })
  it('even if the referrer is archived by then', async () => {
    const { body: theo } = await owner('POST /api/owner/customers', {
      body: { name: 'Gone Away', email: 'gone.away@mail.example', status: 'active' },
    })
    const { customer } = await signUp(await codeOf(theo.id))
    const [first] = await atWork(customer!.id)
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id: theo.id },
      body: { status: 'archived' },
    })
    await complete(first)
    expect(await countOf(theo.id)).toBe(1)
  })
  it('once, even when visits are completed and reopened at the same time', async () => {
    const { body: sender } = await owner('POST /api/owner/customers', {
      body: { name: 'Sue Sender', email: 'sue.sender@mail.example', status: 'active' },
    })
    const { customer } = await signUp(await codeOf(sender.id))
    const [first, second, third] = await atWork(customer!.id)
    await Promise.all([complete(first), complete(second), complete(first), complete(second)])
    expect(await countOf(sender.id)).toBe(1)
    await reopen(first)
    await Promise.all([reopen(second), complete(third)])
    expect(await countOf(sender.id)).toBe(1)
    await Promise.all([reopen(third), complete(first), complete(second)])
    expect(await countOf(sender.id)).toBe(1)
    await Promise.all([reopen(first), reopen(second)])
    expect(await countOf(sender.id)).toBe(0)
  })
})

it('only the office’s customer list shows who referred whom', async () => {
  const crew = await open.as('leader@green-acres.example')
  expect(JSON.stringify((await crew('GET /api/crew/customers')).body)).not.toMatch(/referr/)
})

describe('the thanks', () => {
  it('go once to the customer who referred another, after the first visit can no longer be undone', async () => {
    const { customer } = await signUp(await codeOf(caseyId()))
    const [first, second] = await atWork(customer!.id)
    const thanks = () =>
      open.rows("select * from messages where template = 'referral_thanks' and once_key like $1", [
        `%${customer!.id}%`,
      ])
    const settle = async (visit: string) => {
      const [series_id = '', original_date = ''] = visit.split(':')
      await jobHandlers['completion.tell'](open.app, {
        organization_id: open.world.green.id,
        series_id,
        original_date,
      })
    }
    await complete(first)
    await settle(first)
    expect(await thanks()).toEqual([])
    await open.rows(
      "update visits set completed_at = completed_at - interval '1 day' where customer_id = $1",
      [customer!.id],
    )
    for (const _ of [1, 2]) await settle(first)
    const [letter, ...more] = await thanks()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ customer_id: caseyId(), category: 'marketing' })
    expect(letter!.text).not.toContain('Fran')
    await complete(second)
    await open.rows(
      "update visits set completed_at = completed_at - interval '1 day' where customer_id = $1",
      [customer!.id],
    )
    await settle(second)
    expect(await thanks()).toHaveLength(1)
  })
})

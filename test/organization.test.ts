import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const update = (body: object, caller = owner) =>
  caller('POST /api/owner/organization/update', { body })
const read = async (caller = owner) => (await caller('GET /api/owner/my-organization')).body

describe('GET /api/owner/my-organization', () => {
  it('200 with hours by the settings’ day keys, for office and crew; 403 for a customer', async () => {
    const body = await read()
    expect(body).toMatchObject({
      name: 'Green Acres Lawn Care',
      industry: 'Lawncare',
      time_zone: 'America/New_York',
      closed_dates: [],
      signup_open: true,
    })
    expect(Object.keys(body.business_hours!)).toEqual([
      'mon',
      'tue',
      'wed',
      'thu',
      'fri',
      'sat',
      'sun',
    ])
    expect((await read(await open.as('crew@green-acres.example'))).id).toBe(open.world.green.id)
    expect(
      await (
        await open.as('customer@green-acres.example')
      )('GET /api/owner/my-organization'),
    ).toMatchObject({ status: 403 })
  })
  it('a customer sees the public part and the due day, even if the business accepts no sign-ups', async () => {
    const customer = await open.as('customer@green-acres.example')
    await open.rows(
      "update organizations set trial_ends_at = now() - interval '30 days' where id = $1",
      [open.world.green.id],
    )
    for (const call of ['GET /api/users/my-organization', 'GET /api/user/my-organization']) {
      const reply = await customer.raw(call)
      expect(reply).toMatchObject({
        status: 200,
        body: { name: 'Green Acres Lawn Care', customer_due_day: 28 },
      })
      expect(JSON.stringify(reply.body)).not.toMatch(/stripe|trial|owner_/)
    }
    await open.rows(
      "update organizations set trial_ends_at = now() + interval '14 days' where id = $1",
      [open.world.green.id],
    )
  })
})

describe('POST /api/owner/organization/update', () => {
  it.each([
    ['website', 'example.com', 'https://example.com'],
    ['website', null, null],
    ['phone_number', '(919) 555-0190', '+19195550190'],
    ['phone_number', '', null],
    ['email', ' Office@mail.example ', 'Office@mail.example'],
    ['email', null, null],
    ['street', '5 Elm St', '5 Elm St'],
    ['state', 'va', 'VA'],
    ['zip', '27605-1111', '27605'],
    ['zip', null, null],
    ['insurance_provider', 'Acme', 'Acme'],
    ['insurance_provider', ' ', null],
    ['industry', 'Cleaning', 'Cleaning'],
    ['industry', null, 'Other'],
    ['services_rendered', ['Mowing', 'Edging'], ['Mowing', 'Edging']],
    ['services_rendered', null, []],
    ['service_area_zipcodes', ['27601', '', '27601', '27602-1'], ['27601', '27602']],
    ['service_area_zipcodes', null, []],
    ['estimated_customers', 12, 12],
    ['customer_due_day', 15, 15],
    ['time_zone', 'America/Chicago', 'America/Chicago'],
    ['activate_signups', true, true],
    ['signup_open', true, true],
  ])('%s %j is saved as %j, and everything else stays', async (field, value, kept) => {
    const before = await read()
    const reply = await update({ [field]: value })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...before,
      [field]: kept,
      ...(field === 'estimated_customers' ? { estimated_users: kept } : {}),
      version: before.version + 1,
      updated_at: reply.body.updated_at,
    })
    expect(await read()).toEqual(reply.body)
  })
  it('accepts industry and services nested under marketing', async () => {
    expect(
      await update({ marketing: { industry: 'Pest Control', services_rendered: ['Ants'] } }),
    ).toMatchObject({
      status: 200,
      body: { industry: 'Pest Control', services_rendered: ['Ants'] },
    })
    expect(await update({ marketing: { services_rendered: null } })).toMatchObject({
      body: { industry: 'Pest Control', services_rendered: [] },
    })
  })
  it.each([
    ['name', { name: ' ' }, 'Enter your company/organization name'],
    ['website', { website: 'not a site' }, 'Enter a web address'],
    ['phone_number', { phone_number: '555' }, 'Enter a valid phone number'],
    ['email', { email: 'nobody' }, 'Enter a valid email'],
    ['state', { state: 'QQ' }, 'Use 2-letter state code (e.g., NC)'],
    ['zip', { zip: '12' }, 'Enter a valid 5-digit ZIP'],
    [
      'service_area_zipcodes.1',
      { service_area_zipcodes: ['27601', '2760'] },
      'Enter a valid 5-digit ZIP',
    ],
    ['customer_due_day', { customer_due_day: 29 }, undefined],
    ['time_zone', { time_zone: 'Mars/Olympus' }, undefined],
    ['closed_dates.0', { closed_dates: ['2026-02-30'] }, 'Enter a real date as YYYY-MM-DD'],
    [
      'business_hours.tuesday',
      { business_hours: { tue: { open: '9:00 AM', close: '8:00 AM' } } },
      'Enter both an opening and a closing time',
    ],
    ['schedule_settings.slot_minutes', { schedule_settings: { slot_minutes: 1 } }, undefined],
  ])('422 with an error for %s', async (field, body, sentence) => {
    const before = await read()
    expect(await update(body)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: sentence ?? expect.any(String) } },
    })
    expect(await read()).toEqual(before)
  })
  it.each([
    ['settings', 'mon', 'sun'],
    ['onboarding', 'monday', 'sunday'],
    ['shouted', 'MONDAY', 'Sun'],
  ])(
    'accepts hours with %s keys and returns each endpoint’s own keys',
    async (_, monday, sunday) => {
      const hours = {
        [monday]: { start: '7', end_time: 'x', to: '15:30' },
        [sunday]: { open: '9', close: '5', closed: 'true' },
      }
      expect((await update({ business_hours: hours })).body.business_hours).toMatchObject({
        mon: { open: '07:00', close: '15:30', closed: false },
        tue: { open: '', close: '', closed: true },
        sun: { open: '09:00', close: '17:00', closed: true },
      })
      const page = await open.anonymous('GET /api/public/org/{slug}', {
        params: { slug: 'green-acres' },
      })
      expect(page.body.organization.business_hours).toMatchObject({
        mon: { open: '07:00', close: '15:30', closed: false },
        sun: { closed: true },
      })
    },
  )

  it('keeps a night that ends after midnight', async () => {
    const night = { fri: { open: '10:00 PM', close: '2:30 AM' } }
    const { business_hours } = (await update({ business_hours: night })).body
    expect(business_hours).toMatchObject({ fri: { open: '22:00', close: '02:30', closed: false } })
    // As it was answered, it can be sent back.
    expect((await update({ business_hours })).body.business_hours).toEqual(business_hours)
  })
  it('null removes the hours', async () => {
    expect((await update({ business_hours: null })).body.business_hours).toBeNull()
    expect(
      (await open.anonymous('GET /api/public/org/{slug}', { params: { slug: 'green-acres' } })).body
        .organization.business_hours,
    ).toBeNull()
  })
  it('replaces closed dates as a list; those that stay keep their reason', async () => {
    expect(
      (await update({ closed_dates: ['2031-12-25', '2031-07-04', '2031-12-25'] })).body
        .closed_dates,
    ).toEqual(['2031-07-04', '2031-12-25'])
    await open.rows("update closed_dates set reason = 'Christmas' where date = '2031-12-25'")
    expect(
      (await update({ closed_dates: ['2031-12-25', '2032-01-01'] })).body.closed_dates,
    ).toEqual(['2031-12-25', '2032-01-01'])
    expect(await open.rows("select reason from closed_dates where date = '2031-12-25'")).toEqual([
      { reason: 'Christmas' },
    ])
    expect((await update({ name: 'Green Acres Lawn Care' })).body.closed_dates).toHaveLength(2)
    expect((await update({ closed_dates: [] })).body.closed_dates).toEqual([])
  })
  it('changes schedule settings individually', async () => {
    const before = (await read()).schedule_settings
    const manager = await open.as('manager@green-acres.example')
    expect(
      (await manager('PATCH /api/owner/schedule-settings', { body: { slot_minutes: 30 } })).body
        .schedule_settings,
    ).toEqual({
      ...before,
      slot_minutes: 30,
    })
    expect(
      (await manager('PATCH /api/owner/schedule-settings', { body: { slot_minutes: 1 } })).status,
    ).toBe(422)
    await manager('PATCH /api/owner/schedule-settings', {
      body: { slot_minutes: before.slot_minutes },
    })
    expect(
      (await update({ schedule_settings: { cancel_cutoff_hours: 48 } })).body.schedule_settings,
    ).toEqual({ ...before, cancel_cutoff_hours: 48 })
    expect(
      (await update({ schedule_settings: { crew_can_complete: true } })).body.schedule_settings,
    ).toEqual({
      ...before,
      cancel_cutoff_hours: 48,
      crew_can_complete: true,
    })
  })
  it('409 stale names who was first; of two simultaneous edits one succeeds', async () => {
    const { version } = await read()
    const both = await Promise.all([
      update({ name: 'One', version }),
      update({ name: 'Two', version }),
    ])
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find((reply) => reply.status === 409)!.body).toMatchObject({
      code: 'stale',
      error: 'Dana Green saved the organization meanwhile. Reload to see the change.',
    })
    expect((await read()).version).toBe(version + 1)
  })
  it('404 for another organization’s id, 400 for fields the owner can’t set', async () => {
    expect(await update({ id: open.world.bright.id, name: 'Mine' })).toMatchObject({ status: 404 })
    expect(await update({ id: open.world.green.id, name: 'Green Acres Lawn Care' })).toMatchObject({
      status: 200,
    })
    for (const field of [
      'status',
      'slug',
      'owner_user_id',
      'stripe_account_id',
      'trial_ends_at',
      'subscription_status',
    ])
      expect(await update({ [field]: 'x' })).toMatchObject({
        status: 400,
        body: { code: 'unknown_field' },
      })
    expect(
      await open.rows('select name from organizations where id = $1', [open.world.bright.id]),
    ).toEqual([{ name: 'Bright Side Cleaning' }])
  })
  it.each(['manager', 'payee', 'leader', 'crew', 'customer'])('403 for the %s', async (who) => {
    expect(await update({ name: 'X' }, await open.as(`${who}@green-acres.example`))).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})

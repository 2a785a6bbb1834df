import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIncomplete, zipMessage } from '../src/domain/base/contact.ts'
import { addDays } from '../src/domain/base/dates.ts'
import type { Industry } from '../src/domain/base/onboarding.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
let carmen: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
  carmen = await open.as('customer@bright-side.example')
})
afterAll(() => open?.close())

const caseyId = () => open.world.green.customers['casey']!.id
const seen = async () =>
  (await owner('GET /api/owner/customers/{id}', { params: { id: caseyId() } })).body
const standing = async (who = casey) => (await who('GET /api/users/standing')).body
const upcoming = async () =>
  (await casey('GET /api/users/upcoming-services')).body.items as { date: string; state: string }[]
const eventsSince = (after: number) =>
  open.rows<{ type: string; data: Record<string, unknown>; customer_id: string | null }>(
    'select type, data, customer_id from events where organization_id = $1 and number > $2 order by number',
    [open.world.green.id, after],
  )
const revision = async () =>
  Number(
    (await open.rows('select revision from organizations where id = $1', [open.world.green.id]))[0]!
      .revision,
  )

describe('a paused customer', () => {
  it('sees until when, and visits as paused rather than cancelled', async () => {
    const today = open.world.green.today
    expect(await standing()).toEqual({
      status: 'active',
      paused_from: null,
      resume_on: null,
      held: null,
    })
    await owner('POST /api/owner/customers/{id}/pause', {
      params: { id: caseyId() },
      body: { reason: 'Away', resume_on: addDays(today, 10) },
    })
    expect(await standing()).toEqual({
      status: 'paused',
      paused_from: today,
      resume_on: addDays(today, 10),
      held: null,
    })
    const states = (await upcoming()).map(({ date, state }) => [date < addDays(today, 10), state])
    expect(states.filter(([isInside]) => isInside).map(([, state]) => state)).toContain('paused')
    expect(states.filter(([isInside, state]) => !isInside && state === 'paused')).toEqual([])
  })
  it('sees no date if the office set none', async () => {
    await owner('POST /api/owner/customers/{id}/pause', {
      params: { id: caseyId() },
      body: { resume_on: null },
    })
    expect(await standing()).toMatchObject({ status: 'paused', resume_on: null })
  })
  it('can resume; the office sees who did, and both sides get events', async () => {
    const before = await revision()
    expect(await casey('POST /api/users/resume')).toMatchObject({
      status: 200,
      body: { status: 'active', paused_from: null, resume_on: null },
    })
    expect((await eventsSince(before)).map(({ type, customer_id }) => [type, customer_id])).toEqual(
      [
        ['customer.changed', caseyId()],
        ['rule.changed', caseyId()],
      ],
    )
    expect(await seen()).toMatchObject({
      status: 'active',
      notes: [{ text: 'Resumed the work in their account.', author_name: 'Casey Walker' }, {}],
    })
    expect((await upcoming()).filter(({ state }) => state === 'paused')).toEqual([])
  })
  it('gets the same response when resuming twice, with one note', async () => {
    const notes = (await seen()).notes.length
    expect(await casey('POST /api/users/resume')).toMatchObject({
      status: 200,
      body: { status: 'active' },
    })
    expect((await seen()).notes).toHaveLength(notes)
  })
})

describe('preferences', () => {
  it('changed by a customer are shown to the office next to the old ones, and don’t change the schedule', async () => {
    const before = (await casey('GET /api/users/preferences')).body
    const rules = await open.rows('select * from rules where customer_id = $1 order by id', [
      caseyId(),
    ])
    const changed = await casey('PUT /api/users/preferences', {
      body: {
        available_days: ['friday', 'MON'],
        service_frequency: 'biweekly',
        services_selected: ['mowing', 'leaves'],
      },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        available_days: ['mon', 'fri'],
        service_frequency: 'every_x_weeks',
        service_interval: 2,
        services_selected: ['mowing', 'leaves'],
      },
    })
    const { wish_changes, wishes_changed_at } = await seen()
    expect(
      wish_changes.map((change: { what: string; now: string }) => [change.what, change.now]),
    ).toEqual([
      ['Services', expect.stringContaining('Mowing')],
      ['Days', 'Mon, Fri'],
      ['How often', 'Every 2 weeks'],
    ])
    expect(wishes_changed_at).not.toBeNull()
    expect(
      await open.rows('select * from rules where customer_id = $1 order by id', [caseyId()]),
    ).toEqual(rules)
    expect(
      (await owner('GET /api/owner/customers/totals', { query: { wishes: '1' } })).body,
    ).toMatchObject({ wishes_changed: 1, counts: { active: 1 } })
    expect(
      (await owner('GET /api/owner/customers', { query: { wishes: '1' } })).body.customers.map(
        ({ id }: { id: string }) => id,
      ),
    ).toEqual([caseyId()])

    // A second change is still compared with what the office has seen; after changing back there is nothing to review.
    await casey('PUT /api/users/preferences', { body: { available_days: ['tue'] } })
    expect((await seen()).wish_changes).toHaveLength(3)
    await casey('PUT /api/users/preferences', {
      body: { ...before, service_frequency: before.service_frequency ?? undefined },
    })
    expect(
      (await seen()).wish_changes.filter(({ what }: { what: string }) => what !== 'How often'),
    ).toEqual([])
  })
  it('are marked as reviewed by the office', async () => {
    await casey('PUT /api/users/preferences', { body: { available_days: ['wed'] } })
    const { body } = await owner('POST /api/owner/customers/{id}/wishes-seen', {
      params: { id: caseyId() },
    })
    expect(body).toMatchObject({
      wish_changes: [],
      wishes_changed_at: null,
      available_days: ['wed'],
    })
    expect(
      (await owner('GET /api/owner/customers/totals', { query: {} })).body.wishes_changed,
    ).toBe(0)
    expect(
      await (
        await open.as('owner@bright-side.example')
      )('POST /api/owner/customers/{id}/wishes-seen', { params: { id: caseyId() } }),
    ).toMatchObject({
      status: 404,
    })
  })
  it('422 for a service that isn’t offered; one chosen before may stay', async () => {
    expect(
      await casey('PUT /api/users/preferences', { body: { services_selected: ['no-such'] } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { services_selected: 'Choose one of the services offered.' } },
    })
    await casey('PUT /api/users/preferences', { body: { services_selected: ['mowing'] } })
    await open.rows(
      "update services set active = false where key = 'mowing' and organization_id = $1",
      [open.world.green.id],
    )
    expect(
      (await casey('GET /api/users/services')).body.services.map(({ key }: { key: string }) => key),
    ).not.toContain('mowing')
    expect(
      await casey('PUT /api/users/preferences', { body: { services_selected: ['mowing'] } }),
    ).toMatchObject({ status: 200 })
    await open.rows(
      "update services set active = true where key = 'mowing' and organization_id = $1",
      [open.world.green.id],
    )
  })
})

describe('locations', () => {
  const cabin = {
    label: 'Cabin',
    street: '9 Lake Rd',
    city: 'Cary',
    state: 'nc',
    zip: '27511-1234',
  }
  const list = async () =>
    (await casey('GET /api/users/locations')).body.locations as {
      id: string
      label: string
      is_default: boolean
      zip: string
    }[]
  const add = async (body: BodyFor<'POST /api/users/locations'>) =>
    casey('POST /api/users/locations', { body })

  it('can be added, edited and made the default, and the office sees it', async () => {
    const [home] = await list()
    expect(home).toMatchObject({ is_default: true })
    expect(await add({ ...cabin, street: '' })).toMatchObject({
      status: 422,
      body: { error: addressIncomplete, fields: { street: addressIncomplete } },
    })
    const { city: _, ...nowhere } = cabin
    expect(
      await casey.raw('POST /api/users/locations', { body: { ...nowhere, state: '' } }),
    ).toMatchObject({
      status: 422,
      body: {
        error: addressIncomplete,
        fields: { city: addressIncomplete, state: addressIncomplete },
      },
    })
    expect(await add({ ...cabin, zip: '12' })).toMatchObject({
      status: 422,
      body: { fields: { zip: zipMessage } },
    })
    const { body: added, status } = await add(cabin)
    expect([status, added]).toEqual([
      201,
      expect.objectContaining({ label: 'Cabin', state: 'NC', zip: '27511', is_default: false }),
    ])
    expect((await seen()).notes[0]).toMatchObject({
      text: 'Added an address: Cabin (9 Lake Rd, Cary, NC 27511).',
      author_name: 'Casey Walker',
    })

    const before = await revision()
    await casey('PUT /api/users/locations/{id}/default', { params: { id: added.id } })
    expect((await list()).map(({ label, is_default }) => [label, is_default])).toEqual([
      ['Cabin', true],
      [home!.label, false],
    ])
    expect(await seen()).toMatchObject({ street: '9 Lake Rd', city: 'Cary', zip: '27511' })
    // Crews go there from now on, so schedules reload.
    expect((await eventsSince(before)).map(({ type }) => type)).toContain('rule.changed')
    const [next] = (await casey('GET /api/users/upcoming-services')).body.items
    expect(next!.address).toMatchObject({ street: '9 Lake Rd' })

    await casey('PUT /api/users/locations/{id}', {
      params: { id: added.id },
      body: { ...cabin, street: '11 Lake Rd' },
    })
    expect(await seen()).toMatchObject({ street: '11 Lake Rd' })
    expect((await seen()).notes[0]!.text).toBe(
      'Changed an address: Cabin (9 Lake Rd, Cary, NC 27511) is now Cabin (11 Lake Rd, Cary, NC 27511).',
    )
  })
  it('409 location_in_use for the default one while work is scheduled there; others can be removed', async () => {
    const [cabinNow, home] = await list()
    expect(
      await casey('DELETE /api/users/locations/{id}', { params: { id: cabinNow!.id } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'location_in_use', error: 'Services are scheduled at this address.' },
    })
    const [rule] = await open.rows('update rules set location_id = $1 where id = $2 returning id', [
      home!.id,
      open.world.green.customers['casey']!.rules[0]!.id,
    ])
    expect(
      await casey('DELETE /api/users/locations/{id}', { params: { id: home!.id } }),
    ).toMatchObject({ status: 409 })
    await open.rows('update rules set location_id = null where id = $1', [rule!.id])
    expect(
      await casey('DELETE /api/users/locations/{id}', { params: { id: home!.id } }),
    ).toMatchObject({ status: 200 })
    expect(await list()).toHaveLength(1)
    // A removed location can't be chosen any more, here or for new work.
    expect(
      await casey('PUT /api/users/locations/{id}/default', { params: { id: home!.id } }),
    ).toMatchObject({ status: 404 })
    const body = {
      customer_id: caseyId(),
      service_key: 'mowing',
      pattern: 'once' as const,
      start_date: addDays(open.world.green.today, 3),
      location_id: home!.id,
    }
    expect(await owner('POST /api/schedule', { body, key: 'place-that-is-gone' })).toMatchObject({
      status: 422,
      body: { fields: { location_id: expect.any(String) } },
    })
  })
  it('without work the default one can be removed, too, and the oldest other one becomes the default', async () => {
    const places = async () => (await carmen('GET /api/users/locations')).body.locations
    const id = open.world.bright.customers['customer']!.id
    await open.rows('update rules set removed_at = now() where customer_id = $1', [id])
    const [first] = await places()
    for (const label of ['Second', 'Third'])
      await carmen('POST /api/users/locations', { body: { ...cabin, label } })
    expect(
      await carmen('DELETE /api/users/locations/{id}', { params: { id: first!.id } }),
    ).toMatchObject({ status: 200 })
    expect(
      (await places()).map((place: { label: string; is_default: boolean }) => [
        place.label,
        place.is_default,
      ]),
    ).toEqual([
      ['Second', true],
      ['Third', false],
    ])
  })
  it('409 too_many_locations above twenty', async () => {
    const answers = []
    for (let n = 0; n < 20; n++) answers.push(await add({ ...cabin, label: `Place ${n}` }))
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { code: 'too_many_locations' } })
    expect(await list()).toHaveLength(20)
  })
  it('404 for another customer’s', async () => {
    const [place] = await list()
    for (const call of [
      'DELETE /api/users/locations/{id}',
      'PUT /api/users/locations/{id}/default',
    ])
      expect(await carmen.raw(call, { params: { id: place!.id } })).toMatchObject({ status: 404 })
    expect(
      await carmen('PUT /api/users/locations/{id}', { params: { id: place!.id }, body: cabin }),
    ).toMatchObject({ status: 404 })
  })
})

describe('a second business', () => {
  type Search = { industry: Industry; q?: string; exclude_same_industry?: '1' }
  const search = (query: Search, who = casey) =>
    who('GET /api/users/organizations/search', { query })
  const named = async (query: Search, who = casey) =>
    (await search(query, who)).body.organizations.map(({ name }) => name)

  it('is found by industry, name or city, if it is listed', async () => {
    expect(await casey.raw('GET /api/users/organizations/search')).toMatchObject({
      status: 422,
      body: { fields: { industry: 'Choose an industry to search' } },
    })
    expect(await named({ industry: 'Cleaning' })).toEqual(['Bright Side Cleaning'])
    expect(await named({ industry: 'Cleaning', q: 'bright' })).toEqual(['Bright Side Cleaning'])
    expect(await named({ industry: 'Cleaning', q: '%' })).toEqual([])
    expect(await named({ industry: 'Pest Control' })).toEqual([])
    expect((await search({ industry: 'Lawncare' })).body.organizations).toMatchObject([
      { name: 'Green Acres Lawn Care', joined: true, same_industry: false },
    ])
    expect(await named({ industry: 'Lawncare', exclude_same_industry: '1' })).toEqual([])
    await open.rows('update organizations set listed = false where id = $1', [open.world.bright.id])
    expect(await named({ industry: 'Cleaning' })).toEqual([])
    expect(
      await casey('POST /api/users/organizations/select', {
        body: { organization_id: open.world.bright.id },
      }),
    ).toMatchObject({
      status: 404,
      body: { error: 'Organization not found' },
    })
    await open.rows('update organizations set listed = true where id = $1', [open.world.bright.id])
  })
  it('409 same_industry for a second business in one industry', async () => {
    await open.rows("update organizations set industry = 'Lawncare' where id = $1", [
      open.world.bright.id,
    ])
    expect((await search({ industry: 'Lawncare', q: 'bright' })).body.organizations).toMatchObject([
      { same_industry: true },
    ])
    expect(
      await casey('POST /api/users/organizations/select', {
        body: { organization_id: open.world.bright.id },
      }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'same_industry',
        error: 'You cannot select an organization in the same industry.',
      },
    })
    await open.rows("update organizations set industry = 'Cleaning' where id = $1", [
      open.world.bright.id,
    ])
  })
  it('can be joined as a lead; the customer can switch between both', async () => {
    const chosen = await casey('POST /api/users/organizations/select', {
      body: { organization_id: open.world.bright.id },
    })
    expect(chosen).toMatchObject({
      status: 200,
      body: { organization_id: open.world.bright.id, role: 'user', memberships: [{}, {}] },
    })
    expect(await standing()).toMatchObject({ status: 'lead' })
    const found = await (
      await open.as('owner@bright-side.example')
    )('GET /api/owner/customers', { query: { q: 'casey walker' } })
    expect(found.body.customers).toMatchObject([
      {
        name: 'Casey Walker',
        email: 'customer@green-acres.example',
        status: 'lead',
        has_login: true,
      },
    ])
    // A lead's preferences are just saved: there is no agreed work to compare them with.
    await casey('PUT /api/users/preferences', { body: { available_days: ['sat'] } })
    const { available_days, wish_changes } = (
      await (
        await open.as('owner@bright-side.example')
      )('GET /api/owner/customers', { query: { q: 'casey walker' } })
    ).body.customers[0]!
    expect([available_days, wish_changes]).toEqual([['sat'], []])
    // Selecting your own business only switches to it.
    expect(
      await casey('POST /api/users/organizations/select', {
        body: { organization_id: open.world.green.id },
      }),
    ).toMatchObject({
      status: 200,
      body: { organization_id: open.world.green.id },
    })
    expect(
      await open.rows(
        'select 1 from memberships where person_id = (select person_id from customers where id = $1)',
        [caseyId()],
      ),
    ).toHaveLength(2)
  })
})

describe('contact', () => {
  it('the office sees the phone number saved in the account', async () => {
    await casey('PUT /api/users/update-me', { body: { phone_number: '(919) 555-0199' } })
    expect(await seen()).toMatchObject({ phone_number: '+19195550199' })
  })
  it('a person’s new name reaches the screens of all their organizations', async () => {
    const before = await revision()
    const leader = await open.as('leader@green-acres.example')
    await leader('PUT /api/users/update-me', { body: { name: 'Lena Brook' } })
    const [event] = (await eventsSince(before)).filter(({ type }) => type === 'person.changed')
    expect(event).toMatchObject({ data: { person_id: open.world.green.people['leader']!.id } })
    const again = await revision()
    await leader('PUT /api/users/update-me', { body: { theme: 'dark' } })
    expect(await eventsSince(again)).toEqual([])
  })
})

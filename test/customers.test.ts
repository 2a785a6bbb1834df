import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

const list = async (query: Record<string, unknown>, who = owner) =>
  (await who('GET /api/owner/customers', { query })).body.customers
const names = async (query: Record<string, unknown>): Promise<string[]> =>
  (await list(query)).map((one) => one.name!).toSorted()
const add = async (body: BodyFor<'POST /api/owner/customers'>) =>
  (await owner('POST /api/owner/customers', { body })).body
const customer = (key: string): string => open.world.green.customers[key]!.id

describe('a gate code', () => {
  it('of more than 40 characters is refused: 422', async () => {
    const reply = await owner('PUT /api/owner/customers/{id}', {
      params: { id: customer('casey') },
      body: { gate_code: '4'.repeat(41) },
    })
    expect(reply).toMatchObject({
      status: 422,
      body: { fields: { gate_code: 'Use at most 40 characters.' } },
    })
  })
})

describe('a card', () => {
  it('of a lead shows the requested services and frequency', async () => {
    const lead = (await owner('GET /api/owner/customers/{id}', { params: { id: customer('lee') } }))
      .body
    const offered = (await owner('GET /api/owner/services')).body.services.map(
      (service) => service.name,
    )
    expect(lead.services.length).toBeGreaterThan(0)
    for (const service of lead.services) expect(offered).toContain(service)
    expect(lead.frequency_label).toMatch(/^(Weekly|Monthly|Every \d+ weeks|One-off)$/)
  })
  it('shows every kind of work, most frequent first', async () => {
    const { id } = await add({ name: 'Two Works', status: 'active' })
    for (const [service_key, pattern] of [
      ['leaves', 'monthly'],
      ['mowing', 'weekly'],
    ] as const)
      expect(
        await owner('POST /api/schedule', {
          body: {
            customer_id: id,
            service_key,
            pattern,
            start_date: addDays(open.world.green.today, 3),
          },
          key: `${id}-${pattern}`,
        }),
      ).toMatchObject({ status: 201 })
    expect((await owner('GET /api/owner/customers/{id}', { params: { id } })).body).toMatchObject({
      frequency: 'weekly',
      frequency_label: 'Weekly, Monthly',
      services: ['Leaf removal', 'Mowing'],
    })
    expect(await names({ q: 'two works', frequency: 'monthly' })).toEqual(['Two Works'])
  })
  it('shows when the customer turned messages off, and when they unsubscribed from promotions', async () => {
    const id = customer('casey')
    const read = async () => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body
    expect(await read()).toMatchObject({ messages_off: false, promotions_off: false })
    const casey = await open.as('customer@green-acres.example')
    await open.rows('update customers set sms_opt_in = false where id = $1', [id])
    expect(
      await casey('PUT /api/users/update-me', {
        body: { notification_prefs: { email_general: false } },
      }),
    ).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({
      messages_off: true,
      reminder_opt_in: true,
      reminders_off: ['customer'],
    })
    await owner('POST /api/owner/customers/{id}/reminders', {
      params: { id },
      body: { enabled: false },
    })
    expect(await read()).toMatchObject({ reminders_off: ['customer', 'office'] })
    await casey('PUT /api/users/update-me', {
      body: { notification_prefs: { email_general: true } },
    })
    expect(await read()).toMatchObject({ messages_off: false, reminders_off: ['office'] })
    await owner('POST /api/owner/customers/{id}/reminders', {
      params: { id },
      body: { enabled: true },
    })
    await owner('PATCH /api/owner/schedule-settings', { body: { reminder_days_before: 0 } })
    expect(await read()).toMatchObject({ reminders_off: ['organization'] })
    await owner('PATCH /api/owner/schedule-settings', { body: { reminder_days_before: 1 } })
    expect(await read()).toMatchObject({ reminders_off: [] })
  })
  it('text messages require the customer’s own recorded consent, and stop when they withdraw it', async () => {
    const id = customer('casey')
    const casey = await open.as('customer@green-acres.example')
    const say = (sms_general: boolean) =>
      casey('PUT /api/users/update-me', { body: { notification_prefs: { sms_general } } })
    const stored = async () =>
      (await open.rows('select sms_opt_in, phone_number from customers where id = $1', [id]))[0]
    const consents = () =>
      open.rows(
        "select text, revoked_at is not null as revoked, ip, agent from consents where customer_id = $1 and kind = 'sms' order by id",
        [id],
      )
    await open.rows('update customers set sms_opt_in = false, phone_number = null where id = $1', [
      id,
    ])
    await open.rows(
      'update people set phone_number = null where id = (select person_id from customers where id = $1)',
      [id],
    )
    expect(await say(true)).toMatchObject({
      status: 422,
      body: { fields: { phone_number: 'Enter a valid phone number' } },
    })
    expect((await casey('GET /api/users/me')).body.notification_prefs.sms_general).toBe(false)
    expect(
      await casey('PUT /api/users/update-me', {
        body: { phone_number: '(919) 555-0177', notification_prefs: { sms_general: true } },
      }),
    ).toMatchObject({
      status: 200,
      body: { notification_prefs: { sms_general: true } },
    })
    await say(true)
    expect(await stored()).toEqual({ sms_opt_in: true, phone_number: '+19195550177' })
    expect(await consents()).toMatchObject([
      {
        text: expect.stringContaining('text messages about my services from Green Acres'),
        revoked: false,
        ip: expect.any(String),
      },
    ])
    for (let twice = 0; twice < 2; twice++)
      expect((await say(false)).body.notification_prefs.sms_general).toBe(false)
    expect(await stored()).toMatchObject({ sms_opt_in: false })
    expect(await consents()).toMatchObject([{ revoked: true }])
    await say(true)
    expect((await consents()).map(({ revoked }) => revoked)).toEqual([true, false])
    // Somebody impersonating a customer can stop texts, but can't consent to them.
    const admin = await open.as('admin@fieldhive.example')
    const { person_id: user_id } = await open.row<{ person_id: string }>(
      'select person_id from customers where id = $1',
      [id],
    )
    const started = await admin('POST /api/admin/impersonate/start', { body: { user_id } })
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    const acting = (sms_general: boolean) =>
      admin('PUT /api/users/update-me', { headers, body: { notification_prefs: { sms_general } } })
    expect(await acting(false)).toMatchObject({
      status: 200,
      body: { notification_prefs: { sms_general: false } },
    })
    expect(await acting(true)).toMatchObject({
      status: 403,
      body: { code: 'impersonation_denied' },
    })
    expect((await consents()).map(({ revoked }) => revoked)).toEqual([true, true])
    await admin('POST /api/admin/impersonate/stop', { headers })
  })
  it('texts consented to before there was a number start once anyone enters it', async () => {
    const id = customer('casey')
    const casey = await open.as('customer@green-acres.example')
    const stored = async () =>
      (await open.rows('select sms_opt_in from customers where id = $1', [id]))[0]!
        .sms_opt_in as boolean
    const consents = () =>
      open.rows(
        "select id, accepted_at, revoked_at from consents where customer_id = $1 and kind = 'sms' order by id",
        [id],
      )
    const unreachable = () =>
      open.rows(
        'update customers set sms_opt_in = false, phone_number = null, phone_display = null where id = $1',
        [id],
      )
    const leader = await open.as('leader@green-acres.example')
    const enters: [string, (body: { phone_number: string }) => Promise<{ status: number }>][] = [
      ['the customer', (body) => casey('PUT /api/users/update-me', { body })],
      ['the office', (body) => owner('PUT /api/owner/customers/{id}', { params: { id }, body })],
      ['the crew', (body) => leader('PUT /api/crew/customers/{id}', { params: { id }, body })],
    ]
    await casey('PUT /api/users/update-me', {
      body: { phone_number: '(919) 555-0177', notification_prefs: { sms_general: true } },
    })
    const agreed = await consents()
    for (const [who, enter] of enters) {
      await unreachable()
      expect(await enter({ phone_number: '(919) 555-0177' }), who).toMatchObject({ status: 200 })
      expect(await stored(), who).toBe(true)
    }
    // The evidence is the consent they gave earlier.
    expect(await consents()).toEqual(agreed)
    expect((await casey('GET /api/users/me')).body.notification_prefs.sms_general).toBe(true)
    await casey('PUT /api/users/update-me', {
      body: { notification_prefs: { sms_general: false } },
    })
    for (const [who, enter] of enters) {
      await unreachable()
      await enter({ phone_number: '(919) 555-0177' })
      expect(await stored(), `${who}, after a no`).toBe(false)
    }
  })
  it('links to all notes, newest first', async () => {
    const { id } = await add({ name: 'Much Noted' })
    for (let n = 1; n <= 7; n++)
      await owner('POST /api/owner/customers/{id}/notes', {
        params: { id },
        body: { text: `Note ${n}` },
      })
    expect(
      (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes.map(
        (note: { text: string }) => note.text,
      ),
    ).toEqual(['Note 7', 'Note 6', 'Note 5', 'Note 4', 'Note 3'])
    const first = (
      await owner('GET /api/owner/customers/{id}/notes', { params: { id }, query: { limit: 4 } })
    ).body
    const second = (
      await owner('GET /api/owner/customers/{id}/notes', {
        params: { id },
        query: { limit: 4, cursor: first.next_cursor! },
      })
    ).body
    expect([...first.notes, ...second.notes].map((note: { text: string }) => note.text)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((n) => `Note ${n}`),
    )
    expect(second.next_cursor).toBeNull()
    expect(await stranger('GET /api/owner/customers/{id}/notes', { params: { id } })).toMatchObject(
      { status: 404 },
    )
  })
})

describe('a duplicate', () => {
  it.each([
    ['email', { email: 'CASEY@looks.example ' }],
    ['phone', { phone_number: '919.555.7788' }],
    ['email', { email: '<casey@looks.example>,' }],
    ['phone', { phone_number: '+1 (919) 555\u20117788 x12' }],
    ['address', { street: '9 Twin-Oak  st.', zip: '27511-1234' }],
    ['address', { street: '9 Twin Oak Street', zip: '27511' }],
  ])('is seen by %s', async (by, query) => {
    if (!(await names({ q: 'Looks Like' })).length)
      await add({
        name: 'Looks Like',
        email: 'casey@looks.example',
        phone_number: '(919) 555-7788',
        street: '9 Twin Oak St',
        city: 'Cary',
        state: 'NC',
        zip: '27511',
      })
    expect(
      (await owner('GET /api/owner/customers/duplicates', { query })).body.duplicates,
    ).toMatchObject([{ name: 'Looks Like', status: 'lead', by }])
    expect(
      (await stranger('GET /api/owner/customers/duplicates', { query })).body.duplicates,
    ).toEqual([])
  })
  it('is refused with the same email, pasted with what stood around it; a phone keeps its extension', async () => {
    const { id } = await add({ name: 'Pasted', email: 'Pat <pasted@looks.example>,' })
    expect(
      await owner('POST /api/owner/customers', {
        body: { name: 'Twin', email: 'pasted@looks.example;' },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    const phone_number = '\u202a(919) 555-7789 ext. 89\u202c'
    await owner('PUT /api/owner/customers/{id}', { params: { id }, body: { phone_number } })
    expect(await list({ customer_id: id })).toMatchObject([
      { email: 'pasted@looks.example', phone_number: '+19195557789;ext=89' },
    ])
    expect(
      (
        await owner('GET /api/owner/customers/duplicates', {
          query: { phone_number: '9195557789' },
        })
      ).body.duplicates,
    ).toMatchObject([{ id, by: 'phone' }])
  })
  it('isn’t reported for empty fields', async () => {
    expect(
      (
        await owner('GET /api/owner/customers/duplicates', {
          query: { street: '9 Twin Oak St', phone_number: '919' },
        })
      ).body.duplicates,
    ).toEqual([])
  })
})

describe('archiving', () => {
  it('ends the work, removes upcoming visits, turns autopay off, and keeps invoices and history; unarchiving restores none of it', async () => {
    const id = customer('declan')
    const { today } = open.world.green
    const coming = async () =>
      (
        await owner('GET /api/schedule', {
          query: { from: addDays(today, 1), to: addDays(today, 60) },
        })
      ).body.occurrences.filter((one) => one.customer.id === id).length
    const left = async () =>
      (
        await open.rows(
          "select (select count(*)::int from invoices where customer_id = $1) as invoices, (select count(*)::int from visits where customer_id = $1 and status = 'completed') as done",
          [id],
        )
      )[0]
    const before = await left()
    expect(await coming()).toBeGreaterThan(0)
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id },
      body: { status: 'archived' },
    })
    expect(await coming()).toBe(0)
    const back = (
      await owner('POST /api/owner/customers/{id}/status', {
        params: { id },
        body: { status: 'active' },
      })
    ).body
    expect(back).toMatchObject({ status: 'active', has_autopay: false })
    // Today's visits stay; later ones are gone.
    expect([null, today]).toContain(back.next_visit_at)
    expect(await coming()).toBe(0)
    expect(await left()).toEqual(before)
  })
  it('an archived lead comes back as a lead', async () => {
    const { id } = await add({ name: 'Was A Lead' })
    const to = (status: 'active' | 'archived') =>
      owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status } })
    expect((await to('archived')).body.status).toBe('archived')
    expect((await to('active')).body.status).toBe('lead')
  })
  it('a bulk change returns a result for each: changed, refused and unknown ids', async () => {
    const lead = await add({ name: 'Bulk One' })
    const gone = await add({ name: 'Bulk Two' })
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id: gone.id },
      body: { status: 'archived' },
    })
    const unknown = '00000000-0000-7000-8000-000000000000'
    const { body } = await owner('POST /api/owner/customers/bulk-status', {
      body: { ids: [lead.id, gone.id, lead.id, unknown], status: 'paused' },
    })
    expect(body).toEqual({
      updated: [],
      failed: [
        { id: lead.id, error: 'Only an active customer can be paused.' },
        { id: gone.id, error: 'This customer is archived.' },
        { id: unknown, error: expect.any(String) },
      ],
    })
    // The list may be stale: bulk converting doesn't unarchive somebody archived meanwhile.
    const { body: converted } = await owner('POST /api/owner/customers/bulk-status', {
      body: { ids: [gone.id, lead.id], status: 'active' },
    })
    expect(converted).toEqual({
      updated: [lead.id],
      failed: [{ id: gone.id, error: 'This customer is archived.' }],
    })
    expect(
      await open.rows('select status from customers where id = any ($1::uuid[]) order by id', [
        [lead.id, gone.id],
      ]),
    ).toEqual([{ status: 'active' }, { status: 'archived' }])
    expect(
      await owner('POST /api/owner/customers/bulk-status', { body: { ids: [], status: 'active' } }),
    ).toMatchObject({ status: 422 })
    const many = Array.from(
      { length: 501 },
      (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    )
    expect(
      await owner('POST /api/owner/customers/bulk-status', {
        body: { ids: many, status: 'active' },
      }),
    ).toMatchObject({ status: 422 })
  })
})

describe('every alias of a call', () => {
  const core: Record<string, { body: object; left: (id: string) => Promise<unknown> }> = {
    'POST /api/owner/customers/{id}/notes': {
      body: { text: 'By another path' },
      left: async (id) =>
        (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes[0]!.text,
    },
    'POST /api/owner/customers/{id}/reminders': {
      body: { enabled: false },
      left: async (id) =>
        (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.reminder_opt_in,
    },
    'POST /api/owner/customers/{id}/promotions/send': {
      body: { message: 'Ten percent' },
      left: async (id) =>
        (
          await open.rows(
            "select count(*)::int as n from messages where template = 'promotion' and customer_id = $1",
            [id],
          )
        )[0],
    },
    'POST /api/owner/customers/{id}/assign-team': {
      body: { team_id: 'North Crew' },
      left: async (id) =>
        (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.team_id,
    },
  }
  const declared = calls as unknown as Record<string, CallDeclaration>
  const paths = Object.keys(core).flatMap((call) =>
    (declared[call]!.aliases ?? []).map((alias) => [call, alias] as const),
  )

  it.each(
    paths.map(
      ([call, alias]) => [typeof alias === 'string' ? alias : alias.call, call, alias] as const,
    ),
  )('%s does the same as %s', async (path, call, alias) => {
    const names = typeof alias === 'string' ? [] : Object.keys(alias.body_to_params)
    const given = core[call]!
    const body =
      'team_id' in given.body ? { team_id: open.world.green.teams['North Crew']! } : given.body
    const ask = (at: string, id: string, who = owner) =>
      at === path && names.length
        ? who.raw(at, { body: { ...body, ...Object.fromEntries(names.map((name) => [name, id])) } })
        : who.raw(at, { params: { id }, body })
    const [one, two] = [
      await add({
        name: 'By the core call',
        email: `core.${path.length}.${call.length}@mail.example`,
      }),
      await add({
        name: 'By the other',
        email: `other.${path.length}.${call.length}@mail.example`,
      }),
    ]
    const [first, second] = [await ask(call, one.id), await ask(path, two.id)]
    expect(second.status).toBe(first.status)
    expect(Object.keys(second.body).toSorted()).toEqual(Object.keys(first.body).toSorted())
    expect(await given.left(two.id)).toEqual(await given.left(one.id))
    for (const [who, status] of [
      [stranger, 404],
      [await open.as('crew@green-acres.example'), 403],
      [open.anonymous, 401],
    ] as const)
      expect([path, (await ask(path, two.id, who)).status]).toEqual([path, status])
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await ask(path, unknown)).status).toBe(404)
  })
  it('covers all of them', () => expect(paths).toHaveLength(7))
})

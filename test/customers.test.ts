import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { customerStatuses } from '../src/domain/customer.ts'
import { addDays } from '../src/domain/dates.ts'
import { folded } from '../src/domain/search.ts'
import { customerHandlers } from '../src/server/customers.ts'
import { conditionsOf, pageOfIds, readTotals, type CustomerFilter } from '../src/server/customers/rows.ts'
import { inOrgAll, type OrgTx } from '../src/server/db/door.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

type Named = { id: string; name: string }
const list = async (query: Record<string, unknown>, who = owner): Promise<any[]> => (await who('GET /api/owner/customers', { query })).body.customers
const names = async (query: Record<string, unknown>): Promise<string[]> => (await list(query)).map((one: Named) => one.name).toSorted()
const totals = async (query: Record<string, unknown>) => (await owner('GET /api/owner/customers/totals', { query })).body
const add = async (body: object): Promise<Named & Record<string, any>> => (await owner('POST /api/owner/customers', { body })).body
const customer = (key: string): string => open.world.green.customers[key]!.id

describe('a search', () => {
  beforeAll(async () => {
    await add({ name: 'Élodie O’Brien', phone_number: '(984) 555-0177', street: '7 Rue Clerc', city: 'Cary', state: 'NC', zip: '27511', tags: ['Pool'] })
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

  it.each(['984 555 0178', 'zzzzzz', 'elodie nguyen', '👩‍🌾👩‍🌾'])('%j finds nobody', async (q) => expect(await names({ q })).toEqual([]))
  it.each(['%', '__', '\\', '"{}', "'", '"'])('%s alone is nothing typed', async (q) => expect(await names({ q })).toEqual(await names({})))

  it('shows what is near only where nobody is found as typed', async () => {
    await add({ name: 'Elodia Marsh' })
    expect(await names({ q: 'elodie' })).toEqual(['Élodie O’Brien'])
    expect(await names({ q: 'elodix' })).toEqual(['Elodia Marsh', 'Élodie O’Brien'])
    // Somebody archived is found as typed, so nobody who is merely near is shown in the other lists.
    const { id } = await add({ name: 'Elodix Stone' })
    await owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status: 'archived' } })
    expect(await names({ q: 'elodix', status: 'lead' })).toEqual([])
    expect(await names({ q: 'elodix' })).toEqual(['Elodix Stone'])
  })
  it('pages through what is near, too', async () => {
    for (const name of ['Quibblesworth A', 'Quibblesworth B', 'Quibblesworth C']) await add({ name })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: any = (await owner('GET /api/owner/customers', { query: { q: 'quibbelsworth', limit: 2, cursor: cursor ?? undefined } })).body
      seen.push(...page.customers.map((one: Named) => one.name))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(['Quibblesworth C', 'Quibblesworth B', 'Quibblesworth A'])
  })
  it('never crosses into another business', async () => {
    expect(await list({ q: 'elodie' }, stranger)).toEqual([])
    expect(await list({ q: 'elodei' }, stranger)).toEqual([])
  })
  it('reads a text as the database reads it', async () => {
    const letters = Array.from({ length: 0x250 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('') + '’‘ʼ株Ж🌱'
    expect(await open.rows('select folded($1) as text', [letters])).toEqual([{ text: folded(letters) }])
  })
})

describe('a filter', () => {
  it('finds by service, of current work or else as wished for', async () => {
    expect(await names({ service: 'mowing', status: 'active' })).toContain('Casey Walker')
    const lead = customer('lee')
    const [wish] = await open.rows<{ key: string }>("select services_selected->0->>'key' as key from customers where id = $1", [lead])
    expect((await list({ service: wish!.key, status: 'lead' })).map(({ id }: Named) => id)).toContain(lead)
    expect(await names({ service: 'no-such-service' })).toEqual([])
    expect(await owner('GET /api/owner/customers', { query: { service: "x'" } })).toMatchObject({ status: 422 })
  })
  it('finds by frequency what the cards call so, whole and without overlap of what is not', async () => {
    const everybody = await list({})
    for (const frequency of ['weekly', 'bi-weekly', 'monthly', 'seasonal']) {
      const found = new Set((await list({ frequency })).map(({ id }: Named) => id))
      // The card names the most frequent work; the filter looks at all of it.
      for (const one of everybody) if (one.frequency === frequency) expect([one.name, frequency, found.has(one.id)]).toEqual([one.name, frequency, true])
      for (const one of everybody.filter(({ id }: Named) => found.has(id)))
        expect(one.frequency_label, `${one.name} ${frequency}`).toMatch(
          { weekly: /Weekly/, 'bi-weekly': /Every 2 weeks/, monthly: /Monthly/, seasonal: /./ }[frequency]!,
        )
    }
    expect((await list({ frequency: 'weekly' })).length).toBeGreaterThan(0)
    expect(await owner('GET /api/owner/customers', { query: { frequency: 'yearly' } })).toMatchObject({ status: 422 })
  })
  it('finds by autopay and by what is due', async () => {
    // Charges of the world may still be ending: between two looks somebody may pay.
    const agree = (query: Record<string, unknown>, fits: (one: any) => boolean) =>
      open.until(
        async () => {
          const found = await names(query)
          const fitting = (await list({})).filter(fits).map((one: Named) => one.name)
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
  it('counts what it finds, and what those found have brought in', async () => {
    const everybody = await list({})
    const active = everybody.filter((one) => one.status === 'active' || one.status === 'paused')
    expect(await totals({})).toEqual({
      counts: Object.fromEntries(customerStatuses.map((status) => [status, everybody.filter((one) => one.status === status).length])),
      cltv_cents: active.reduce((sum, one) => sum + one.cltv_cents, 0),
      wishes_changed: 0,
    })
    const casey = everybody.find((one) => one.id === customer('casey'))
    expect(casey.cltv_cents).toBeGreaterThan(0)
    expect(await totals({ q: 'casey walker' })).toEqual({
      counts: { active: 1, paused: 0, lead: 0, archived: 0 },
      cltv_cents: casey.cltv_cents,
      wishes_changed: 0,
    })
    expect(await totals({ q: 'casey walker', status: 'archived' })).toEqual({
      counts: { active: 0, paused: 0, lead: 0, archived: 0 },
      cltv_cents: 0,
      wishes_changed: 0,
    })
    expect(await (await open.as('crew@green-acres.example'))('GET /api/owner/customers/totals')).toMatchObject({ status: 403 })
  })
  it('one customer alone, with everything a card shows', async () => {
    const id = customer('casey')
    expect(await names({ customer_id: id })).toEqual(['Casey Walker'])
    expect(await names({ customer_id: id, status: 'archived' })).toEqual([])
    expect((await totals({ customer_id: id })).counts).toEqual({ active: 1, paused: 0, lead: 0, archived: 0 })
    expect(await list({ customer_id: id }, stranger)).toEqual([])
    expect(await owner('GET /api/owner/customers', { query: { customer_id: 'casey' } })).toMatchObject({ status: 422 })
  })
  it('goes for the file as for the list', async () => {
    const { body } = await owner('GET /api/owner/customers/export', { query: { due: 1 } })
    expect(body.trim().split('\r\n').length - 1).toBe((await list({ due: 1 })).length)
  })
})

describe('a card', () => {
  it('of a lead names the services and the frequency wished for', async () => {
    const lead = (await owner('GET /api/owner/customers/{id}', { params: { id: customer('lee') } })).body
    const offered = (await owner('GET /api/owner/services')).body.services.map((service: Named) => service.name)
    expect(lead.services.length).toBeGreaterThan(0)
    for (const service of lead.services) expect(offered).toContain(service)
    expect(lead.frequency_label).toMatch(/^(Weekly|Monthly|Every \d+ weeks|One-off)$/)
  })
  it('names every kind of work, most frequent first', async () => {
    const { id } = await add({ name: 'Two Works', status: 'active' })
    for (const [service_key, pattern] of [
      ['leaves', 'monthly'],
      ['mowing', 'weekly'],
    ])
      expect(
        await owner('POST /api/schedule', {
          body: { customer_id: id, service_key, pattern, start_date: addDays(open.world.green.today, 3) },
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
  it('says when the customer switched messages off, and when they want no offers', async () => {
    const id = customer('casey')
    const read = async () => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body
    expect(await read()).toMatchObject({ messages_off: false, promotions_off: false })
    const casey = await open.as('customer@green-acres.example')
    await open.rows('update customers set sms_opt_in = false where id = $1', [id])
    expect(await casey('PUT /api/users/update-me', { body: { notification_prefs: { email_general: false } } })).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ messages_off: true, reminder_opt_in: true, reminders_off: ['customer'] })
    await owner('POST /api/owner/customers/{id}/reminders', { params: { id }, body: { enabled: false } })
    expect(await read()).toMatchObject({ reminders_off: ['customer', 'office'] })
    await casey('PUT /api/users/update-me', { body: { notification_prefs: { email_general: true } } })
    expect(await read()).toMatchObject({ messages_off: false, reminders_off: ['office'] })
    await owner('POST /api/owner/customers/{id}/reminders', { params: { id }, body: { enabled: true } })
    await owner('PATCH /api/owner/schedule-settings', { body: { reminder_days_before: 0 } })
    expect(await read()).toMatchObject({ reminders_off: ['organization'] })
    await owner('PATCH /api/owner/schedule-settings', { body: { reminder_days_before: 1 } })
    expect(await read()).toMatchObject({ reminders_off: [] })
  })
  it('text messages need the customer’s own yes, kept as evidence, and end with their no', async () => {
    const id = customer('casey')
    const casey = await open.as('customer@green-acres.example')
    const say = (sms_general: boolean) => casey('PUT /api/users/update-me', { body: { notification_prefs: { sms_general } } })
    const stored = async () => (await open.rows('select sms_opt_in, phone_number from customers where id = $1', [id]))[0]
    const consents = () =>
      open.rows("select text, revoked_at is not null as revoked, ip, agent from consents where customer_id = $1 and kind = 'sms' order by id", [id])
    await open.rows('update customers set sms_opt_in = false, phone_number = null where id = $1', [id])
    await open.rows('update people set phone_number = null where id = (select person_id from customers where id = $1)', [id])
    expect(await say(true)).toMatchObject({ status: 422, body: { fields: { phone_number: 'Enter a valid phone number' } } })
    expect((await casey('GET /api/users/me')).body.notification_prefs.sms_general).toBe(false)
    expect(await casey('PUT /api/users/update-me', { body: { phone_number: '(919) 555-0177', notification_prefs: { sms_general: true } } })).toMatchObject({
      status: 200,
      body: { notification_prefs: { sms_general: true } },
    })
    await say(true)
    expect(await stored()).toEqual({ sms_opt_in: true, phone_number: '+19195550177' })
    expect(await consents()).toMatchObject([
      { text: expect.stringContaining('text messages about my services from Green Acres'), revoked: false, ip: expect.any(String) },
    ])
    for (let twice = 0; twice < 2; twice++) expect((await say(false)).body.notification_prefs.sms_general).toBe(false)
    expect(await stored()).toMatchObject({ sms_opt_in: false })
    expect(await consents()).toMatchObject([{ revoked: true }])
    await say(true)
    expect((await consents()).map(({ revoked }) => revoked)).toEqual([true, false])
    // Who acts as a customer may end texts, but cannot agree to them.
    const admin = await open.as('admin@fieldhive.example')
    const [{ person_id: user_id }] = await open.rows('select person_id from customers where id = $1', [id])
    const started = await admin('POST /api/admin/impersonate/start', { body: { user_id } })
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    const acting = (sms_general: boolean) => admin('PUT /api/users/update-me', { headers, body: { notification_prefs: { sms_general } } })
    expect(await acting(false)).toMatchObject({ status: 200, body: { notification_prefs: { sms_general: false } } })
    expect(await acting(true)).toMatchObject({ status: 403, body: { code: 'impersonation_denied' } })
    expect((await consents()).map(({ revoked }) => revoked)).toEqual([true, true])
    await admin('POST /api/admin/impersonate/stop', { headers })
  })
  it('text messages agreed to before there was a number begin with the number, whoever enters it', async () => {
    const id = customer('casey')
    const casey = await open.as('customer@green-acres.example')
    const stored = async () => (await open.rows('select sms_opt_in from customers where id = $1', [id]))[0].sms_opt_in as boolean
    const consents = () => open.rows("select id, accepted_at, revoked_at from consents where customer_id = $1 and kind = 'sms' order by id", [id])
    const unreachable = () => open.rows('update customers set sms_opt_in = false, phone_number = null, phone_display = null where id = $1', [id])
    const leader = await open.as('leader@green-acres.example')
    const enters: [string, (body: { phone_number: string }) => Promise<{ status: number }>][] = [
      ['the customer', (body) => casey('PUT /api/users/update-me', { body })],
      ['the office', (body) => owner('PUT /api/owner/customers/{id}', { params: { id }, body })],
      ['the crew', (body) => leader('PUT /api/crew/customers/{id}', { params: { id }, body })],
    ]
    await casey('PUT /api/users/update-me', { body: { phone_number: '(919) 555-0177', notification_prefs: { sms_general: true } } })
    const agreed = await consents()
    for (const [who, enter] of enters) {
      await unreachable()
      expect(await enter({ phone_number: '(919) 555-0177' }), who).toMatchObject({ status: 200 })
      expect(await stored(), who).toBe(true)
    }
    // The evidence is the one they gave.
    expect(await consents()).toEqual(agreed)
    expect((await casey('GET /api/users/me')).body.notification_prefs.sms_general).toBe(true)
    await casey('PUT /api/users/update-me', { body: { notification_prefs: { sms_general: false } } })
    for (const [who, enter] of enters) {
      await unreachable()
      await enter({ phone_number: '(919) 555-0177' })
      expect(await stored(), `${who}, after a no`).toBe(false)
    }
  })
  it('leads to all notes, newest first', async () => {
    const { id } = await add({ name: 'Much Noted' })
    for (let n = 1; n <= 7; n++) await owner('POST /api/owner/customers/{id}/notes', { params: { id }, body: { text: `Note ${n}` } })
    expect((await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes.map((note: { text: string }) => note.text)).toEqual([
      'Note 7',
      'Note 6',
      'Note 5',
      'Note 4',
      'Note 3',
    ])
    const first = (await owner('GET /api/owner/customers/{id}/notes', { params: { id }, query: { limit: 4 } })).body
    const second = (await owner('GET /api/owner/customers/{id}/notes', { params: { id }, query: { limit: 4, cursor: first.next_cursor } })).body
    expect([...first.notes, ...second.notes].map((note: { text: string }) => note.text)).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Note ${n}`))
    expect(second.next_cursor).toBeNull()
    expect(await stranger('GET /api/owner/customers/{id}/notes', { params: { id } })).toMatchObject({ status: 404 })
  })
})

describe('a duplicate', () => {
  it.each([
    ['email', { email: 'CASEY@looks.example ' }],
    ['phone', { phone_number: '919.555.7788' }],
    ['address', { street: '9 Twin-Oak  st.', zip: '27511-1234' }],
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
    expect((await owner('GET /api/owner/customers/duplicates', { query })).body.duplicates).toMatchObject([{ name: 'Looks Like', status: 'lead', by }])
    expect((await stranger('GET /api/owner/customers/duplicates', { query })).body.duplicates).toEqual([])
  })
  it('is nobody while nothing is typed', async () => {
    expect((await owner('GET /api/owner/customers/duplicates', { query: { street: '9 Twin Oak St', phone_number: '919' } })).body.duplicates).toEqual([])
  })
})

describe('archiving', () => {
  it('ends the work and removes what was coming, turns autopay off, keeps invoices and history; bringing back restores none of it', async () => {
    const id = customer('declan')
    const { today } = open.world.green
    const coming = async () =>
      (await owner('GET /api/schedule', { query: { from: addDays(today, 1), to: addDays(today, 60) } })).body.occurrences.filter(
        (one: { customer: Named }) => one.customer.id === id,
      ).length
    const left = async () =>
      (
        await open.rows(
          "select (select count(*)::int from invoices where customer_id = $1) as invoices, (select count(*)::int from visits where customer_id = $1 and status = 'completed') as done",
          [id],
        )
      )[0]
    const before = await left()
    expect(await coming()).toBeGreaterThan(0)
    await owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status: 'archived' } })
    expect(await coming()).toBe(0)
    const back = (await owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status: 'active' } })).body
    expect(back).toMatchObject({ status: 'active', has_autopay: false })
    // What stood on today's schedule still stands; nothing comes after it.
    expect([null, today]).toContain(back.next_visit_at)
    expect(await coming()).toBe(0)
    expect(await left()).toEqual(before)
  })
  it('a lead comes back as a lead', async () => {
    const { id } = await add({ name: 'Was A Lead' })
    const to = (status: string) => owner('POST /api/owner/customers/{id}/status', { params: { id }, body: { status } })
    expect((await to('archived')).body.status).toBe('archived')
    expect((await to('active')).body.status).toBe('lead')
  })
  it('many answer one by one: those that may, those that may not, and those nobody knows', async () => {
    const lead = await add({ name: 'Bulk One' })
    const gone = await add({ name: 'Bulk Two' })
    await owner('POST /api/owner/customers/{id}/status', { params: { id: gone.id }, body: { status: 'archived' } })
    const unknown = '00000000-0000-7000-8000-000000000000'
    const { body } = await owner('POST /api/owner/customers/bulk-status', { body: { ids: [lead.id, gone.id, lead.id, unknown], status: 'paused' } })
    expect(body).toEqual({
      updated: [],
      failed: [
        { id: lead.id, error: 'Only an active customer can be paused.' },
        { id: gone.id, error: 'This customer is archived.' },
        { id: unknown, error: expect.any(String) },
      ],
    })
    // A list may have grown old: whoever was archived meanwhile is not brought back by converting many.
    const { body: converted } = await owner('POST /api/owner/customers/bulk-status', { body: { ids: [gone.id, lead.id], status: 'active' } })
    expect(converted).toEqual({ updated: [lead.id], failed: [{ id: gone.id, error: 'This customer is archived.' }] })
    expect(await open.rows('select status from customers where id = any ($1::uuid[]) order by id', [[lead.id, gone.id]])).toEqual([
      { status: 'active' },
      { status: 'archived' },
    ])
    expect(await owner('POST /api/owner/customers/bulk-status', { body: { ids: [], status: 'active' } })).toMatchObject({ status: 422 })
    const many = Array.from({ length: 501 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    expect(await owner('POST /api/owner/customers/bulk-status', { body: { ids: many, status: 'active' } })).toMatchObject({ status: 422 })
  })
})

describe('every other path of a call', () => {
  const core: Record<string, { body: object; left: (id: string) => Promise<unknown> }> = {
    'POST /api/owner/customers/{id}/notes': {
      body: { text: 'By another path' },
      left: async (id) => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes[0].text,
    },
    'POST /api/owner/customers/{id}/reminders': {
      body: { enabled: false },
      left: async (id) => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.reminder_opt_in,
    },
    'POST /api/owner/customers/{id}/promotions/send': {
      body: { message: 'Ten percent' },
      left: async (id) => (await open.rows("select count(*)::int as n from messages where template = 'promotion' and customer_id = $1", [id]))[0],
    },
    'POST /api/owner/customers/{id}/assign-team': {
      body: { team_id: 'North Crew' },
      left: async (id) => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.team_id,
    },
  }
  const declared = calls as unknown as Record<string, CallDeclaration>
  const paths = Object.keys(core).flatMap((call) => (declared[call]!.aliases ?? []).map((alias) => [call, alias] as const))

  it.each(paths.map(([call, alias]) => [typeof alias === 'string' ? alias : alias.call, call, alias] as const))(
    '%s does what %s does',
    async (path, call, alias) => {
      const names = typeof alias === 'string' ? [] : Object.keys(alias.body_to_params)
      const given = core[call]!
      const body = 'team_id' in given.body ? { team_id: open.world.green.teams['North Crew']! } : given.body
      const ask = (at: string, id: string, who = owner) =>
        at === path && names.length ? who(at, { body: { ...body, ...Object.fromEntries(names.map((name) => [name, id])) } }) : who(at, { params: { id }, body })
      const [one, two] = [
        await add({ name: 'By the core call', email: `core.${path.length}.${call.length}@mail.example` }),
        await add({ name: 'By the other', email: `other.${path.length}.${call.length}@mail.example` }),
      ]
      const [first, second] = [await ask(call, one.id), await ask(path, two.id)]
      expect(second.status).toBe(first.status)
      expect(Object.keys(second.body).toSorted()).toEqual(Object.keys(first.body).toSorted())
      expect(await given.left(two.id)).toEqual(await given.left(one.id))
      for (const [who, status] of [
        [stranger, 404],
        [await open.as('crew@green-acres.example'), 403],
        [open.nobody, 401],
      ] as const)
        expect([path, (await ask(path, two.id, who)).status]).toEqual([path, status])
      const unknown = '00000000-0000-7000-8000-000000000000'
      expect((await ask(path, unknown)).status).toBe(404)
    },
  )
  it('covers all of them', () => expect(paths).toHaveLength(7))
})

describe('with 10,000 customers', () => {
  let id: string
  const inside = <T>(work: (tx: OrgTx) => Promise<T>): Promise<T> => inOrgAll(open.app.store, id, { person_id: null }, work)
  beforeAll(async () => {
    id = open.world.bright.id
    await open.rows(
      `insert into customers (organization_id, name, email, phone_number, street, city, state, zip, status, was_active, tags)
       select $1, (array['Casey', 'Jordan', 'Robin', 'Lee', 'Mia'])[1 + n % 5] || ' ' || initcap(translate(n::text, '0123456789', 'abdefghilm')) || 'son', 'p' || n || '@many.example',
         '+1919' || lpad((5000000 + n)::text, 7, '0'), n || ' Oak St', 'Raleigh', 'NC', '27601', (array['active', 'active', 'active', 'active', 'active', 'active', 'active', 'archived', 'paused', 'lead'])[1 + n % 10], true, '{}'
       from generate_series(1, 10000) n`,
      [id],
    )
    await open.rows('analyze customers')
  })

  type Node = {
    'Relation Name'?: string
    'Index Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Node[]
  }
  const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
  /** How many rows of customers a page's statement reads, and by which indexes. */
  const readBy = (filter: CustomerFilter, page: { after?: string; limit: number }) =>
    inside(async (tx) => {
      const conditions = await conditionsOf(tx, filter)
      const { rows } = await sql<{
        'QUERY PLAN': [{ Plan: Node }]
      }>`explain (analyze, format json) ${pageOfIds(conditions, { ...page, statuses: filter.statuses ?? [] })}`.execute(tx)
      const scans = flat(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'customers')
      return {
        rows: scans.reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0),
        indexes: scans.map((node) => node['Index Name']),
      }
    })

  it('page 200 reads no more than page 1', async () => {
    const limit = 50
    const statuses = ['active', 'paused']
    let after: string | undefined
    const pages: number[] = []
    const seen = new Set<string>()
    for (let page = 1; page <= 160; page++) {
      if (page === 1 || page === 80 || page === 159) {
        const read = await readBy({ statuses }, { limit: limit + 1, ...(after ? { after } : {}) })
        expect(read.indexes.filter((name) => !name?.startsWith('customers_'))).toEqual([])
        pages.push(read.rows)
      }
      const ids = await inside(async (tx) =>
        (await pageOfIds([sql`c.organization_id = ${tx.org}`], { statuses, after, limit }).execute(tx)).rows.map((row) => row.id),
      )
      // Over the wire, too, a page is found from its cursor alone.
      if (page === 159) {
        const { body } = await stranger('GET /api/owner/customers', { query: { status: 'active,paused', limit, cursor: after } })
        expect(body.customers.map((one: Named) => one.id)).toEqual(ids)
        expect(body.next_cursor).toBe(ids.at(-1))
      }
      for (const one of ids) seen.add(one)
      after = ids.at(-1)
    }
    const [first, ...later] = pages
    expect(first).toBeLessThanOrEqual(2 * (limit + 1))
    for (const one of later) expect(one).toBeLessThanOrEqual(1.1 * first!)
    expect(seen.size).toBe(8000)
  }, 60_000)
  it('an answer reads whom it shows, and nobody else', async () => {
    const read = async (tx: OrgTx): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'customers'`.execute(tx)
      return rows[0]!.n
    }
    const [before, after] = await inside(async (tx) => {
      const call = { inOrg: (work: (tx: OrgTx) => Promise<unknown>) => work(tx), query: { limit: 50, status: 'active,paused' } }
      const start = await read(tx)
      expect(await customerHandlers['GET /api/owner/customers'](call as never)).toMatchObject({ customers: { length: 50 } })
      return [start, await read(tx)]
    })
    expect(after - before).toBeGreaterThanOrEqual(50)
    expect(after - before).toBeLessThanOrEqual(3 * 51)
  })
  it('a search reads its own business alone, each customer once at most', async () => {
    for (const q of ['zzzz', '5001234', 'casey', 'jordna']) {
      const { rows } = await readBy({ q }, { limit: 51 })
      expect([q, rows <= 10_100]).toEqual([q, true])
    }
    const words = await list({ q: '919 500 1234' }, stranger)
    expect(words).toMatchObject([{ phone_number: '+19195001234' }])
    expect((await list({ q: 'jordna bdehson', limit: 5 }, stranger)).map((one: Named) => one.name)).toEqual(['Jordan Bdehson'])
    const foreign = await owner('GET /api/owner/customers', { query: { q: '5001234' } })
    expect(foreign.body.customers).toEqual([])
  })
  it('counts all of them', async () => {
    const { counts } = await inside((tx) => readTotals(tx, {}))
    expect(counts.active + counts.paused + counts.lead + counts.archived).toBeGreaterThan(10_000)
    expect(await inside(async (tx) => (await readTotals(tx, { q: 'casey' })).counts)).toMatchObject({ active: 2000, lead: 0 })
  })
  it('looks for nobody of a status that nobody has', async () => {
    await open.rows("update customers set status = 'active' where organization_id = $1", [id])
    await open.rows('analyze customers')
    for (const after of [undefined, (await list({ limit: 300 }, stranger)).at(-1).id as string])
      expect((await readBy({}, { limit: 51, ...(after ? { after } : {}) })).rows).toBeLessThanOrEqual(51)
  })
  it('finds nobody of a status that does not exist', async () => {
    expect(await list({ status: 'sleeping' }, stranger)).toEqual([])
    expect((await list({ status: 'sleeping,paused' }, stranger)).every((one: Named & { status: string }) => one.status === 'paused')).toBe(true)
  })
  it('finds the active ones past any number of newer leads', async () => {
    await open.rows(
      "update customers set status = 'lead' where organization_id = $1 and id in (select id from customers where organization_id = $1 order by id desc limit 5000)",
      [id],
    )
    await open.rows('analyze customers')
    expect((await readBy({ statuses: ['active', 'paused'] }, { limit: 51 })).rows).toBeLessThanOrEqual(51)
  })
  it('a new one is compared with all of them', async () => {
    const made = (
      await stranger('POST /api/owner/customers', {
        body: { name: 'Again', phone_number: '919-500-0042', street: '77 oak st', city: 'Raleigh', state: 'NC', zip: '27601' },
      })
    ).body
    expect(made.duplicates.map((one: { by: string }) => one.by).toSorted()).toEqual(['address', 'phone'])
  })
})

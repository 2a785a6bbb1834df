import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { unpackWindow } from '../src/api/schedule-packed.ts'
import { customersNamedBy, type CallDeclaration } from '../src/api/kit.ts'
import { addDays } from '../src/domain/dates.ts'
import { tablesOfCustomers } from '../src/server/customers/merge.ts'
import { sampleOf } from './sample.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const id = (key: string): string => open.world.green.customers[key]!.id
const add = async (body: object): Promise<any> => (await owner('POST /api/owner/customers', { body })).body
const merge = (keep: string, from: string, more: object = {}, who = owner): Promise<Reply> =>
  who('POST /api/owner/customers/{id}/merge', { params: { id: keep }, body: { from, ...more } })
const read = async (customer: string) => (await owner('GET /api/owner/customers/{id}', { params: { id: customer } })).body
const row = async (table: string, customer: string): Promise<any> => (await open.rows(`select * from ${table} where id = $1`, [customer]))[0]
const rowsOf = (customer: string) =>
  Promise.all(
    Object.keys(tablesOfCustomers).map(async (table) => {
      const [{ n }] = await open.rows(`select count(*)::int as n from ${table} where customer_id = $1`, [customer])
      return [table, n] as const
    }),
  ).then((counts) => Object.fromEntries(counts) as Record<string, number>)

describe('POST /api/owner/customers/{id}/merge', () => {
  it('409 customer_same, sign_ins_separate, payment_unsettled: nothing moves', async () => {
    // Noah's own rows grow when the bank of the sandbox is done with his payment, whenever that is; Rosa's are nobody else's.
    const before = await rowsOf(id('rosa'))
    expect(await merge(id('casey'), id('casey'))).toMatchObject({ status: 409, body: { code: 'customer_same' } })
    expect(await merge(id('casey'), id('declan'))).toMatchObject({
      status: 409,
      body: { code: 'sign_ins_separate', error: expect.stringContaining('Both sign in') },
    })
    // The bank of the sandbox is done with it a minute after it began.
    await open.rows("update charge_attempts set state = 'processing' where invoice_id in (select id from invoices where customer_id = $1)", [id('noah')])
    expect(await merge(id('rosa'), id('noah'))).toMatchObject({ status: 409, body: { code: 'payment_unsettled' } })
    expect(await rowsOf(id('rosa'))).toEqual(before)
  })
  it('404 for somebody of another business, 403 for a crew', async () => {
    const foreign = Object.values(open.world.bright.customers)[0]!.id
    expect(await merge(id('rosa'), foreign)).toMatchObject({ status: 404 })
    expect(await merge(foreign, id('rosa'))).toMatchObject({ status: 404 })
    expect(await merge(id('rosa'), id('theo'), {}, await open.as('leader@green-acres.example'))).toMatchObject({ status: 403 })
  })
  it('200 a dry run tells what would move and what stands in the way, and changes nothing', async () => {
    const before = [await rowsOf(id('theo')), await rowsOf(id('rosa')), await read(id('rosa'))]
    const told = await merge(id('rosa'), id('theo'), { dry_run: true })
    expect(told).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        moves: { series: 2, open_invoices: 1, requests: 1, locations: 1, methods: 0 },
        conflicts: [],
        customer: { id: id('rosa') },
        effects: [expect.stringContaining('theo.brandt@mail.example')],
      },
    })
    expect(told.body.moves.open_balance_cents).toBeGreaterThan(0)
    expect((await merge(id('casey'), id('declan'), { dry_run: true })).body.conflicts).toMatchObject([{ code: 'sign_ins_separate' }])
    expect([await rowsOf(id('theo')), await rowsOf(id('rosa')), await read(id('rosa'))]).toEqual(before)
  })

  describe('moves everything', () => {
    let told: any
    let before: { theo: Record<string, number>; rosa: Record<string, number> }
    let address: string
    let versions: { theo: number; rosa: number }
    beforeAll(async () => {
      await owner('POST /api/owner/customers/{id}/reminders', { params: { id: id('theo') }, body: { enabled: true } })
      await owner('PUT /api/owner/customers/{id}/tags', { params: { id: id('theo') }, body: { tags: ['Dog', 'corner lot'] } })
      await owner('PUT /api/owner/customers/{id}/tags', { params: { id: id('rosa') }, body: { tags: ['dog'] } })
      await owner('POST /api/owner/customers/{id}/notes', { params: { id: id('theo') }, body: { text: 'Ring twice.' } })
      // An edit that may still be taken back names its customer in its image.
      await owner('POST /api/schedule/{rule_id}/pause', { params: { rule_id: open.world.green.customers['theo']!.rules[1]!.id }, body: {} })
      address = (await row('customers', id('theo'))).street
      before = { theo: await rowsOf(id('theo')), rosa: await rowsOf(id('rosa')) }
      versions = { theo: (await read(id('theo'))).version, rosa: (await read(id('rosa'))).version }
      told = await merge(id('rosa'), id('theo'))
    })
    it('200 with every row, and one note more', async () => {
      expect(told).toMatchObject({ status: 200, body: { dry_run: false, customer: { id: id('rosa'), tags: ['dog', 'corner lot'], name: 'Rosa Delgado' } } })
      const [theo, rosa] = [await rowsOf(id('theo')), await rowsOf(id('rosa'))]
      for (const [table, fate] of Object.entries(tablesOfCustomers)) {
        if (fate === 'stays') continue
        const notes = table === 'customer_notes' ? 1 : 0
        expect([table, theo[table], rosa[table]]).toEqual([table, 0, before.theo[table]! + before.rosa[table]! + notes])
      }
      expect((await read(id('rosa'))).notes.map((note: any) => note.text)).toEqual([
        `Merged with Theo Brandt. Also known by: Theo Brandt, theo.brandt@mail.example, +19195550106, ${address}, Raleigh, NC 27603.`,
        'Ring twice.',
      ])
    })
    it('the old id is written nowhere but where nothing is ever changed', async () => {
      const tables = await open.rows<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
      )
      const found: string[] = []
      for (const { name } of tables) {
        const [{ n }] = await open.rows(`select count(*)::int as n from ${name} x where strpos(x::text, $1) > 0`, [id('theo')])
        if (n > 0) found.push(name)
      }
      expect(found.filter((name) => !['audit', 'events', 'merged_customers'].includes(name))).toEqual([])
    })
    it('work is still done where it was done', async () => {
      const [place] = await open.rows(
        'select distinct l.street, l.is_default from rules r join service_locations l on l.id = r.location_id where r.id = any ($1::text::uuid[])',
        [`{${open.world.green.customers['theo']!.rules.map((rule) => rule.id).join(',')}}`],
      )
      expect(place).toEqual({ street: address, is_default: false })
    })
    it('the week shows the work of both under the one who is kept', async () => {
      const { today, customers } = open.world.green
      const query = { from: today, to: addDays(today, 20) }
      const series = (key: string) => customers[key]!.rules.map((rule) => rule.series_id)
      const week = (await owner('GET /api/schedule', { query })).body
      const packed = unpackWindow((await owner('GET /api/schedule/packed', { query })).body)
      for (const { occurrences } of [week, packed] as { occurrences: any[] }[]) {
        const theirs = occurrences.filter((visit) => [...series('theo'), ...series('rosa')].includes(visit.series_id))
        expect(new Set(theirs.map((visit) => visit.series_id)).size).toBeGreaterThan(1)
        expect(new Set(theirs.map((visit) => `${visit.customer.id} ${visit.customer.name}`))).toEqual(new Set([`${id('rosa')} Rosa Delgado`]))
      }
    })
    it('the ledger is as it was, and the invoices keep their numbers', async () => {
      const [{ n }] = await open.rows('select count(*)::int as n from invoices i where i.customer_id = $1 and i.number is not null and i.customer_name = $2', [
        id('rosa'),
        'Theo Brandt',
      ])
      expect(n).toBeGreaterThan(0)
      expect(await open.rows('select fact from ledger_entries group by fact having sum(amount_cents) <> 0')).toEqual([])
    })
    it('a repeat answers the same, and leaves nothing behind', async () => {
      const notes = (await rowsOf(id('rosa')))['customer_notes']
      const again = await merge(id('rosa'), id('theo'))
      expect(again.body).toEqual(told.body)
      expect((await rowsOf(id('rosa')))['customer_notes']).toBe(notes)
    })
    it('409 the other way round, by either id', async () => {
      expect(await merge(id('theo'), id('rosa'))).toMatchObject({ status: 409, body: { code: 'customer_same' } })
    })
    it('409 merged_elsewhere into a third', async () => {
      expect(await merge(id('ivy'), id('theo'))).toMatchObject({ status: 409, body: { code: 'merged_elsewhere' } })
    })
    it('409 stale for whoever still has either open to change it', async () => {
      for (const [key, version] of Object.entries(versions))
        expect(await owner('PUT /api/owner/customers/{id}', { params: { id: id(key) }, body: { name: 'Overwritten', version } })).toMatchObject({
          status: 409,
          body: { code: 'stale' },
        })
    })
    it('an edit from before can no longer be taken back by mistake', async () => {
      const [edit] = await open.rows('select id from schedule_edits where organization_id = $1 order by created_at desc limit 1', [open.world.green.id])
      expect(await owner('POST /api/schedule/edits/{id}/undo', { params: { id: edit.id } })).toMatchObject({ status: 409 })
    })
    it('is heard by screens that show either, and is on record', async () => {
      const events = await open.rows(
        "select customer_id, data->>'merged_into' as into_id from events where type = 'customer.changed' and customer_id = $1 order by number desc limit 1",
        [id('theo')],
      )
      expect(events).toEqual([{ customer_id: id('theo'), into_id: id('rosa') }])
      expect(await open.rows("select before->>'name' as name from audit where action = 'customer.merged' and entity_id = $1", [id('theo')])).toEqual([
        { name: 'Theo Brandt' },
      ])
      expect(await open.rows("select 1 from audit where action = 'POST /api/owner/customers/{id}/merge' and entity_id = $1", [id('rosa')])).not.toEqual([])
    })
    it('nobody is found twice: list, counters, search, file, duplicates', async () => {
      const list = (await owner('GET /api/owner/customers', { query: { limit: 1000 } })).body
      expect(list.customers.filter((one: any) => one.id === id('theo'))).toEqual([])
      const { counts } = (await owner('GET /api/owner/customers/totals')).body
      expect(Object.values(counts as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(list.customers.length)
      expect((await owner('GET /api/owner/customers', { query: { q: 'theo brandt' } })).body.customers.map((one: any) => one.id)).not.toContain(id('theo'))
      expect((await owner('GET /api/owner/customers/export')).body).not.toContain('theo.brandt@mail.example')
      expect((await owner('GET /api/owner/customers/duplicates', { query: { email: 'theo.brandt@mail.example' } })).body.duplicates).toEqual([])
    })
  })

  it('200 a chain: the first id leads to the last customer', async () => {
    const [a, b, c] = [await add({ name: 'Ann One' }), await add({ name: 'Ann Two' }), await add({ name: 'Ann Three', status: 'active' })]
    expect((await merge(b.id, a.id)).status).toBe(200)
    expect(await merge(c.id, b.id)).toMatchObject({ status: 200, body: { customer: { id: c.id, status: 'active' } } })
    for (const one of [a, b, c]) expect((await read(one.id)).id).toBe(c.id)
    expect(await merge(b.id, a.id)).toMatchObject({ status: 200, body: { customer: { id: c.id } } })
    expect(await merge(b.id, a.id, { dry_run: true })).toMatchObject({ status: 200, body: { dry_run: true, customer: { id: c.id } } })
  })

  it('200 what waits for a place waits under the one who is kept', async () => {
    const [keep, from] = [await add({ name: 'Holds Kept', status: 'active' }), await add({ name: 'Holds Merged', status: 'active' })]
    const service_key = (await owner('GET /api/owner/services')).body.services.find((one: any) => one.active).key
    const { body } = await owner('POST /api/schedule', {
      body: { customer_id: from.id, service_key, pattern: 'once', start_date: open.world.green.today },
      key: from.id,
    })
    const visit = body.first_visit.occurrence_id
    await owner('POST /api/schedule/{rule_id}/hold', { params: { rule_id: visit }, body: { reason: 'Gate locked' } })
    expect((await merge(keep.id, from.id)).status).toBe(200)
    const { items } = (await owner('GET /api/schedule/tray')).body
    expect(items.find((item: any) => item.visit.id === visit)).toMatchObject({
      visit: { customer: { id: keep.id, name: 'Holds Kept' }, hold_reason: 'Gate locked' },
    })
    expect((await owner('POST /api/schedule/{rule_id}/place', { params: { rule_id: visit }, body: { to_date: open.world.green.today } })).status).toBe(200)
  })

  it('200 fills what was blank, and only that', async () => {
    const keep = await add({ name: 'Pat Blank', tags: ['a'] })
    const from = await add({
      name: 'Patricia Blank',
      email: 'pat.blank@mail.example',
      phone_number: '(919) 555-0190',
      street: '5 Elm St',
      city: 'Raleigh',
      state: 'NC',
      zip: '27601',
      tags: ['b'],
    })
    const { body } = await merge(keep.id, from.id)
    expect(body.customer).toMatchObject({
      name: 'Pat Blank',
      email: 'pat.blank@mail.example',
      phone_number: '+19195550190',
      street: '5 Elm St',
      tags: ['a', 'b'],
    })
    expect(await open.rows('select street from service_locations where customer_id = $1 and is_default', [keep.id])).toEqual([{ street: '5 Elm St' }])
    expect((await open.rows('select was from merged_customers where id = $1', [from.id]))[0].was).toMatchObject({ name: 'Patricia Blank' })
  })

  it('200 a pause stays with the work it was for, and the others go on', async () => {
    const uma = await row('customers', id('uma'))
    expect(await merge(id('ivy'), id('uma'))).toMatchObject({ status: 200, body: { customer: { status: 'active', paused_from: null } } })
    const pauses = await open.rows('select id, pauses from rules where customer_id = $1 and removed_at is null', [id('ivy')])
    const ofUma = new Set(open.world.green.customers['uma']!.rules.map((rule) => rule.id))
    expect(ofUma.size).toBeGreaterThan(0)
    for (const rule of pauses)
      expect(rule.pauses).toEqual(ofUma.has(rule.id) ? [expect.objectContaining({ from: uma.paused_from, resume_on: uma.resume_on })] : [])
  })

  it('200 somebody archived comes back with the work of the other', async () => {
    const lively = await add({ name: 'Bo Lively', status: 'active' })
    expect(await merge(id('otto'), lively.id)).toMatchObject({
      status: 200,
      body: { customer: { status: 'active' }, effects: ['Otto Krämer becomes active.', expect.any(String)] },
    })
    expect(await row('customers', id('otto'))).toMatchObject({ archived_at: null, was_active: true })
  })

  it('200 who asked for no more offers, under either id, gets none', async () => {
    const [keep, from] = [
      await add({ name: 'Offers Please', email: 'offers.please@mail.example' }),
      await add({ name: 'No Offers', email: 'no.offers@mail.example' }),
    ]
    await owner('POST /api/owner/customers/{id}/promotions/send', { params: { id: from.id }, body: { message: 'Spring is near.' } })
    const [letter] = await open.rows('select text from messages where customer_id = $1', [from.id])
    const token = /\/api\/public\/unsubscribe\/(\S+)/.exec(letter.text)![1]!
    expect((await merge(keep.id, from.id)).body.customer.promotions_off).toBe(false)
    expect((await open.nobody('GET /api/public/unsubscribe/{token}', { params: { token } })).status).toBe(200)
    expect((await open.nobody('POST /api/public/unsubscribe/{token}', { params: { token } })).status).toBe(200)
    expect((await read(keep.id)).promotions_off).toBe(true)
  })

  it('200 whom either sent, the one who is kept sent; links of both go on working', async () => {
    const [keep, from, friend, elder] = await Promise.all(
      ['Sender', 'Sender Again', 'Friend', 'Elder'].map((name) => add({ name, email: `${name.replaceAll(' ', '.')}@mail.example` })),
    )
    const link = async (customer: string): Promise<string> => (await owner('GET /api/owner/customers/{id}/referral', { params: { id: customer } })).body.link
    const [kept, gone] = [await link(keep.id), await link(from.id)]
    const sent = (who: string, by: string) => open.rows('update customers set referred_by = $2 where id = $1', [who, by])
    await sent(friend.id, from.id)
    await sent(keep.id, from.id)
    await sent(from.id, elder.id)
    expect((await merge(keep.id, from.id)).body.customer.referred_by).toMatchObject({ id: elder.id })
    expect((await read(friend.id)).referred_by).toMatchObject({ id: keep.id })
    expect(await link(from.id)).toBe(kept)
    const ref = new URL(gone).searchParams.get('ref')
    const email = 'came.by.old.link@mail.example'
    const signed = await open.nobody('POST /api/public/signup/{code}', {
      params: { code: open.world.green.permanent_code },
      body: { email, ref, street: '9 Ash St', city: 'Raleigh', state: 'NC', zip: '27601' },
    })
    expect(signed.status, JSON.stringify(signed.body)).toBeLessThan(300)
    expect(await open.rows('select referred_by from customers where email = $1', [email])).toEqual([{ referred_by: keep.id }])
  })

  it('200 texts: a yes goes with its number, a no holds for both', async () => {
    const phone_number = '(919) 555-0177'
    const agree = (customer: string, revoked: boolean) =>
      open.rows(
        `with c as (insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, revoked_at) values ($1, $2, 'sms', true, 'Texts', 'x', ${revoked ? 'now()' : 'null'}))
        update customers set sms_opt_in = ${!revoked} where id = $2`,
        [open.world.green.id, customer],
      )
    const optedIn = async (keep: any, from: any): Promise<boolean> => {
      expect((await merge(keep.id, from.id)).status).toBe(200)
      const standing = await open.rows("select 1 from consents where customer_id = $1 and kind = 'sms' and revoked_at is null", [keep.id])
      const { sms_opt_in } = await row('customers', keep.id)
      expect(standing.length > 0).toBe(sms_opt_in)
      return sms_opt_in
    }
    const [yes, silent] = [await add({ name: 'Yes', phone_number }), await add({ name: 'Silent' })]
    await agree(yes.id, false)
    expect(await optedIn(silent, yes)).toBe(true)
    const no = await add({ name: 'No', phone_number })
    await agree(no.id, true)
    expect(await optedIn(silent, no)).toBe(false)
    const [other, mine] = [await add({ name: 'Other number', phone_number: '(919) 555-0178' }), await add({ name: 'Mine', phone_number: '(919) 555-0179' })]
    await agree(other.id, false)
    expect(await optedIn(mine, other)).toBe(false)
  })

  describe('cards and what was agreed to', () => {
    it('200 a card of another customer of the provider is let go, and agreements end', async () => {
      const before = { harper: await row('customers', id('harper')), quinn: await row('customers', id('quinn')) }
      expect(before.harper.stripe_customer_id).not.toBe(before.quinn.stripe_customer_id)
      const told = await merge(id('quinn'), id('harper'))
      expect(told).toMatchObject({ status: 200, body: { moves: { methods: 1 } } })
      expect(told.body.effects).toEqual(
        expect.arrayContaining([
          expect.stringContaining('agreed to automatic payment for that account alone'),
          expect.stringContaining('cannot be used for Quinn Abara'),
        ]),
      )
      expect(await row('customers', id('quinn'))).toMatchObject({
        stripe_customer_id: before.quinn.stripe_customer_id,
        default_payment_method_id: before.quinn.default_payment_method_id,
        autopay_enabled: false,
      })
      expect(
        await open.rows('select status from payment_methods where id = $1 and customer_id = $2', [before.harper.default_payment_method_id, id('quinn')]),
      ).toEqual([{ status: 'detached' }])
      expect(await open.rows("select 1 from consents where customer_id = $1 and kind like 'autopay%' and revoked_at is null", [id('quinn')])).toEqual([])
      expect(await open.rows("select 1 from consents where customer_id = $1 and kind = 'autopay'", [id('quinn')])).not.toEqual([])
      const { app } = open
      await open.until(
        async () =>
          !(await app.payments.on((await row('organizations', open.world.green.id)).stripe_account_id).readMethod(before.harper.default_payment_method_id))
            .customer,
        'the provider has let the card go',
      )
    })
    it('200 who signs in as the one who is merged sees everything; a payment begun before can be made after', async () => {
      const declan = await open.as('declined@green-acres.example')
      const [invoice] = await open.rows("select id from invoices where customer_id = $1 and money = 'failed'", [id('declan')])
      expect(
        await open.rows("select 1 from payment_intents where invoice_id = $1 and status not in ('succeeded', 'canceled') and provider_id is not null", [
          invoice.id,
        ]),
      ).toHaveLength(1)
      expect(await merge(id('quinn'), id('declan'))).toMatchObject({ status: 200, body: { customer: { has_login: true, has_autopay: false } } })
      expect(await open.rows("select 1 from payment_intents where invoice_id = $1 and status not in ('succeeded', 'canceled')", [invoice.id])).toEqual([])
      expect((await declan('GET /api/users/me')).body).toMatchObject({ customer_id: id('quinn') })
      const seen = await declan('GET /api/users/upcoming-services')
      expect(seen.status).toBe(200)
      const series = new Set(seen.body.items.map((item: any) => item.occurrence_id?.slice(0, 36)))
      for (const key of ['quinn', 'declan', 'harper'])
        expect(
          open.world.green.customers[key]!.rules.some((rule) => series.has(rule.series_id)),
          key,
        ).toBe(true)
      // The card of the one who was kept pays what the other owed, when the office says so.
      expect((await owner('POST /api/invoices/{id}/pay', { params: { id: invoice.id } })).status).toBeLessThan(300)
      await open.until(async () => (await row('invoices', invoice.id)).money === 'paid', 'the invoice is paid')
    })
    it('200 a customer without cards takes them over, but not the agreement to be charged', async () => {
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
      expect(await own('PATCH /api/users/billing-settings', { body: { autopay_enabled: true } })).toMatchObject({
        status: 409,
        body: { code: 'consent_missing' },
      })
      expect(await own('PATCH /api/users/billing-settings', { body: { autopay_enabled: true, consent: { accepted: true, text: 'I agree' } } })).toMatchObject({
        status: 200,
      })
    })
    it('200 what was to be charged by itself is not charged to somebody else’s agreement', async () => {
      const keep = (await open.rows("select id from customers where name = 'Fresh Start'"))[0].id
      const from = await add({ name: 'Bills Waiting', status: 'active' })
      const made = await owner('POST /api/invoices', {
        body: { customer_id: from.id, lines: [{ description: 'Mulch', quantity: 1, unit_price_cents: 5000 }] },
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const { id: invoice } = made.body.invoice
      await open.rows("update invoices set doc = 'scheduled', charge_on = current_date + 3 where id = $1", [invoice])
      expect((await merge(keep, from.id)).status).toBe(200)
      expect(await row('invoices', invoice)).toMatchObject({
        customer_id: keep,
        doc: 'open',
        charge_on: null,
        next_retry_at: null,
      })
    })
  })
})

describe('a customer by the id they had before', () => {
  const all = Object.entries(calls as Record<string, CallDeclaration>)
  const never = '0190aaaa-0000-7000-8000-000000000000'
  const naming = all.filter(([key, call]) => {
    const { params, fields } = customersNamedBy(key, call)
    return typeof call.roles === 'object' && (params.some((name) => key.includes(`{${name}}`)) || fieldsOf(call).some((field) => fields.includes(field)))
  })
  const asked = (key: string, call: CallDeclaration, customer: string) => {
    const { params, fields } = customersNamedBy(key, call)
    const fill = (schema: CallDeclaration['body'], whole: boolean) => {
      const given = sampleOf(schema!, never, whole) as Record<string, unknown>
      for (const field of fieldsIn(schema)) if (fields.includes(field)) given[field] = field === 'ids' ? [customer] : customer
      return given
    }
    return {
      params: Object.fromEntries(
        [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, params.includes(name!) ? customer : open.world.green.teams['North Crew']!]),
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
    now = (await add({ name: 'Known Now', status: 'active', street: '1 Oak St', city: 'Raleigh', state: 'NC', zip: '27601' })).id
    old = (await add({ name: 'Known Before', phone_number: '(919) 555-0123' })).id
    await owner('POST /api/owner/customers/{id}/notes', { params: { id: old }, body: { text: 'Has a dog.' } })
    await merge(now, old)
  })
  it('every call that names a customer is tried', () => expect(naming.length).toBeGreaterThan(20))
  it('no call names a customer by a field that is not followed', () => {
    const missed = all.flatMap(([key, call]) => {
      const { params, fields } = customersNamedBy(key, call)
      const inPath = [...key.matchAll(/customers\/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => !params.includes(name))
      return [...inPath, ...fieldsOf(call).filter((field) => /customer_?ids?$/i.test(field) && !fields.includes(field))].map((name) => `${key}: ${name}`)
    })
    expect(missed).toEqual([])
  })
  it.each(naming)('%s', async (key, call) => {
    if (key.endsWith('/merge')) return
    const team_id = open.world.green.teams['North Crew']!
    const ask = async (customer: string) => {
      if (/crew|teams/.test(key)) await owner('POST /api/owner/customers/{id}/assign-team', { params: { id: now }, body: { team_id } })
      return (key.includes('/crew/') ? leader : owner)(key, asked(key, call, customer))
    }
    const byNow = await ask(now)
    const byOld = await ask(old)
    if (key.startsWith('GET')) expect([byOld.status, isDeepStrictEqual(byOld.body, byNow.body)]).toEqual([byNow.status, true])
    // An act may not be possible twice; but it is about somebody who is there, as far as that is known by their id.
    else expect(byOld.status === 404).toBe(byNow.status === 404)
  })
  it('in the middle of a list of many', async () => {
    const others = await add({ name: 'Beside' })
    const { body } = await owner('POST /api/owner/customers/bulk-status', { body: { ids: [others.id, old], status: 'archived' } })
    expect(body).toMatchObject({ updated: [others.id, now], failed: [] })
  })
})

/** The fields of a query or a body, by name. */
function fieldsIn(schema: unknown): string[] {
  const sample = schema ? sampleOf(schema as NonNullable<CallDeclaration['body']>, '0190aaaa-0000-7000-8000-000000000000') : undefined
  return sample && typeof sample === 'object' && !Array.isArray(sample) ? Object.keys(sample) : []
}
function fieldsOf({ query, body }: CallDeclaration): string[] {
  return [...fieldsIn(query), ...fieldsIn(body)]
}

describe('the schema', () => {
  it('what refers to a customer is decided on', async () => {
    const references = await open.rows<{ line: string }>(`select c.conrelid::regclass || '.' || a.attname as line from pg_constraint c
      join unnest(c.conkey, c.confkey) as k(own, theirs) on true
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.theirs and f.attname = 'id'
      where c.contype = 'f' and c.confrelid = 'customers'::regclass order by 1`)
    const decided = Object.entries(tablesOfCustomers).flatMap(([table, fate]) => (fate === 'moves' ? [`${table}.customer_id`] : []))
    const unbound = ['messages.customer_id', 'events.customer_id']
    expect(references.map(({ line }) => line).filter((line) => !decided.includes(line))).toEqual(['customers.referred_by', 'merged_customers.into_id'])
    expect(decided.filter((line) => !references.some((one) => one.line === line))).toEqual(unbound.filter((line) => decided.includes(line)))
  })
})

describe('at the same moment', () => {
  it('A into B and B into A: one of them happens', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await add({ name: `Left ${round}` }), await add({ name: `Right ${round}` })]
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
      const [left, right] = [await read(a.id), await read(b.id)]
      expect(left.id).toBe(right.id)
      expect(left.notes).toHaveLength(1)
    }
  })
  it('work of somebody is done and billed while they are merged: once, and for who they are now', async () => {
    const services = (await owner('GET /api/owner/services')).body
    const service_key = (services.services ?? services).find((one: any) => one.active).key
    for (let round = 0; round < 6; round++) {
      const [keep, from] = [await add({ name: `Kept ${round}`, status: 'active' }), await add({ name: `Busy ${round}`, status: 'active' })]
      const added = await owner('POST /api/schedule', {
        body: { customer_id: from.id, service_key, pattern: 'once', start_date: open.world.green.today },
        key: `busy-${round}-${from.id}`,
      })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      const complete = () => owner('POST /api/schedule/{rule_id}/complete', { params: { rule_id: added.body.rule_id }, body: { date: open.world.green.today } })
      const note = () => owner('POST /api/owner/customers/{id}/notes', { params: { id: from.id }, body: { text: 'At the same moment.' } })
      const answers = await Promise.all([complete(), merge(keep.id, from.id), note(), complete()])
      expect(
        answers.map(({ status }) => status),
        JSON.stringify(answers.map(({ body }) => body.error)),
      ).toEqual([200, 200, 201, 200])
      expect(await open.rows('select customer_id, status from visits where rule_id = $1', [added.body.rule_id])).toEqual([
        { customer_id: keep.id, status: 'completed' },
      ])
      expect(await open.rows('select customer_id from invoices where rule_id = $1', [added.body.rule_id])).toEqual([{ customer_id: keep.id }])
      expect((await read(keep.id)).notes.map((one: any) => one.text)).toContain('At the same moment.')
    }
  })
  it('a visit is collected while its customer is merged: charged once, and by whoever then has the card', async () => {
    let [{ id: from }] = await open.rows("select id from customers where name = 'Fresh Start'")
    const services = (await owner('GET /api/owner/services')).body
    const keys = (services.services ?? services).filter((one: any) => one.active).map((one: any) => one.key)
    for (let round = 0; round < 4; round++) {
      const keep = await add({ name: `Heir ${round}`, status: 'active' })
      const added = await owner('POST /api/schedule', {
        body: { customer_id: from, service_key: keys[round], pattern: 'once', start_date: open.world.green.today },
        key: `charged-${round}-${from}`,
      })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      const about = { params: { rule_id: added.body.rule_id }, body: { date: open.world.green.today, collect: true } }
      const [done, merged] = await Promise.all([owner('POST /api/schedule/{rule_id}/complete', about), merge(keep.id, from)])
      expect(done).toMatchObject({ status: 200, body: { collect_enqueued: true } })
      expect([200, 409]).toContain(merged.status)
      if (merged.status === 409) expect(merged.body.code).toBe('payment_unsettled')
      const { invoice_id } = done.body
      await open.until(async () => (await row('invoices', invoice_id)).money === 'paid', 'the visit is paid')
      expect((await merge(keep.id, from)).status).toBe(200)
      expect(await open.rows("select customer_id, amount_cents from payments where invoice_id = $1 and status = 'succeeded'", [invoice_id])).toEqual([
        { customer_id: keep.id, amount_cents: (await row('invoices', invoice_id)).total_cents },
      ])
      expect(await row('invoices', invoice_id)).toMatchObject({ customer_id: keep.id })
      from = keep.id
    }
  })
})

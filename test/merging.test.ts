import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWeek } from '../src/api/week.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { tablesOfCustomers } from '../src/server/customers/write-merge.ts'
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
const row = <Table extends 'customers' | 'invoices' | 'rules'>(table: Table, customer: string) =>
  open.row<Selectable<Database[Table]>>(`select * from ${table} where id = $1`, [customer])
const rowsOf = (customer: string) =>
  Promise.all(
    Object.keys(tablesOfCustomers).map(async (table) => {
      const { n } = await open.row<{ n: number }>(
        `select count(*)::int as n from ${table} where customer_id = $1`,
        [customer],
      )
      return [table, n] as const
    }),
  ).then((counts) => Object.fromEntries(counts) as Record<string, number>)

describe('POST /api/owner/customers/{id}/merge', () => {
  it('409 customer_same, sign_ins_separate, payment_unsettled: nothing moves', async () => {
    const rows = () => Promise.all([rowsOf(id('rosa')), rowsOf(id('noah'))])
    const before = await rows()
    expect(await merge(id('casey'), id('casey'))).toMatchObject({
      status: 409,
      body: { code: 'customer_same' },
    })
    expect(await merge(id('casey'), id('declan'))).toMatchObject({
      status: 409,
      body: { code: 'sign_ins_separate', error: expect.stringContaining('Both sign in') },
    })
    expect(await merge(id('rosa'), id('noah'))).toMatchObject({
      status: 409,
      body: { code: 'payment_unsettled' },
    })
    expect(await rows()).toEqual(before)
  })
  it('404 for a customer of another business, 403 for a crew', async () => {
    const foreign = Object.values(open.world.bright.customers)[0]!.id
    expect(await merge(id('rosa'), foreign)).toMatchObject({ status: 404 })
    expect(await merge(foreign, id('rosa'))).toMatchObject({ status: 404 })
    expect(
      await merge(id('rosa'), id('theo'), {}, await open.as('leader@green-acres.example')),
    ).toMatchObject({ status: 403 })
  })
  it('200 a dry run lists what would move and what prevents it, and changes nothing', async () => {
    // Or they would pay the open invoice at once.
    await owner('PATCH /api/owner/schedule-settings', { body: { credits_wait: true } })
    for (const amount_cents of [2000, 500])
      await owner('POST /api/owner/customers/{id}/credits', {
        params: { id: id('theo') },
        body: { amount_cents, reason: 'Rain' },
      })
    const before = [await rowsOf(id('theo')), await rowsOf(id('rosa')), await read(id('rosa'))]
    const result = await merge(id('rosa'), id('theo'), { dry_run: true })
    expect(result).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        moves: {
          series: 2,
          open_invoices: 1,
          requests: 1,
          locations: 1,
          methods: 0,
          credit_cents: 2500,
        },
        conflicts: [],
        customer: { id: id('rosa') },
        effects: [expect.stringContaining('theo.brandt@mail.example')],
      },
    })
    expect(result.body.moves.open_balance_cents).toBeGreaterThan(0)
    expect(
      (await merge(id('casey'), id('declan'), { dry_run: true })).body.conflicts,
    ).toMatchObject([{ code: 'sign_ins_separate' }])
    expect([await rowsOf(id('theo')), await rowsOf(id('rosa')), await read(id('rosa'))]).toEqual(
      before,
    )
  })

  describe('moves everything', () => {
    let result: Awaited<ReturnType<typeof merge>>
    let before: { theo: Record<string, number>; rosa: Record<string, number> }
    let address: string
    let versions: { theo: number; rosa: number }
    beforeAll(async () => {
      await owner('POST /api/owner/customers/{id}/reminders', {
        params: { id: id('theo') },
        body: { enabled: true },
      })
      await owner('PUT /api/owner/customers/{id}/tags', {
        params: { id: id('theo') },
        body: { tags: ['Dog', 'corner lot'] },
      })
      await owner('PUT /api/owner/customers/{id}/tags', {
        params: { id: id('rosa') },
        body: { tags: ['dog'] },
      })
      await owner('POST /api/owner/customers/{id}/notes', {
        params: { id: id('theo') },
        body: { text: 'Ring twice.' },
      })
      // An edit that can still be undone has its customer's id in its snapshot.
      await owner('POST /api/schedule/{rule_id}/pause', {
        params: { rule_id: open.world.green.customers['theo']!.rules[1]!.id },
        body: {},
      })
      address = (await read(id('theo'))).street!
      before = { theo: await rowsOf(id('theo')), rosa: await rowsOf(id('rosa')) }
      versions = { theo: (await read(id('theo'))).version, rosa: (await read(id('rosa'))).version }
      result = await merge(id('rosa'), id('theo'))
    })
    it('200 with every row, and one more note', async () => {
      expect(result).toMatchObject({
        status: 200,
        body: {
          dry_run: false,
          customer: { id: id('rosa'), tags: ['dog', 'corner lot'], name: 'Rosa Delgado' },
        },
      })
      const [theo, rosa] = [await rowsOf(id('theo')), await rowsOf(id('rosa'))]
      for (const [table, fate] of Object.entries(tablesOfCustomers)) {
        if (fate === 'stays') continue
        const notes = table === 'customer_notes' ? 1 : 0
        expect([table, theo[table], rosa[table]]).toEqual([
          table,
          0,
          before.theo[table]! + before.rosa[table]! + notes,
        ])
      }
      expect((await read(id('rosa'))).notes.map((note) => note.text)).toEqual([
        `Merged with Theo Brandt. Also known by: Theo Brandt, theo.brandt@mail.example, +19195550106, ${address}, Raleigh, NC 27603.`,
        'Ring twice.',
      ])
    })
    it('200 with the unused credit, which the audit names', async () => {
      const { left_cents } = (
        await owner('GET /api/owner/customers/{id}/credits', { params: { id: id('rosa') } })
      ).body
      expect(left_cents).toBe(2500)
      expect(
        await open.rows(
          `select (after->>'credit_cents')::int as cents from audit where action = 'customer.merged' and entity_id = $1`,
          [id('theo')],
        ),
      ).toEqual([{ cents: 2500 }])
    })
    it('the old id remains only in append-only tables', async () => {
      const tables = await open.rows<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
      )
      const found: string[] = []
      for (const { name } of tables) {
        const { n } = await open.row<{ n: number }>(
          `select count(*)::int as n from ${name} x where strpos(x::text, $1) > 0`,
          [id('theo')],
        )
        if (n > 0) found.push(name)
      }
      expect(
        found.filter(
          (name) => !['audit', 'events', 'merged_customers', 'record_changes'].includes(name),
        ),
      ).toEqual([])
    })
    it('visits keep their location', async () => {
      const [place] = await open.rows(
        'select distinct l.street, l.is_default from rules r join service_locations l on l.id = r.location_id where r.id = any ($1::text::uuid[])',
        [`{${open.world.green.customers['theo']!.rules.map((rule) => rule.id).join(',')}}`],
      )
      expect(place).toEqual({ street: address, is_default: false })
    })
    it('the week shows both customers’ work under the kept one', async () => {
      const { today, customers } = open.world.green
      const query = { from: today, to: addDays(today, 20) }
      const series = (key: string) => customers[key]!.rules.map((rule) => rule.series_id)
      const plain = (await owner('GET /api/schedule', { query })).body
      const joined = joinWeek((await owner('GET /api/schedule/week', { query })).body)
      for (const { occurrences } of [plain, joined]) {
        const theirs = occurrences.filter((visit) =>
          [...series('theo'), ...series('rosa')].includes(visit.series_id),
        )
        expect(new Set(theirs.map((visit) => visit.series_id)).size).toBeGreaterThan(1)
        expect(
          new Set(theirs.map((visit) => `${visit.customer.id} ${visit.customer.name}`)),
        ).toEqual(new Set([`${id('rosa')} Rosa Delgado`]))
      }
    })
    it('the ledger is unchanged, and invoices keep their numbers', async () => {
      const { n } = await open.row<{ n: number }>(
        'select count(*)::int as n from invoices i where i.customer_id = $1 and i.number is not null and i.customer_name = $2',
        [id('rosa'), 'Theo Brandt'],
      )
      expect(n).toBeGreaterThan(0)
      expect(
        await open.rows(
          'select fact from ledger_entries group by fact having sum(amount_cents) <> 0',
        ),
      ).toEqual([])
    })
    it('repeating returns the same and changes nothing', async () => {
      const notes = (await rowsOf(id('rosa')))['customer_notes']
      const again = await merge(id('rosa'), id('theo'))
      expect(again.body).toEqual(result.body)
      expect((await rowsOf(id('rosa')))['customer_notes']).toBe(notes)
    })
    it('409 in the other direction, by either id', async () => {
      expect(await merge(id('theo'), id('rosa'))).toMatchObject({
        status: 409,
        body: { code: 'customer_same' },
      })
    })
    it('409 merged_elsewhere into a third customer', async () => {
      expect(await merge(id('ivy'), id('theo'))).toMatchObject({
        status: 409,
        body: { code: 'merged_elsewhere' },
      })
    })
    it('409 stale for somebody with either record open in a form', async () => {
      for (const [key, version] of Object.entries(versions))
        expect(
          await owner('PUT /api/owner/customers/{id}', {
            params: { id: id(key) },
            body: { name: 'Overwritten', version },
          }),
        ).toMatchObject({
          status: 409,
          body: { code: 'stale' },
        })
    })
    it('an edit from before can’t be undone any more', async () => {
      const edit = await open.row<{ id: string }>(
        'select id from schedule_edits where organization_id = $1 order by created_at desc limit 1',
        [open.world.green.id],
      )
      expect(
        await owner('POST /api/schedule/edits/{id}/undo', { params: { id: edit.id } }),
      ).toMatchObject({ status: 409 })
    })
    it('sends live events for both, and is audited', async () => {
      const events = await open.rows(
        "select customer_id, data->>'merged_into' as into_id from events where type = 'customer.changed' and customer_id = $1 order by number desc limit 1",
        [id('theo')],
      )
      expect(events).toEqual([{ customer_id: id('theo'), into_id: id('rosa') }])
      expect(
        await open.rows(
          "select before->>'name' as name from audit where action = 'customer.merged' and entity_id = $1",
          [id('theo')],
        ),
      ).toEqual([{ name: 'Theo Brandt' }])
      expect(
        await open.rows(
          "select 1 from audit where action = 'POST /api/owner/customers/{id}/merge' and entity_id = $1",
          [id('rosa')],
        ),
      ).not.toEqual([])
    })
    it('the customer appears once: list, counters, search, export, duplicates', async () => {
      const list = (await owner('GET /api/owner/customers', { query: { limit: 1000 } })).body
      expect(list.customers.filter((one) => one.id === id('theo'))).toEqual([])
      const { counts } = (await owner('GET /api/owner/customers/totals')).body
      expect(Object.values(counts as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(
        list.customers.length,
      )
      expect(
        (
          await owner('GET /api/owner/customers', { query: { q: 'theo brandt' } })
        ).body.customers.map((one) => one.id),
      ).not.toContain(id('theo'))
      expect((await owner('GET /api/owner/customers/export')).body).not.toContain(
        'theo.brandt@mail.example',
      )
      expect(
        (
          await owner('GET /api/owner/customers/duplicates', {
            query: { email: 'theo.brandt@mail.example' },
          })
        ).body.duplicates,
      ).toEqual([])
    })
  })

  it('200 a chain: the first id resolves to the last customer', async () => {
    const [a, b, c] = [
      await add({ name: 'Ann One' }),
      await add({ name: 'Ann Two' }),
      await add({ name: 'Ann Three', status: 'active' }),
    ]
    expect((await merge(b.id, a.id)).status).toBe(200)
    expect(await merge(c.id, b.id)).toMatchObject({
      status: 200,
      body: { customer: { id: c.id, status: 'active' } },
    })
    for (const one of [a, b, c]) expect((await read(one.id)).id).toBe(c.id)
    expect(await merge(b.id, a.id)).toMatchObject({ status: 200, body: { customer: { id: c.id } } })
    expect(await merge(b.id, a.id, { dry_run: true })).toMatchObject({
      status: 200,
      body: { dry_run: true, customer: { id: c.id } },
    })
  })

  it('200 visits on hold move to the kept customer', async () => {
    const [keep, from] = [
      await add({ name: 'Holds Kept', status: 'active' }),
      await add({ name: 'Holds Merged', status: 'active' }),
    ]
    const service_key = (await owner('GET /api/owner/services')).body.services.find(
      (one) => one.active,
    )!.key
    const { body } = await owner('POST /api/schedule', {
      body: {
        customer_id: from.id,
        service_key,
        pattern: 'once',
        start_date: open.world.green.today,
      },
      key: from.id,
    })
    const visit = body.first_visit!.occurrence_id
    await owner('POST /api/schedule/{rule_id}/hold', {
      params: { rule_id: visit },
      body: { reason: 'Gate locked' },
    })
    expect((await merge(keep.id, from.id)).status).toBe(200)
    const { items } = (await owner('GET /api/schedule/tray')).body
    expect(items.find((item) => item.visit.id === visit)).toMatchObject({
      visit: { customer: { id: keep.id, name: 'Holds Kept' }, hold_reason: 'Gate locked' },
    })
    expect(
      (
        await owner('POST /api/schedule/{rule_id}/place', {
          params: { rule_id: visit },
          body: { to_date: open.world.green.today },
        })
      ).status,
    ).toBe(200)
  })

  it('200 fills only blank fields', async () => {
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
    expect(
      await open.rows(
        'select street from service_locations where customer_id = $1 and is_default',
        [keep.id],
      ),
    ).toEqual([{ street: '5 Elm St' }])
    expect(
      (await open.rows('select was from merged_customers where id = $1', [from.id]))[0]!.was,
    ).toMatchObject({ name: 'Patricia Blank' })
  })

  it.each([
    ['paused', 'lead', 'paused', 'kept'],
    ['lead', 'paused', 'paused', 'merged'],
    ['paused', 'active', 'active', null],
    ['active', 'paused', 'active', null],
    ['paused', 'paused', 'paused', 'kept'],
  ])('200 %s with %s is %s, for as long as the one whose pause it is', async (a, b, status, of) => {
    const days = { kept: '2040-03-01', merged: '2040-04-01' }
    const make = async (name: string, its: string, resume_on: string) => {
      const { id: made } = await add({ name, email: `${name}.${a}.${b}@mail.example` })
      const [from, until] = its === 'paused' ? ['2040-02-01', resume_on] : [null, null]
      await open.rows(
        'update customers set status = $2, paused_from = $3, resume_on = $4 where id = $1',
        [made, its, from, until],
      )
      return made
    }
    const kept = await make('kept', a, days.kept)
    const merged = await make('merged', b, days.merged)
    expect((await merge(kept, merged)).status).toBe(200)
    expect(await read(kept)).toMatchObject({
      status,
      resume_on: of && days[of as keyof typeof days],
    })
  })
  it('200 a pause stays on the series it was for, and the others continue', async () => {
    const uma = await row('customers', id('uma'))
    expect(await merge(id('ivy'), id('uma'))).toMatchObject({
      status: 200,
      body: { customer: { status: 'active', paused_from: null } },
    })
    const pauses = await open.rows<{ id: string; pauses: unknown }>(
      'select id, pauses from rules where customer_id = $1 and removed_at is null',
      [id('ivy')],
    )
    const ofUma = new Set(open.world.green.customers['uma']!.rules.map((rule) => rule.id))
    expect(ofUma.size).toBeGreaterThan(0)
    for (const rule of pauses)
      expect(rule.pauses).toEqual(
        ofUma.has(rule.id)
          ? [expect.objectContaining({ from: uma.paused_from, resume_on: uma.resume_on })]
          : [],
      )
  })

  it('200 an archived customer becomes active again with the other’s work', async () => {
    const lively = await add({ name: 'Bo Lively', status: 'active' })
    expect(await merge(id('otto'), lively.id)).toMatchObject({
      status: 200,
      body: {
        customer: { status: 'active' },
        effects: ['Otto Krämer becomes active.', expect.any(String)],
      },
    })
    expect(await row('customers', id('otto'))).toMatchObject({
      archived_at: null,
      was_active: true,
    })
  })

  it('200 an unsubscribe under either id applies', async () => {
    const [keep, from] = [
      await add({ name: 'Offers Please', email: 'offers.please@mail.example' }),
      await add({ name: 'No Offers', email: 'no.offers@mail.example' }),
    ]
    await owner('POST /api/owner/customers/{id}/promotions/send', {
      params: { id: from.id },
      body: { message: 'Spring is near.' },
    })
    const letter = await open.row<{ text: string }>(
      'select text from messages where customer_id = $1',
      [from.id],
    )
    const token = /\/api\/public\/unsubscribe\/(\S+)/.exec(letter.text)![1]!
    expect((await merge(keep.id, from.id)).body.customer.promotions_off).toBe(false)
    expect(
      (await open.anonymous('GET /api/public/unsubscribe/{token}', { params: { token } })).status,
    ).toBe(200)
    expect(
      (await open.anonymous('POST /api/public/unsubscribe/{token}', { params: { token } })).status,
    ).toBe(200)
    expect((await read(keep.id)).promotions_off).toBe(true)
  })

  it('200 referrals of both count for the kept one; both links keep working', async () => {
    const [keep, from, friend, elder] = await Promise.all(
      ['Sender', 'Sender Again', 'Friend', 'Elder'].map((name) =>
        add({ name, email: `${name.replaceAll(' ', '.')}@mail.example` }),
      ),
    )
    const link = async (customer: string): Promise<string> =>
      (await owner('GET /api/owner/customers/{id}/referral', { params: { id: customer } })).body
        .link!
    const [kept, gone] = [await link(keep!.id), await link(from!.id)]
    const sent = (who: string, by: string) =>
      open.rows('update customers set referred_by = $2 where id = $1', [who, by])
    await sent(friend!.id, from!.id)
    await sent(keep!.id, from!.id)
    await sent(from!.id, elder!.id)
    expect((await merge(keep!.id, from!.id)).body.customer.referred_by).toMatchObject({
      id: elder!.id,
    })
    expect((await read(friend!.id)).referred_by).toMatchObject({ id: keep!.id })
    expect(await link(from!.id)).toBe(kept)
    const ref = new URL(gone).searchParams.get('ref')
    const email = 'came.by.old.link@mail.example'
    const signed = await open.anonymous('POST /api/public/signup/{code}', {
      params: { code: open.world.green.permanent_code },
      body: { email, ref, street: '9 Ash St', city: 'Raleigh', state: 'NC', zip: '27601' },
    })
    expect(signed.status, JSON.stringify(signed.body)).toBeLessThan(300)
    expect(await open.rows('select referred_by from customers where email = $1', [email])).toEqual([
      { referred_by: keep!.id },
    ])
  })

  it('200 automatic payments end with their account, and the customer hears of it', async () => {
    const email = 'two.accounts@mail.example'
    const [keep, from] = [await add({ name: 'One', email }), await add({ name: 'Two' })]
    await open.rows('update customers set autopay_enabled = true where id = $1', [from.id])
    const letters = () =>
      open.rows(
        "select text from messages where customer_id = $1 and template = 'autopay_changed'",
        [keep.id],
      )
    expect(await merge(keep.id, from.id)).toMatchObject({
      status: 200,
      body: { effects: expect.arrayContaining([expect.stringContaining('so they end')]) },
    })
    const about = [{ text: expect.stringContaining('had two accounts for you') }]
    expect(await letters()).toEqual(about)
    await merge(keep.id, from.id)
    expect(await letters()).toEqual(about)
    // A customer who keeps paying automatically has nothing to do.
    const third = await add({ name: 'Three' })
    await open.rows('update customers set autopay_enabled = true where id = any($1)', [
      [keep.id, third.id],
    ])
    await merge(keep.id, third.id)
    expect(await letters()).toEqual(about)
  })
  it('200 SMS: consent stays with its number, an opt-out applies to both', async () => {
    const phone_number = '(919) 555-0177'
    const agree = (customer: string, revoked: boolean) =>
      open.rows(
        `with c as (insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, revoked_at) values ($1, $2, 'sms', true, 'Texts', 'x', ${revoked ? 'now()' : 'null'}))
        update customers set sms_opt_in = ${!revoked} where id = $2`,
        [open.world.green.id, customer],
      )
    const optedIn = async (keep: { id: string }, from: { id: string }): Promise<boolean> => {
      expect((await merge(keep.id, from.id)).status).toBe(200)
      const standing = await open.rows(
        "select 1 from consents where customer_id = $1 and kind = 'sms' and revoked_at is null",
        [keep.id],
      )
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
    const [other, mine] = [
      await add({ name: 'Other number', phone_number: '(919) 555-0178' }),
      await add({ name: 'Mine', phone_number: '(919) 555-0179' }),
    ]
    await agree(other.id, false)
    expect(await optedIn(mine, other)).toBe(false)
  })
})

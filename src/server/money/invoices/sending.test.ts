import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import { byDay } from '../../../../test/clock.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { sendAllDue } from './send-due.ts'
import { sendRun } from './send-many.ts'

byDay()
let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
type Sending = NonNullable<
  BodyFor<'PUT /api/owner/customers/{id}/invoice-sending'>['invoice_sending']
>
const read = async (id: string) =>
  (await owner('GET /api/invoices/{id}', { params: { id } })).body.invoice
const policy = async (invoice_sending: Sending) =>
  expect(
    await owner('PATCH /api/owner/schedule-settings', { body: { invoice_sending } }),
  ).toMatchObject({ status: 200, body: { schedule_settings: { invoice_sending } } })
const own = (invoice_sending: Sending | null, id = rosa()) =>
  owner('PUT /api/owner/customers/{id}/invoice-sending', {
    params: { id },
    body: { invoice_sending },
  })

let days = 0
/** Completes one visit of an earlier day and returns its bill. */
async function completed(customer_id = rosa()): Promise<{ visit: string; invoice_id: string }> {
  const added = await owner('POST /api/schedule', {
    body: {
      customer_id,
      service_key: 'mowing',
      pattern: 'once',
      start_date: addDays(open.world.green.today, -++days),
      price_cents: 4500,
    },
  })
  expect(added.body.first_visit).toBeDefined()
  const visit: string = added.body.first_visit!.occurrence_id
  const done = await owner('POST /api/schedule/{rule_id}/complete', {
    params: { rule_id: visit },
    body: { confirm_future: true },
  })
  expect(done.status).toBe(200)
  return { visit, invoice_id: done.body.invoice_id! }
}

const makeDue = (id: string) =>
  open.rows("update invoices set send_at = now() - interval '1 second' where id = $1", [id])
const bills = (id: string) =>
  open.rows('select template, text, status from messages where invoice_id = $1 order by id', [id])

describe('the bill of a completed visit', () => {
  it('goes out once the completion can no longer be undone, with a link to pay', async () => {
    const { invoice_id } = await completed()
    const waiting = await read(invoice_id)
    expect(waiting.status).toBe('draft')
    const minutes = (Date.parse(waiting.send_at!) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(15)
    await sendAllDue(open.app)
    expect(await bills(invoice_id)).toEqual([])
    await makeDue(invoice_id)
    await sendAllDue(open.app)
    await sendAllDue(open.app)
    const [bill, ...more] = await bills(invoice_id)
    expect(more).toEqual([])
    expect(bill).toMatchObject({ template: 'invoice_sent', text: expect.stringContaining('/pay/') })
    expect(await read(invoice_id)).toMatchObject({ send_at: null, number: expect.any(Number) })
  })

  it('does not go out if the completion is undone', async () => {
    const { visit, invoice_id } = await completed()
    await owner('POST /api/schedule/{rule_id}/reopen', { params: { rule_id: visit }, body: {} })
    await makeDue(invoice_id)
    await sendAllDue(open.app)
    expect(await bills(invoice_id)).toEqual([])
    expect(await read(invoice_id)).toMatchObject({ status: 'void', send_at: null })
  })

  it('waits for the evening, for a person, or as the customer wants', async () => {
    await policy('daily')
    const daily = await read((await completed()).invoice_id)
    expect(new Date(daily.send_at!).toISOString()).toMatch(/:00:00\.000Z$/)
    await policy('by_hand')
    expect(await read((await completed()).invoice_id)).toMatchObject({ send_at: null })
    expect((await own('on_completion')).body.invoice_sending).toBe('on_completion')
    expect((await read((await completed()).invoice_id)).send_at).not.toBeNull()
    expect(
      await owner.raw('PUT /api/owner/customers/{id}/invoice-sending', {
        params: { id: rosa() },
        body: { invoice_sending: 'hourly' },
      }),
    ).toMatchObject({ status: 422 })
    expect((await own(null)).body.invoice_sending).toBeNull()
    await policy('on_completion')
  })

  it('goes out at once where an agreed charge was refused, whatever the policy', async () => {
    await policy('by_hand')
    const casey = open.world.green.customers['casey']!.id
    await open.rows(
      'update customers set autopay_enabled = true, autopay_oneoffs = true where id = $1',
      [casey],
    )
    await open.rows('update consents set revoked_at = now() where customer_id = $1', [casey])
    await open.rows(
      'update customers set default_payment_method_id = null, preferred_charge_day = null where id = $1',
      [casey],
    )
    const { invoice_id } = await completed(casey)
    const waiting = await read(invoice_id)
    expect(waiting).toMatchObject({ status: 'open', sent_at: null, send_at: expect.any(String) })
    await makeDue(invoice_id)
    await sendAllDue(open.app)
    expect(await bills(invoice_id)).toMatchObject([{ template: 'invoice_sent' }])
    await policy('on_completion')
  })
})

describe('POST /api/invoices/{id}/send', () => {
  const draft = async () =>
    (
      await owner('POST /api/invoices', {
        body: {
          customer_id: rosa(),
          lines: [{ description: 'Hedges', unit_price_cents: 5000 }],
          open: false,
        },
      })
    ).body.invoice.id
  const send = (id: string) => owner('POST /api/invoices/{id}/send', { params: { id }, body: {} })

  it('issues a draft and sends it; sent only when the message has left', async () => {
    const id = await draft()
    expect(await send(id)).toMatchObject({ status: 200, body: { sent: true, reason: null } })
    await open.until(async () => (await read(id)).status === 'sent', 'the invoice is sent')
    const { sent_at } = await open.row<{ sent_at: string }>(
      'select sent_at from messages where invoice_id = $1',
      [id],
    )
    expect(Date.parse((await read(id)).sent_at!)).toBe(Date.parse(sent_at))
    expect(await send(id)).toMatchObject({ body: { sent: true } })
    expect((await bills(id)).map((one) => one.template)).toEqual(['invoice_sent', 'pay_link'])
  })

  it('says why it could not go, and is not sent', async () => {
    const id = await draft()
    await open.rows(
      `insert into message_blocks (channel, address, reason) select 'email', lower(email), 'bounced' from customers where id = $1`,
      [rosa()],
    )
    expect(await send(id)).toMatchObject({
      status: 200,
      body: { sent: false, reason: 'Mail to this address comes back', status: 'open' },
    })
    await open.rows('delete from message_blocks')
    expect(await read(id)).toMatchObject({ sent_at: null })
  })

  it('goes out by hand to somebody who wants no invoices by mail', async () => {
    await open.rows('update customers set invoice_email_opt_in = false where id = $1', [rosa()])
    const id = await draft()
    expect(await send(id)).toMatchObject({ body: { sent: true } })
    expect(
      (await bills(id)).map(({ template, status }) => [template, status === 'refused']),
    ).toEqual([
      ['invoice_sent', true],
      ['pay_link', false],
    ])
    await open.rows('update customers set invoice_email_opt_in = true where id = $1', [rosa()])
  })

  it('409 already_paid', async () => {
    const id = await draft()
    await owner('POST /api/invoices/{id}/open', { params: { id } })
    await owner('POST /api/invoices/{id}/mark-paid', { params: { id }, body: { kind: 'cash' } })
    expect(await send(id)).toMatchObject({ status: 409, body: { code: 'already_paid' } })
  })
})

describe('To bill', () => {
  const tabNames = ['drafts', 'to_send', 'refused', 'declined', 'late'] as const
  type Tab = (typeof tabNames)[number]
  const queue = async (tab: Tab) =>
    (await owner('GET /api/owner/billing/queue', { query: { tab } })).body
  const summary = async () => (await owner('GET /api/owner/billing/summary')).body
  const make = async (cents: number, open_now = false) =>
    (
      await owner('POST /api/invoices', {
        body: {
          customer_id: rosa(),
          lines: [{ description: 'Hedges', unit_price_cents: cents }],
          open: open_now,
        },
      })
    ).body.invoice.id
  const find = async (tab: Tab, id: string) =>
    (await queue(tab)).items.find((one: { id: string }) => one.id === id)

  it('lists each bill on the one list it belongs to, and counts what each list shows', async () => {
    const draft = await make(1200)
    const late = await make(3400)
    const declined = await make(5600)
    await owner('POST /api/invoices/{id}/open', { params: { id: late } })
    await open.until(async () => (await read(late)).status === 'sent', 'it is sent')
    await open.rows("update invoices set effective_due_date = '2020-01-01' where id = $1", [late])
    await owner('POST /api/invoices/{id}/open', { params: { id: declined } })
    await open.rows(
      "update invoices set money = 'failed', failure_code = 'card_declined', failure_sentence = 'Your card was declined.' where id = $1",
      [declined],
    )
    expect(await find('drafts', draft)).toMatchObject({ status: 'draft', balance_cents: 1200 })
    expect(await find('late', late)).toMatchObject({ balance_cents: 3400, undelivered: null })
    expect(await find('drafts', late)).toBeUndefined()
    expect(await find('declined', declined)).toMatchObject({
      failure: 'The customer’s card was declined.',
    })
    expect(await find('drafts', declined)).toBeUndefined()
    const { tabs } = await queue('drafts')
    for (const tab of tabNames) {
      const { items } = await queue(tab)
      const cents = items.reduce((sum, one) => sum + one.balance_cents, 0)
      expect(tabs[tab]).toEqual({ count: items.length, cents })
    }
    const sums = await summary()
    expect(sums.declined).toEqual(tabs.declined)
    const refused = (await queue('refused')).items
    const today = todayIn('America/New_York', new Date().toISOString())
    const overdue = refused.filter(({ effective_due_date: due }) => due! < today)
    expect(sums.overdue.count).toBe(tabs.late.count + overdue.length)
    expect(sums.to_bill.count).toBe(tabs.drafts.count + tabs.to_send.count + tabs.refused.count)
  })

  it('says what charge was refused, and what did not arrive', async () => {
    const refused = await queue('refused')
    expect(refused.items.length).toBeGreaterThan(0)
    expect(refused.items[0]!.refusal).toEqual(expect.any(String))
    const id = await make(900)
    await open.rows(
      `insert into message_blocks (channel, address, reason) select 'email', lower(email), 'bounced' from customers where id = $1`,
      [rosa()],
    )
    await owner('POST /api/invoices/{id}/send', { params: { id }, body: {} })
    await open.rows('delete from message_blocks')
    expect(await find('to_send', id)).toMatchObject({
      undelivered: 'Mail to this address comes back',
    })
  })

  it('a dry run tells what goes and who gets none; then each bill goes out once', async () => {
    const ids = [await make(1100), await make(2200), await make(0)]
    const unreachable = (
      await owner('POST /api/owner/customers', { body: { name: 'No Address', status: 'active' } })
    ).body.id
    const lonely = (
      await owner('POST /api/invoices', {
        body: {
          customer_id: unreachable,
          lines: [{ description: 'Hedges', unit_price_cents: 700 }],
          open: false,
        },
      })
    ).body.invoice.id
    const all = [...ids, lonely]
    const dry = await owner('POST /api/invoices/send-many', { body: { ids: all, dry_run: true } })
    expect(dry.body).toMatchObject({ dry_run: true, count: 2, total_cents: 3300, run: null })
    expect(dry.body.none).toEqual([
      expect.objectContaining({ id: ids[2], reason: 'There is nothing to pay on this invoice.' }),
      expect.objectContaining({ id: lonely, reason: 'No email address or phone number' }),
    ])
    expect(await bills(ids[0]!)).toEqual([])
    const sent = await owner('POST /api/invoices/send-many', { body: { ids: all } })
    expect(sent.body).toMatchObject({ count: 2, run: { total: 2 } })
    await open.until(async () => (await queue('drafts')).run?.done_at, 'the run is done')
    expect((await queue('drafts')).run).toMatchObject({ reached: 2, sent: 2, not_sent: 0 })
    for (const id of ids.slice(0, 2)) expect(await bills(id)).toHaveLength(1)
    expect(await owner('POST /api/invoices/send-many', { body: { ids: [lonely] } })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_send' },
    })
    expect(await owner('POST /api/invoices/send-many', { body: { ids: [] } })).toMatchObject({
      status: 422,
    })
  })

  const begin = async (ids: readonly string[]): Promise<string> =>
    (
      await open.row<{ id: string }>(
        `insert into invoice_runs (organization_id, invoice_ids, author_id)
          select $1, $2::text::uuid[], id from people where email = 'owner@green-acres.example' returning id`,
        [open.world.green.id, `{${ids.join(',')}}`],
      )
    ).id
  const run = async (run_id: string) => {
    await sendRun(open.app, { organization_id: open.world.green.id, run_id })
    const [row] = await open.rows(
      'select sent, not_sent, done_at is not null as done from invoice_runs where id = $1',
      [run_id],
    )
    return row
  }

  it('two presses at once send each bill once', async () => {
    const ids = await Promise.all([1300, 1400, 1500].map((cents) => make(cents)))
    const pressed = await Promise.all(
      [1, 2].map(() => owner('POST /api/invoices/send-many', { body: { ids } })),
    )
    const inOrder = pressed.toSorted((one, other) => one.status - other.status)
    expect(inOrder.map(({ status, body }) => [status, body.code ?? body.count])).toEqual([
      [200, 3],
      [409, 'nothing_to_send'],
    ])
    await open.until(async () => (await queue('drafts')).run?.done_at, 'the run is done')
    for (const id of ids) expect(await bills(id)).toHaveLength(1)
    const on_the_way =
      "select 1 from messages where status in ('queued', 'sending') and invoice_id = any($1)"
    await open.until(async () => !(await open.rows(on_the_way, [ids])).length, 'they are sent')
    // The other tab’s dry run was open all the while.
    const late = await owner('POST /api/invoices/send-many', { body: { ids, dry_run: true } })
    expect(late.body).toMatchObject({ count: 0 })
    expect(late.body.none.map(({ reason }) => reason)).toEqual(
      ids.map(() => 'Went out a few minutes ago'),
    )
  })

  it('leaves out what an unfinished run holds, and says so', async () => {
    const [held, done, free] = await Promise.all([1600, 1700, 1800].map((cents) => make(cents)))
    const id = await begin([done!, held!])
    await open.rows('update invoice_runs set next_index = 1 where id = $1', [id])
    const dry = await owner('POST /api/invoices/send-many', {
      body: { ids: [held!, done!, free!], dry_run: true },
    })
    expect(dry.body).toMatchObject({
      count: 2,
      none: [{ id: held, reason: 'Is being sent already' }],
    })
    expect(await run(id)).toEqual({ sent: 1, not_sent: 0, done: true })
  })

  it('looks at each bill again before it leaves', async () => {
    const [byHand, voided, paid, due] = await Promise.all(
      [1900, 2000, 2100, 2300].map((cents) => make(cents)),
    )
    const id = await begin([byHand!, voided!, paid!, due!])
    await owner('POST /api/invoices/{id}/send', { params: { id: byHand! }, body: {} })
    for (const one of [voided!, paid!]) {
      await owner('POST /api/invoices/{id}/open', { params: { id: one } })
      await open.until(async () => (await read(one)).status === 'sent', 'it is sent')
      await open.rows(
        "update messages set created_at = created_at - interval '1 hour' where invoice_id = $1",
        [one],
      )
    }
    await owner('POST /api/invoices/{id}/void', {
      params: { id: voided! },
      body: { reason: 'Twice' },
    })
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: paid! },
      body: { kind: 'cash', amount_cents: 2100 },
    })
    const before = await Promise.all([byHand, voided, paid].map(async (one) => bills(one!)))
    expect(await run(id)).toEqual({ sent: 1, not_sent: 3, done: true })
    expect(await Promise.all([byHand, voided, paid].map(async (one) => bills(one!)))).toEqual(
      before,
    )
    expect(await bills(due!)).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byDay, setClock } from '../../../../test/clock.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { addDays, todayIn, zonedToUtcIso } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { autochargeConsent } from '../../../domain/flows/signup.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { readCampaignOf } from '../../messages/read-prices.ts'

byDay()
let open: OpenWorld
let owner: Caller
let org: string
let today: string
let mowing: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  const row = await open.row<{ id: string; time_zone: string }>(
    "select id, time_zone from organizations where name = 'Green Acres Lawn Care'",
  )
  org = row.id
  today = todayIn(row.time_zone, new Date().toISOString())
  const service = await open.row<{ id: string }>(
    "select id from services where organization_id = $1 and key = 'mowing'",
    [org],
  )
  mowing = service.id
})
afterAll(() => open?.close())

const list = 'POST /api/owner/price-campaigns'
const byId = (id: string) => ({ params: { id } })
type Draft = BodyFor<`${typeof list}/preview`>
const draft = (more: Partial<Draft> = {}): Draft => ({
  filter: {},
  raise: { by: 'percent', hundredths: 500, round_to: 50 },
  effective_on: addDays(today, 20),
  subject: 'New prices',
  text: 'Hello {customer}\nFrom {date}: {service} {old_price} → {new_price}.',
  tells: true,
  ...more,
})
const preview = (more: Partial<Draft> = {}) => owner(`${list}/preview`, { body: draft(more) })
const apply = async (more: Partial<Draft> = {}) => {
  const seen = await preview(more)
  return owner(list, { body: { ...draft(more), preview: seen.body.preview } })
}
const undo = (id: string) => owner(`${list}/{id}/undo`, byId(id))
/** Until nothing is left to do, by us or by the server that works on the same jobs. */
const drain = async () => {
  await open.app.jobs.drain(open.app, jobHandlers)
  await open.until(
    async () =>
      !(
        await open.rows(
          "select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now() and name in ('campaign.tell', 'consents.ask', 'message.send')",
        )
      ).length,
    'everyone is told',
  )
}

let n = 0
/** A customer with weekly mowing at a price; null follows the service's. */
async function customer(cents: number | null, more: { cap?: number; status?: string } = {}) {
  n++
  const { id } = await open.row<{ id: string }>(
    `insert into customers (organization_id, name, email, status, was_active, autopay_enabled, phone_number) values ($1, $2, $3, 'active', true, $4, null) returning id`,
    [org, `Zed ${n}`, `zed${n}@example.com`, more.cap !== undefined],
  )
  if (more.cap !== undefined)
    await open.rows(
      "insert into consents (organization_id, customer_id, kind, accepted, cap_cents, text, text_hash) values ($1, $2, 'autopay', true, $3, 'x', 'x')",
      [org, id, more.cap],
    )
  const { body } = await owner('POST /api/schedule', {
    body: {
      customer_id: id,
      service_key: 'mowing',
      pattern: 'weekly',
      start_date: today,
      end_date: null,
      ...(cents === null ? {} : { price_cents: cents }),
    },
  })
  return { id: id, series_id: body.series_id, rule_id: body.rule_id }
}
const only = (...all: { id: string }[]) => ({ filter: { customer_ids: all.map(({ id }) => id) } })
/** The plan of series as stored: live segments and touched visits. */
const stored = async (...all: { series_id: string }[]) => {
  const ids = `{${all.map((one) => one.series_id).join(',')}}`
  return JSON.stringify([
    await open.rows(
      'select to_jsonb(r) as row from rules r where series_id = any ($1::uuid[]) and removed_at is null order by series_id, start_date, id',
      [ids],
    ),
    await open.rows(
      'select to_jsonb(v) as row from visits v where series_id = any ($1::uuid[]) and version > 0 order by series_id, original_date',
      [ids],
    ),
  ])
}
const letters = (id: string) =>
  open.rows(
    "select template, data ->> 'is_withdrawn' as off, text, status from messages where customer_id = $1 order by id",
    [id],
  )

describe('POST /api/owner/price-campaigns/preview', () => {
  it('shows every series with old and new price, who must agree, what stays, and the message', async () => {
    const [plain, autopay, able, free, later] = [
      await customer(4500),
      await customer(5000, { cap: 5000 }),
      await customer(5000, { cap: 5400 }),
      await customer(0),
      await customer(4000),
    ]
    await owner('PATCH /api/schedule/{rule_id}', {
      params: { rule_id: later.rule_id },
      body: { scope: 'following', date: addDays(today, 28), price_cents: 4200 },
    })
    const { status, body } = await preview(only(plain, autopay, able, free, later))
    expect(status).toBe(200)
    expect(body.lines).toMatchObject([
      {
        series_id: plain.series_id,
        old_cents: 4500,
        new_cents: 4750,
        asks: false,
        cap_cents: null,
      },
      { series_id: autopay.series_id, new_cents: 5250, asks: true, cap_cents: 5000 },
      { series_id: able.series_id, new_cents: 5250, asks: false, cap_cents: 5400 },
    ])
    expect(body.left).toMatchObject([
      { series_id: free.series_id, reason: 'no_price' },
      { series_id: later.series_id, reason: 'later_price', old_cents: 4000 },
    ])
    expect(body.totals).toEqual({
      series: 3,
      customers: 3,
      asks: 1,
      monthly_cents: body.lines.reduce((sum, one) => sum + one.monthly_cents, 0),
    })
    expect(body.lines[0]).toMatchObject({ monthly_cents: 1087, first_on: addDays(today, 21) })
    expect(body.message!.sms.text).toContain('Mowing $45.00')
    expect(body.message!.email.html).toContain('$47.50')
  })

  it('names the customers no message reaches, with the reason and the number to call', async () => {
    const [plain, silent, stopped, asked] = [
      await customer(4500),
      await customer(4500),
      await customer(4500),
      await customer(5000, { cap: 5000 }),
    ]
    await open.rows(
      'update customers set email = null, phone_number = $2 where id = any ($1::uuid[])',
      [[silent.id, asked.id], '+19195550177'],
    )
    await open.rows(
      "insert into message_blocks (channel, address, reason) select 'email', lower(email), 'bounced' from customers where id = $1",
      [stopped.id],
    )
    const all = only(plain, silent, stopped, asked)
    const { body } = await preview(all)
    expect(body.unreached).toMatchObject([
      { customer_id: silent.id, phone_number: '+19195550177', asks: false },
      { customer_id: stopped.id, reason: 'Mail to this address comes back', asks: false },
      { customer_id: asked.id, asks: true },
    ])
    // Where nobody is told, only those who must agree have to be reached.
    expect((await preview({ ...all, tells: false })).body.unreached).toMatchObject([
      { customer_id: asked.id },
    ])

    const done = (await apply(all)).body
    expect(done.to_call).toBe(3)
    expect(done.unreached).toEqual(body.unreached)
    const told = (customer_id: string, is_told: boolean) =>
      owner(`${list}/{id}/told`, { ...byId(done.id), body: { customer_id, is_told } })
    expect((await told(silent.id, true)).body).toMatchObject({ to_call: 2 })
    expect((await told(silent.id, true)).body.unreached).toHaveLength(2)
    expect((await told(silent.id, false)).body).toMatchObject({ to_call: 3 })
    expect(await told(plain.id, true)).toMatchObject({ status: 404 })
    expect((await undo(done.id)).body).toMatchObject({ to_call: 0, unreached: [] })
  })

  it('narrows by service, team, tag, price and by leaving one out', async () => {
    const [cheap, dear] = [await customer(3000), await customer(9000)]
    const of = async (filter: object) =>
      (await preview({ filter: { ...only(cheap, dear).filter, ...filter } })).body
    const series = async (filter: object) => (await of(filter)).lines.map((one) => one.series_id)
    expect(await series({ service_ids: [mowing] })).toHaveLength(2)
    expect(await series({ from_cents: 4000 })).toEqual([dear.series_id])
    expect(await series({ to_cents: 4000 })).toEqual([cheap.series_id])
    expect(await series({ tag: 'none of them' })).toEqual([])
    await open.rows("update customers set tags = '{VIP}' where id = $1", [dear.id])
    expect(await series({ tag: 'vip' })).toEqual([dear.series_id])
    const { team_id } = await open.row<{ team_id: string }>(
      'update rules set team_id = (select id from teams where organization_id = $1 and deleted_at is null limit 1) where series_id = $2 returning team_id',
      [org, cheap.series_id],
    )
    expect(await series({ team_id })).toEqual([cheap.series_id])
    expect((await of({ without: [cheap.series_id] })).left).toMatchObject([
      { series_id: cheap.series_id, reason: 'without' },
    ])
  })

  it('422 for a past day, words without the price, and a raise of nothing', async () => {
    for (const [body, field] of [
      [{ effective_on: addDays(today, -1) }, 'effective_on'],
      [{ text: 'From {date} all is dearer' }, 'text'],
      [{ text: 'From {date} {new_price} {oops}' }, 'text'],
      [{ raise: { by: 'amount', cents: 0 } }, 'raise.cents'],
      [{ filter: { from_cents: 2, to_cents: 1 } }, 'filter.to_cents'],
    ] as const) {
      const answer = await preview(body)
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
  })
})

describe('POST /api/owner/price-campaigns', () => {
  it('raises from the day on, tells customers their own prices and asks those who must agree', async () => {
    const [plain, follows, autopay] = [
      await customer(4500),
      await customer(null),
      await customer(5000, { cap: 5000 }),
    ]
    const three = only(plain, follows, autopay)
    const { status, body } = await apply(three)
    expect([status, body.state, body.totals.series, body.to_tell, body.waiting]).toEqual([
      201,
      'planned',
      3,
      2,
      1,
    ])
    const prices = async ({ series_id }: { series_id: string }) =>
      (
        await open.rows(
          'select start_date, end_date, price_cents::int as cents from rules where series_id = $1 and removed_at is null order by start_date',
          [series_id],
        )
      ).map(({ cents, start_date }) => [start_date, cents])
    expect(await prices(plain)).toEqual([
      [today, 4500],
      [addDays(today, 20), 4750],
    ])
    expect((await prices(follows))[0]).toEqual([today, null])
    await drain()
    expect(await letters(plain.id)).toMatchObject([{ template: 'price_change', off: null }])
    expect((await letters(plain.id))[0]!.text).toContain('Mowing $45.00 → $47.50')
    const [question, ...more] = await letters(autopay.id)
    expect([question!.template, more]).toEqual(['consent_request', []])
    expect(question!.text).toContain('$50.00 → $52.50')
    const seen = (await owner('GET /api/owner/price-campaigns/{id}', byId(body.id))).body
    expect(seen).toMatchObject({ told: 2, to_tell: 0, waiting: 1, agreed: 0 })
  })

  it('lends its words to a question for 30 days of the business, in the evening too', async () => {
    const asked = await customer(5000, { cap: 5000 })
    const { body } = await apply(only(asked))
    await drain()
    const wordsAfter = async (days: number) => {
      await open.rows('update price_campaigns set effective_on = $2 where id = $1', [
        body.id,
        addDays(today, -days),
      ])
      return inOrgAll(open.app.store, org, system, (tx) => readCampaignOf(tx, asked.id))
    }
    const before = new Date().toISOString()
    await setClock(open.app.store, zonedToUtcIso(today, 21 * 60, 'America/New_York'))
    try {
      expect(await wordsAfter(29)).toMatchObject([{ effective_on: addDays(today, -29) }])
      expect(await wordsAfter(30)).toEqual([])
    } finally {
      await setClock(open.app.store, before)
    }
  })

  it('counts who agreed with one tap and who said no', async () => {
    const [yes, no] = [await customer(5000, { cap: 5000 }), await customer(5000, { cap: 5000 })]
    const { body } = await apply(only(yes, no))
    await drain()
    const answer = async ({ id }: { id: string }, agree: boolean) => {
      const { url } = await open.row<{ url: string }>(
        "select data ->> 'url' as url from messages where customer_id = $1 and template = 'consent_request'",
        [id],
      )
      const text = autochargeConsent({
        organization: 'Green Acres Lawn Care',
        limit: formatCents(5250),
      })
      return open.anonymous('POST /api/public/consent/{token}', {
        params: { token: url.split('/agree/')[1]! },
        body: agree ? { agree, text } : { agree },
      })
    }
    expect([(await answer(yes, true)).status, (await answer(no, false)).status]).toEqual([200, 200])
    const seen = (await owner('GET /api/owner/price-campaigns/{id}', byId(body.id))).body
    expect(seen).toMatchObject({ agreed: 1, declined: 1, waiting: 0 })
    expect(seen.lines.map((one) => one.answer)).toEqual(['agreed', 'declined'])
  })

  it('once under a key, 409 campaign_stale after a change, 409 campaign_empty', async () => {
    const one = await customer(4500)
    const seen = await preview(only(one))
    await owner('PATCH /api/schedule/{rule_id}', {
      params: { rule_id: one.rule_id },
      body: { scope: 'all', price_cents: 4600 },
    })
    const send = (given: Awaited<ReturnType<typeof preview>>, key?: string) =>
      owner(list, {
        body: { ...draft(only(one)), preview: given.body.preview },
        ...(key ? { key } : {}),
      })
    expect(await send(seen)).toMatchObject({ status: 409, body: { code: 'campaign_stale' } })
    const fresh = await preview(only(one))
    const [first, again] = [await send(fresh, 'campaign-1'), await send(fresh, 'campaign-1')]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    const none = await preview({ filter: { tag: 'nobody' } })
    expect(
      await owner(list, {
        body: { ...draft({ filter: { tag: 'nobody' } }), preview: none.body.preview },
      }),
    ).toMatchObject({ status: 409, body: { code: 'campaign_empty' } })
  })

  it('never charges above the consent: the bill goes out to be paid by hand', async () => {
    const one = await customer(5000, { cap: 5000 })
    const now = { ...only(one), effective_on: today }
    expect((await apply(now)).status).toBe(201)
    const visit = `${one.series_id}:${today}`
    const done = await owner('POST /api/schedule/{rule_id}/complete', {
      params: { rule_id: visit },
      body: {},
    })
    expect(done.status).toBe(200)
    await drain()
    const [bill] = await open.rows(
      'select total_cents::int as total, paid_cents::int as paid, (select count(*)::int from charge_attempts a where a.invoice_id = i.id) as attempts from invoices i where customer_id = $1',
      [one.id],
    )
    expect(bill).toEqual({ total: 5250, paid: 0, attempts: 0 })
  })
})

describe('POST /api/owner/price-campaigns/{id}/undo', () => {
  it('puts back the very plans, withdraws the questions, and tells those who were told', async () => {
    const plain = await customer(4500)
    const all = [
      plain,
      await customer(null),
      await customer(5000, { cap: 5000 }),
      await customer(7000),
    ] as const
    const [, , autopay, moved] = all
    await owner('POST /api/schedule/{rule_id}/reschedule', {
      params: { rule_id: `${moved.series_id}:${addDays(today, 21)}` },
      body: { to_date: addDays(today, 23) },
    })
    const before = await stored(...all)
    const { body } = await apply(only(...all))
    await drain()
    expect(await stored(...all)).not.toBe(before)
    const undone = await undo(body.id)
    expect([undone.status, undone.body.state, undone.body.left]).toEqual([200, 'undone', 0])
    // The question is withdrawn: nobody is waited for.
    expect(undone.body.waiting).toBe(0)
    expect(undone.body.lines.map(({ answer }) => answer)).not.toContain('waiting')
    expect(await stored(...all)).toBe(before)
    await drain()
    expect((await letters(plain.id)).map(({ off }) => off)).toEqual([null, 'true'])
    expect((await letters(plain.id))[1]!.text).toContain('$45.00')
    expect((await letters(autopay.id)).map(({ template }) => template)).toEqual([
      'consent_request',
      'price_change',
    ])
    expect(
      await open.rows('select answer from consent_requests where customer_id = $1', [autopay.id]),
    ).toEqual([{ answer: 'overtaken' }])
    // A repeat changes nothing and tells nobody.
    expect((await undo(body.id)).status).toBe(200)
    await drain()
    expect(await letters(plain.id)).toHaveLength(2)
  })

  it('tells only those whose message went out: one that waits is refused', async () => {
    const [waits, none] = [await customer(4500), await customer(4500)]
    const { body } = await apply(only(waits))
    const quiet = await apply({ ...only(none), tells: false })
    await drain()
    await open.rows(
      "update messages set status = 'queued', held_until = now() + interval '9 hours' where customer_id = $1",
      [waits.id],
    )
    await undo(body.id)
    await undo(quiet.body.id)
    await drain()
    expect(await letters(waits.id)).toMatchObject([{ off: null, status: 'refused' }])
    expect(await letters(none.id)).toEqual([])
  })

  it('names series with a price set by hand since and leaves them; other edits stay and the price goes back', async () => {
    const [priced, teamed, ended] = [
      await customer(4500),
      await customer(4500),
      await customer(4500),
    ]
    const { body } = await apply(only(priced, teamed, ended))
    const edit = ({ rule_id }: { rule_id: string }, change: object) =>
      owner('PATCH /api/schedule/{rule_id}', {
        params: { rule_id },
        body: { scope: 'following', date: addDays(today, 28), ...change },
      })
    await edit(priced, { price_cents: 9900 })
    await edit(teamed, { notes: 'Mind the dog' })
    await owner('POST /api/schedule/{rule_id}/end', {
      params: { rule_id: ended.rule_id },
      body: { end_date: addDays(today, 7) },
    })
    const kept = await stored(priced, ended)
    const undone = await undo(body.id)
    expect(undone.body.lines.map((one) => one.outcome)).toEqual([
      'edited',
      'price_restored',
      'ended',
    ])
    expect(undone.body.left).toBe(2)
    expect(await stored(priced, ended)).toBe(kept)
    const rows = await open.rows(
      'select distinct price_cents::int as cents from rules where series_id = $1 and removed_at is null',
      [teamed.series_id],
    )
    expect(rows).toEqual([{ cents: 4500 }])
    expect(
      await open.rows(
        "select 1 as one from rules where series_id = $1 and removed_at is null and notes = 'Mind the dog'",
        [teamed.series_id],
      ),
    ).toHaveLength(1)
  })

  it('409 campaign_begun once a visit at the new price is done, and says until when before', async () => {
    const [one, other] = [await customer(4500), await customer(4500)]
    const { body } = await apply({ ...only(one, other), effective_on: today })
    expect(body.undo).toEqual({ refusal: null, until: today })
    const visit = { params: { rule_id: `${one.series_id}:${today}` }, body: {} }
    expect((await owner('POST /api/schedule/{rule_id}/complete', visit)).status).toBe(200)
    const before = await stored(one, other)
    const refused = await undo(body.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'campaign_begun' } })
    expect(await stored(one, other)).toBe(before)
    const seen = (await owner('GET /api/owner/price-campaigns/{id}', byId(body.id))).body
    expect(seen.undo.refusal).toBe(refused.body.error)
  })

  it('404 for another business, 403 for a crew', async () => {
    const one = await customer(4500)
    const { body } = await apply(only(one))
    const crew = await open.as('crew@green-acres.example')
    expect((await crew('GET /api/owner/price-campaigns')).status).toBe(403)
    const { email } = await open.row<{ email: string }>(
      "select p.email from people p join memberships m on m.person_id = p.id where m.role = 'owner' and m.organization_id <> $1 and p.active_organization_id = m.organization_id limit 1",
      [org],
    )
    const neighbor = await open.as(email)
    expect((await neighbor(`${list}/{id}/undo`, byId(body.id))).status).toBe(404)
  })
})

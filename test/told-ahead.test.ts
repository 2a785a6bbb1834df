import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { tellOfBill } from '../src/server/money/platform/tell.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
let org: string
let casey: string
beforeAll(async () => {
  open = await openWorld()
  org = open.world.green.id
  casey = open.world.green.customers['casey']!.id
})
afterAll(() => open?.close())

const run = (job: 'digest.send' | 'money.ahead' | 'trials.ending') => jobHandlers[job](open.app, {})
const told = (kind: string) =>
  open.rows<Record<'recipient' | 'subject' | 'text' | 'customer_id', string>>(
    "select * from messages where template = $1 and organization_id = $2 and channel = 'email' and status <> 'refused' order by recipient",
    [kind, org],
  )
const today = async () =>
  (
    await open.rows(
      'select (now() at time zone time_zone)::date::text as day from organizations where id = $1',
      [org],
    )
  )[0]!.day as string
/** Moves Green Acres to a place where it is about this hour now; whole hours suffice. */
const setHour = (hour: number) =>
  open.rows(
    "update organizations set digest_on = null, time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%' and extract(hour from now() at time zone name) = $2 limit 1) where id = $1",
    [org, hour],
  )

describe('the morning summary', () => {
  let zone: string
  beforeAll(async () => {
    const row = await open.row<{ time_zone: string }>(
      'select time_zone from organizations where id = $1',
      [org],
    )
    zone = row.time_zone
  })
  afterAll(() => open.rows('update organizations set time_zone = $2 where id = $1', [org, zone]))

  it('goes to the office once, from seven in the morning, and counts what its list counts', async () => {
    // A request whose day is over waits for nobody.
    await open.rows(
      `insert into customer_requests (organization_id, customer_id, series_id, original_date, date, action)
       select organization_id, customer_id, series_id, '2020-01-06', '2020-01-06', 'cancel' from rules where organization_id = $1 limit 1`,
      [org],
    )
    await setHour(5)
    await run('digest.send')
    expect(await told('digest')).toEqual([])
    await setHour(8)
    for (let twice = 0; twice < 2; twice++) await run('digest.send')
    const mails = await told('digest')
    expect(mails.map(({ recipient }) => recipient)).toContain('owner@green-acres.example')
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length)
    const owner = await open.as('owner@green-acres.example')
    const { body } = await owner('GET /api/owner/needs')
    for (const part of [
      'Visits today: ',
      `Failed payments: ${body.declined}\n`,
      `Past visits not completed: ${body.missed}\n`,
      `On hold: ${body.to_place}\n`,
      `Open requests: ${body.requests + body.leaving}\n`,
    ])
      expect(`${mails[0]!.text}\n`).toContain(part)
  })

  it('is not sent when there is nothing to say', async () => {
    const [made] = await open.rows<{ id: string }>(
      "insert into organizations (name, slug, time_zone, subscription_status, trial_ends_at) select 'Idle', 'idle', name, 'trialing', now() + interval '20 days' from pg_timezone_names where name like 'Etc/GMT%' and extract(hour from now() at time zone name) = 8 limit 1 returning id",
    )
    const { id } = made!
    const [owner] = await open.rows(
      "select id from people where email = 'owner@green-acres.example'",
    )
    await open.rows(
      "insert into memberships (organization_id, person_id, role, status) values ($1, $2, 'manager', 'active')",
      [id, owner!.id],
    )
    await run('digest.send')
    expect(await open.rows('select digest_on from organizations where id = $1', [id])).not.toEqual([
      { digest_on: null },
    ])
    expect(
      await open.rows("select 1 from messages where template = 'digest' and organization_id = $1", [
        id,
      ]),
    ).toEqual([])
  })
})

describe('a planned charge', () => {
  it('is told to its customer once, three days before', async () => {
    await open.rows(
      "update customers set autopay_enabled = true, status = 'active' where id = $1",
      [casey],
    )
    const day = await today()
    const plan = async (days: number) =>
      open.rows(
        "update invoices set doc = 'scheduled', money = 'none', charge_on = $2::date + $3::int, paid_cents = 0, number = coalesce(number, 99001) where id = (select id from invoices where customer_id = $1 and total_cents > 0 order by id limit 1)",
        [casey, day, days],
      )
    await plan(4)
    await run('money.ahead')
    expect(await told('charge_upcoming')).toEqual([])
    await plan(3)
    for (let twice = 0; twice < 2; twice++) await run('money.ahead')
    expect(await told('charge_upcoming')).toMatchObject([{ customer_id: casey }])
  })
})

describe('an expiring card', () => {
  it('is told to its owner once, while it pays automatically', async () => {
    const day = await today()
    const expire = async (autopay: boolean) => {
      await open.rows('update customers set autopay_enabled = $2 where id = $1', [casey, autopay])
      await open.rows(
        "update payment_methods set exp_year = extract(year from $2::date)::int, exp_month = extract(month from $2::date)::int, type = 'card', status = 'active' where id = (select default_payment_method_id from customers where id = $1)",
        [casey, day],
      )
    }
    await expire(false)
    await run('money.ahead')
    const about = async () =>
      (await told('method_expiring')).filter(({ customer_id }) => customer_id === casey)
    expect(await about()).toEqual([])
    await expire(true)
    for (let twice = 0; twice < 2; twice++) await run('money.ahead')
    const letters = await about()
    expect(letters).toHaveLength(1)
    // Where customers may go: the office's payments are closed to them.
    expect(letters[0]!.text).toContain('/app/user/payments')
  })
})

describe('a trial', () => {
  it('that ends within three days is told to its owner once', async () => {
    const end = (days: number) =>
      open.rows(
        "update organizations set subscription_status = 'trialing', trial_ends_at = now() + make_interval(days => $2) where id = $1",
        [org, days],
      )
    await end(5)
    await run('trials.ending')
    expect(await told('trial_ending')).toEqual([])
    await end(2)
    for (let twice = 0; twice < 2; twice++) await run('trials.ending')
    expect(await told('trial_ending')).toMatchObject([{ recipient: 'owner@green-acres.example' }])
  })

  it.each([
    ['00:30', 'the day that has begun there'],
    ['23:30', 'the same day, though it is the next in Greenwich'],
  ])('that ends at %s in the business’s zone names %s', async (time) => {
    const on = addDays(open.world.green.today, 2)
    await open.rows(
      `update organizations set subscription_status = 'trialing', trial_ends_at = ($2 || ' ' || $3)::timestamp at time zone time_zone where id = $1`,
      [org, on, time],
    )
    await open.rows("delete from messages where template = 'trial_ending'")
    await run('trials.ending')
    const [letter] = await open.rows(
      "select data ->> 'ends_on' as ends_on from messages where template = 'trial_ending'",
    )
    expect(letter).toEqual({ ends_on: on })
  })

  it.each([
    ['sub_1', false, 'You don’t need to do anything'],
    [null, false, 'the subscription does not start automatically'],
    // Canceled during the trial.
    ['sub_1', true, 'the subscription does not start automatically'],
  ])('with subscription %s, canceled %s: “%s”', async (subscription, canceled, words) => {
    await open.rows("delete from messages where template = 'trial_ending'")
    await open.rows(
      "update organizations set trial_ends_at = now() + interval '2 days', platform_default_pm = 'pm_1', platform_subscription_id = $2, cancel_at_period_end = $3 where id = $1",
      [org, subscription, canceled],
    )
    await run('trials.ending')
    const [letter] = await told('trial_ending')
    expect(letter!.text).toContain(words)
    expect(letter!.text).toContain('/app/settings?tab=billing')
  })
})

describe('staff about to become read only', () => {
  const lapse = (status: string, days: number) =>
    open.rows(
      "update organizations set subscription_status = $2, trial_ends_at = now() - make_interval(days => $3), past_due_since = case when $2 <> 'trialing' then now() - make_interval(days => $3) end where id = $1",
      [org, status, days],
    )
  it.each([
    ['past_due', 'Your bill is still not paid'],
    ['canceled', 'Your subscription is not running'],
    ['trialing', 'Your subscription is not running'],
  ])('%s: the owner hears three days before, once', async (status, words) => {
    await open.rows("delete from messages where template = 'read_only_ahead'")
    await lapse(status, 3)
    await run('trials.ending')
    await lapse('active', 5)
    await run('trials.ending')
    expect(await told('read_only_ahead')).toEqual([])
    await lapse(status, 5)
    for (let twice = 0; twice < 2; twice++) await run('trials.ending')
    const letters = await told('read_only_ahead')
    expect(letters).toMatchObject([{ recipient: 'owner@green-acres.example' }])
    expect(letters[0]!.text).toContain(words)
    // After that, a notice is on every page.
    await lapse(status, 8)
    await run('trials.ending')
    expect(await told('read_only_ahead')).toHaveLength(1)
    await lapse('active', 8)
  })
})

describe('an invoice the office issues', () => {
  const issue = async (customer_id: string, key: string) => {
    const owner = await open.as('owner@green-acres.example')
    const made = await owner('POST /api/invoices', {
      body: {
        customer_id,
        lines: [{ description: 'Gate', quantity: 1, unit_price_cents: 4500 }],
        open: true,
      },
      key,
    })
    expect(made.status).toBe(201)
  }
  it('goes to its customer with a link to pay, or says that it is charged automatically', async () => {
    const about = async () =>
      (await told('invoice_sent')).filter(({ customer_id }) => customer_id === casey)
    await open.rows('update customers set autopay_enabled = true where id = $1', [casey])
    for (const kind of ['autopay', 'autopay_oneoffs'])
      await open.rows(
        "insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, cap_cents) values ($1, $2, $3, true, 'yes', 'x', 100000)",
        [org, casey, kind],
      )
    await issue(casey, 'issued-with-autopay')
    expect((await about()).map(({ text }) => text)).toEqual([
      expect.stringContaining('paid automatically'),
    ])
    await open.rows(
      'update customers set autopay_enabled = false, invoice_email_opt_in = true where id = $1',
      [casey],
    )
    await issue(casey, 'issued-by-hand')
    const mail = (await about()).find(({ text }) => !text.includes('paid automatically'))
    expect(mail!.text).toMatch(/Gate: \$45\.00[\s\S]*\/pay\//)
  })
})

describe('the office', () => {
  const owner = 'owner@green-acres.example'

  it('hears of a customer’s request at once', async () => {
    const customer = await open.as('customer@green-acres.example')
    const [next] = (await customer('GET /api/users/upcoming-services')).body.items.filter(
      ({ date, state }: { date: string; state: string }) =>
        state === 'scheduled' && date > open.world.green.today,
    )
    const asked = await customer('POST /api/users/request-reschedule', {
      body: { date: next!.date, occurrence_id: next!.occurrence_id, reason: 'We are away' },
    })
    expect(asked.status).toBe(200)
    const mail = (await told('request_received')).find(({ recipient }) => recipient === owner)
    expect(mail!.text).toMatch(/Casey Walker[\s\S]*We are away/)
  })

  it('hears of a declined card, like its customer', async () => {
    const staff = await open.as(owner)
    const { items } = (await staff('GET /api/invoices')).body
    const { id } = items.find(
      (one) => one.customer_name === 'Declan Price' && one.status === 'failed',
    )!
    const paid = await staff('POST /api/invoices/{id}/pay', {
      params: { id },
      body: {},
      key: 'pay-declan-1',
    })
    expect(paid.status).toBe(200)
    await open.until(
      async () => (await told('payment_failed_staff')).length > 0,
      'the office hears of it',
    )
    expect(await told('payment_failed_staff')).toContainEqual(
      expect.objectContaining({ recipient: owner, subject: expect.stringContaining('Declan') }),
    )
    expect((await told('payment_failed')).map(({ recipient }) => recipient)).toContain(
      'declined@green-acres.example',
    )
  })
})

describe('a bill of the platform', () => {
  it('is told to its owner once, paid or failed', async () => {
    await open.rows("update organizations set platform_customer_id = 'cus_told' where id = $1", [
      org,
    ])
    for (const paid of [true, true, false])
      await tellOfBill(open.app, 'cus_told', { once: `in_1:${paid}`, paid, total_cents: 4900 })
    const subjects = (await told('platform_bill')).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(new Set(subjects)).toEqual(
      new Set([
        'Your Fieldhive bill is paid: $49.00',
        'Your Fieldhive bill of $49.00 could not be paid',
      ]),
    )
  })
})

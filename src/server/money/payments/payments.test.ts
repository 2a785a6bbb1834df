import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openWorld,
  type BodyFrom,
  type BodyFor,
  type Caller,
  type OpenWorld,
} from '../../../../test/world.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { platformFee } from '../../../domain/money/platform.ts'
import { autochargeConsent } from '../../../domain/flows/signup.ts'
import { csvCell } from '../../base/kit/csv.ts'
import type { SetupIntent } from '../../base/outside/stripe.ts'
import { applySetup } from './replace-card.ts'
import { feeSteps } from '../platform/subscription.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let payee: Caller
let customer: Caller
let account: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  payee = await open.as('payee@green-acres.example')
  customer = await open.as('customer@green-acres.example')
  const green = await open.row<{ stripe_account_id: string }>(
    'select stripe_account_id from organizations where id = $1',
    [open.world.green.id],
  )
  account = green.stripe_account_id
})
afterAll(() => open?.close())

type Refund = BodyFor<'POST /api/owner/stripe/refund'>
const casey = () => open.world.green.customers['casey']!.id

const confirm = (
  client_secret: string,
  fields: Record<string, string>,
  on = account,
): Promise<{ status: string; payment_method: string }> =>
  fetch(
    `http://${open.sandbox!.host}:${open.sandbox!.port}/v1/setup_intents/${client_secret.split('_secret')[0]}/confirm`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${open.sandbox!.publishableKey}`,
        ...(on ? { 'stripe-account': on } : {}),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret, ...fields }).toString(),
    },
  ).then((answer) => answer.json())

describe('GET /api/owner/stripe/payments', () => {
  it('200 newest first, paged, for roles that may see money', async () => {
    const whole = (await owner('GET /api/owner/stripe/payments', { query: { limit: 100 } })).body
    expect(whole).toMatchObject({
      ok: true,
      hasAccount: true,
      accountId: account,
      has_more: false,
      next_cursor: null,
    })
    const paged: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const page: BodyFrom<'GET /api/owner/stripe/payments'> = (
        await payee('GET /api/owner/stripe/payments', {
          query: { limit: 2, ...(after ? { starting_after: after } : {}) },
        })
      ).body
      paged.push(...page.items.map((one) => one.id))
      more = page.has_more
      after = page.next_cursor
    }
    expect(paged).toEqual(whole.items.map((one) => one.id))
    const failed = (await owner('GET /api/owner/stripe/payments', { query: { status: 'failed' } }))
      .body.items
    expect(failed).toMatchObject([
      {
        status: 'failed',
        customer_name: 'Declan Price',
        failure_message: 'The customer’s card was declined.',
        refundable: false,
      },
    ])
    expect(
      (await owner('GET /api/owner/stripe/payments', { query: { q: 'casey' } })).body.items.every(
        (one) => one.customer_name === 'Casey Walker',
      ),
    ).toBe(true)
    expect(
      (await owner('GET /api/owner/stripe/payments', { query: { from: '2031-01-01' } })).body.items,
    ).toEqual([])
    expect(await customer('GET /api/owner/stripe/payments')).toMatchObject({ status: 403 })
  })
  it('200 as CSV: byte order mark, header, every row, escaped formulas', async () => {
    const file = await owner.raw<string>('GET /api/owner/stripe/payments', {
      query: { format: 'csv', limit: 1 },
    })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(new TextEncoder().encode(file.body))
      .trim()
      .split('\r\n')
    expect(rows[0]).toContain('Date,Payment,Status,Amount,Currency')
    expect(rows.length - 1).toBe(
      (await owner('GET /api/owner/stripe/payments', { query: { limit: 100 } })).body.items.length,
    )
    expect(rows.find((row) => row.includes('Casey Walker'))).toMatch(
      /,45\.00,USD,\d+\.\d\d,\d+\.\d\d,\d+\.\d\d,Casey Walker,/,
    )
    expect([0, 5, 4500, -36, -123_456].map((cents) => csvCell({ cents }))).toEqual([
      '0.00',
      '0.05',
      '45.00',
      '-0.36',
      '-1234.56',
    ])
    expect(['=1+1', '+49', '-1', '@x', '\tx', 'a,"b"', 'Ana'].map(csvCell)).toEqual([
      "'=1+1",
      "'+49",
      "'-1",
      "'@x",
      "'\tx",
      '"a,""b"""',
      'Ana',
    ])
  })
})

describe('POST /api/owner/stripe/refund', () => {
  const paid = async () =>
    (await owner('GET /api/owner/stripe/payments', { query: { q: 'harper', status: 'succeeded' } }))
      .body.items[0]
  it.each([[0], [-5], [1.5], [99_999_999]])('refuses %s', async (amount_minor) => {
    const reply = await owner('POST /api/owner/stripe/refund', {
      body: { payment_intent: (await paid())!.payment_intent_id!, amount_minor },
    })
    expect([409, 422]).toContain(reply.status)
    expect(reply.body.error).toBe('Enter a valid refund amount.')
  })
  it('200 a partial refund, only once per key; 403 for the customer; 404 for another business', async () => {
    const payment = await paid()
    const body = { payment_intent: payment!.payment_intent_id!, amount_minor: 1500, reason: 'Rain' }
    expect(await payee('POST /api/owner/stripe/refund', { body })).toMatchObject({ status: 403 })
    expect(
      await (
        await open.as('owner@bright-side.example')
      )('POST /api/owner/stripe/refund', { body }),
    ).toMatchObject({ status: 404 })
    expect(
      await manager('POST /api/owner/stripe/refund', { body, key: 'refund-key-1' }),
    ).toMatchObject({
      status: 200,
      body: { ok: true, state: 'succeeded', refunded_minor: 1500 },
    })
    expect(
      await manager('POST /api/owner/stripe/refund', { body, key: 'refund-key-1' }),
    ).toMatchObject({ status: 200 })
    const after = (await owner('GET /api/owner/stripe/payments', { query: { q: 'harper' } })).body
      .items[0]
    expect(after).toMatchObject({
      status: 'partially_refunded',
      refunded_minor: 1500,
      refundable: true,
    })
    expect(
      await owner('POST /api/owner/stripe/refund', {
        body: { ...body, amount_minor: payment!.amount },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'refund_amount_invalid' },
    })
  })
  it.each([
    ['header', (body: Refund) => ({ body, key: 'refused-once-header' })],
    ['body', (body: Refund) => ({ body: { ...body, idempotency_key: 'refused-once-body' } })],
  ])(
    '409 refund_failed frees the key in the %s for another try, and no other',
    async (where, ask) => {
      const whole = { query: { status: 'succeeded' as const } }
      const { payment_intent_id } = (await owner('GET /api/owner/stripe/payments', whole)).body
        .items[0]!
      const body = { payment_intent: payment_intent_id!, amount_minor: 100, reason: null }
      const asked = ask(body)
      const keyIn = (given: object) =>
        'idempotency_key' in given ? { idempotency_key: given.idempotency_key } : {}
      // What else was answered under this key, or to this person, stays answered.
      const named = { ...asked, body: { name: 'Same Key As A Refund', ...keyIn(asked.body) } }
      const others = [
        () => owner.raw('POST /api/owner/customers', named),
        () => manager.raw('POST /api/owner/stripe/refund', asked),
        () => owner.raw('POST /api/owner/stripe/refund', { body, key: `another one, ${where}` }),
      ]
      const again = async () => {
        const replies = []
        for (const other of others) replies.push(await other())
        return replies.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])
      }
      expect(await again()).toEqual([201, 200, 200].map((status) => [status, null]))
      const { host, port, secretKey } = open.sandbox!
      const press = (method: string, path: string, body?: object) =>
        fetch(`http://${host}:${port}/_sandbox/${path}`, {
          method,
          headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }).then((answer) => answer.json())
      await press('POST', 'faults', {
        // News of another refund reads refunds meanwhile.
        fail_next: { status: 400, path: '/v1/refunds', method: 'POST' },
      })
      expect(await owner('POST /api/owner/stripe/refund', asked)).toMatchObject({
        status: 409,
        body: { code: 'refund_failed' },
      })
      expect(await again()).toEqual([201, 200, 200].map((status) => [status, 'true']))
      expect(await owner('POST /api/owner/stripe/refund', asked)).toMatchObject({
        status: 200,
        // It may be a bank's payment, whose refund takes days.
        body: { state: expect.stringMatching(/^(?:succeeded|pending)$/) },
      })
    },
  )
})

describe('balance, earnings and the account', () => {
  it('200 the provider’s balance and monthly earnings', async () => {
    expect((await owner('GET /api/owner/stripe/balance')).body).toMatchObject({
      ok: true,
      hasAccount: true,
      accountId: account,
    })
    // A bank debit of the demo world may settle meanwhile: its event is then in flight.
    await open.until(async () => {
      const { available, pending } = (await owner('GET /api/owner/stripe/balance')).body
      const { cents } = await open.row<{ cents: number }>(
        "select sum(amount_cents)::int as cents from ledger_entries where organization_id = $1 and account = 'provider_balance'",
        [open.world.green.id],
      )
      return [...available, ...pending].reduce((sum, one) => sum + one.amount, 0) === cents
    }, 'the ledger is the provider’s balance')
    const { buckets } = (await payee('GET /api/owner/stripe/earnings', { query: { months: 12 } }))
      .body
    expect(buckets).toHaveLength(12)
    expect(buckets.reduce((sum, one) => sum + one.net_minor, 0)).toBeGreaterThan(0)
  })
  it('200 verification, refresh and the dashboard', async () => {
    expect((await owner('POST /api/owner/stripe/start-onboarding')).body.url).toMatch(
      /^http.*onboarding/,
    )
    expect((await owner.raw('POST /api/owner/platform-billing/start-onboarding')).status).toBe(200)
    expect(await manager('POST /api/owner/stripe/start-onboarding')).toMatchObject({ status: 403 })
    const acts = () => open.rows("select 1 from audit where action like '%stripe/refresh'")
    expect(await owner('POST /api/owner/stripe/refresh')).toMatchObject({
      status: 200,
      body: { charges_enabled: true, onboarded: true },
    })
    // The settings page asks whenever it opens: that is nobody's act.
    expect(await acts()).toEqual([])
    expect((await owner('POST /api/owner/platform-billing/dashboard-link')).status).toBe(200)
  })
})

describe('a customer’s billing', () => {
  it('adds a second card, makes it the default, removes the first', async () => {
    const before = (await customer('GET /api/users/billing/status')).body
    expect(before).toMatchObject({ has_pm: true, canCollect: true, accountId: account, note: null })
    const { client_secret, setup_intent_id, account_id } = (
      await customer('POST /api/users/billing/setup-intent', { body: { pm_types: ['card'] } })
    ).body
    expect(account_id).toBe(account)
    await confirm(client_secret, { payment_method: 'pm_card_mastercard' })
    const saved = (await customer('POST /api/users/billing/saved', { body: { setup_intent_id } }))
      .body
    expect(saved).toMatchObject({ saved: true, pending_verification: false })
    expect(saved.paymentMethods).toHaveLength(2)
    const added = saved.paymentMethods.find((one) => one.brand === 'mastercard')
    expect(
      await customer('POST /api/users/billing/detach', {
        body: { payment_method_id: before.default_payment_method! },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'autopay_needs_method' },
    })
    expect(
      (
        await customer('POST /api/users/billing/set-default', {
          body: { payment_method_id: added!.id },
        })
      ).body.default_payment_method,
    ).toBe(added!.id)
    // A charge that is on its way needs its card, whether or not it is the default.
    const first = before.default_payment_method
    const attempts = await open.rows<{ id: string; state: string; card: string }>(
      'select distinct on (payment_method_id) id, state, payment_method_id as card from charge_attempts',
    )
    const setState = ({ id, state }: { id: string; state: string }) =>
      open.rows('update charge_attempts set state = $2 where id = $1', [id, state])
    const its = attempts.find(({ card }) => card === first)!
    const others = attempts.find(({ card }) => card !== first)!
    const remove = () =>
      customer('POST /api/users/billing/detach', { body: { payment_method_id: first! } })
    await setState({ ...its, state: 'unknown' })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
    await setState(its)
    await setState({ ...others, state: 'unknown' })
    const atProvider = async () => (await open.app.payments.on(account).readMethod(first!)).customer
    expect(await atProvider()).not.toBeNull()
    expect((await remove()).body.paymentMethods).toHaveLength(1)
    expect(await atProvider()).toBeNull()
    // A second press on Remove.
    expect((await remove()).body.paymentMethods).toHaveLength(1)
    await setState(others)
    expect(
      await customer('POST /api/users/billing/set-default', {
        body: { payment_method_id: 'pm_someoneelse' },
      }),
    ).toMatchObject({ status: 404 })
  })
  it('a bank account whose verification fails can’t be charged, and no other is touched', async () => {
    await open.rows(
      `insert into payment_methods (organization_id, id, customer_id, type, status, setup_intent_id)
        select organization_id, method, id, 'us_bank_account', 'pending_verification', setup from customers,
          (values ('pm_bank_one', 'seti_one'), ('pm_bank_two', 'seti_two')) pending (method, setup) where id = $1`,
      [casey()],
    )
    const { stripe_customer_id } = await open.row<{ stripe_customer_id: string }>(
      'select stripe_customer_id from customers where id = $1',
      [casey()],
    )
    await applySetup(open.app, account, {
      id: 'seti_one',
      customer: stripe_customer_id,
      status: 'requires_payment_method',
      last_setup_error: { payment_method: { id: 'pm_bank_one' } },
    } as SetupIntent)
    const banks = "from payment_methods where id like 'pm_bank_%'"
    expect(await open.rows(`select id, status ${banks} order by id`)).toEqual([
      { id: 'pm_bank_one', status: 'failed' },
      { id: 'pm_bank_two', status: 'pending_verification' },
    ])
    await open.rows(`delete ${banks}`)
  })
  it('doesn’t save a declined card; 404 for another person’s setup', async () => {
    const { client_secret, setup_intent_id } = (
      await customer('POST /api/users/billing/setup-intent')
    ).body
    await confirm(client_secret, { payment_method: 'pm_card_chargeDeclined' })
    expect(
      (await customer('POST /api/users/billing/saved', { body: { setup_intent_id } })).body,
    ).toMatchObject({
      saved: false,
      message: 'Your card was declined.',
    })
    expect(
      await (
        await open.as('declined@green-acres.example')
      )('POST /api/users/billing/saved', { body: { setup_intent_id } }),
    ).toMatchObject({ status: 404 })
    expect(
      await customer.raw('POST /api/users/billing/setup-intent', { body: { pm_types: ['cash'] } }),
    ).toMatchObject({ status: 422 })
  })
  it('autopay: off takes the consent back; on again needs our very text, which sets its limit', async () => {
    const save = (body: object) => customer('PATCH /api/users/billing-settings', { body })
    expect((await save({ autopay_enabled: false })).body).toMatchObject({
      autopay_enabled: false,
      autopay_cap_cents: null,
      consent_accepted_at: null,
    })
    const inForce = () =>
      open.rows(
        "select cap_cents::int as cap_cents, text from consents where customer_id = $1 and kind like 'autopay%' and revoked_at is null",
        [casey()],
      )
    expect(await inForce()).toEqual([])
    expect(await save({ autopay_enabled: true })).toMatchObject({
      status: 409,
      body: { code: 'consent_missing' },
    })
    const { estimate_cents } = (await customer('GET /api/users/billing-settings')).body
    expect(estimate_cents).toBeGreaterThan(0)
    const textFor = (cents: number, locale?: 'es') =>
      autochargeConsent(
        { organization: 'Green Acres Lawn Care', limit: formatCents(cents) },
        locale,
      )
    const agree = (text: string) =>
      save({ autopay_enabled: true, consent: { accepted: true, text } })
    for (const text of ['', 'I agree', textFor(estimate_cents + 1), `${textFor(estimate_cents)} `])
      expect(await agree(text)).toMatchObject({ status: 409, body: { code: 'consent_outdated' } })
    expect(await inForce()).toEqual([])
    for (const text of [textFor(estimate_cents, 'es'), textFor(estimate_cents)]) {
      expect((await agree(text)).body).toMatchObject({
        autopay_enabled: true,
        has_default_pm: true,
        autopay_cap_cents: estimate_cents,
        consent_accepted_at: expect.any(String),
      })
      expect(await inForce()).toEqual([{ cap_cents: estimate_cents, text }])
    }
    expect((await save({ autopay_oneoffs: true })).body).toMatchObject({ autopay_oneoffs: true })
    expect(await inForce()).toHaveLength(2)
  })
  it('an invalid charge day', async () => {
    const today = Number(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', day: 'numeric' }).format(
        new Date(),
      ),
    )
    if (today <= 28)
      expect(
        await customer('PATCH /api/users/billing-settings', {
          body: { preferred_charge_day: today },
        }),
      ).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('Please choose a day between') },
      })
    const other = today === 5 ? 6 : 5
    expect(
      (
        await customer('PATCH /api/users/billing-settings', {
          body: { preferred_charge_day: other },
        })
      ).body.preferred_charge_day,
    ).toBe(other)
    expect((await customer.raw('GET /api/user/billing-settings')).body.preferred_charge_day).toBe(
      other,
    )
  })
  it('409 no_payment_method, consent_missing for a new customer', async () => {
    const { id } = open.world.green.customers['declan']!
    await open.rows(
      'update customers set autopay_enabled = false, default_payment_method_id = null where id = $1',
      [id],
    )
    const declan = await open.as('declined@green-acres.example')
    expect(
      await declan('PATCH /api/users/billing-settings', { body: { autopay_enabled: true } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'no_payment_method', error: 'Add a payment method before enabling autopay' },
    })
  })
  it('staff become customers only when they save a card', async () => {
    expect((await manager('GET /api/users/billing/status')).body).toMatchObject({
      has_pm: false,
      paymentMethods: [],
    })
    const { client_secret, setup_intent_id } = (
      await manager('POST /api/users/billing/setup-intent')
    ).body
    const own = () =>
      open.rows(
        'select c.id from customers c join people p on p.id = c.person_id where p.email = $1 and c.organization_id = $2',
        ['manager@green-acres.example', open.world.green.id],
      )
    expect(await own()).toHaveLength(0)
    await confirm(client_secret, { payment_method: 'pm_card_visa' })
    expect(
      (await manager('POST /api/users/billing/saved', { body: { setup_intent_id } })).body,
    ).toMatchObject({ saved: true, has_pm: true })
    expect(await own()).toHaveLength(1)
    expect((await manager('GET /api/users/billing/status')).body).toMatchObject({ has_pm: true })
  })
  it('200 the provider’s own page', async () => {
    expect((await customer('POST /api/users/billing/portal')).body.url).toMatch(/^http/)
    expect(await payee('GET /api/users/billing/status')).toMatchObject({ status: 403 })
  })
})

describe('the organization’s subscription', () => {
  it('402 without a method; then started once, canceled, restarted', async () => {
    const bright = await open.as('owner@bright-side.example')
    expect((await bright('GET /api/owner/platform-billing/status')).body).toMatchObject({
      ok: true,
      status: 'trialing',
      default_payment_method: null,
      next_payment: null,
      payments: { charges_enabled: true },
    })
    expect(await bright('POST /api/owner/platform-billing/confirm-subscription')).toMatchObject({
      status: 402,
      body: { error: 'Could not start subscription' },
    })
    const { client_secret, setup_intent_id } = (
      await bright('POST /api/owner/platform-billing/set-payment-method')
    ).body
    const setup = await confirm(client_secret, { payment_method: 'pm_card_visa' }, '')
    const saved = await bright('POST /api/owner/platform-billing/save-payment-method', {
      body: { payment_method_id: setup.payment_method, setup_intent_id },
    })
    expect(saved.body).toMatchObject({
      default_payment_method: setup.payment_method,
      default_pm_summary: { type: 'card', last4: '4242' },
    })
    for (let times = 0; times < 2; times++)
      expect(await bright('POST /api/owner/platform-billing/confirm-subscription')).toMatchObject({
        status: 200,
        body: { ok: true },
      })
    const running = (await bright('GET /api/owner/platform-billing/status')).body
    expect(running).toMatchObject({
      platform_subscription_id: expect.stringMatching(/^sub_/),
      cancel_at_period_end: false,
      next_payment: expect.any(String),
    })
    expect(['trialing', 'active']).toContain(running.status)
    await bright('POST /api/owner/platform-billing/cancel')
    expect((await bright('GET /api/owner/platform-billing/status')).body.cancel_at_period_end).toBe(
      true,
    )
    await bright('POST /api/owner/platform-billing/restart')
    expect((await bright('GET /api/owner/platform-billing/status')).body).toMatchObject({
      cancel_at_period_end: false,
      platform_subscription_id: running.platform_subscription_id,
    })
    expect(await manager('GET /api/owner/platform-billing/status')).toMatchObject({ status: 403 })
  })
  it('is charged the fee for every number of users', () => {
    const at = (users: number) =>
      feeSteps().reduce((sum, step, index, all) => {
        const from = index === 0 ? 0 : (all[index - 1]!.up_to as number)
        return (
          sum +
          Math.max(0, Math.min(users, step.up_to === 'inf' ? Infinity : step.up_to) - from) *
            step.unit_cents
        )
      }, 0)
    for (const users of [1, 2, 49, 50, 51, 148, 149, 150, 151, 300, 301, 1000])
      expect(at(users)).toBe(platformFee(users).amount_cents)
    expect(feeSteps()).toHaveLength(4)
  })
})

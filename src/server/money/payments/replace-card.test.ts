import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { cardPageHandlers } from '../../flows/card-page/calls.ts'
import { runAttempt } from './charge.ts'
import { runAutopay } from './retry.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.rows(
    "with p as (insert into people (email, name) values ('dana@green.example', 'Dana') returning id) insert into memberships (organization_id, person_id, role, status) select $1, id, 'owner', 'active' from p",
    [till.org],
  )
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

type CardPage = { client_secret: string | null; reason: string | null }
let requests = 0
const call = (name: keyof typeof cardPageHandlers, token: string): Promise<CardPage> =>
  Promise.resolve(
    (cardPageHandlers[name] as (context: unknown) => CardPage | Promise<CardPage>)({
      app: till.app,
      params: { token },
      request_id: `r${++requests}`,
    }),
  )
const page = (token: string) => call('GET /api/public/card/{token}', token)
const setup = (token: string) => call('POST /api/public/card/{token}/setup', token)
const saved = (token: string) => call('POST /api/public/card/{token}/saved', token)

/** An invoice whose automatic charge was declined, and the token of the link in its letter. */
async function declined(via: 'staff' | 'autopay' = 'autopay') {
  const customer = await till.customer('pm_card_chargeCustomerFail', { autopay: true })
  const invoice = await till.invoice(customer)
  await till.charge(invoice, via)
  return { customer, invoice, token: await tokenOf(customer) }
}
async function tokenOf(customer: string): Promise<string> {
  const [letter] = await till.rows(
    "select data ->> 'url' as url from messages where customer_id = $1 and template = 'payment_failed' order by id desc limit 1",
    [customer],
  )
  return /\/card\/(\w+)$/.exec(letter.url)![1]!
}
/** What the browser does with the provider's form. */
async function enter(invoice: string, method: string): Promise<void> {
  const [{ setup_intent_id }] = await till.rows(
    'select setup_intent_id from card_links where invoice_id = $1 and used_at is null order by id desc limit 1',
    [invoice],
  )
  await till.provider(`/v1/setup_intents/${setup_intent_id}/confirm`, { payment_method: method })
}
async function runPlanned(): Promise<void> {
  for (const { id } of await till.rows("select id from charge_attempts where state = 'started'"))
    await runAttempt(till.app, till.org, id)
}
const toldOffice = (invoice: string) =>
  till.rows(
    "select data ->> 'charged' as charged from messages where template = 'card_replaced' and channel = 'email' and data ->> 'url' like '%' || $1",
    [invoice],
  )

describe('the link in the letter of a declined charge', () => {
  it('replaces the card, charges once, and autopay goes on with it', async () => {
    const { customer, invoice, token } = await declined()
    expect(await page(token)).toMatchObject({
      reason: null,
      autopay: true,
      is_used: false,
      invoice: { status: 'failed', balance_cents: 4500 },
      card: { last4: '0341' },
      pay_url: expect.stringContaining('/pay/'),
    })
    expect((await setup(token)).client_secret).toMatch(/_secret_/)
    await enter(invoice, 'pm_card_visa')
    // The browser, a second tab and the webhook all bring it.
    await Promise.all([saved(token), saved(token), till.deliver()])
    expect(await page(token)).toMatchObject({ is_used: true, invoice: { status: 'processing' } })
    await runPlanned()
    const { invoice: row, attempts, payments } = await till.state(invoice)
    expect(row).toMatchObject({ money: 'paid', next_retry_at: null })
    expect(attempts.map(({ state, via }) => [state, via])).toEqual([
      ['failed', 'autopay'],
      ['succeeded', 'retry'],
    ])
    expect(payments.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    expect(attempts[1].consent_id).toBe(attempts[0].consent_id)
    expect(await page(token)).toMatchObject({
      invoice: { status: 'paid' },
      card: { last4: '4242' },
    })
    expect(await toldOffice(invoice)).toEqual([{ charged: 'true' }])
    const next = await till.invoice(customer, 4500, { date: '2026-11-09' })
    await till.charge(next, 'autopay')
    expect((await till.state(next)).invoice.money).toBe('paid')
  })

  it('goes on as the office, if the office made the charge that was declined', async () => {
    const { invoice, token } = await declined('staff')
    await setup(token)
    await enter(invoice, 'pm_card_visa')
    await saved(token)
    await runPlanned()
    const { attempts } = await till.state(invoice)
    expect(attempts.map(({ state, via }) => [state, via])).toEqual([
      ['failed', 'staff'],
      ['succeeded', 'staff'],
    ])
  })

  it('goes on by itself if the page was closed after the card was confirmed', async () => {
    const { invoice, token } = await declined()
    await setup(token)
    await enter(invoice, 'pm_card_visa')
    expect(await setup(token)).toEqual({ client_secret: null })
    await runPlanned()
    expect((await till.state(invoice)).invoice.money).toBe('paid')
  })

  it('a second decline sends another link; the used one opens nothing', async () => {
    const { customer, invoice, token } = await declined()
    await setup(token)
    await enter(invoice, 'pm_card_chargeCustomerFail')
    expect(await saved(token)).toEqual({ saved: true, message: null })
    await runPlanned()
    expect(await page(token)).toMatchObject({
      is_used: true,
      invoice: { status: 'failed' },
      problem: expect.any(String),
    })
    await expect(setup(token)).rejects.toMatchObject({ code: 'link_used' })
    const next = await tokenOf(customer)
    expect(next).not.toBe(token)
    expect((await page(next)).reason).toBeNull()
    expect(await toldOffice(invoice)).toEqual([])
  })

  it('keeps the card but charges nothing without consent, and says so to the office', async () => {
    const { customer, invoice, token } = await declined()
    await till.rows('update consents set revoked_at = now() where customer_id = $1', [customer])
    await setup(token)
    await enter(invoice, 'pm_card_visa')
    await saved(token)
    const { attempts } = await till.state(invoice)
    expect(attempts).toHaveLength(1)
    expect(await page(token)).toMatchObject({
      is_used: true,
      card: { last4: '4242' },
      problem: 'The customer has not authorized automatic payments.',
    })
    expect(await toldOffice(invoice)).toEqual([{ charged: 'false' }])
    await till.rows('update invoices set next_retry_at = now() where id = $1', [invoice])
    await runAutopay(till.app)
    expect((await till.state(invoice)).attempts).toHaveLength(1)
  })

  it('404 once it has expired, and 409 once the invoice is paid', async () => {
    const { invoice, token } = await declined()
    await till.rows("update invoices set money = 'paid', paid_cents = total_cents where id = $1", [
      invoice,
    ])
    await expect(setup(token)).rejects.toMatchObject({ code: 'already_paid' })
    await till.rows("update card_links set expires_at = now() - interval '1 second'")
    await expect(page(token)).rejects.toMatchObject({ status: 404 })
  })
})

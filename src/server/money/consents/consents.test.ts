import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { autochargeConsent } from '../../../domain/flows/signup.ts'
import { askForConsent } from './ask.ts'

let open: OpenWorld
let owner: Caller
let customer: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  customer = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

const casey = () => open.world.green.customers['casey']!.id
const textFor = (cents: number) =>
  autochargeConsent({ organization: 'Green Acres Lawn Care', limit: formatCents(cents) })
const cap = async () => (await customer('GET /api/users/billing-settings')).body.autopay_cap_cents
const asked = async () => (await customer('GET /api/users/consent-request')).body.request
const listed = async () =>
  (await owner('GET /api/owner/consent-requests')).body.items.find(
    (one) => one.customer_id === casey(),
  )
const letters = () =>
  open.rows<{ url: string; channel: string; status: string }>(
    "select data ->> 'url' as url, channel, status from messages where customer_id = $1 and template = 'consent_request' order by id",
    [casey()],
  )
/** What the owner charges for Casey's work from now on, in cents. */
const price = async (cents: number) => {
  await open.rows(
    'update rules set price_cents = $2 where customer_id = $1 and removed_at is null',
    [casey(), cents],
  )
  await askForConsent(open.app)
}

describe('work above what a customer agreed to', () => {
  let token: string
  const answer = (body: BodyFor<'POST /api/public/consent/{token}'>) =>
    open.anonymous('POST /api/public/consent/{token}', { params: { token }, body })

  it('asks the customer once for each price, and the office sees who has not answered', async () => {
    expect([await asked(), await listed(), await letters()]).toEqual([null, undefined, []])
    const old_cap_cents = await cap()
    await price(7000)
    await askForConsent(open.app)
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    token = letter!.url.split('/agree/')[1]!
    const expected = { old_cap_cents, new_cap_cents: 7000, answer: null }
    expect(await asked()).toMatchObject(expected)
    expect(await listed()).toMatchObject({ ...expected, customer_name: 'Casey Walker' })
    await price(old_cap_cents!)
    expect([await asked(), await listed()]).toEqual([null, undefined])
    expect(await answer({ agree: true, text: textFor(7000) })).toMatchObject({
      status: 409,
      body: { code: 'request_overtaken' },
    })
  })

  it('one tap in the message agrees, with our very words; a no can become a yes', async () => {
    await price(7500)
    token = (await letters()).at(-1)!.url.split('/agree/')[1]!
    const page = await open.anonymous('GET /api/public/consent/{token}', { params: { token } })
    expect(page.body).toMatchObject({
      organization_name: 'Green Acres Lawn Care',
      new_cap_cents: 7500,
      work: expect.arrayContaining([{ service: 'Mowing', price_cents: 7500 }]),
      card: { brand: 'visa', last4: '4242' },
    })
    for (const text of [undefined, 'yes', textFor(7499)])
      expect(await answer({ agree: true, text })).toMatchObject({
        status: 409,
        body: { code: 'consent_outdated' },
      })
    expect((await answer({ agree: false })).body).toMatchObject({ answer: 'declined' })
    await askForConsent(open.app)
    expect([await asked(), (await listed())!.answer]).toEqual([null, 'declined'])
    expect((await answer({ agree: true, text: textFor(7500) })).body).toMatchObject({
      answer: 'agreed',
    })
    expect([await cap(), await listed()]).toEqual([7500, undefined])
    expect(await answer({ agree: false })).toMatchObject({
      status: 409,
      body: { code: 'request_answered' },
    })
    expect(
      await open.rows(
        "select cap_cents::int as cap, text, ip is not null as evidence from consents where customer_id = $1 and kind = 'autopay' and revoked_at is null",
        [casey()],
      ),
    ).toEqual([{ cap: 7500, text: textFor(7500), evidence: true }])
  })

  it('one tap in the account agrees; the office may ask again', async () => {
    await price(8000)
    const { id } = (await listed())!
    expect(
      await owner('POST /api/owner/consent-requests/{id}/ask', { params: { id } }),
    ).toMatchObject({ status: 200, body: { sent: true } })
    expect(
      (
        await customer('POST /api/users/consent-request', {
          body: { agree: true, text: textFor(8000) },
        })
      ).body,
    ).toMatchObject({ answer: 'agreed' })
    expect(await cap()).toBe(8000)
    expect(
      await owner('POST /api/owner/consent-requests/{id}/ask', { params: { id } }),
    ).toMatchObject({ status: 409, body: { code: 'request_answered' } })
  })

  it('409 no_price_yet: nobody agrees to charges of up to $0.00', async () => {
    const consent = { accepted: true, text: textFor(0) }
    await open.rows('update rules set billing_mode = $2 where customer_id = $1', [casey(), 'none'])
    await open.rows("update customers set services_selected = '[]' where id = $1", [casey()])
    expect(
      await customer('PATCH /api/users/billing-settings', { body: { consent } }),
    ).toMatchObject({ status: 409, body: { code: 'no_price_yet' } })
    expect(await cap()).toBe(8000)
    await open.rows('update rules set billing_mode = $2 where customer_id = $1', [
      casey(),
      'per_visit',
    ])
  })

  it('turning autopay off ends the question', async () => {
    await price(9000)
    expect(await listed()).toBeDefined()
    token = (await letters()).at(-1)!.url.split('/agree/')[1]!
    await customer('PATCH /api/users/billing-settings', { body: { autopay_enabled: false } })
    expect([await asked(), await listed()]).toEqual([null, undefined])
    expect(await answer({ agree: true, text: textFor(9000) })).toMatchObject({ status: 409 })
  })

  it('404 for a link that is not ours', async () => {
    const params = { token: 'x'.repeat(40) }
    expect(await open.anonymous('GET /api/public/consent/{token}', { params })).toMatchObject({
      status: 404,
    })
  })
})

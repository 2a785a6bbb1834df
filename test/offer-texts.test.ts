import { afterAll, beforeAll, expect, it } from 'vitest'
import { offerTextsConsent } from '../src/domain/flows/signup.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let casey: Caller
beforeAll(async () => {
  open = await openWorld()
  casey = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

const organization = 'Green Acres Lawn Care'
const id = () => open.world.green.customers['casey']!.id
const choose = (agreed: boolean, locale?: 'es') =>
  casey('PUT /api/users/offer-texts', { body: { agreed, ...(locale ? { locale } : {}) } })
const consents = () =>
  open.rows(
    "select text, text_hash, page, ip, agent, accepted_at, revoked_at from consents where customer_id = $1 and kind = 'sms_marketing' order by accepted_at",
    [id()],
  )
const seenByOffice = async () => {
  const manager = await open.as('manager@green-acres.example')
  return (await manager('GET /api/owner/customers/{id}', { params: { id: id() } })).body
    .offer_texts_since
}

it('is off at first, with the words next to the switch in the reader’s language', async () => {
  expect((await casey('GET /api/users/offer-texts')).body).toEqual({
    agreed: false,
    text: offerTextsConsent({ organization }),
  })
  const { body } = await casey('GET /api/users/offer-texts', { query: { locale: 'es' } })
  expect(body.text).toBe(offerTextsConsent({ organization }, 'es'))
})

it('keeps a yes as evidence, once, and revokes it', async () => {
  await open.rows("update customers set phone_number = '+19195550100' where id = $1", [id()])
  for (const _ of [1, 2])
    expect(await choose(true, 'es')).toMatchObject({ status: 200, body: { agreed: true } })
  const [consent, ...more] = await consents()
  expect(more).toEqual([])
  expect(consent).toMatchObject({
    text: offerTextsConsent({ organization }, 'es'),
    text_hash: expect.stringMatching(/\S{20,}/),
    page: '/app/account',
    ip: expect.stringMatching(/\d/),
    agent: expect.any(String),
    revoked_at: null,
  })
  expect(await seenByOffice()).not.toBeNull()
  expect(await choose(false)).toMatchObject({ status: 200, body: { agreed: false } })
  expect((await consents())[0]!.revoked_at).not.toBeNull()
  expect(await seenByOffice()).toBeNull()
  // A new yes is new evidence.
  await choose(true)
  expect(await consents()).toHaveLength(2)
  await choose(false)
})

it('tells the office of a choice that changes something, once', async () => {
  const told = () =>
    open.rows(
      "select number from events where type = 'customer.changed' and data ->> 'customer_id' = $1",
      [id()],
    )
  let count = (await told()).length
  for (const [agreed, changes] of [
    [true, 1],
    [true, 0],
    [false, 1],
    [false, 0],
  ] as const) {
    await choose(agreed)
    count += changes
    expect(await told(), `agreed ${agreed}`).toHaveLength(count)
  }
})

it('422 without a phone number', async () => {
  await open.rows('update customers set phone_number = null where id = $1', [id()])
  expect(await choose(true)).toMatchObject({
    status: 422,
    body: { fields: { phone_number: expect.any(String) } },
  })
})

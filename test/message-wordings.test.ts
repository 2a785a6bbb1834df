import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrgAll, system } from '../src/server/base/db/door.ts'
import { readReach } from '../src/server/messages/recipient.ts'
import { tell } from '../src/server/messages/tell.ts'
import { letterSamples } from './letter-samples.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

const asOwner = () => open.as('owner@green-acres.example')
const key = { kind: 'invoice_sent', variant: 'to_pay', locale: 'en' } as const
type Key = Omit<typeof key, 'locale'> & { locale: 'en' | 'es' }
type Words = { subject: string; heading: string; body: string; button: string; sms: string }
type Wording = { kind: string; variant: string; locale: string; words: Words; ours: Words } & {
  is_changed: boolean
  fields: { name: string; example: string }[]
}
const list = async (email = 'owner@green-acres.example'): Promise<Wording[]> =>
  (await (await open.as(email))('GET /api/owner/messages/wordings')).body.wordings
const find = async (wanted: Key, email?: string) =>
  (await list(email)).find(
    ({ kind, variant, locale }) =>
      kind === wanted.kind && variant === wanted.variant && locale === wanted.locale,
  )!
const change = async (
  words: Partial<Words>,
  { of = key, email = 'owner@green-acres.example' } = {},
) =>
  (await open.as(email))('POST /api/owner/messages/wordings/save', {
    body: { ...of, words: { ...(await find(of)).ours, ...words } },
  })
const preview = async (words: Partial<Words>, email = 'owner@green-acres.example') =>
  (await open.as(email))('POST /api/owner/messages/wordings/preview', {
    body: { ...key, words: { ...(await find(key)).ours, ...words } },
  })
const reset = async (of: Key = key) =>
  (await asOwner())('POST /api/owner/messages/wordings/reset', { body: of })

/** The subject of an invoice to a customer of a business, as it goes out now. */
async function subjectOf(org: string, locale: 'en' | 'es' = 'en'): Promise<string> {
  const { id } = await open.row<{ id: string }>(
    "select id from customers where organization_id = $1 and email is not null and status = 'active' limit 1",
    [org],
  )
  const sendings = await inOrgAll(open.app.store, org, system, async (tx) =>
    tell(
      tx,
      { ...(await readReach(tx, [id])).get(id)!, locale },
      {
        kind: 'invoice_sent',
        data: letterSamples.invoice_sent.to_pay,
      },
    ),
  )
  const { subject } = await open.row<{ subject: string }>(
    'select subject from messages where id = $1',
    [sendings[0]!.id],
  )
  return subject
}

it('lists every message of the business in both languages, ours at first', async () => {
  const wordings = await list('manager@green-acres.example')
  expect(wordings.length).toBeGreaterThan(50)
  expect(wordings.filter(({ is_changed }) => is_changed)).toEqual([])
  const spanish = await find({ ...key, locale: 'es' })
  expect(spanish.words).toEqual(spanish.ours)
  expect(spanish.words.subject).toBe('Factura {invoice} de {business}')
  expect(spanish.fields).toContainEqual({ name: 'amount', example: '$1,234.56' })
  expect(wordings.map(({ kind }) => kind)).not.toContain('reset_password')
})

it('the owner’s words go out, in their language and from their business only, until they are reset', async () => {
  const { green, bright } = open.world
  expect(await change({ subject: 'Bill no. {invoice}' })).toMatchObject({
    status: 200,
    body: { is_changed: true, words: { subject: 'Bill no. {invoice}' } },
  })
  expect(await subjectOf(green.id)).toBe('Bill no. 1042')
  expect(await subjectOf(green.id, 'es')).toBe('Factura 1042 de Green Acres Lawn Care')
  expect(await subjectOf(bright.id)).toBe('Invoice 1042 from Green Acres Lawn Care')
  const { parts } = await open.row<{ parts: string }>('select parts from message_wordings', [])
  expect(parts).toEqual({ subject: 'Bill no. {invoice}' })
  expect(await reset()).toMatchObject({ status: 200, body: { is_changed: false } })
  expect(await subjectOf(green.id)).toBe('Invoice 1042 from Green Acres Lawn Care')
})

it('words like ours are not kept', async () => {
  expect(await change({})).toMatchObject({ status: 200, body: { is_changed: false } })
  expect(await open.rows('select * from message_wordings', [])).toEqual([])
})

describe('the preview', () => {
  it('shows words that are not saved, with example values and segments', async () => {
    const { status, body } = await preview(
      {
        heading: 'Hi {customer} <b>',
        body: 'One\n\nTwo',
        sms: `{business} {link} ${'á'.repeat(200)}`,
      },
      'manager@green-acres.example',
    )
    expect(status).toBe(200)
    expect(body.subject).toBe('Invoice 1042 from Green Acres Lawn Care')
    expect(body.html).toContain('Hi Ana García &lt;b&gt;')
    expect(body.text).toContain('One\n\nTwo')
    expect(body.sms).toContain('aaaa')
    expect(body).toMatchObject({ segments: 2, characters: body.sms!.length })
    expect((await find(key)).is_changed).toBe(false)
  })
  it('422 for an unknown field', async () => {
    expect(await preview({ body: '{nick}' })).toMatchObject({
      status: 422,
      body: { fields: { body: '{nick} is not a field of this message.' } },
    })
  })
})

describe('saving', () => {
  it('422 names the part that cannot be used', async () => {
    expect(await change({ sms: 'Pay!', subject: '{nick}' })).toMatchObject({
      status: 422,
      body: {
        fields: {
          sms: 'Keep {business} in it.',
          subject: '{nick} is not a field of this message.',
        },
      },
    })
  })
  it('403 for a manager', async () => {
    expect(await change({}, { email: 'manager@green-acres.example' })).toMatchObject({
      status: 403,
    })
  })
  it('404 for a situation there is not, 422 for a message that is ours alone', async () => {
    const words = (await find(key)).ours
    const owner = await asOwner()
    const save = (body: object) =>
      owner('POST /api/owner/messages/wordings/save', { body: { ...key, words, ...body } })
    expect(await save({ variant: 'nonsense' })).toMatchObject({ status: 404 })
    expect(await save({ kind: 'reset_password' })).toMatchObject({ status: 422 })
  })
})

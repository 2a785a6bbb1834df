import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFrom, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

type Logged = BodyFrom<'GET /api/owner/messages'>['messages'][number]
const log = async (query: Record<string, unknown> = {}, as = owner) =>
  (await as('GET /api/owner/messages', { query })).body.messages
const resend = (id: string, as = owner) =>
  as('POST /api/owner/messages/{id}/resend', { params: { id } })

/** Sends Casey the pay link of a new invoice; answers its row of the log once it went out. */
async function sendPayLink() {
  const lines = [{ description: 'Mulch', quantity: 1, unit_price_cents: 5000 }]
  const customer_id = open.world.green.customers['casey']!.id
  const made = await owner('POST /api/invoices', { body: { customer_id, lines } })
  const { invoice } = made.body
  const link = await owner('POST /api/invoices/{id}/paylink', {
    params: { id: invoice.id },
    body: { send: true },
  })
  expect(link.body).toMatchObject({ sent: true })
  const subject = `Pay invoice ${invoice.number} from`
  return open.until(
    async () => (await log({ kind: 'pay_link', q: subject })).find(({ state }) => state === 'sent'),
    'the pay link went out',
  )
}

describe('the log of messages', () => {
  it('has a row for each message with what became of it and what allowed it', async () => {
    const row = await sendPayLink()
    expect(row).toMatchObject({
      kind_label: 'Pay link',
      channel: 'email',
      direction: 'out',
      basis_text: 'Must be sent',
      consented_at: null,
      tries: 1,
      error: null,
      resend_refusal: null,
    })
    expect(row).toHaveProperty('subject', expect.stringMatching(/^Pay invoice \d+ from/))
    expect(row).toHaveProperty('state_text', expect.stringMatching(/^Sent \w+ \d+, \d{4}, /))
    expect(row.customer_name).toBeTruthy()
  })

  it('filters by customer, kind, channel, state and words, and pages', async () => {
    const row = await sendPayLink()
    const all = await log()
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    for (const [query, ok] of [
      [{ customer_id: row.customer_id }, (one: Logged) => one.customer_id === row.customer_id],
      [{ kind: 'pay_link' }, (one: Logged) => one.kind === 'pay_link'],
      [{ state: 'sent' }, (one: Logged) => one.state === 'sent'],
      [{ channel: 'email' }, () => true],
      [{ q: row.recipient.slice(0, 5).toUpperCase() }, () => true],
      [{ q: row.customer_name }, () => true],
    ] as const) {
      const found = await log(query)
      expect(found.some(({ id }) => id === row.id)).toBe(true)
      expect(found.every(ok)).toBe(true)
    }
    for (const none of [{ channel: 'push' }, { q: '100%_nothing' }])
      expect(await log(none)).toEqual([])
    // At night the demo world holds some until the morning.
    const held = await log({ state: 'held' })
    expect(held).toEqual(all.filter(({ state }) => state === 'held'))
    const first = (await owner('GET /api/owner/messages', { query: { limit: 1 } })).body
    const next = await log({ limit: 1, cursor: first.next_cursor })
    expect([...first.messages, ...next].map(({ id }) => id)).toEqual(
      (await log({ limit: 2 })).map(({ id }) => id),
    )
  })

  it('is of one organization', async () => {
    const row = await sendPayLink()
    expect((await log({ q: row.recipient }, stranger)).map(({ id }) => id)).not.toContain(row.id)
    expect((await resend(row.id, stranger)).status).toBe(404)
  })

  it('exports what the filters find', async () => {
    const row = await sendPayLink()
    const file = await owner('GET /api/owner/messages/export', { query: { kind: 'pay_link' } })
    expect(file.headers.get('content-type')).toContain('text/csv')
    const lines = file.body.split('\r\n')
    expect(lines[0]).toContain('Kind,Channel,Direction,Recipient,Customer')
    expect(file.body).toContain(row.recipient)
    expect(file.body).toContain('Pay link,Email,out')
  })

  it('does not show the link of an invitation', async () => {
    await owner('POST /api/owner/invitations/email', { body: { email: 'new.face@example.com' } })
    const row = await open.until(
      async () => (await log({ q: 'new.face@example.com', state: 'sent' }))[0],
      'the invitation went out',
    )
    expect(row).toMatchObject({
      kind_label: 'Customer invitation',
      customer_id: null,
      text: expect.stringContaining('(personal link)'),
      resend_refusal: { code: 'message_personal' },
    })
    expect(row.text).not.toContain('http')
    expect(await resend(row.id)).toMatchObject({
      status: 409,
      body: { code: 'message_personal' },
    })
  })
})

describe('sending a message again', () => {
  it('goes to where the customer is reached today, and says who sent it', async () => {
    const row = await sendPayLink()
    const again = await resend(row.id, manager)
    expect(again).toMatchObject({
      status: 201,
      body: { kind: 'pay_link', resend_of: row.id, recipient: row.recipient, state: 'queued' },
    })
    expect(again.body.author_name).toBeTruthy()
    await open.until(
      async () => (await log({ state: 'sent' })).some(({ id }) => id === again.body.id),
      'it went out',
    )
  })

  it('goes to the one in the office it was for, and to nobody else there', async () => {
    const casey = await open.as('customer@green-acres.example')
    const asked = await casey('POST /api/users/visit-requests', {
      body: { note: 'Trim the hedge' },
    })
    expect(asked.status).toBeLessThan(300)
    const sent = await open.until(async () => {
      const rows = (await log({ kind: 'request_received', channel: 'email' })).filter(
        ({ state }) => state === 'sent',
      )
      return new Set(rows.map(({ recipient }) => recipient)).size > 1 && rows
    }, 'the office was told')
    for (const row of sent) {
      const again = await resend(row.id)
      expect(again).toMatchObject({ status: 201, body: { recipient: row.recipient } })
      const [written] = await open.rows(
        'select a.person_id = b.person_id as is_same from messages a, messages b where a.id = $1 and b.id = $2',
        [row.id, again.body.id],
      )
      expect(written!.is_same).toBe(true)
    }
  })

  it('409 with the reason when it may not go, and writes nothing', async () => {
    const row = await sendPayLink()
    await open.rows(
      `insert into message_blocks (channel, address, reason) values ('email', $1, 'bounced')`,
      [row.recipient.toLowerCase()],
    )
    const before = (await log({ limit: 200 })).length
    expect(await resend(row.id)).toMatchObject({
      status: 409,
      body: { code: 'message_not_allowed', error: 'Mail to this address comes back.' },
    })
    expect(await log({ limit: 200 })).toHaveLength(before)
  })
})

describe('an address where nothing goes', () => {
  it('is marked on the customer until it is changed', async () => {
    const id = open.world.green.customers['rosa']!.id
    const rosa = async () => (await owner('GET /api/owner/customers/{id}', { params: { id } })).body
    const before = await rosa()
    expect(before).toMatchObject({ email_block: null, phone_block: null })
    await open.rows(
      `insert into message_blocks (channel, address, reason) values ('email', $1, 'bounced'), ('sms', $2, 'stopped')`,
      [before.email!.toLowerCase(), before.phone_number],
    )
    expect(await rosa()).toMatchObject({
      email_block: { reason: 'bounced', at: expect.any(String) },
      phone_block: { reason: 'stopped' },
    })
    const listed = (await owner('GET /api/owner/customers', { query: { customer_id: id } })).body
    expect(listed.customers).toMatchObject([{ id, email_block: { reason: 'bounced' } }])
    await owner('PUT /api/owner/customers/{id}', {
      params: { id },
      body: { email: 'rosa.new@mail.example' },
    })
    expect(await rosa()).toMatchObject({ email_block: null, phone_block: { reason: 'stopped' } })
  })
})

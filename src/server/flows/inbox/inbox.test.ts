import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { receive } from './receive.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open.close())

const casey = () => open.world.green.customers['casey']!.id
let n = 0
const phone = '+19195552001'
const write = (text: string, from = phone, channel: 'sms' | 'email' = 'sms') =>
  receive(open.app, { channel, from, text, provider_id: `in-${n++}` })
const unread = async () => (await owner('GET /api/owner/threads/unread')).body.unread
const newest = async () => (await owner('GET /api/owner/threads')).body.items[0]!

describe('the inbox', () => {
  beforeAll(async () => {
    await open.rows('update customers set phone_number = $2, sms_opt_in = false where id = $1', [
      casey(),
      phone,
    ])
    await open.rows('update people set email_verified_at = now()')
  })

  it('lists what came in, counts it as unread until it is read, and tells live', async () => {
    const before = await unread()
    const events = () =>
      open.row<{ n: number }>("select count(*)::int as n from events where type = 'thread.changed'")
    const { n: told } = await events()
    await write('Could you come later on Friday?')
    expect((await events()).n).toBe(told + 1)
    expect(await unread()).toBe(before + 1)
    const line = await newest()
    expect(line).toMatchObject({
      customer_id: casey(),
      state: 'open',
      is_unread: true,
      last_text: 'Could you come later on Friday?',
    })
    const params = { id: line.id }
    const thread = (await owner('GET /api/owner/threads/{id}', { params })).body
    expect(thread.channels[0]).toBe('sms')
    expect(thread.messages.at(-1)).toMatchObject({ direction: 'in', address: phone })
    expect(thread.visits.length).toBeGreaterThan(0)
    expect(thread.balance_cents).toBeTypeOf('number')
    await owner('POST /api/owner/threads/{id}/reads', { params, body: { upto: line.last_at } })
    expect(await unread()).toBe(before)
    const found = await owner('GET /api/owner/threads', { query: { q: 'later on fri' } })
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([line.id])
  })

  it('sends a reply; 409 thread_moved_on if something came in meanwhile', async () => {
    const seen_id = await write('Anyone there?')
    const { id } = await newest()
    const ask = (body: BodyFor<'POST /api/owner/threads/{id}/replies'>) =>
      owner('POST /api/owner/threads/{id}/replies', { params: { id }, body })
    const text = 'Yes, at 3 PM.'
    await write('Hello?')
    expect(await ask({ text, channel: 'sms', seen_id })).toMatchObject({
      status: 409,
      body: { code: 'thread_moved_on' },
    })
    const last = await write('OK?')
    const { status, body } = await ask({ text, channel: 'sms', seen_id: last })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'waiting' })
    expect(body.messages.at(-1)).toMatchObject({ direction: 'out', text, address: phone })
    await open.until(
      async () =>
        (await open.rows("select 1 from messages where template = 'reply' and status = 'sent'"))
          .length === 1,
      'the reply is sent',
    )
    expect((await ask({ text: ' ', channel: 'sms', seen_id: last })).status).toBe(422)
  })

  it('409 reply_refused after STOP', async () => {
    const seen_id = await write('STOP')
    const { id } = await newest()
    const reply = await owner('POST /api/owner/threads/{id}/replies', {
      params: { id },
      body: { text: 'But why?', channel: 'sms', seen_id },
    })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'reply_refused', error: 'This reply cannot be sent: Answered STOP.' },
    })
    await write('START')
  })

  it('closes, opens again when something comes in, assigns, and links a visit', async () => {
    const { id } = await newest()
    const change = async (body: object) =>
      owner('PATCH /api/owner/threads/{id}', { params: { id }, body })
    const [me] = await open.rows("select id from people where email = 'owner@green-acres.example'")
    const { visits } = (await owner('GET /api/owner/threads/{id}', { params: { id } })).body
    const { occurrence_id } = visits[0]!
    const answer = await change({ state: 'closed', assignee_id: me!.id, occurrence_id })
    expect(answer.body).toMatchObject({ state: 'closed', assignee: { id: me!.id }, occurrence_id })
    expect((await change({ assignee_id: casey() })).status).toBe(404)
    await write('One more thing')
    expect(await newest()).toMatchObject({ id, state: 'open' })
  })

  it('lists what is given to the caller, or to no one', async () => {
    await write('Who takes this one?')
    const { id } = await newest()
    const { body } = await owner('GET /api/owner/threads/{id}', { params: { id } })
    const mike = open.world.green.people['manager']!
    expect(body.members.map((one: { id: string }) => one.id).toSorted()).toEqual(
      [open.world.green.people['owner']!.id, mike.id].toSorted(),
    )
    const give = (assignee_id: string | null) =>
      owner('PATCH /api/owner/threads/{id}', { params: { id }, body: { assignee_id } })
    const lists = async (who: Caller, assignee: 'mine' | 'none') =>
      (await who('GET /api/owner/threads', { query: { assignee } })).body.items.some(
        (one: { id: string }) => one.id === id,
      )
    const manager = await open.as(mike.email)
    await give(mike.id)
    expect([await lists(manager, 'mine'), await lists(owner, 'mine')]).toEqual([true, false])
    expect(await lists(owner, 'none')).toBe(false)
    await give(null)
    expect([await lists(manager, 'mine'), await lists(owner, 'none')]).toEqual([false, true])
  })

  it('makes a message the customer’s request', async () => {
    const message_id = await write('Please move it to next week')
    const { id } = await newest()
    const { visits } = (await owner('GET /api/owner/threads/{id}', { params: { id } })).body
    const { occurrence_id } = visits.at(-1)!
    const made = await owner('POST /api/owner/threads/{id}/requests', {
      params: { id },
      body: { message_id: message_id!, occurrence_id, action: 'reschedule' },
    })
    expect(made.body).toMatchObject({ occurrence_id })
    const requests = (await owner('GET /api/owner/customer-requests')).body.items
    expect(requests[0]).toMatchObject({
      occurrence_id,
      action: 'reschedule',
      reason: 'Please move it to next week',
    })
  })

  it('matches an unknown sender to a customer; 409 sender_known for another', async () => {
    const [stranger] = await open.rows<{ id: string }>(
      "insert into messages (organization_id, channel, template, recipient, text, status) values ($1, 'email', 'customer_invite', 'pat@strange.example', 'x', 'sent') returning id",
      [open.world.green.id],
    )
    await receive(open.app, {
      channel: 'email',
      from: 'Pat@Strange.example',
      from_name: 'Pat',
      text: 'Do you mow?',
      subject: 'Mowing',
      provider_id: 'in-pat',
      answers: [stranger!.id],
    })
    const unknown = await newest()
    expect(unknown).toMatchObject({ customer_id: null, name: 'Pat' })
    const match = (id: string, customer_id: string) =>
      owner('POST /api/owner/threads/{id}/customer', { params: { id }, body: { customer_id } })
    const { body } = await match(unknown.id, casey())
    expect(body).toMatchObject({ customer_id: casey(), name: expect.stringContaining('Casey') })
    expect(body.messages.map(({ text }: { text: string }) => text)).toContain('Do you mow?')
    const other = Object.values(open.world.green.customers).find(({ id }) => id !== casey())!
    expect(await match(body.id, other.id)).toMatchObject({
      status: 409,
      body: { code: 'sender_known' },
    })
    await write('It is me again', 'pat@strange.example', 'email')
    expect(await newest()).toMatchObject({ id: body.id })
  })

  it('keeps answers for later', async () => {
    const made = await owner('POST /api/owner/canned-replies', {
      body: { title: 'On the way', text: 'We are on our way.' },
    })
    expect(made.status).toBe(201)
    const params = { id: made.body.id }
    await owner('PATCH /api/owner/canned-replies/{id}', { params, body: { title: 'Coming' } })
    expect((await owner('GET /api/owner/canned-replies')).body.items).toEqual([
      { id: made.body.id, title: 'Coming', text: 'We are on our way.' },
    ])
    expect((await owner('DELETE /api/owner/canned-replies/{id}', { params })).status).toBe(200)
    expect((await owner('DELETE /api/owner/canned-replies/{id}', { params })).status).toBe(404)
  })

  it('is for the office alone, and for one organization', async () => {
    const { id } = await newest()
    const other = await open.as('owner@bright-side.example')
    expect((await other('GET /api/owner/threads/{id}', { params: { id } })).status).toBe(404)
  })
})

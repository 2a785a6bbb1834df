import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { twilioSignature } from '../../../../test/twilio-signature.ts'
import { openWorld, type OpenWorld } from '../../../../test/world.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { readReach } from '../../messages/recipient.ts'
import { receive } from './receive.ts'

let open: OpenWorld
const secret = 'a secret for mail webhooks'
const token = 'twilio-token'
beforeAll(async () => {
  open = await openWorld({ MAIL_WEBHOOK_SECRET: secret, MAIL_INBOUND_DOMAIN: 'in.example.com' })
  // The signature is checked as in production; nothing is sent.
  const { createSms } = await import('../../base/outside/sms.ts')
  const signing = createSms({
    accountSid: 'AC1',
    authToken: token,
    from: '+19195550000',
    statusUrl: String,
  })
  Object.assign(open.app.sms, { isSigned: signing.isSigned })
})
afterAll(() => open.close())

const green = () => open.world.green.id
const casey = () => open.world.green.customers['casey']!.id

let n = 0
/** A text from a number, as the provider posts it. */
async function text(From: string, Body: string, more: Record<string, string> = {}) {
  const form = { MessageSid: `SM${n++}`, From, To: '+19195550000', Body, NumMedia: '0', ...more }
  const url = `${open.app.config.PUBLIC_URL}/api/webhooks/sms`
  const signature = twilioSignature(token, url, form)
  return post('/api/webhooks/sms', form, signature)
}
async function post(path: string, form: Record<string, string>, signature: string) {
  const answer = await fetch(`${open.url}${path}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: await answer.text() }
}

async function mail(event: object, { at = Math.floor(Date.now() / 1000), key = secret } = {}) {
  const body = JSON.stringify({ id: randomUUID(), kind: 'inbound', ...event })
  const v1 = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
  return open.anonymous.raw('POST /api/webhooks/mail', {
    body,
    headers: { 'fieldhive-signature': `t=${at},v1=${v1}` },
  })
}

const give = (id: string, phone: string) =>
  open.rows('update customers set phone_number = $2, sms_opt_in = true where id = $1', [id, phone])
const received = (from: string) =>
  open.rows<{ thread_id: string; text: string }>(
    `select m.organization_id, m.customer_id, m.text, m.thread_id, t.customer_id as with_customer, t.state, t.needs_care, t.name
     from messages m left join threads t on t.id = m.thread_id where m.direction = 'in' and m.recipient = $1 order by m.id`,
    [from],
  )
const blocks = (address: string) =>
  open.rows('select reason from message_blocks where address = $1', [address])
const optedIn = async (id: string) =>
  (await open.rows('select sms_opt_in from customers where id = $1', [id]))[0]!.sms_opt_in
const answered = (to: string) =>
  open.rows(
    "select template, text, status from messages where direction = 'out' and recipient = $1 and category = 'reply' order by id",
    [to],
  )

describe('POST /api/webhooks/sms', () => {
  it('403 bad_signature for a wrong one, a changed parameter, or none', async () => {
    const form = { MessageSid: 'SMx', From: '+19195551001', Body: 'Hi ' }
    const url = `${open.app.config.PUBLIC_URL}/api/webhooks/sms`
    const signature = twilioSignature(token, url, form)
    const refused = async (sent: Record<string, string>, by: string) =>
      expect((await post('/api/webhooks/sms', sent, by)).status).toBe(403)
    await refused(form, 'wrong')
    await refused({ ...form, Body: 'Hi' }, signature)
    await refused({ ...form, More: '1' }, signature)
    expect(await received('+19195551001')).toEqual([])
    expect((await post('/api/webhooks/sms', form, signature)).status).toBe(200)
  })

  it('forms are taken by signed webhooks only', async () => {
    const answer = await fetch(`${open.url}/api/public/leads`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'x' }),
    })
    expect(answer.status).toBe(400)
  })

  it('belongs to the customer with this number; one that comes twice is one message', async () => {
    await give(casey(), '+19195551002')
    const once = { MessageSid: 'SMtwice' }
    const answers = await Promise.all([
      text('+19195551002', 'Running late?', once),
      text('+19195551002', 'Running late?', once),
    ])
    expect(answers).toMatchObject([
      { status: 200, body: '<Response/>' },
      { status: 200, body: '<Response/>' },
    ])
    expect((await text('+19195551002', 'Running late?', once)).status).toBe(200)
    expect(await received('+19195551002')).toMatchObject([
      { organization_id: green(), customer_id: casey(), with_customer: casey(), state: 'open' },
    ])
  })

  it('belongs to the organization that last wrote to a stranger, as one unknown conversation', async () => {
    await open.rows(
      "insert into messages (organization_id, channel, template, recipient, text, status) values ($1, 'sms', 'customer_invite', '+19195551003', 'x', 'sent')",
      [green()],
    )
    await text('+19195551003', 'Who is this?')
    await text('+19195551003', 'Hello?')
    const rows = await received('+19195551003')
    expect(rows).toMatchObject([
      { organization_id: green(), with_customer: null, text: 'Who is this?' },
      { organization_id: green(), with_customer: null, text: 'Hello?' },
    ])
    expect(rows[0]!.thread_id).toBe(rows[1]!.thread_id)
  })

  it('keeps a stranger nobody wrote to, for no organization', async () => {
    await text('+19195551004', 'Hello?')
    expect(await received('+19195551004')).toMatchObject([{ organization_id: null }])
  })

  it('STOP stops every text at once; START brings back what it took', async () => {
    const phone = '+19195551005'
    await give(casey(), phone)
    await open.rows(
      "insert into consents (organization_id, customer_id, kind, accepted, text, text_hash) values ($1, $2, 'sms', true, 'yes', 'x')",
      [green(), casey()],
    )
    await text(phone, 'Stop.')
    expect(await blocks(phone)).toEqual([{ reason: 'stopped' }])
    expect(await optedIn(casey())).toBe(false)
    const open_consents = () =>
      open.rows(
        "select text from consents where customer_id = $1 and kind = 'sms' and revoked_at is null",
        [casey()],
      )
    expect(await open_consents()).toEqual([])
    await text(phone, 'STOP')
    await text(phone, 'start')
    expect(await blocks(phone)).toEqual([])
    expect(await optedIn(casey())).toBe(true)
    expect(await open_consents()).toEqual([{ text: 'Answered START by text message' }])
    await text(phone, 'HELP')
    const told = await answered(phone)
    expect(told.map(({ template }) => template)).toEqual([
      'stop_confirmed',
      'stop_confirmed',
      'start_confirmed',
      'help',
    ])
    expect(told.every(({ status }) => status !== 'refused')).toBe(true)
    expect(told.at(-1)!.text).toMatch(/^Green Acres.*: Call us at \(/)
  })

  it('from the number of a customer who has an extension is theirs, STOP and START too', async () => {
    const phone = '+19195551015'
    await give(casey(), `${phone};ext=89`)
    await text(phone, 'Hello')
    expect(await received(phone)).toMatchObject([{ customer_id: casey() }])
    await text(phone, 'STOP')
    expect(await optedIn(casey())).toBe(false)
    const reach = () =>
      inOrgAll(open.app.store, green(), system, async (tx) =>
        (await readReach(tx, [casey()])).get(casey()),
      )
    expect(await reach()).toMatchObject({ recipient: { phone, blocked: { sms: 'stopped' } } })
    await text(phone, 'START')
    expect(await blocks(phone)).toEqual([])
  })

  it('a sentence that asks us to stop does; one that may is marked for a person', async () => {
    const phone = '+19195551006'
    await give(casey(), phone)
    await text(phone, 'Can you stop by on Friday?')
    expect(await blocks(phone)).toEqual([])
    expect((await received(phone)).at(-1)).toMatchObject({ needs_care: true })
    await text(phone, 'please stop texting me')
    expect(await blocks(phone)).toEqual([{ reason: 'stopped' }])
  })

  it('a wish in other words holds texts until the office has looked', async () => {
    const phone = '+19195551016'
    await give(casey(), phone)
    const owner = await open.as('owner@green-acres.example')
    const look = async (texts: 'stop' | 'resume') => {
      const { thread_id: id } = (await received(phone)).at(-1)!
      return owner('PATCH /api/owner/threads/{id}', { params: { id }, body: { texts } })
    }
    const shown = async () => {
      const { thread_id: id } = (await received(phone)).at(-1)!
      return (await owner('GET /api/owner/threads/{id}', { params: { id } })).body
    }
    // Not a clear wish: somebody should look, and texts go on.
    await text(phone, 'Can you stop by on Friday?')
    expect(await shown()).toMatchObject({ needs_care: true, texts_on_hold: false })
    await text(phone, 'Ya no me manden mensajes')
    expect(await blocks(phone)).toEqual([{ reason: 'on_hold' }])
    expect(await shown()).toMatchObject({ needs_care: true, texts_on_hold: true })
    expect(await answered(phone)).toEqual([])
    const resumed = (await look('resume')).body
    expect(resumed).toMatchObject({ needs_care: false, texts_on_hold: false })
    expect(await blocks(phone)).toEqual([])
    await text(phone, 'STOP\n\nJohn Smith')
    expect(await blocks(phone)).toEqual([{ reason: 'on_hold' }])
    expect((await look('stop')).body).toMatchObject({ needs_care: false })
    expect(await blocks(phone)).toEqual([{ reason: 'stopped' }])
    // A second wish does not weaken a STOP.
    await text(phone, 'wrong number')
    await look('resume')
    expect(await blocks(phone)).toEqual([{ reason: 'stopped' }])
    await text(phone, 'START')
    expect(await blocks(phone)).toEqual([])
  })

  it('leaves the answer to the provider where that answers itself', async () => {
    const phone = '+19195551007'
    await give(casey(), phone)
    const sms = { ...open.app.sms, answersItself: (word: string) => word === 'STOP' }
    await receive(
      { ...open.app, sms },
      { channel: 'sms', from: phone, text: 'STOP', provider_id: 'SMself' },
    )
    expect(await blocks(phone)).toEqual([{ reason: 'stopped' }])
    expect(await answered(phone)).toEqual([])
  })
})

describe('POST /api/webhooks/sms/status', () => {
  const sent = async (status = 'sent') => {
    const rows = await open.rows<{ id: string }>(
      "insert into messages (organization_id, channel, template, recipient, text, status) values ($1, 'sms', 'reply', '+19195551010', 'x', $2) returning id",
      [green(), status],
    )
    return rows[0]!.id
  }
  const tell = async (id: string, form: Record<string, string>) => {
    const path = `/api/webhooks/sms/status?message=${id}`
    const whole = { MessageSid: `SM${id}`, ...form }
    const url = `${open.app.config.PUBLIC_URL}${path}`
    return (await post(path, whole, twilioSignature(token, url, whole))).status
  }
  const stateOf = async (id: string) =>
    (await open.rows('select status, error, provider_id from messages where id = $1', [id]))[0]

  it('goes forward only', async () => {
    const id = await sent('sending')
    await tell(id, { MessageStatus: 'delivered' })
    expect(await stateOf(id)).toMatchObject({ status: 'delivered', provider_id: `SM${id}` })
    await tell(id, { MessageStatus: 'sent' })
    await tell(id, { MessageStatus: 'failed', ErrorCode: '30003' })
    expect(await stateOf(id)).toMatchObject({ status: 'delivered' })
  })

  it('a number that takes no texts gets none', async () => {
    const id = await sent()
    expect(await tell(id, { MessageStatus: 'undelivered', ErrorCode: '30005' })).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'failed' })
    expect(await blocks('+19195551010')).toEqual([{ reason: 'invalid' }])
  })

  it('403 for somebody else', async () => {
    const id = await sent()
    expect((await post(`/api/webhooks/sms/status?message=${id}`, {}, 'x')).status).toBe(403)
  })
})

describe('POST /api/webhooks/mail', () => {
  it('403 without our signature, with another key, or too late', async () => {
    const event = { from: 'ana@example.com', text: 'x' }
    expect((await mail(event, { key: 'another key' })).status).toBe(403)
    expect((await mail(event, { at: Math.floor(Date.now() / 1000) - 400 })).status).toBe(403)
    const unsigned = await open.anonymous.raw('POST /api/webhooks/mail', {
      body: { id: '1', kind: 'inbound' },
    })
    expect(unsigned.status).toBe(403)
  })

  it('an answer belongs to what it answers, no matter who sent it', async () => {
    const [row] = await open.rows<{ id: string }>(
      "insert into messages (organization_id, customer_id, channel, template, recipient, text, status) values ($1, $2, 'email', 'reply', 'x@example.com', 'x', 'sent') returning id",
      [green(), casey()],
    )
    await mail({
      message_id: '<1@home>',
      from: '"Pat Home" <Pat@Home.example>',
      in_reply_to: `<${row!.id}@fieldhive.example>`,
      text: 'Yes',
      auth: { dmarc: 'pass' },
    })
    await mail({ from: 'sam@home.example', to: [`r+${row!.id}@in.example.com`], text: 'Yes' })
    expect(await received('pat@home.example')).toMatchObject([{ with_customer: casey() }])
    expect(await received('sam@home.example')).toMatchObject([{ with_customer: casey() }])
    const [one] = await open.rows(
      "select data, from_name from messages where recipient = 'sam@home.example'",
    )
    expect(one).toMatchObject({ data: { verified: false } })
  })

  it('a bounce for good and a complaint end mail to the address', async () => {
    const add = async (address: string, status: string) => {
      const [row] = await open.rows<{ id: string }>(
        "insert into messages (organization_id, channel, template, recipient, text, status) values ($1, 'email', 'reply', $2, 'x', $3) returning id",
        [green(), address, status],
      )
      return { message_id: `<${row!.id}@fieldhive.example>` }
    }
    await mail({
      kind: 'bounced',
      ...(await add('full@x.example', 'sent')),
      bounce: { permanent: false },
    })
    await mail({
      kind: 'bounced',
      ...(await add('gone@x.example', 'sent')),
      bounce: { permanent: true },
    })
    await mail({ kind: 'complained', ...(await add('cross@x.example', 'delivered')) })
    expect(await blocks('full@x.example')).toEqual([])
    expect(await blocks('gone@x.example')).toEqual([{ reason: 'bounced' }])
    expect(await blocks('cross@x.example')).toEqual([{ reason: 'complained' }])
    const states = await open.rows(
      "select recipient, status from messages where recipient like '%@x.example' order by 1",
    )
    expect(states.map(({ status }) => status)).toEqual(['delivered', 'sent', 'bounced'])
  })
})

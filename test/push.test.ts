import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onPlatform, inOrgAll, system } from '../src/server/base/db/door.ts'
import { deliver } from '../src/server/messages/deliver.ts'
import { readOffice } from '../src/server/messages/recipient.ts'
import { tell } from '../src/server/messages/tell.ts'
import { openBrowser, opened, type Browser } from './push-device.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'
import { deliveryNeeds } from '../src/server/delivery.ts'

// Notices on devices, against a push service of our own on this machine that reads what it gets.

type Got = { path: string; headers: IncomingHttpHeaders; body: Buffer }
let open: OpenWorld
let owner: Caller
let manager: Caller
let service: Server
let home: string
let got: Got[] = []
let answers: Record<string, number> = {}

beforeAll(async () => {
  open = await openWorld()
  owner = await open.as(open.world.green.people['owner']!.email)
  manager = await open.as(open.world.green.people['manager']!.email)
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url!
      got.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers[path] ?? 201).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.close()
  await open.close()
})
beforeEach(async () => {
  got = []
  answers = {}
  await open.rows('delete from push_subscriptions')
})

const browser = (path: string) => openBrowser(`${home}${path}`)

/** The claims of a request's VAPID token, its signature checked with the key the page gave the browser. */
function claimsOf({ headers }: Got, public_key: string): Record<string, unknown> {
  const { t, k } = /^vapid t=(?<t>[^,]+), ?k=(?<k>.+)$/.exec(headers.authorization!)!.groups!
  expect(k).toBe(public_key)
  const raw = Buffer.from(public_key, 'base64url')
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((one) => one.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const [head, claims, signature] = t!.split('.') as [string, string, string]
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

const subscribe = async (who: Caller, one: Browser) =>
  who('POST /api/me/push/subscribe', {
    body: one.subscription,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    },
  })
const listed = async (who: Caller) => (await who('GET /api/me/push')).body

/** Tests a notice and returns the message in the log, once it is settled. */
async function tested(who: Caller) {
  expect(await who('POST /api/me/push/test')).toMatchObject({ status: 200, body: { ok: true } })
  return open.until(async () => {
    const [last] = await open.rows<Record<'id' | 'status' | 'error' | 'text', string>>(
      `select id, status, error, channel, subject, text, provider_id from messages where template = 'push_test' order by id desc limit 1`,
    )
    return last && !['queued', 'sending'].includes(last.status) ? last : null
  }, 'the notice is settled')
}

describe('POST /api/me/push/subscribe', () => {
  it('lists the device by a name people know; the other office member does not see it', async () => {
    const phone = browser('/a')
    expect(await subscribe(owner, phone)).toMatchObject({
      status: 200,
      body: { name: 'Firefox on Linux', endpoint: phone.subscription.endpoint },
    })
    await subscribe(owner, phone)
    expect((await listed(owner)).devices).toHaveLength(1)
    expect((await listed(manager)).devices).toEqual([])
  })

  it('a browser where somebody else signs in shows their notices from then on', async () => {
    const shared = browser('/shared')
    await subscribe(owner, shared)
    await subscribe(manager, shared)
    expect((await listed(owner)).devices).toEqual([])
    expect((await listed(manager)).devices).toHaveLength(1)
  })

  it('409 push_service_unknown for an address that is no push service', async () => {
    const { subscription } = browser('/a')
    for (const endpoint of ['https://169.254.169.254/latest', 'https://internal.example/hook'])
      expect(
        await owner('POST /api/me/push/subscribe', { body: { ...subscription, endpoint } }),
      ).toMatchObject({ status: 409, body: { code: 'push_service_unknown' } })
  })

  it('400 for a field it does not know, 422 for keys that are none', async () => {
    const { subscription } = browser('/a')
    const send = (body: object) => owner.raw('POST /api/me/push/subscribe', { body })
    expect(await send({ ...subscription, expirationTime: null })).toMatchObject({ status: 400 })
    expect(await send({ ...subscription, keys: { p256dh: 'x', auth: 'y' } })).toMatchObject({
      status: 422,
    })
  })
})

describe('POST /api/me/push/unsubscribe', () => {
  it('removes your own device, and nobody else’s', async () => {
    const { body: device } = await subscribe(owner, browser('/a'))
    const remove = (who: Caller) =>
      who('POST /api/me/push/unsubscribe', { body: { id: device.id } })
    expect(await remove(manager)).toMatchObject({ status: 404 })
    expect((await listed(owner)).devices).toHaveLength(1)
    expect(await remove(owner)).toMatchObject({ status: 200 })
    expect((await listed(owner)).devices).toEqual([])
  })
})

describe('POST /api/me/push/test', () => {
  it('409 no_device', async () => {
    expect(await owner('POST /api/me/push/test')).toMatchObject({
      status: 409,
      body: { code: 'no_device' },
    })
  })

  it('reaches every device, encrypted for each and signed by us', async () => {
    const devices = [browser('/desk'), browser('/phone')]
    for (const one of devices) await subscribe(owner, one)
    expect(await tested(owner)).toMatchObject({ status: 'sent', channel: 'push', error: null })
    expect(got.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone'])
    const { public_key } = await listed(owner)
    for (const request of got) {
      const device = devices.find(({ subscription }) =>
        subscription.endpoint.endsWith(request.path),
      )!
      expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
      expect(opened(device, request.body)).toMatchObject({
        title: 'Notices work on this device',
        body: 'This is how news from Fieldhive looks here.',
        url: 'http://localhost:3000/app/account',
      })
      const claims = claimsOf(request, public_key)
      expect(claims).toMatchObject({ aud: home, sub: 'mailto:support@fieldhive.example' })
    }
  })

  it.each([404, 410])('%i from the push service forgets the device', async (status) => {
    await subscribe(owner, browser('/gone'))
    await subscribe(owner, browser('/here'))
    answers = { '/gone': status }
    expect(await tested(owner)).toMatchObject({ status: 'sent' })
    expect((await listed(owner)).devices.map((one: { endpoint: string }) => one.endpoint)).toEqual([
      `${home}/here`,
    ])
  })

  it('fails with a reason once the last device is gone', async () => {
    await subscribe(owner, browser('/gone'))
    answers = { '/gone': 410 }
    expect(await tested(owner)).toMatchObject({
      status: 'failed',
      error: 'No device of this person takes notices anymore.',
    })
    expect((await listed(owner)).devices).toEqual([])
  })

  it('stays in the outbox for a device without a push service', async () => {
    const { subscription } = browser('/a')
    const body = { ...subscription, endpoint: 'outbox:desk' }
    expect(await owner('POST /api/me/push/subscribe', { body })).toMatchObject({ status: 200 })
    const { id } = await tested(owner)
    const page = await (await fetch(`${open.url}/sandbox/outbox/${id}`)).text()
    expect(page).toContain('Notice on a device')
    expect(page).toContain('http://localhost:3000/app/account')
    expect(page).not.toContain('Answer as the recipient')
    const list = await (await fetch(`${open.url}/sandbox/outbox?channel=push`)).text()
    expect(list).toContain('Notices work on this device')
  })
})

it('a push service that fails is asked again; what one device took is sent', async () => {
  await subscribe(owner, browser('/down'))
  answers = { '/down': 503 }
  const { id } = await inOrgAll(open.app.store, open.world.green.id, system, async (tx) => {
    const me = (await readOffice(tx)).find(({ recipient }) => recipient.push)!
    const [sending] = await tell(tx, me, {
      kind: 'push_test',
      data: { url: 'http://localhost:3000/app' },
    })
    return sending!
  })
  const look = () =>
    onPlatform(open.app.store, system, (tx) =>
      tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  await open.until(async () => (await look()).error, 'the push service refused it')
  expect(await look()).toMatchObject({ status: 'queued', error: 'The push service answered 503.' })
  await subscribe(owner, browser('/up'))
  await deliver(open.app, id, deliveryNeeds)
  expect(await look()).toMatchObject({ status: 'sent', error: null })
})

it('the private key is kept sealed', async () => {
  const { public_key } = await listed(owner)
  const { value } = await open.row<{ value: { public_key: string; sealed: string } }>(
    `select value from setting where key = 'push_keys'`,
  )
  expect(Object.keys(value).toSorted()).toEqual(['public_key', 'sealed'])
  expect(value.public_key).toBe(public_key)
  expect(value.sealed.length).toBeGreaterThan(60)
})

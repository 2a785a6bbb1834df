import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from '../../src/domain/messages/message-kinds.ts'
import type { App, Jobs } from '../../src/server/base/call.ts'
import { readConfig } from '../../src/server/base/kit/config.ts'
import { inOrgAll, onPlatform, system } from '../../src/server/base/db/door.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { deliver, heardBack } from '../../src/server/messages/deliver.ts'
import { readOffice, readReach } from '../../src/server/messages/recipient.ts'
import { tell } from '../../src/server/messages/tell.ts'
import { Undeliverable } from '../../src/server/base/outside/faults.ts'
import { createMail } from '../../src/server/base/outside/mail.ts'
import { createSms, laterFault } from '../../src/server/base/outside/sms.ts'
import { createPushSender } from '../../src/server/messages/push/sender.ts'
import { keepDevice } from '../../src/server/messages/push/write.ts'
import { byDay } from '../clock.ts'
import { foundBusiness, rowsOf } from '../faults/business.ts'
import { callAnswers, drawnOrders, type CallAnswer } from '../faults/said.ts'
import { headerOf, openMailServer } from '../mail-server.ts'
import { openBrowser, opened } from '../push-device.ts'
import { rounds } from '../rounds.ts'
import { openScratch, type Scratch } from '../scratch.ts'
import { productFiles, read } from '../source.ts'
import { deliveryNeeds } from '../../src/server/delivery.ts'
import { seedOf } from '../seed.ts'

// Messages whose hand-over is lost, late or broken while news of them comes twice or late, in every order up to four of
// these: each arrives once, and its row says what became of it. ANSWERS_SEED=7 repeats a run.

const seed = seedOf('ANSWERS_SEED')
const many = rounds(1000, 'ANSWER_ORDERS', 20)

/** `died`: it was taken, and our process died before it heard so. The others are news from who took it: `sent` comes late. */
const says = [...callAnswers, 'died', 'sent', 'arrived', 'returned'] as const
type Said = (typeof says)[number]

/** Whatever leaves this process, and where it is tried with answers that get lost. */
const ways: Record<string, string> = {
  'base/outside/stripe.ts': 'unknown.test.ts',
  'base/outside/stripe-account.ts': 'unknown.test.ts',
  'base/outside/stripe-platform.ts': 'unknown.test.ts',
  'base/outside/payments.ts': 'unknown.test.ts',
  'base/outside/mail.ts': 'here',
  'base/outside/sms.ts': 'here',
  'base/outside/twilio.ts': 'here',
  'base/outside/push.ts': 'here',
  'base/outside/geocoder.ts': 'changes nothing outside: it only asks',
  'people/identity/tokens.ts': 'changes nothing outside: it reads keys',
}
/** Files that only say what came of a call. */
const words = ['faults', 'id-of', 'payment-faults'].map((name) => `base/outside/${name}.ts`)

let scratch: Scratch
let jobs: Jobs
let org: string
let app: App
let fate: CallAnswer | null = null
const next = () => {
  const now = fate
  fate = null
  return now
}
let mails: Awaited<ReturnType<typeof openMailServer>>
const texts: { sid: string; to: string; body: string }[] = []
/** The tags of notices: a device shows one notice for each. */
const notices: string[] = []
let device: ReturnType<typeof openBrowser>
const server = createServer((request, response) => void answer(request, response).catch(() => {}))

/** Texts and notices: what Twilio and a push service do with them. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.method === 'GET') {
    const to = new URL(request.url!, 'http://here').searchParams.get('To')
    return void send(200, { messages: texts.filter((one) => one.to === to) })
  }
  const becomes = next()
  const whole = Buffer.concat(chunks)
  const fields = new URLSearchParams(whole.toString())
  const text = { to: fields.get('To') ?? '', body: fields.get('Body') ?? '' }
  const sid = () => `SM${String(texts.length).padStart(32, '0')}`
  const times = { lost: 0, broken: 0, unheard: 1, twice: 2, fine: 1 }[becomes ?? 'fine']
  for (let time = 0; time < times; time++)
    if (request.url === '/device') notices.push(opened(device, whole)['tag'] ?? '')
    else texts.push({ sid: sid(), ...text })
  if (becomes === 'lost' || becomes === 'unheard') request.socket.destroy()
  else if (becomes === 'broken') send(500, {})
  else send(201, texts.at(-1) ?? {})
}

byDay()
beforeAll(async () => {
  scratch = await openScratch()
  const { store } = scratch
  const log = { error() {}, warn() {}, info() {} }
  jobs = createJobs({ store, runs: false, log })
  await jobs.prepare()
  org = await foundBusiness(store, 'dana@green-acres.example')
  await rowsOf(store, 'update people set email_verified_at = now()')
  mails = await openMailServer(next)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  device = openBrowser(`${home}/device`)
  const [found] = await rowsOf<{ id: string }>(store, 'select id from people')
  const { id } = found!
  await onPlatform(store, system, (tx) => keepDevice(tx, id, device.subscription, 'Firefox'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '3000',
    DATA_DIR: 'memory://',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
  })
  app = {
    store,
    log,
    mail: createMail({ smtpUrl: mails.url, from: 'Fieldhive <hello@fieldhive.example>' }),
    sms: createSms({ accountSid: 'AC', authToken: 'secret', from: '+19195550000', apiBase: home }),
    push: createPushSender(store, randomBytes(32), config),
  } as unknown as App
})
afterAll(async () => {
  app.mail.close()
  mails.close()
  server.closeAllConnections()
  server.close()
  await jobs.stop()
  await scratch.drop()
})

let made = 0
/** Writes a message to a new customer. */
async function toCustomer(channel: 'email' | 'sms'): Promise<{ id: string; to: string }> {
  const n = ++made
  const to = channel === 'sms' ? `+1919${5_550_000 + n}` : `ana${n}@mail.example`
  const id = await inOrgAll(scratch.store, org, system, async (tx) => {
    const customer = await tx
      .insertInto('customers')
      .values({
        name: 'Ana',
        status: 'active',
        ...(channel === 'sms' ? { phone_number: to, sms_opt_in: true } : { email: to }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reached = (await readReach(tx, [customer.id])).get(customer.id)!
    const { organization } = reached
    const bill = { organization, invoice_number: 7, url: 'https://app.example.com/i' }
    const [sending] = await tell(tx, reached, {
      kind: 'refund_issued',
      data: { ...bill, total_cents: 5000, refund_cents: 5000 },
    })
    return sending!.id
  })
  return { id, to }
}
const toOffice = async (): Promise<{ id: string; to: string }> => {
  const [sending] = await inOrgAll(scratch.store, org, system, async (tx) =>
    tell(tx, (await readOffice(tx))[0]!, {
      kind: 'push_test',
      data: { url: 'http://localhost:3000/app' },
    }),
  )
  return { id: sending!.id, to: sending!.id }
}

type Way = {
  says: Said[]
  write: () => Promise<{ id: string; to: string }>
  /** What arrived there, by what lets its reader's device drop a copy. */
  arrived: (to: string) => string[]
  news?: { fault: Error; status: string }
}
const channels: Record<Channel, Way> = {
  email: {
    says: says.filter((said) => said !== 'sent'),
    write: () => toCustomer('email'),
    arrived: (to) =>
      mails.letters
        .filter((letter) => headerOf(letter, 'To') === to)
        .map((letter) => headerOf(letter, 'Message-ID') ?? ''),
    news: {
      fault: new Undeliverable('gone', { address: 'bounced' }),
      status: 'bounced',
    },
  },
  sms: {
    // Twilio takes what arrives twice for two texts; nothing on the way doubles a request.
    says: says.filter((said) => said !== 'twice'),
    write: () => toCustomer('sms'),
    arrived: (to) => texts.filter((text) => text.to === to).map(({ sid }) => sid),
    news: { fault: laterFault(30005), status: 'failed' },
  },
  push: {
    says: [...callAnswers, 'died'],
    write: toOffice,
    arrived: (to) => notices.filter((tag) => tag === to),
  },
}

const isAnswer = (said: Said): said is CallAnswer => callAnswers.includes(said as CallAnswer)

/** Says this of a message that was taken, or hands it over and this becomes of it. */
async function say(way: Way, { id }: { id: string }, said: Said): Promise<void> {
  if (isAnswer(said) || said === 'died') {
    fate = said === 'died' ? 'unheard' : said
    await deliver(app, id, deliveryNeeds).catch(() => {})
    fate = null
    if (said === 'died')
      await rowsOf(
        scratch.store,
        "update messages set status = 'sending', claimed_at = now() - interval '1 minute', error = null where id = $1 and status = 'queued'",
        [id],
      )
    return
  }
  const news =
    said === 'returned'
      ? { fault: way.news!.fault }
      : { status: said === 'sent' ? said : 'delivered' }
  for (const _time of [1, 2])
    await heardBack(app, { id, ...news } as Parameters<typeof heardBack>[1])
}

/** Its job runs until it has ended. */
async function settle(id: string): Promise<string> {
  for (let tries = 0; tries < 12; tries++) {
    const [claimed] = await rowsOf<{ status: string }>(
      scratch.store,
      "update messages set claimed_at = claimed_at - interval '1 minute' where id = $1 returning status",
      [id],
    )
    const { status } = claimed!
    if (status !== 'queued' && status !== 'sending') return status
    await deliver(app, id, deliveryNeeds).catch(() => {})
  }
  return 'never ends'
}

describe(`whatever becomes of its hand-over (seed ${seed}),`, () => {
  it.each(Object.entries(channels))(
    'a message by %s arrives once',
    async (_channel, way) => {
      const wrong: object[] = []
      for (const order of drawnOrders(way.says, { seed, many })) {
        const message = await way.write()
        let status = 'sent'
        for (const said of order) {
          const isNews = !isAnswer(said) && said !== 'died'
          if (isNews && !way.arrived(message.to).length) continue
          if (status === 'sent' && said === 'arrived') status = 'delivered'
          if (status === 'sent' && said === 'returned') status = way.news!.status
          await say(way, message, said)
        }
        const ended = await settle(message.id)
        const copies = way.arrived(message.to)
        const unseen = order.filter((said) => ['unheard', 'died', 'twice'].includes(said)).length
        if (ended !== status || new Set(copies).size !== 1 || copies.length > 1 + unseen)
          wrong.push({ order, ended, status, copies: copies.length, seen: new Set(copies).size })
      }
      expect(wrong).toEqual([])
    },
    1_800_000,
  )
})

it('whatever leaves the process is tried here or with money', () => {
  const files = productFiles
    .filter((file) => file.startsWith('src/server/'))
    .filter(
      (file) =>
        file.startsWith('src/server/base/outside/') ||
        /\bfetch\(|from '(?:node:https|node:tls)'/.test(read(file)),
    )
    .map((file) => file.slice('src/server/'.length))
  expect(files.filter((file) => !words.includes(file)).toSorted()).toEqual(
    Object.keys(ways).toSorted(),
  )
})

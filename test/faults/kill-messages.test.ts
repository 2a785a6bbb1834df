import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, inOrgAll, system } from '../../src/server/base/db/door.ts'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { readReach } from '../../src/server/messages/recipient.ts'
import { tell } from '../../src/server/messages/tell.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, rowsOf } from './business.ts'
import { killAll, pause, start } from './process.ts'
import { slowly, slowMail } from './slow-mail.ts'

// Messages go out while their process is killed again and again: none is lost, every text goes once, and every mail at most once more
// for each time it was being handed over, always under one Message-ID.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_MESSAGE_KILLS'] ?? 6)
const many = Number(process.env['FAULTS_MESSAGES'] ?? 80)
const database = `fieldhive_killmail_${randomBytes(5).toString('hex')}`

const { server: smtp, mails } = slowMail()
/** Texts in the order they were accepted. */
const texts: { sid: string; to: string; body: string; date_created: string }[] = []

const twilio = createHttp((request, response) => void answer(request, response).catch(() => {}))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const fields = new URLSearchParams(Buffer.concat(chunks).toString())
  await slowly()
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.method === 'POST') {
    const text = {
      sid: `SM${String(texts.length).padStart(32, '0')}`,
      to: fields.get('To') ?? '',
      body: fields.get('Body') ?? '',
      date_created: new Date().toUTCString(),
    }
    texts.push(text)
    await slowly()
    send(201, text)
  } else {
    const to = new URL(request.url!, 'http://here').searchParams.get('To')
    const messages = texts.filter((one) => one.to === to)
    send(200, { messages, page: 0, page_size: 50, next_page_uri: null })
  }
}

let store: Store
let org: string
let env: Record<string, string>

beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 4 })
  await migrate(store)
  org = await foundBusiness(store, 'dana@green-acres.example')
  await asOwner(store, (tx) =>
    tx.updateTable('people').set({ email_verified_at: new Date().toISOString() }).execute(),
  )
  // Where it is noon now, so that texts go at any hour.
  const west = new Date().getUTCHours() - 12
  await asOwner(store, (tx) =>
    tx
      .updateTable('organizations')
      .set({ time_zone: `Etc/GMT${west < 0 ? '' : '+'}${west}` })
      .execute(),
  )
  for (const one of [smtp, twilio]) await once(one.listen(0, '127.0.0.1'), 'listening')
  const portOf = (one: { address(): unknown }) => (one.address() as AddressInfo).port
  env = {
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp)}`,
    TWILIO_API_BASE: `http://127.0.0.1:${portOf(twilio)}`,
  }
}, 60_000)
afterAll(async () => {
  killAll()
  smtp.close()
  twilio.close()
  await store.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
})

/** Half of the customers get mail, half get texts; some texts have the same words and number. */
async function queueAll(): Promise<void> {
  const jobs = createJobs({ store, runs: false, log: { error() {}, warn() {}, info() {} } })
  await jobs.prepare()
  await inOrgAll(store, org, system, async (tx) => {
    for (let n = 0; n < many; n++) {
      const byText = n % 2 === 0
      const { id } = await tx
        .insertInto('customers')
        .values({
          name: `Customer ${n}`,
          status: 'active',
          email: byText ? null : `c${n}@example.com`,
          phone_number: byText ? `+1919555${1000 + Math.floor(n / 4)}` : null,
          sms_opt_in: byText,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const reached = (await readReach(tx, [id])).get(id)!
      await tell(tx, reached, {
        kind: 'refund_issued',
        data: {
          organization: reached.organization,
          invoice_number: 1,
          total_cents: 5000,
          refund_cents: 5000,
          url: 'https://app.example.com/i',
        },
      })
    }
  })
  await jobs.stop()
}

const left = async () =>
  Number((await rowsOf(store, "select count(*) as n from messages where status <> 'sent'"))[0]!.n)

it(`loses nothing and texts nobody twice over ${kills} kills`, { timeout: 900_000 }, async () => {
  await queueAll()
  let killed = 0
  while (killed < kills) {
    const { child } = await start('test/faults/mailer.ts', [], env)
    await pause(Math.random() * 400)
    child.kill('SIGKILL')
    await once(child, 'exit')
    killed++
  }
  const { child } = await start('test/faults/mailer.ts', [], env)
  const end = Date.now() + 240_000
  while ((await left()) > 0 && Date.now() < end) await pause(500)
  child.kill('SIGKILL')

  const rows = await rowsOf<{ id: string; channel: string; status: string; tries: number }>(
    store,
    'select id, channel, status, tries from messages',
  )
  expect(rows.filter(({ status }) => status !== 'sent')).toEqual([])
  expect(texts).toHaveLength(rows.filter(({ channel }) => channel === 'sms').length)
  const times = new Map<string, number>()
  for (const id of mails) times.set(id, (times.get(id) ?? 0) + 1)
  const letters = rows.filter(({ channel }) => channel === 'email')
  expect(times.size).toBe(letters.length)
  for (const { id, tries } of letters) {
    const count = times.get(`<${id}@fieldhive.example>`) ?? 0
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(tries)
  }
  const twice = [...times.values()].filter((count) => count > 1).length
  console.log(
    `${killed} kills: ${texts.length} texts once each, ${twice} of ${letters.length} letters again`,
  )
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, onPlatform, system } from '../../src/server/base/db/door.ts'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { addDraft, startSending } from '../../src/server/flows/product-updates/write.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { rowsOf } from './business.ts'
import { killAll, pause, start } from './process.ts'
import { slowMail } from './slow-mail.ts'

// A product update goes out while its process is killed again and again: everybody who chose it has one letter, and a mail goes again only
// if it was being handed over, under one Message-ID.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_UPDATE_KILLS'] ?? 5)
const people = 250
const database = `fieldhive_killnews_${randomBytes(5).toString('hex')}`
const { server: smtp, mails } = slowMail()

let store: Store
let env: Record<string, string>

beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 4 })
  await migrate(store)
  await asOwner(store, (tx) =>
    tx
      .insertInto('people')
      .values(
        Array.from({ length: people }, (_, n) => ({
          email: `p${n}@example.com`,
          name: `Person ${n}`,
          email_verified_at: new Date().toISOString(),
          notification_prefs: JSON.stringify({ product_updates: true }),
        })),
      )
      .execute(),
  )
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  env = {
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
  }
}, 60_000)
afterAll(async () => {
  killAll()
  smtp.close()
  await store.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
})

async function sendOne(): Promise<void> {
  const jobs = createJobs({ store, runs: false, log: { error() {}, warn() {}, info() {} } })
  await jobs.prepare()
  const [author] = await rowsOf<{ id: string }>(store, 'select id from people limit 1')
  await onPlatform(store, system, async (tx) => {
    const content = { subject: 'News', text: 'Read this.', subject_es: null, text_es: null }
    await startSending(tx, await addDraft(tx, content, author!.id), 1, author!.id)
  })
  await jobs.stop()
}

const left = async () => {
  const [{ sending, queued } = { sending: 0, queued: 0 }] = await rowsOf<
    Record<'sending' | 'queued', number>
  >(
    store,
    `select (select count(*)::int from product_updates where state <> 'sent') as sending,
      (select count(*)::int from messages where status <> 'sent') as queued`,
  )
  return sending + queued
}

it(`everybody has one letter over ${kills} kills`, { timeout: 900_000 }, async () => {
  await sendOne()
  for (let killed = 0; killed < kills; killed++) {
    const { child } = await start('test/faults/mailer.ts', [], env)
    await pause(Math.random() * 400)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const { child } = await start('test/faults/mailer.ts', [], env)
  const end = Date.now() + 240_000
  while ((await left()) > 0 && Date.now() < end) await pause(500)
  child.kill('SIGKILL')

  const rows = await rowsOf<{ id: string; person_id: string; status: string; tries: number }>(
    store,
    'select id, person_id, status, tries from messages where product_update_id is not null',
  )
  expect(rows.filter(({ status }) => status !== 'sent')).toEqual([])
  expect(rows).toHaveLength(people)
  expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(people)
  expect(new Set(mails).size).toBe(people)
  for (const { id, tries } of rows) {
    const count = mails.filter((one) => one === `<${id}@fieldhive.example>`).length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(tries)
  }
})

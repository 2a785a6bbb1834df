import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, openScratch, type Scratch } from '../../../test/scratch.ts'
import type { App, Jobs } from '../base/call.ts'
import { asOwner, inOrgAll, onPlatform, system } from '../base/db/door.ts'
import { createJobs } from '../base/jobs/jobs.ts'
import { Undeliverable, Unregistered } from '../base/outside/faults.ts'
import { deliver } from './deliver.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'
import { block, holdTexts } from './write-blocks.ts'
import { deliveryNeeds } from '../delivery.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {} }
let scratch: Scratch
let jobs: Jobs
let org: string
let customer: string
let sent: { to: string; text: string }[]
let atProvider: string[]
let fault: Error | null

const app = () =>
  ({
    store: scratch.store,
    log: quiet,
    mail: {
      kind: 'smtp',
      close: () => {},
      send: (letter: { id: string; to: string; text: string }) => {
        if (fault) return Promise.reject(fault)
        sent.push({ to: letter.to, text: letter.text })
        return Promise.resolve(`<${letter.id}@here>`)
      },
    },
    sms: {
      kind: 'twilio',
      from: '+19195550000',
      send: (text: { id: string; to: string; text: string }) => {
        if (fault) return Promise.reject(fault)
        sent.push({ to: text.to, text: text.text })
        return Promise.resolve(`SM${text.id}`)
      },
      find: () => Promise.resolve(atProvider),
    },
  }) as unknown as App

beforeAll(async () => {
  scratch = await openScratch()
  jobs = createJobs({ store: scratch.store, runs: false, log: quiet })
  await jobs.prepare()
  org = await addOrganization(scratch.store)
  // Where it is noon now: texts go at any hour of the test's day.
  const west = new Date().getUTCHours() - 12
  await asOwner(scratch.store, (tx) =>
    tx
      .updateTable('organizations')
      .set({ time_zone: `Etc/GMT${west < 0 ? '' : '+'}${west}` })
      .where('id', '=', org)
      .execute(),
  )
})
afterAll(async () => {
  await jobs.stop()
  await scratch.drop()
})

let n = 0
/** A customer who agreed to texts, and a message to them by the ways given. */
async function queue(channel: 'email' | 'sms', over: object = {}): Promise<string> {
  n++
  sent = []
  atProvider = []
  fault = null
  return inOrgAll(scratch.store, org, system, async (tx) => {
    const { id } = await tx
      .insertInto('customers')
      .values({
        name: 'Ana',
        status: 'active',
        email: `ana${n}@example.com`,
        phone_number: `+1919555${1000 + n}`,
        sms_opt_in: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    customer = id
    const reached = (await readReach(tx, [id])).get(id)!
    const asked = channel === 'sms' ? { preferred_contact: 'sms' as const } : {}
    const [sending] = await tell(
      tx,
      { ...reached, recipient: { ...reached.recipient, ...asked } },
      {
        kind: 'refund_issued',
        data: {
          organization: reached.organization,
          invoice_number: 7,
          total_cents: 5000,
          refund_cents: 5000,
          url: 'https://app.example.com/i',
        },
        ...over,
      },
    )
    return sending!.id
  })
}
const change = (id: string, values: object) =>
  asOwner(scratch.store, (tx) =>
    tx.updateTable('messages').set(values).where('id', '=', id).execute(),
  )
const read = (id: string) =>
  onPlatform(scratch.store, system, (tx) =>
    tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
/** The job that brought the message here is at work; these are the ones that will bring it again. */
const jobsOf = async (id: string) =>
  (
    await asOwner(scratch.store, (tx) =>
      sql<{
        is_later: boolean
      }>`select start_after > now() + interval '20 seconds' as is_later from pgboss.job
        where name = 'message.send' and data ->> 'message_id' = ${id} and state < 'active'`.execute(
        tx,
      ),
    )
  ).rows
const dropJobs = (id: string) =>
  asOwner(scratch.store, (tx) =>
    sql`delete from pgboss.job where name = 'message.send' and data ->> 'message_id' = ${id}`.execute(
      tx,
    ),
  )
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

it('keeps the consent a text rests on, its segments, and what allowed it', async () => {
  const id = await queue('sms')
  await deliver(app(), id, deliveryNeeds)
  expect(await read(id)).toMatchObject({
    status: 'sent',
    segments: 1,
    basis: 'consent',
    provider_id: `SM${id}`,
    tries: 1,
  })
  await deliver(app(), id, deliveryNeeds)
  expect(sent).toHaveLength(1)
})

it('sends nothing before its hour, and asks again when the hour has come', async () => {
  const id = await queue('sms')
  await change(id, { held_until: new Date(Date.now() + 60_000).toISOString() })
  await dropJobs(id)
  await deliver(app(), id, deliveryNeeds)
  expect((await read(id)).status).toBe('queued')
  expect(await jobsOf(id)).toEqual([{ is_later: true }])
  const { recipient } = await read(id)
  await onPlatform(scratch.store, system, (tx) => block(tx, 'sms', recipient, 'stopped'))
  await change(id, { held_until: minutesAgo(1) })
  await deliver(app(), id, deliveryNeeds)
  expect(sent).toEqual([])
  expect(await read(id)).toMatchObject({ status: 'refused', reason: 'stopped' })
})

it('refuses what was queued for a customer who was archived meanwhile, but not their receipts', async () => {
  const receipt = await queue('email')
  await inOrgAll(scratch.store, org, system, (tx) =>
    tx.updateTable('customers').set({ status: 'archived' }).where('id', '=', customer).execute(),
  )
  await deliver(app(), receipt, deliveryNeeds)
  expect((await read(receipt)).status).toBe('sent')
})

describe('after a crash between hand-over and settling', () => {
  const crashed = (id: string) =>
    change(id, { status: 'sending', claimed_at: minutesAgo(2), tries: 1 })

  it('a text that the provider has is not sent again', async () => {
    const id = await queue('sms')
    await crashed(id)
    atProvider = ['SM-other', 'SM-mine']
    const other = await queueSent('SM-other')
    await deliver(app(), id, deliveryNeeds)
    expect(sent).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'sent', provider_id: 'SM-mine' })
    expect(other).not.toBe(id)
  })

  it('a text that the provider does not have is sent', async () => {
    const id = await queue('sms')
    await crashed(id)
    await deliver(app(), id, deliveryNeeds)
    expect(sent).toHaveLength(1)
    expect((await read(id)).status).toBe('sent')
  })

  it('a text that the provider has is sent, even if it answered STOP since', async () => {
    const id = await queue('sms')
    const { recipient } = await read(id)
    await crashed(id)
    await onPlatform(scratch.store, system, (tx) => block(tx, 'sms', recipient, 'stopped'))
    atProvider = ['SM-before-stop']
    await deliver(app(), id, deliveryNeeds)
    expect(await read(id)).toMatchObject({ status: 'sent', provider_id: 'SM-before-stop' })
  })

  it('a text whose answer was lost is asked for before it goes again', async () => {
    const id = await queue('sms')
    fault = new Error('socket hang up')
    await expect(deliver(app(), id, deliveryNeeds)).rejects.toThrow('socket hang up')
    expect((await read(id)).status).toBe('queued')
    fault = null
    atProvider = ['SM-answer-lost']
    await deliver(app(), id, deliveryNeeds)
    expect(sent).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'sent', provider_id: 'SM-answer-lost' })
  })

  it('mail goes again under the same Message-ID', async () => {
    const id = await queue('email')
    await crashed(id)
    await deliver(app(), id, deliveryNeeds)
    expect(await read(id)).toMatchObject({ status: 'sent', provider_id: `<${id}@here>`, tries: 2 })
  })

  it('nothing is taken from a process that may still be handing it over, but looked at again', async () => {
    const id = await queue('sms')
    await change(id, { status: 'sending', claimed_at: new Date().toISOString() })
    await dropJobs(id)
    await deliver(app(), id, deliveryNeeds)
    expect(sent).toEqual([])
    expect((await read(id)).status).toBe('sending')
    expect(await jobsOf(id)).toEqual([{ is_later: true }])
  })

  async function queueSent(provider_id: string): Promise<string> {
    const kept = atProvider
    const id = await queue('sms')
    atProvider = kept
    await change(id, { status: 'sent', provider_id })
    return id
  }
})

it('what somebody was about to withdraw still goes if they fail', async () => {
  const id = await queue('email')
  const locked = Promise.withResolvers<void>()
  const failure = Promise.withResolvers<void>()
  const withdrawing = onPlatform(scratch.store, system, async (tx) => {
    await tx
      .updateTable('messages')
      .set({ status: 'refused', reason: 'replaced' })
      .where('id', '=', id)
      .execute()
    locked.resolve()
    await failure.promise
  })
  await locked.promise
  const sending = deliver(app(), id, deliveryNeeds)
  // Time for it to meet the lock.
  setTimeout(() => failure.reject(new Error('rolled back')), 300)
  await expect(withdrawing).rejects.toThrow('rolled back')
  await sending
  expect(sent).toHaveLength(1)
})

it('goes by mail when our number may not send texts, and so does the next one', async () => {
  const id = await queue('sms')
  fault = new Unregistered('30034')
  await deliver(app(), id, deliveryNeeds)
  expect(await read(id)).toMatchObject({ status: 'refused', reason: 'sms_unregistered' })
  const instead = await onPlatform(scratch.store, system, (tx) =>
    tx.selectFrom('messages').selectAll().where('resend_of', '=', id).executeTakeFirstOrThrow(),
  )
  expect(instead).toMatchObject({ channel: 'email', status: 'queued' })
  const next = await read(await queue('sms'))
  expect(next.channel).toBe('email')
  await asOwner(scratch.store, (tx) => tx.deleteFrom('sms_senders').execute())
})

it('goes by mail, once, when texts to the number were put on hold while it waited', async () => {
  const insteadOf = async (id: string) => {
    await deliver(app(), id, deliveryNeeds)
    expect(await read(id)).toMatchObject({ status: 'refused', reason: 'on_hold' })
    return onPlatform(scratch.store, system, (tx) =>
      tx.selectFrom('messages').selectAll().where('resend_of', '=', id).execute(),
    )
  }
  const onHold = async (id: string) => {
    const { recipient } = await read(id)
    await onPlatform(scratch.store, system, (tx) => holdTexts(tx, recipient))
  }
  const text = await queue('sms')
  await onHold(text)
  expect(await insteadOf(text)).toMatchObject([{ channel: 'email', status: 'queued' }])
  // News that went out both ways is in their mailbox already.
  const both = await queue('sms')
  await asOwner(scratch.store, (tx) =>
    sql`insert into messages (organization_id, customer_id, channel, recipient, template, category, status, text, created_at)
      select organization_id, customer_id, 'email', 'ana@example.com', template, category, 'sent', text, created_at from messages where id = ${both}::uuid`.execute(
      tx,
    ),
  )
  await onHold(both)
  expect(await insteadOf(both)).toEqual([])
})

it('remembers an address that does not exist, for every later message', async () => {
  const id = await queue('email')
  fault = new Undeliverable('550 no such user', { address: 'bounced' })
  await deliver(app(), id, deliveryNeeds)
  expect((await read(id)).status).toBe('failed')
  await inOrgAll(scratch.store, org, system, async (tx) => {
    const reached = (await readReach(tx, [customer])).get(customer)!
    expect(reached.recipient.blocked.email).toBe('bounced')
  })
})

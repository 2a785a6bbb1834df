import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fastify from 'fastify'
import { letterSamples } from '../../../test/letter-samples.ts'
import { addOrganization, openScratch, type Scratch } from '../../../test/scratch.ts'
import { listOutbox, showMessage } from '../../../sandbox/outbox.ts'
import type { App, Jobs } from '../base/call.ts'
import { inOrgAll, onPlatform, system } from '../base/db/door.ts'
import { jobHandlers } from '../job-handlers.ts'
import { createJobs } from '../base/jobs/jobs.ts'
import { addPerson } from '../people/write.ts'
import { sendAccountMail } from './account-mail.ts'
import { reachAddress } from './recipient.ts'
import { tell } from './tell.ts'
import { mountOutbox } from './outbox-pages.ts'
import { Undeliverable } from '../base/outside/faults.ts'
import { createMail, type Mail } from '../base/outside/mail.ts'
import { createSms } from '../base/outside/sms.ts'
import { Refused } from '../base/kit/refusals.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {} }
const organization = {
  name: 'Green & <Clean> "Co"',
  email: 'office@green.example',
  phone_number: '+19195550100',
}
const url = 'https://app.example.com/x?a=1&b=2'

describe('tell', () => {
  let scratch: Scratch
  let jobs: Jobs
  let org: string
  const app = (over: Partial<App> = {}) =>
    ({
      store: scratch.store,
      mail: createMail({ smtpUrl: null, from: 'Fieldhive <a@b.example>' }),
      sms: createSms({
        accountSid: null,
        authToken: null,
        from: null,
      }),
      log: quiet,
      ...over,
    }) as unknown as App
  const only = { 'message.send': jobHandlers['message.send'] }
  const drain = (over: Partial<App> = {}) => jobs.drain(app(over), { ...jobHandlers, ...only })
  const all = () =>
    onPlatform(scratch.store, system, (tx) =>
      tx.selectFrom('messages').selectAll().orderBy('id').execute(),
    )
  const failing = (fault: Error): Mail => ({
    kind: 'smtp',
    send: () => Promise.reject(fault),
    close: () => {},
  })

  beforeAll(async () => {
    scratch = await openScratch()
    jobs = createJobs({ store: scratch.store, runs: false, log: quiet })
    await jobs.prepare()
    org = await addOrganization(scratch.store)
  })
  afterAll(async () => {
    await jobs.stop()
    await scratch.drop()
  })

  it('sends once per key, in the organization’s name', async () => {
    const queue = () =>
      inOrgAll(scratch.store, org, system, async (tx) =>
        tell(tx, await reachAddress(tx, { email: 'ana@example.com' }), {
          kind: 'receipt',
          data: { ...letterSamples.receipt.main, organization },
          once: 'receipt 1',
        }),
      )
    await queue()
    await queue()
    expect(await drain()).toBe(1)
    const messages = await all()
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      organization_id: org,
      status: 'sent',
      provider_id: 'outbox',
      tries: 1,
      category: 'receipt',
      from_name: organization.name,
      reply_to: organization.email,
    })
    expect(messages[0]?.html).toContain('<!doctype html>')
  })

  it('is not sent when its transaction is rolled back', async () => {
    const before = (await all()).length
    await onPlatform(scratch.store, system, async (tx) => {
      await tell(tx, await reachAddress(tx, { email: 'rolled@example.com' }), {
        kind: 'reset_password',
        data: { url },
      })
      throw new Error('no')
    }).catch(() => {})
    expect(await all()).toHaveLength(before)
    expect(await drain()).toBe(0)
  })

  it('stays queued while the channel is down, and fails once the channel permanently refuses it', async () => {
    const queue = (to: string) =>
      onPlatform(scratch.store, system, async (tx) =>
        tell(tx, await reachAddress(tx, { email: to }), { kind: 'verify_email', data: { url } }),
      )
    await queue('away@example.com')
    await expect(drain({ mail: failing(new Error('connect ECONNREFUSED')) })).rejects.toThrow(
      'ECONNREFUSED',
    )
    expect((await all()).at(-1)).toMatchObject({
      status: 'queued',
      tries: 1,
      error: 'connect ECONNREFUSED',
    })
    await queue('nobody@example.com')
    await drain({ mail: failing(new Undeliverable('550 no such user')) })
    expect((await all()).find((one) => one.recipient === 'nobody@example.com')).toMatchObject({
      status: 'failed',
      error: '550 no such user',
    })
  })

  it('gives up after the last attempt', async () => {
    await onPlatform(scratch.store, system, async (tx) =>
      tell(tx, await reachAddress(tx, { email: 'never@example.com' }), {
        kind: 'verify_email',
        data: { url },
      }),
    )
    await onPlatform(scratch.store, system, (tx) =>
      tx
        .updateTable('messages')
        .set({ tries: 8 })
        .where('recipient', '=', 'never@example.com')
        .execute(),
    )
    await drain({ mail: failing(new Error('421 later')) })
    expect((await all()).find((one) => one.recipient === 'never@example.com')).toMatchObject({
      status: 'failed',
      tries: 9,
    })
  })

  describe('the outbox', () => {
    const server = fastify().setErrorHandler((fault, _request, reply) =>
      reply.code(fault instanceof Refused ? fault.status : 500).send(),
    )
    beforeAll(async () => {
      await server.register(async (scope) =>
        mountOutbox(scope, {
          store: scratch.store,
          render: { listOutbox, showMessage },
          answer: () => Promise.resolve(),
        }),
      )
      await onPlatform(scratch.store, system, async (tx) =>
        tell(tx, await reachAddress(tx, { phone: '+19195550199' }), {
          kind: 'customer_invite',
          data: { organization, url },
        }),
      )
    })
    afterAll(() => server.close())

    it('lists messages, newest first, filtered by text and channel', async () => {
      const page = async (query = '') => (await server.inject(`/sandbox/outbox${query}`)).body
      const whole = await page()
      expect(whole.indexOf('+19195550199')).toBeLessThan(whole.indexOf('ana@example.com'))
      expect(whole).not.toContain('<Clean>')
      expect(await page('?channel=sms')).not.toContain('ana@example.com')
      expect(await page('?q=ANA%40')).toContain('ana@example.com')
      expect(await page('?q=%25')).toContain('No message fits')
      expect(await page('?q=%22%3E%3Cscript%3E')).not.toContain('<script>')
      expect(await page('?channel=nonsense&before=nonsense')).toContain('ana@example.com')
    })

    it('shows a message in a frame without scripts, and its text with links', async () => {
      const [message] = await all()
      const response = await server.inject(`/sandbox/outbox/${message?.id}`)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
      expect(response.body).toContain(
        'sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html&gt;',
      )
      expect(response.body).toContain(
        `<a href="https://app.example.com/x?a=1&amp;b=2" target="_blank"`,
      )
    })

    it('404 for an unknown message', async () => {
      expect((await server.inject(`/sandbox/outbox/${crypto.randomUUID()}`)).statusCode).toBe(404)
      expect((await server.inject('/sandbox/outbox/nonsense')).statusCode).toBe(404)
    })
  })

  it('writes account mail in the reader’s language, and its link leads to a page in it', async () => {
    const mail = (to: string) =>
      sendAccountMail(scratch.store, {
        to,
        template: 'reset_password',
        data: { name: null, url: 'https://app.example.com/idp/reset?token=t&ix=1' },
        reading: 'es',
      })
    await onPlatform(scratch.store, system, (tx) =>
      addPerson(tx, { email: 'known@example.com', name: 'Kim', locale: 'en' }),
    )
    for (const to of ['unknown@example.com', 'known@example.com']) await mail(to)
    const written = (await all()).filter(({ recipient }) => /known@example/.test(recipient))
    expect(written.map(({ subject, data }) => [subject, (data as { url: string }).url])).toEqual([
      ['Elija una contraseña nueva', 'https://app.example.com/idp/reset?token=t&ix=1&lang=es'],
      ['Choose a new password', 'https://app.example.com/idp/reset?token=t&ix=1&lang=en'],
    ])
  })
})

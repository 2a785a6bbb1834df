import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fastify from 'fastify'
import { addOrganization, openScratch, type Scratch } from '../../../test/scratch.ts'
import { listOutbox, showMessage } from '../../../sandbox/outbox.ts'
import type { App } from '../call.ts'
import { inOrgAll, onPlatform, system } from '../db/door.ts'
import { jobHandlers } from '../job-handlers.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { messageKinds, type MessageKind } from '../../domain/message-kinds.ts'
import { letterOf, type MessageData } from './letters.ts'
import { reachAddress } from './reach.ts'
import { tell } from './tell.ts'
import { renderHtml, renderText } from './letter.ts'
import { mountOutbox } from './outbox-pages.ts'
import { Undeliverable } from '../outside/faults.ts'
import { createMail, type Mail } from '../outside/mail.ts'
import { createSms } from '../outside/sms.ts'
import { Refused } from '../refusals.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {} }
const organization = {
  name: 'Green & <Clean> "Co"',
  email: 'office@green.example',
  phone_number: '+19195550100',
}
const url = 'https://app.example.com/x?a=1&b=2'
const nasty = `<img src=x onerror=alert(1)> "O'Neil" & co`
const bill = { organization, customer_name: nasty, invoice_number: 1042, total_cents: 123_456, url }
const visit = {
  organization,
  customer_name: nasty,
  service: nasty,
  on: 'Friday, November 27',
  at: '9:30 AM',
  url,
}
const lines = [
  { description: nasty, total_cents: 100_000 },
  { description: 'Mowing', quantity: 2, total_cents: 23_456 },
]

const signup = {
  organization,
  name: nasty,
  email: 'ana@example.com',
  phone_number: '+19195550123',
  services: [nasty, 'Mowing'],
  days: 'Mon, Wed',
  url,
}

/** Every template with values that try to break out. */
const samples: MessageData = {
  verify_email: { name: nasty, url },
  reset_password: { name: nasty, url },
  password_changed: { name: nasty, url },
  device_new: { name: nasty, at: '2027-06-09T14:00:00Z', browser: nasty, system: nasty, url },
  email_changed: { name: nasty, url },
  welcome: { name: nasty, organization_name: nasty, url },
  signup_resume: { organization, url },
  signup_finished: { organization, name: nasty, url },
  leave_received: { organization, customer_name: nasty, reason: nasty, url },
  leave_decided: { organization, customer_name: nasty, archived: false, answer: nasty, url },
  promotion: {
    organization: { ...organization, postal_address: nasty },
    name: nasty,
    message: `${nasty}\n\n${nasty}`,
  },
  announcement_service: { organization, name: nasty, subject: nasty, message: nasty },
  referral_thanks: { organization, name: nasty, url },
  reply: { organization, text: nasty, subject: nasty },
  stop_confirmed: { organization },
  start_confirmed: { organization },
  help: { organization },
  review_request: {
    organization: { ...organization, postal_address: nasty },
    customer_name: nasty,
    url,
  },
  customer_invite: { organization, name: nasty, url, expires_on: 'Monday', note: nasty },
  staff_invite: { organization, name: nasty, role_label: 'Crew member', inviter_name: nasty, url },
  owner_invite: { name: nasty, organization_name: nasty, url },
  receipt: { ...bill, lines, card: 'Visa ending in 4242', paid_on: 'November 21, 2026' },
  invoice_sent: { ...bill, lines, due_on: 'November 28, 2026' },
  pay_link: { ...bill, lines },
  payment_failed: { ...bill, reason: nasty, retry_on: 'Tuesday' },
  payment_failed_staff: { ...bill, reason: nasty },
  refund_issued: { ...bill, refund_cents: 5000 },
  charge_upcoming: { ...bill, charge_on: 'December 1, 2026' },
  on_the_way: visit,
  visit_completed: visit,
  visit_rescheduled: { ...visit, old: { on: 'Thursday', at: '9:00 AM' } },
  visit_cancelled: { ...visit, reason: nasty },
  visit_restored: visit,
  visit_held: visit,
  visit_kept: visit,
  visits_changed: {
    organization,
    customer_name: nasty,
    url,
    visits: [
      { kind: 'moved', service: nasty, on: 'Friday', at: '9:30 AM', old: { on: 'Thursday' } },
      { kind: 'cancelled', service: 'Mowing', on: 'Friday', old: { on: 'Friday' } },
      { kind: 'restored', service: 'Mowing', on: 'Friday', old: { on: 'Friday' } },
      { kind: 'kept', service: 'Mowing', on: 'Friday', old: { on: 'Friday' } },
      { kind: 'moved', service: 'Mowing', on: 'Friday', old: { on: 'Thursday' } },
    ],
  },
  visit_reminder: {
    organization,
    customer_name: nasty,
    url,
    on: 'Friday, November 27',
    visits: [
      { service: nasty, on: 'Friday, November 27', at: '9:30 AM – 11:30 AM', where: nasty },
      { service: 'Mowing', on: 'Friday, November 27' },
    ],
  },
  signup_new: { ...signup, has_card_on_file: true },
  push_test: { url },
  signup_unfinished: signup,
  digest: { organization, visits: 5, unassigned: 1, failed_payments: 2, requests: 0, url },
  platform_bill: { organization, total_cents: 4900, paid: true, url },
  trial_ending: { organization, ends_on: 'June 12, 2027', has_method: false, url },
  method_expiring: { organization, customer_name: nasty, card: nasty, last_day: 'June 30', url },
  request_received: { ...visit, action: 'reschedule', reason: nasty, preferred: ['Monday', nasty] },
  request_decided: { ...visit, action: 'cancel', approved: false, reason: nasty },
}

describe('e-mails', () => {
  it.each(Object.keys(messageKinds) as MessageKind[])(
    '%s escapes every value, has its link in both parts and fits narrow screens',
    (kind) => {
      const letter = letterOf(kind, samples[kind] as never)
      const html = renderHtml(letter)
      expect(html).not.toMatch(/<img|<Clean>|onerror=alert\(1\)>(?!&)/)
      expect(
        html.match(
          /<(?!\/?(?:html|head|meta|title|style|body|div|table|tr|td|span|h1|p|a|br)\b|!doctype)/g,
        ),
      ).toBeNull()
      // Answers by text and offers have nothing of ours to open.
      const hasLink = JSON.stringify(samples[kind]).includes(url)
      expect(hasLink).toBe(
        messageKinds[kind].category !== 'reply' &&
          kind !== 'promotion' &&
          kind !== 'announcement_service',
      )
      if (hasLink) expect(html).toContain('href="https://app.example.com/x?a=1&amp;b=2"')
      expect(html).toContain('max-width:600px')
      expect(html).toContain('prefers-color-scheme:dark')
      const text = renderText(letter)
      if (hasLink) expect(text).toContain(`\n${url}`)
      expect(text).not.toMatch(/&amp;|&lt;|<\/|undefined|null/)
      expect(html).not.toMatch(/undefined|>null</)
      expect(letter.preheader.length).toBeGreaterThan(10)
      expect(letter.sms ?? '').not.toMatch(/undefined|null|\n/)
    },
  )

  it('formats the business’s phone number', () => {
    const letter = letterOf('visit_cancelled', samples.visit_cancelled)
    for (const part of [renderHtml(letter), renderText(letter)]) {
      expect(part).toContain('(919) 555-0100 · office@green.example')
      expect(part).not.toContain('+1919')
    }
  })

  it('only links to http(s)', () => {
    // oxlint-disable-next-line no-script-url
    const html = renderHtml(letterOf('verify_email', { url: 'javascript:alert(1)' }))
    expect(html).not.toContain('href="javascript')
  })

  it('a receipt has its lines, total, card, date and number', () => {
    const text = renderText(
      letterOf('receipt', {
        ...samples.receipt,
        lines: [{ description: 'Mowing', quantity: 2, total_cents: 123_456 }],
      }),
    )
    for (const part of [
      '$1,234.56',
      'Mowing × 2: $1,234.56',
      'Visa ending in 4242',
      'November 21, 2026',
      'Invoice: 1042',
    ])
      expect(text).toContain(part)
    expect(letterOf('receipt', samples.receipt).sms).toContain(url)
  })
})

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
          data: samples.receipt,
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
        data: samples.reset_password,
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
          data: samples.customer_invite,
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
})

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { address, code, customersOf, open, openSignups, owner, visitor } from './signup-bed.ts'
import { openWorld, type OpenWorld } from './world.ts'

openSignups()

describe('the flyer at /org/{slug}/info', () => {
  const flyer = async (slug: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${open.url}/org/${slug}/info`, { headers })
    return { status: reply.status, headers: reply.headers, html: await reply.text() }
  }

  it('is one small page that says whose it is to chats and searches', async () => {
    const { status, headers, html } = await flyer('green-acres')
    expect(status).toBe(200)
    expect(html).toContain('<title>Green Acres Lawn Care – Fieldhive</title>')
    expect(html).toContain('<meta property="og:title" content="Green Acres Lawn Care">')
    expect(html).toContain('og:image')
    expect(html).not.toContain('noindex')
    expect(html).toContain(
      `aria-label="QR code that leads to ${open.app.config.PUBLIC_URL}/signup/org/green-acres"`,
    )
    expect(html).toContain('href="/signup/org/green-acres"')
    expect(html).toContain('Scan to sign up')
    const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual(['<script src="/scheme.js">', '<script src="/flyer.js" defer>'])
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(gzipSync(html).length).toBeLessThan(5_000)
  })
  it('is Spanish by the browser or its link', async () => {
    const spanish = await flyer('green-acres', { 'accept-language': 'es-MX,es;q=0.9' })
    expect(spanish.html).toContain('Escanee para registrarse')
    expect(spanish.html).toContain('href="/org/green-acres/info?lang=en"')
  })
  it('says that there is no such business', async () => {
    const { status, html } = await flyer('nobody-here')
    expect([status, html]).toEqual([404, expect.stringContaining('Organization not found.')])
    expect(html).toContain('The link may be mistyped. Ask the business for its current one.')
    expect((await flyer('%3Cscript%3E')).html).not.toContain('<script>')
  })
})

describe('the simple form at /public-signup/{code}', () => {
  const page = async (
    other: string,
    fields?: [string, string][],
    headers: Record<string, string> = {},
  ) => {
    const reply = await fetch(`${open.url}/public-signup/${other}`, {
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      headers: { 'user-agent': 'Plain/1.0', ...headers },
    })
    return { status: reply.status, headers: reply.headers, html: await reply.text() }
  }
  const filled = (email: string, more: Record<string, string> = {}): [string, string][] =>
    Object.entries({
      name: 'Ida Plain',
      email,
      phone_number: '(919) 555-0190',
      ...address,
      website: '',
      ...more,
    })

  it('shows the whole form without scripts, and can be framed', async () => {
    const { status, html, headers } = await page(code)
    expect(status).toBe(200)
    for (const text of [
      'Sign up with Green Acres Lawn Care',
      'Edging &amp; trimming',
      '$25.00',
      'Full name',
      'Street',
      'We ask for a payment method later',
    ])
      expect(html).toContain(text)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
    expect(html).not.toContain('Aeration')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(headers.get('x-frame-options')).toBeNull()
    // Framing is forbidden everywhere else.
    expect((await fetch(`${open.url}/healthz`)).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'none'",
    )
  })
  it('creates the lead, shows the organization’s thank-you page and stores the token in the browser', async () => {
    const reply = await page(code, [
      ...filled('ida.plain@mail.example'),
      ['services', 'mowing'],
      ['services', 'edging'],
      ['services', 'made_up'],
    ])
    expect(reply.status).toBe(200)
    expect(reply.html).toContain(
      'Thanks! Green Acres Lawn Care has your details and will be in touch.',
    )
    expect(reply.headers.get('set-cookie')).toMatch(/signup_lead=.*HttpOnly/)
    expect(await customersOf('ida.plain@mail.example')).toMatchObject([
      {
        name: 'Ida Plain',
        phone_number: '+19195550190',
        state: 'NC',
        zip: '27601',
        status: 'lead',
        services_selected: [{ key: 'edging' }, { key: 'mowing' }],
      },
    ])
  })
  it('shows errors next to the fields and keeps the input', async () => {
    const { status, html } = await page(code, [
      ...filled('"><img src=x>', {
        street: '',
        city: ' ',
        state: 'Q',
        zip: '12',
        phone_number: '555',
      }),
      ['services', 'mowing'],
    ])
    expect(status).toBe(422)
    for (const sentence of [
      'Enter a valid email',
      'Enter a valid phone number',
      'Enter your street address',
      'Enter your city',
      'Use 2-letter state code (e.g., NC)',
      'Enter a valid 5-digit ZIP',
    ])
      expect(html).toContain(`>${sentence}</p>`)
    expect(html).toContain('value="Ida Plain"')
    expect(html).toContain('value="mowing" checked')
    expect(html).toContain('&quot;&gt;&lt;img')
    expect(html).not.toContain('<img')
  })
  it('is where an organization’s page redirects without scripts, keeping the referral code', async () => {
    const led = (path: string) =>
      fetch(`${open.url}/public-signup/org/${path}`, { redirect: 'manual' })
    const reply = await led('GREEN-acres?ref=hds44f1ypnx3&x=1')
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      `/public-signup/${code}?ref=hds44f1ypnx3`,
    ])
    expect((await led('green-acres?ref=%0d%0aevil')).headers.get('location')).toBe(
      `/public-signup/${code}`,
    )
    const lost = await led('no-such')
    expect([lost.status, await lost.text()]).toEqual([
      404,
      expect.stringContaining('Organization not found.'),
    ])
  })
  it('is Spanish by its link or the browser, and the answer to the customer is, too', async () => {
    const { html } = await page(`${code}?lang=es`)
    expect(html).toContain('<html lang="es">')
    expect(html).toContain('Regístrese con Green Acres Lawn Care')
    expect(html).toContain(`href="/public-signup/${code}?lang=en"`)
    const spanish = { 'accept-language': 'es-MX,es;q=0.9' }
    const wrong = await page(code, filled('nobody'), spanish)
    expect(wrong.html).toContain('>Escriba un correo electrónico válido</p>')
    const done = await page(code, filled('inés.plain@mail.example'), spanish)
    expect(done.html).toContain('¡Gracias! Green Acres Lawn Care tiene sus datos')
  })
  it('saves nothing when the honeypot field is filled in', async () => {
    expect(
      (await page(code, filled('plain.robot@mail.example', { website: 'http://spam.example' })))
        .html,
    ).toContain('Thanks!')
    expect(await customersOf('plain.robot@mail.example')).toHaveLength(0)
  })
  it('gives the same response for every unusable code', async () => {
    const staff = await owner('POST /api/owner/invitations', {
      body: { email: 'plain.hand@mail.example', role: 'crew_member' },
    })
    expect(staff.status).toBe(200)
    const mail = await open.row<{ text: string }>(
      "select text from messages where template = 'staff_invite' order by id desc limit 1",
    )
    for (const other of ['nope', '0'.repeat(26), /code=(\w+)/.exec(mail.text)![1]!])
      for (const fields of [undefined, filled('lost@mail.example')]) {
        const { status, html } = await page(other, fields)
        expect(status).toBe(404)
        expect(html).toContain('Invalid or expired invitation.')
      }
  })
})

it('marks an invitation as opened in the list', async () => {
  const { invite } = (
    await owner('POST /api/owner/invitations/email', { body: { email: 'opener@mail.example' } })
  ).body
  await visitor('GET /api/public/signup/{code}', { params: { code: invite.code! } })
  const list = await owner('GET /api/owner/invitations/recent', { query: { q: 'opener@' } })
  expect(list.body.invites).toMatchObject([{ status: 'opened', code: invite.code }])
})

describe('without a code', () => {
  it('GET /api/public/org/{slug} in any letter case; 404 for an unknown one', async () => {
    expect(
      await visitor('GET /api/public/org/{slug}', { params: { slug: 'GREEN-acres' } }),
    ).toMatchObject({
      status: 200,
      body: { organization: { name: 'Green Acres Lawn Care' }, signup_code: code },
    })
    expect(
      await visitor('GET /api/public/org/{slug}', { params: { slug: 'no-such' } }),
    ).toMatchObject({
      status: 404,
      body: { error: 'Organization not found.' },
    })
  })
  it.each([
    ['27601', 200, { zip: '27601', city: 'Raleigh', state: 'NC', time_zone: 'America/New_York' }],
    ['96813', 200, { city: 'Honolulu', state: 'HI', time_zone: 'Pacific/Honolulu' }],
    ['00000', 404, { error: 'ZIP not found. Please enter city/state.' }],
    ['2760', 404, { code: 'not_found' }],
    ['27601-1234', 404, { code: 'not_found' }],
  ])('GET /api/public/zip/%s → %i', async (zip, status, body) => {
    expect(await visitor('GET /api/public/zip/{zip}', { params: { zip } })).toMatchObject({
      status,
      body,
    })
  })
  it('POST /api/public/leads fills in missing fields and overwrites nothing', async () => {
    const ask = (body: object) =>
      visitor('POST /api/public/leads', {
        body: { email: 'curious@mail.example', source: 'trial', ...body },
      })
    expect(await ask({ name: 'Cu Rious' })).toMatchObject({ status: 202, body: { ok: true } })
    expect(
      await ask({
        email: 'CURIOUS@mail.example',
        name: 'Mallory',
        company: 'Curious Co',
        phone: '',
        origin: 'hero',
      }),
    ).toMatchObject({ status: 202 })
    expect(await ask({ email: 'robot@mail.example', website: 'x' })).toMatchObject({ status: 202 })
    // An inquiry is a new, open and unclaimed lead for sales.
    const columns = 'name, company, source, origin, stage, status, assigned_to_person_id'
    expect(
      await open.rows(
        `select ${columns} from platform_leads where email in ('curious@mail.example', 'robot@mail.example')`,
      ),
    ).toEqual([
      {
        name: 'Cu Rious',
        company: 'Curious Co',
        source: 'trial',
        origin: null,
        stage: 'new',
        status: 'open',
        assigned_to_person_id: null,
      },
    ])
    expect(await ask({ email: 'nobody' })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Enter a valid email address.' } },
    })
  })
})

describe('a client over the rate limit', () => {
  let limited: OpenWorld
  beforeAll(async () => {
    limited = await openWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
  })
  afterAll(() => limited?.close())
  const ask = (from: string, other: string) =>
    limited.anonymous('POST /api/public/signup/{code}/lead', {
      params: { code: other },
      body: { email: 'often@mail.example' },
      headers: { 'x-forwarded-for': from },
    })
  const statuses = (replies: { status: number }[]) => [
    ...new Set(replies.map((reply) => reply.status)),
  ]

  it('is refused: 20 a minute per address, ten times that per code', async () => {
    const [guess, other] = ['0'.repeat(26), '1'.repeat(26)]
    expect(
      statuses(await Promise.all(Array.from({ length: 20 }, () => ask('203.0.113.1', guess)))),
    ).toEqual([404])
    expect(await ask('203.0.113.1', guess)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    })
    // Another code doesn't help that client, and other addresses aren't limited yet.
    expect(await ask('203.0.113.1', other)).toMatchObject({ status: 429 })
    const crowd = Array.from({ length: 180 }, (_, at) => ask(`198.51.100.${at}`, guess))
    expect(statuses(await Promise.all(crowd))).toEqual([404])
    expect(await ask('192.0.2.7', guess)).toMatchObject({ status: 429 })
    expect(await ask('192.0.2.7', other)).toMatchObject({ status: 404 })
  })
  it('gets the message on the simple form, too', async () => {
    const send = () =>
      fetch(`${limited.url}/public-signup/${limited.world.green.permanent_code}`, {
        method: 'POST',
        body: new URLSearchParams({
          email: 'often@mail.example',
          ...address,
          website: 'http://spam.example',
        }),
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
    expect(statuses(await Promise.all(Array.from({ length: 20 }, send)))).toEqual([200])
    const reply = await send()
    expect(reply.status).toBe(429)
    expect(await reply.text()).toContain('Too many requests. Please wait a moment and try again.')
  })
})

it('every public call with a code is rate limited', () => {
  const open_ended = Object.entries(calls as Record<string, CallDeclaration>).filter(
    ([key, { roles, per_minute }]) =>
      roles === 'public' && /\{(code|token|slug|zip)\}/.test(key) && !per_minute,
  )
  expect(open_ended.map(([key]) => key)).toEqual([])
})

import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, type MyProfile } from '../../api/people.ts'
import type { App } from '../base/call.ts'
import { seal } from '../base/kit/codes.ts'
import { readConfig } from '../base/kit/config.ts'
import { asOwner, onPlatform, type PlatformTx, system } from '../base/db/door.ts'
import { mountCalls } from '../http.ts'
import { fingerprint } from '../base/kit/secrets.ts'
import { openTestBed, type TestBed } from './identity/test-bed.ts'
import { createJobs } from '../base/jobs/jobs.ts'
import { createSecurityLog } from '../base/security/log.ts'
import { peopleHandlers } from './calls.ts'

let bed: TestBed
let server: FastifyInstance
let app: App
const quiet = { error: () => {}, warn: () => {}, info: () => {} }
const run = <T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> =>
  onPlatform(bed.store, system, work)

beforeAll(async () => {
  bed = await openTestBed()
  const config = readConfig({
    PUBLIC_URL: bed.url,
    OIDC_AUDIENCE: 'https://api.test',
    RATE_LIMITS: 'off',
    NODE_ENV: 'test',
  })
  const jobs = createJobs({ store: bed.store, runs: false, log: quiet })
  await jobs.prepare()
  const payments = { publishableKey: 'pk_test_1', scriptUrl: '/sandbox/stripe.js' }
  app = {
    config,
    store: bed.store,
    secret: randomBytes(32),
    jobs,
    payments,
    actors: bed.actors,
    checkToken: bed.checkToken,
    identity: bed.provider,
    log: quiet,
    security: createSecurityLog({
      store: bed.store,
      secret: randomBytes(32),
      line: null,
      log: quiet,
    }),
  } as unknown as App
  server = fastify({ genReqId: () => crypto.randomUUID() })
  await server.register(cookie)
  await server.register(async (scope) => mountCalls(scope, app, people, peopleHandlers as never))
})
afterAll(async () => {
  await server.close()
  await app.jobs.stop()
  await bed.close()
})

const current_password = 'violet kettle harbor'
type Person = { id: string; email: string; token: string; subject: string }
let count = 0
async function person(
  change: { platform_role?: string; status?: string; email_verified?: boolean } = {},
): Promise<Person> {
  const email = `who${++count}@example.test`
  const subject = await bed.provider.createAccount({
    email,
    name: `Who ${count}`,
    password: current_password,
    email_verified: change.email_verified ?? true,
  })
  const token = await bed.provider.issueToken(email)
  const { person_id: id } = await bed.actors.actorOf(await bed.checkToken(token))
  const { platform_role, status } = change
  if (platform_role || status)
    await asOwner(bed.store, (tx) =>
      tx
        .updateTable('people')
        .set({ ...(platform_role ? { platform_role } : {}), ...(status ? { status } : {}) })
        .where('id', '=', id)
        .execute(),
    )
  bed.actors.forget()
  return { id, email, token, subject }
}
async function organization(owner: Person, name = `Org ${++count}`): Promise<string> {
  const { id } = await run((tx) =>
    tx
      .insertInto('organizations')
      .values({ name, slug: `org-${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await run((tx) =>
    tx
      .insertInto('memberships')
      .values({ organization_id: id, person_id: owner.id, role: 'owner' })
      .execute(),
  )
  bed.actors.forget()
  return id
}

type Answer<T = MyProfile> = {
  status: number
  body: T & { code?: string; error?: string; fields?: Record<string, string> }
  cookie: string | undefined
}
async function ask<T = MyProfile>(
  call: string,
  who: Person | null,
  { body, cookie: sent }: { body?: object; cookie?: string } = {},
): Promise<Answer<T>> {
  const [method = 'GET', url = ''] = call.split(' ')
  const response = await server.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      ...(sent ? { cookie: `impersonation=${sent}` } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  return {
    status: response.statusCode,
    body: response.json(),
    cookie: response.cookies.find((c) => c.name === 'impersonation')?.value,
  }
}
const audited = (action: string, entity_id: string) =>
  run((tx) =>
    tx
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', action)
      .where('entity_id', '=', entity_id)
      .execute(),
  )

describe('GET /api/public/config', () => {
  it('returns where to sign in and pay, without a token', async () => {
    expect((await ask<object>('GET /api/public/config', null)).body).toEqual({
      authority: bed.provider.issuer,
      client_id: 'spa',
      audience: 'https://api.test',
      scope: 'openid profile email offline_access',
      provider_name: 'Fieldhive',
      embedded: true,
      support_email: 'support@fieldhive.example',
      stripe: { publishable_key: 'pk_test_1', script_url: '/sandbox/stripe.js' },
      sandbox: true,
      map: null,
    })
  })
})

describe('GET /api/users/me', () => {
  it.each(['GET /api/users/me', 'GET /api/me', 'GET /api/auth/me'])(
    '%s creates the person and returns no role',
    async (call) => {
      const who = await person()
      const { status, body } = await ask(call, who)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id: who.id,
        email: who.email,
        email_verified: true,
        role: null,
        roles: [],
        organization: null,
        memberships: [],
        impersonating: false,
        real_user: null,
        theme: 'system',
        preferred_contact: 'email',
        onboarding_code: null,
      })
      expect(body.notification_prefs).toEqual({
        email_general: true,
        sms_general: false,
        product_updates: false,
        billing_alerts: true,
      })
    },
  )

  it('returns the active organization and every membership', async () => {
    const who = await person()
    const [first, second] = [await organization(who, 'Alpha'), await organization(who, 'Beta')]
    const { body } = await ask('GET /api/users/me', who)
    expect(body).toMatchObject({
      role: 'owner',
      organization_id: second,
      organization: { id: second, name: 'Beta', time_zone: 'America/New_York', status: 'active' },
    })
    expect(body.memberships.map((m) => [m.organization_name, m.organization_id, m.role])).toEqual([
      ['Alpha', first, 'owner'],
      ['Beta', second, 'owner'],
    ])
  })

  it('returns the business in setup: one’s own, or one sent by email to a verified address', async () => {
    const [proven, unproven] = [await person(), await person({ email_verified: false })]
    for (const { email } of [proven, unproven]) {
      await run((tx) =>
        tx
          .insertInto('invitations')
          .values({
            kind: 'owner',
            via: 'email',
            email,
            code_hash: fingerprint(email),
            code_sealed: seal(app.secret, `code-${email}`),
          })
          .execute(),
      )
    }
    expect((await ask('GET /api/users/me', proven)).body.onboarding_code).toBe(
      `code-${proven.email}`,
    )
    expect((await ask('GET /api/users/me', unproven)).body).toMatchObject({
      onboarding_code: null,
      email_verified: false,
    })
    await run((tx) =>
      tx
        .updateTable('invitations')
        .set({ created_by: unproven.id })
        .where('email', '=', unproven.email)
        .execute(),
    )
    expect((await ask('GET /api/users/me', unproven)).body.onboarding_code).toBe(
      `code-${unproven.email}`,
    )
  })

  it.each([
    ['401 without a token', () => null, 401],
    ['401 with nonsense', async () => ({ ...(await person()), token: 'nonsense' }), 401],
    ['403 for a deactivated person', () => person({ status: 'inactive' }), 403],
  ])('%s', async (_name, who, status) => {
    expect((await ask('GET /api/users/me', await who())).status).toBe(status)
  })
})

describe('PUT /api/users/update-me', () => {
  it('updates the given fields and keeps the rest', async () => {
    const who = await person()
    const { status, body } = await ask('PUT /api/users/update-me', who, {
      body: {
        name: 'Ana Díaz',
        phone_number: '(919) 555-0100',
        timezone: 'America/Chicago',
        theme: 'dark',
        notification_prefs: { sms_general: true },
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Ana Díaz',
      timezone: 'America/Chicago',
      theme: 'dark',
      pending_email: null,
      notification_prefs: { email_general: true, sms_general: true },
    })
    expect(
      (
        await ask('PUT /api/users/update-me', who, {
          body: { name: 'me@example.test', timezone: null, locale: null },
        })
      ).body,
    ).toMatchObject({
      name: null,
      timezone: null,
      locale: 'en-US',
      theme: 'dark',
    })
  })

  it.each([
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ phone_number: '12' }, 'phone_number'],
    [{ email: 'nonsense' }, 'email'],
  ])('422 for %o', async (body, field) => {
    const answer = await ask('PUT /api/users/update-me', await person(), { body })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toHaveProperty(field)
  })

  const confirmToken = async (to: string): Promise<string> => {
    const { text } = await run((tx) =>
      tx
        .selectFrom('messages')
        .select('text')
        .where('recipient', '=', to)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    return /confirm_email=([\w-]+)/.exec(text)![1]!
  }

  it('a new contact email takes effect once confirmed; the sign-in stays', async () => {
    const who = await person()
    const org = await organization(await person())
    const customer = await run((tx) =>
      tx
        .insertInto('customers')
        .values({ organization_id: org, person_id: who.id, email: who.email })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const asked = await ask<MyProfile & { pending_email: string | null }>(
      'PUT /api/users/update-me',
      who,
      { body: { email: 'fresh@example.test', current_password } },
    )
    expect(asked.body).toMatchObject({ email: who.email, pending_email: 'fresh@example.test' })
    const token = await confirmToken('fresh@example.test')
    expect(
      (await ask('POST /api/users/confirm-email', await person(), { body: { token } })).status,
    ).toBe(404)
    expect(
      (await ask('POST /api/users/confirm-email', who, { body: { token: `${token}x` } })).body.code,
    ).toBe('link_expired')
    expect((await ask('POST /api/users/confirm-email', who, { body: { token } })).body.email).toBe(
      'fresh@example.test',
    )
    expect(
      await run((tx) =>
        tx.selectFrom('customers').select('email').where('id', '=', customer.id).executeTakeFirst(),
      ),
    ).toEqual({
      email: 'fresh@example.test',
    })
    // The old mailbox hears of it, and not where messages go now.
    const notices = await run((tx) =>
      tx
        .selectFrom('messages')
        .select(['recipient', 'text'])
        .where('template', '=', 'email_changed')
        .execute(),
    )
    expect(notices.map(({ recipient }) => recipient)).toEqual([who.email])
    expect(notices[0]!.text).not.toContain('fresh@example.test')
    expect((await bed.checkToken(await bed.provider.issueToken(who.email))).subject).toBe(
      who.subject,
    )
  })

  it('409 email_taken for another person’s address', async () => {
    const [who, other] = [await person(), await person()]
    await ask('PUT /api/users/update-me', who, {
      body: { email: other.email, current_password },
    })
    expect(
      (
        await ask('POST /api/users/confirm-email', who, {
          body: { token: await confirmToken(other.email) },
        })
      ).body.code,
    ).toBe('email_taken')
  })
})

describe('POST /api/users/verification-mail', () => {
  it('is sent only to an unverified address', async () => {
    const [proven, unproven] = [await person(), await person({ email_verified: false })]
    expect((await ask<object>('POST /api/users/verification-mail', proven)).body).toEqual({
      sent: false,
    })
    expect((await ask<object>('POST /api/users/verification-mail', unproven)).body).toEqual({
      sent: true,
    })
    expect(bed.mails.at(-1)).toMatchObject({ to: unproven.email, template: 'verify_email' })
  })
})

describe('POST /api/users/password-change-ticket', () => {
  it('returns a working link', async () => {
    const who = await person()
    const { body } = await ask<{ url: string }>('POST /api/users/password-change-ticket', who, {
      body: { current_password },
    })
    expect((await bed.browser().visit(body.url)).text).toContain('Choose a new password')
    expect(await audited('POST /api/users/password-change-ticket', who.id)).toHaveLength(1)
  })

  it('409 password_elsewhere with another identity provider', async () => {
    const who = await person()
    app.identity = null
    try {
      expect((await ask('POST /api/users/password-change-ticket', who)).body.code).toBe(
        'password_elsewhere',
      )
    } finally {
      app.identity = bed.provider
    }
  })
})

describe('POST /api/users/active-organization', () => {
  it('switches immediately, and only to one’s own', async () => {
    const who = await person()
    const [first, second] = [await organization(who), await organization(who)]
    expect((await ask('GET /api/users/me', who)).body.organization_id).toBe(second)
    expect(
      (await ask('POST /api/users/active-organization', who, { body: { organization_id: first } }))
        .body.organization_id,
    ).toBe(first)
    expect((await ask('GET /api/users/me', who)).body.organization_id).toBe(first)
    const foreign = await organization(await person())
    expect(
      (
        await ask('POST /api/users/active-organization', who, {
          body: { organization_id: foreign },
        })
      ).status,
    ).toBe(404)
  })
})

describe('impersonation', () => {
  const start = (who: Person, target: { id: string }, sent?: string) =>
    ask('POST /api/admin/impersonate/start', who, {
      body: { user_id: target.id },
      ...(sent ? { cookie: sent } : {}),
    })

  it('shows the target’s profile along with the admin, survives a reload, and stops', async () => {
    const [admin, target] = [await person({ platform_role: 'admin' }), await person()]
    const org = await organization(target)
    const started = await start(admin, target)
    expect(started.status).toBe(200)
    expect(started.body).toMatchObject({
      id: target.id,
      role: 'owner',
      organization_id: org,
      impersonating: true,
      real_user: { id: admin.id, email: admin.email },
      can_change_password: false,
    })
    const code = started.cookie!
    const reloaded = await ask('GET /api/users/me', admin, { cookie: code })
    expect(reloaded.body).toEqual(started.body)
    expect(Date.parse(reloaded.body.impersonation_ends_at!) - Date.now()).toBeLessThanOrEqual(
      3_600_000,
    )
    expect((await ask('GET /api/users/me', admin)).body).toMatchObject({
      id: admin.id,
      impersonating: false,
    })

    const stopped = await ask<object>('POST /api/admin/impersonate/stop', admin, { cookie: code })
    expect(stopped).toMatchObject({ status: 200, body: { ok: true }, cookie: '' })
    expect((await ask('GET /api/users/me', admin, { cookie: code })).body).toMatchObject({
      id: admin.id,
      impersonating: false,
    })
    expect(await audited('impersonation.started', target.id)).toMatchObject([
      { actor_id: admin.id },
    ])
    expect(await audited('impersonation.stopped', target.id)).toMatchObject([
      { actor_id: target.id, real_actor_id: admin.id },
    ])
  })

  it.each<[string, () => Promise<[Person, { id: string }]>, number, string]>([
    [
      '403 for who is no admin',
      async () => [await person({ platform_role: 'sales' }), await person()],
      403,
      'forbidden',
    ],
    [
      '403 for an owner',
      async () => {
        const who = await person()
        await organization(who)
        return [who, await person()]
      },
      403,
      'forbidden',
    ],
    [
      '404 for an unknown person',
      async () => [await person({ platform_role: 'admin' }), { id: crypto.randomUUID() }],
      404,
      'not_found',
    ],
    [
      '409 for an admin',
      async () => [
        await person({ platform_role: 'admin' }),
        await person({ platform_role: 'admin' }),
      ],
      409,
      'admin_not_impersonable',
    ],
    [
      '409 for an inactive person',
      async () => [await person({ platform_role: 'admin' }), await person({ status: 'inactive' })],
      409,
      'user_inactive',
    ],
  ])('%s', async (_name, scene, status, code) => {
    const [who, target] = await scene()
    const answer = await start(who, target)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.cookie).toBeUndefined()
  })

  it('can’t be nested, and blocks password changes', async () => {
    const [admin, target] = [await person({ platform_role: 'admin' }), await person()]
    const code = (await start(admin, target)).cookie!
    expect((await start(admin, await person(), code)).status).toBe(403)
    expect(
      (await ask('POST /api/users/password-change-ticket', admin, { cookie: code })).body.code,
    ).toBe('impersonation_denied')
  })

  it('doesn’t work for another admin or in another browser', async () => {
    const [admin, other, target] = [
      await person({ platform_role: 'admin' }),
      await person({ platform_role: 'admin' }),
      await person(),
    ]
    const code = (await start(admin, target)).cookie!
    expect((await ask('GET /api/users/me', other, { cookie: code })).body.id).toBe(other.id)
    await ask('POST /api/admin/impersonate/stop', other, { cookie: code })
    expect((await ask('GET /api/users/me', admin, { cookie: code })).body.id).toBe(target.id)
  })
})

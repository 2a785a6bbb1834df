import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worldPassword } from '../demo/data.ts'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { secondFactorMessage } from '../src/domain/people/second-factor.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const never = '0190aaaa-0000-7000-8000-000000000000'
const refusal = {
  status: 403,
  body: { code: 'second_factor_required', error: secondFactorMessage },
}
const declared = Object.entries(calls as Record<string, CallDeclaration>)
const paramsOf = (key: string) =>
  Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, never]))

let open: OpenWorld
let owner: Caller
let manager: Caller
let customer: Caller
let admin: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  customer = await open.as('customer@green-acres.example')
  admin = await open.as('admin@fieldhive.example')
})
afterAll(() => open?.close())

const require = (requires_second_factor: boolean) =>
  owner('PUT /api/owner/sign-in-rules', { body: { requires_second_factor } })

describe('on a machine of one’s own', () => {
  it('a password is enough for everybody, also for administrators', async () => {
    expect((await admin('GET /api/admin/organizations')).status).toBe(200)
    expect((await manager('GET /api/owner/sign-in-rules')).body).toEqual({
      requires_second_factor: false,
    })
    expect((await admin('GET /api/users/me')).body.needs_second_factor).toBe(false)
  })
})

describe('an owner who requires it', () => {
  it('is the only one who may', async () => {
    const body = { requires_second_factor: true }
    expect((await manager('PUT /api/owner/sign-in-rules', { body })).status).toBe(403)
  })

  it('closes every call to staff with a password alone, except those about their own account', async () => {
    expect((await require(true)).status).toBe(200)
    await open.until(
      async () => (await manager('GET /api/users/me')).body.needs_second_factor,
      'the rule to reach the manager',
    )
    const wrong: string[] = []
    for (const [key, declaration] of declared) {
      if (typeof declaration.roles === 'string' || !declaration.roles.manager) continue
      const answer = await manager.raw(key, {
        params: paramsOf(key),
        ...(key.startsWith('GET') ? {} : { body: {} }),
      })
      if (answer.status !== 403 || answer.body.code !== 'second_factor_required') wrong.push(key)
    }
    expect(wrong).toEqual([])
    expect(await manager('GET /api/owner/customers')).toMatchObject(refusal)
    expect(await manager('POST /api/sse/ticket')).toMatchObject(refusal)
    expect((await manager('GET /api/me/sessions')).status).toBe(200)
    expect((await manager('PUT /api/users/update-me', { body: { name: 'Mia' } })).status).toBe(200)
  })

  it('leaves customers alone', async () => {
    expect((await customer('GET /api/invoices')).status).toBe(200)
  })

  it('lets in who sets it up', async () => {
    const begun = await manager('POST /api/me/second-factor/begin', {
      body: { current_password: worldPassword },
    })
    const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate()
    const done = await manager('POST /api/me/second-factor/confirm', { body: { code } })
    expect(done.body.recovery_codes).toHaveLength(10)
    expect((await manager('GET /api/me/second-factor')).body).toEqual({
      is_offered: true,
      is_on: true,
      has_app: true,
      has_password: true,
      passkeys_offered: true,
      passkeys: [],
      recovery_codes_left: 10,
      is_required: true,
    })
    const rows = await open.rows<{ action: string; after: unknown }>(
      `select action, after from audit where action like '%second-factor%'`,
    )
    expect(rows).toEqual([{ action: 'POST /api/me/second-factor/confirm', after: null }])
    const [mail] = await open.rows<{ subject: string }>(
      `select subject from messages where template = 'second_factor_changed'`,
    )
    expect(mail?.subject).toBe('Your sign-in asks for a code now')
  })
})

describe('POST /api/me/passkeys', () => {
  const begin = (body: object) => customer('POST /api/me/passkeys/begin', { body })

  it('keeps what the browser made, and notes it', async () => {
    expect((await begin({ current_password: 'wrong' })).status).toBe(422)
    const { options, ticket } = (await begin({ current_password: worldPassword })).body
    const response = new PasskeyDevice(open.app.config.PUBLIC_URL).make(options)
    const added = await customer('POST /api/me/passkeys', {
      body: { ticket, response, name: ' My phone ' },
    })
    expect(added.body.recovery_codes).toHaveLength(10)
    const { passkeys } = (await customer('GET /api/me/second-factor')).body
    expect(passkeys).toMatchObject([{ name: 'My phone', is_synced: false, used_at: null }])
    const params = { id: passkeys[0]!.id }
    expect(
      (await customer('PATCH /api/me/passkeys/{id}', { params, body: { name: 'Phone' } })).status,
    ).toBe(200)
    const removal = (body: object, caller = customer) =>
      caller('POST /api/me/passkeys/{id}/removal', { params, body })
    expect((await removal({ current_password: worldPassword }, owner)).status).toBe(404)
    expect((await removal({})).body.code).toBe('prove_it_is_you')
    expect((await removal({ current_password: worldPassword })).status).toBe(200)
    await open.app.security.written()
    const noted = await open.rows<{ action: string }>(
      `select detail ->> 'action' as action from security_events where event = 'authn_factor_change'
        and detail ->> 'action' like '%passkeys%' order by id`,
    )
    expect(noted.map(({ action }) => action)).toEqual([
      'POST /api/me/passkeys',
      'PATCH /api/me/passkeys/{id}',
      'POST /api/me/passkeys/{id}/removal',
    ])
  })

  it('422 passkey_refused', async () => {
    const refused = await customer('POST /api/me/passkeys', {
      body: { ticket: 'made up', response: {}, name: 'Phone' },
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'passkey_refused' } })
  })
})

describe('a process that others can reach', () => {
  it('lets no administrator in with the password alone', async () => {
    const served = await openWorld({ HOST: '0.0.0.0', SEED: 'none' })
    const alone = await served.as('admin@fieldhive.example')
    expect(await alone('GET /api/admin/organizations')).toMatchObject(refusal)
    expect((await alone('GET /api/users/me')).body.needs_second_factor).toBe(true)
    const someone = await served.as('owner@green-acres.example')
    expect((await someone('GET /api/owner/customers')).status).toBe(200)
    await served.close()
  })
})

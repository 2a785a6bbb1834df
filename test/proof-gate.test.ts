import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const never = '0190aaaa-0000-7000-8000-000000000000'

/** Calls that change how somebody signs in or is reached, with what they are sent. */
const gated: Record<string, object> = {
  'PUT /api/users/update-me': { email: 'somewhere.else@mail.example' },
  'POST /api/users/password-change-ticket': {},
  'POST /api/me/second-factor/begin': {},
  'POST /api/me/second-factor/end': {},
  'POST /api/me/passkeys/begin': {},
  'POST /api/me/passkeys/{id}/removal': {},
  'POST /api/me/numbers': { phone_number: '(919) 555-0190' },
  'POST /api/me/numbers/removal': { phone_number: '(919) 555-0190' },
}

/** The other calls of one's own account, and why they need no proof. */
const open_: Record<string, string> = {
  'POST /api/me/second-factor/confirm': 'takes a code of the secret that begin gave out',
  'POST /api/me/passkeys': 'takes the ticket that begin gave out',
  'POST /api/me/numbers/confirm': 'takes the code that was texted after the proof',
  'POST /api/users/confirm-email': 'takes the link that was mailed after the proof',
  'POST /api/me/proof/begin': 'asks for the proof',
  'POST /api/me/proof/code': 'sends the proof to its owner',
  'POST /api/me/proof': 'is the proof',
  'PATCH /api/me/passkeys/{id}': 'changes a name',
  'POST /api/me/sessions/end': 'only closes',
  'POST /api/me/sessions/end-others': 'only closes',
  'POST /api/me/erasure': 'waits two weeks and tells the mailbox',
  'POST /api/me/erasure/cancel': 'changes nothing',
  'PUT /api/users/picture': 'no sign-in',
  'POST /api/users/verification-mail': 'goes to the mailbox',
  'POST /api/users/active-organization': 'no sign-in',
  'POST /api/admin/impersonate/stop': 'only closes',
  'POST /api/sse/ticket': 'no sign-in',
  'POST /api/users/signup/claim': 'no sign-in',
  'POST /api/public/invitations/{code}/claim': 'no sign-in',
  'POST /api/public/owner-onboard/{code}/accept': 'no sign-in',
  'POST /api/public/owner-onboard/{code}/complete': 'no sign-in',
}

let open: OpenWorld
let customer: Caller
beforeAll(async () => {
  open = await openWorld()
  // A token without a sign-in of its own, as a stolen one outlives the first minutes.
  customer = await open.as('customer@green-acres.example')
})
afterAll(() => open?.close())

describe('a change of one’s own account', () => {
  it('is either asked "is it you?" or listed with why not', () => {
    const own = Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) =>
      call.roles === 'signed_in' && !key.startsWith('GET ') ? [key] : [],
    )
    expect(own.toSorted()).toEqual([...Object.keys(gated), ...Object.keys(open_)].toSorted())
  })

  it.each(Object.entries(gated))('403 prove_it_is_you %s', async (key, body) => {
    const answer = await customer.raw(key, { body, params: { id: never } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'prove_it_is_you' } })
  })

  it.each(Object.entries(gated))('422 with a wrong password %s', async (key, body) => {
    const current_password = 'not the right one'
    const answer = await customer.raw(key, {
      body: { ...body, current_password },
      params: { id: never },
    })
    expect(answer).toMatchObject({ status: 422 })
  })

  it.each(Object.keys(gated))('is closed to who acts as somebody else: %s', (key) => {
    // The profile has other fields, and refuses only where they are reached: see the ways in.
    const declared = (calls as Record<string, CallDeclaration>)[key]!
    expect(declared.impersonation).toBe(key === 'PUT /api/users/update-me' ? undefined : 'deny')
  })
})

describe('somebody without a password and a passkey', () => {
  const email = 'no-password@mail.example'
  const number = '+19195550188'
  let caller: Caller
  beforeAll(async () => {
    await open.app.identity!.createAccount({
      email,
      name: 'Nell',
      password: 'velvet anchor thirteen',
      email_verified: true,
    })
    caller = await open.as(email)
    await open.rows(
      `insert into idp_address (kind, address, account_id, how) select 'phone', $1, id, 'code' from idp_account where email = $2`,
      [number, email],
    )
  })
  const forgetPassword = () =>
    open.rows('update idp_account set password_hash = null where email = $1', [email])
  const send = (to: string) => caller('POST /api/me/proof/code', { body: { to } })
  const prove = (code: string) => caller('POST /api/me/proof', { body: { code } })
  const codeAt = async (to: string): Promise<string> => {
    const [row] = await open.rows<{ said: string }>(
      `select concat_ws(' ', subject, text) as said from messages where recipient = $1 and template = 'sign_in_code' order by id desc limit 1`,
      [to],
    )
    return /\b\d{6}\b/.exec(row!.said)![0]
  }

  it('is sent no code while there is a password', async () => {
    expect((await caller('POST /api/me/proof/begin')).body).toMatchObject({
      has_password: true,
      codes_to: [],
    })
    expect((await send(email)).status).toBe(404)
  })

  it.each([email, number])(
    'gets one at %s, which works once and for what was typed',
    async (to) => {
      await forgetPassword()
      expect((await caller('POST /api/me/proof/begin')).body).toEqual({
        has_password: false,
        passkey: null,
        codes_to: [
          { by: 'email', to: email },
          { by: 'sms', to: number },
        ],
      })
      expect((await send(to)).status).toBe(200)
      const code = await codeAt(to)
      const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      expect(await prove(other)).toMatchObject({
        status: 422,
        body: { fields: { code: expect.stringContaining('wrong or too old') } },
      })
      const { status, body } = await prove(code)
      expect(status).toBe(200)
      expect((await prove(code)).status).toBe(422)
      const phone_number = '(919) 555-0190'
      expect((await caller('POST /api/me/numbers', { body: { phone_number } })).status).toBe(403)
      const { proof } = body
      expect((await caller('POST /api/me/numbers', { body: { phone_number, proof } })).status).toBe(
        200,
      )
    },
  )

  it('404 for an address that is not theirs', async () => {
    for (const to of ['customer@green-acres.example', '+19195550100'])
      expect((await send(to)).status).toBe(404)
  })
})

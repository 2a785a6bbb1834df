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
    const answer = await customer(key, { body, params: { id: never } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'prove_it_is_you' } })
  })

  it.each(Object.entries(gated))('422 with a wrong password %s', async (key, body) => {
    const current_password = 'not the right one'
    const answer = await customer(key, {
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

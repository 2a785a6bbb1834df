import { Secret, TOTP } from 'otpauth'
import { worldPassword } from '../demo/data.ts'
import type { Before, Caller } from './costs/samples.ts'
import { PasskeyDevice } from './passkey-device.ts'
import type { Stand } from './stands.ts'
import type { OpenWorld } from './world.ts'

/** What happens before calls about accounts, roles and teams. */
export function standsOfPeople(open: OpenWorld): Record<string, Stand> {
  const { green } = open.world
  const idOf = (person: string) => green.people[person]!.id
  const proof = { current_password: worldPassword }
  const number = { phone_number: '+19195550188' }

  const last = async (template: string): Promise<string> => {
    const [letter] = await open.rows<{ text: string }>(
      'select text from messages where template = $1 order by id desc limit 1',
      [template],
    )
    return letter!.text
  }
  /** Sets up codes for somebody; what they type next. */
  const begun = async (before: Before, role: Caller): Promise<string> => {
    const { secret } = await before('POST /api/me/second-factor/begin', { role, body: proof })
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  }
  const withCodes = async (before: Before, role: Caller) => {
    const code = await begun(before, role)
    await before('POST /api/me/second-factor/confirm', { role, body: { code } })
  }
  const made = async (before: Before) => {
    const { options, ticket } = await before('POST /api/me/passkeys/begin', {
      role: 'user',
      body: proof,
    })
    const response = new PasskeyDevice(open.app.config.PUBLIC_URL).make(options)
    return { ticket, response, name: 'My phone' }
  }
  const passkey = async (before: Before) => {
    await before('POST /api/me/passkeys', { role: 'user', body: await made(before) })
    const { passkeys } = await before('GET /api/me/second-factor', { role: 'user' })
    return { id: passkeys[0].id as string }
  }
  const asked = async (before: Before) => {
    await before('POST /api/me/numbers', { body: { ...proof, ...number } })
    return /\d{6}/.exec(await last('sign_in_code'))![0]
  }
  const offered = (before: Before) =>
    before('POST /api/owner/people/{id}/hand-over', { params: { id: idOf('manager') }, body: {} })
  const inviting = () =>
    open.rows<{ url: string }>(
      "select data ->> 'url' as url from messages where recipient = 'new@mail.example' order by id desc limit 1",
    )
  const invited = async (before: Before) => {
    // Two calls that meet may both need her, and nobody is invited twice.
    if ((await inviting()).length === 0)
      await before('POST /api/owner/crew-members', {
        body: { name: 'Nia New', email: 'new@mail.example', role: 'crew_member' },
      })
    const [{ url }] = (await inviting()) as [{ url: string }]
    return { code: new URL(url).searchParams.get('code')! }
  }

  return {
    'POST /api/admin/update-user': async () => ({
      body: { id: idOf('manager'), role: 'payee', organization_id: green.id },
    }),
    'POST /api/admin/users/{id}/second-factor-reset': async (before) => {
      await withCodes(before, 'manager')
      return { params: { id: idOf('manager') }, body: {} }
    },
    'POST /api/owner/people/{id}/second-factor-reset': async (before) => {
      await withCodes(before, 'manager')
      return { params: { id: idOf('manager') }, body: {} }
    },
    'POST /api/owner/people/{id}/device-link': async () => {
      await open.rows('update people set email = null where id = $1', [idOf('crew')])
      return { params: { id: idOf('crew') }, body: {} }
    },
    'POST /api/me/numbers': async () => ({ body: { ...proof, ...number } }),
    'POST /api/me/numbers/confirm': async (before) => ({ body: { code: await asked(before) } }),
    'POST /api/me/numbers/removal': async (before) => {
      await before('POST /api/me/numbers/confirm', { body: { code: await asked(before) } })
      return { body: { ...proof, ...number } }
    },
    'POST /api/me/proof': async () => ({ body: proof }),
    'POST /api/users/password-change-ticket': async () => ({ body: proof }),
    'POST /api/me/second-factor/begin': async () => ({ body: proof }),
    'POST /api/me/second-factor/confirm': async (before) => ({
      body: { code: await begun(before, 'owner') },
    }),
    'POST /api/me/second-factor/end': async (before) => {
      await withCodes(before, 'owner')
      return { body: proof }
    },
    'POST /api/me/passkeys/begin': async () => ({ role: 'user', body: proof }),
    'POST /api/me/passkeys': async (before) => ({ role: 'user', body: await made(before) }),
    'PATCH /api/me/passkeys/{id}': async (before) => ({
      role: 'user',
      params: await passkey(before),
      body: { name: 'Old phone' },
    }),
    'POST /api/me/passkeys/{id}/removal': async (before) => ({
      role: 'user',
      params: await passkey(before),
      body: proof,
    }),
    'POST /api/me/erasure': async () => ({ role: 'user', body: { sure: true } }),
    'POST /api/owner/people/{id}/hand-over': async () => ({
      params: { id: idOf('manager') },
      body: {},
    }),
    'POST /api/owner/hand-over/withdraw': async (before) => {
      await offered(before)
      return { body: {} }
    },
    'POST /api/owner/hand-over/accept': async (before) => {
      await offered(before)
      return { role: 'manager', body: {} }
    },
    'POST /api/owner/hand-over/decline': async (before) => {
      await offered(before)
      return { role: 'manager', body: {} }
    },
    'POST /api/owner/invitations/{code}/revoke': async (before) => ({
      params: await invited(before),
    }),
    'POST /api/owner/invitations/{code}/resend': async (before) => ({
      params: await invited(before),
    }),
    'DELETE /api/owner/teams/{id}': async () => {
      const [from, to] = Object.values(green.teams)
      return { params: { id: from! }, body: { move_to: to! } }
    },
    'POST /api/owner/teams/{id}/members': async () => ({
      params: { id: Object.values(green.teams)[1]! },
      body: { user_id: idOf('crew') },
    }),
    'POST /api/sales/leads/{id}/assign': async () => {
      const { id } = await open.row<{ id: string }>(
        'select id from platform_leads where assigned_to_person_id is null order by id',
      )
      return { role: 'sales', params: { id }, body: { user_id: open.world.sales } }
    },
  }
}

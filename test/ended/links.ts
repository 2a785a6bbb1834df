import { hashCode, newCode, seal } from '../../src/server/base/kit/codes.ts'
import type { Caller, OpenWorld } from '../world.ts'
import { messageTo, newHolder } from './person.ts'

/** How a link ends, beside what ends the person behind it. */
export type EndingOfLink =
  | 'it is used'
  | 'another is made'
  | 'it is taken back'
  | 'its date passes'
  | 'its maker’s access ends'
  | 'the business is closed'
/** What follows: it opens nothing any more; it goes on, and why; or it cannot happen, and why. */
export type Cell = 'closed' | { stays: string } | { never: string }

type Link = {
  isOpen: () => Promise<boolean>
  /** What brings about the endings that are not the same for all. */
  ends: Partial<Record<EndingOfLink, () => Promise<unknown>>>
}
type Making = { open: OpenWorld; maker: Caller; owner: Caller; admin: Caller }
type WayByLink = {
  /** The columns that hold it. */
  holds: string[]
  make: (making: Making) => Promise<Link>
  after: Record<EndingOfLink, Cell>
}

let many = 0
const newEmail = () => `link-${++many}@mail.example`
const found = (text: string, pattern: RegExp) => pattern.exec(text)![1]!
const answers = async (call: Promise<{ status: number }>) => (await call).status === 200
const staysForPayers = { stays: 'a bill is owed whatever becomes of the business or its staff' }
const ofBusiness = { stays: 'it is the business’s, whoever made it' }
const noDate = { never: 'it has no date' }

async function invoiceBy({ maker, open }: Making) {
  const { body } = await maker('POST /api/invoices', {
    body: {
      customer_id: open.world.green.customers['quinn']!.id,
      lines: [{ description: 'Gate repaired', quantity: 1, unit_price_cents: 4_500 }],
    },
  })
  return body.invoice as { id: string; customer_id: string; total_cents: number }
}

export const waysByLink: Record<string, WayByLink> = {
  'a pay link': {
    holds: [
      'invoices.pay_token_hash',
      'invoices.pay_token_sealed',
      'invoices.pay_token_expires_at',
    ],
    async make(making) {
      const { open, maker } = making
      const { id, total_cents } = await invoiceBy(making)
      const params = { id }
      const link = async () =>
        (await maker('POST /api/invoices/{id}/paylink', { params, body: { send: false } })).body.url
      const token = (await link()).split('/').at(-1)!
      return {
        isOpen: () => answers(open.anonymous('GET /api/public/pay/{token}', { params: { token } })),
        ends: {
          'it is used': () =>
            maker('POST /api/invoices/{id}/mark-paid', {
              params,
              body: { amount_cents: total_cents },
              key: crypto.randomUUID(),
            }),
          'another is made': link,
          'it is taken back': () =>
            maker('POST /api/invoices/{id}/void', { params, body: { reason: 'Twice' } }),
          'its date passes': () =>
            open.rows(
              "update invoices set pay_token_expires_at = now() - interval '1 minute' where id = $1",
              [id],
            ),
        },
      }
    },
    after: {
      'it is used': { stays: 'it shows that the bill is paid' },
      'another is made': { stays: 'it is the same one while it is good' },
      'it is taken back': { stays: 'it shows that nothing is owed any more' },
      'its date passes': 'closed',
      'its maker’s access ends': staysForPayers,
      'the business is closed': staysForPayers,
    },
  },
  'a card link': {
    holds: ['card_links.token_hash'],
    async make({ open }) {
      const token = newCode()
      const [attempt] = await open.rows(
        'select id, invoice_id from charge_attempts where organization_id = $1 order by id desc limit 1',
        [open.world.green.id],
      )
      await open.rows('delete from card_links')
      await open.rows(
        `insert into card_links (organization_id, invoice_id, failed_attempt_id, token_hash, expires_at)
          values ($1, $2, $3, $4, now() + interval '1 day')`,
        [open.world.green.id, attempt!.invoice_id, attempt!.id, hashCode(token)],
      )
      const set = (to: string) =>
        open.rows(`update card_links set ${to} where token_hash = $1`, [hashCode(token)])
      return {
        isOpen: () =>
          answers(open.anonymous('GET /api/public/card/{token}', { params: { token } })),
        ends: {
          'it is used': () => set('used_at = now()'),
          'its date passes': () => set("expires_at = now() - interval '1 minute'"),
        },
      }
    },
    after: {
      'it is used': { stays: 'it shows that the card is replaced' },
      'another is made': { never: 'each is for a charge that failed' },
      'it is taken back': { never: 'it ends with its date' },
      'its date passes': 'closed',
      'its maker’s access ends': { never: 'a job makes it' },
      'the business is closed': staysForPayers,
    },
  },
  'a link to agree': {
    holds: ['consent_requests.token_hash', 'consent_requests.token_sealed'],
    async make({ open }) {
      const token = newCode()
      await open.rows('delete from consent_requests')
      await open.rows(
        `insert into consent_requests (organization_id, customer_id, old_cap_cents, new_cap_cents, token_hash, token_sealed)
          values ($1, $2, 1000, 2000, $3, $4)`,
        [
          open.world.green.id,
          open.world.green.customers['casey']!.id,
          hashCode(token),
          seal(open.app.secret, token),
        ],
      )
      return {
        isOpen: () =>
          answers(open.anonymous('GET /api/public/consent/{token}', { params: { token } })),
        ends: {
          'it is used': () =>
            open.anonymous('POST /api/public/consent/{token}', {
              params: { token },
              body: { agree: false },
            }),
        },
      }
    },
    after: {
      'it is used': { stays: 'it shows the answer' },
      'another is made': { never: 'a customer is asked the newest question' },
      'it is taken back': { never: 'an answer ends it' },
      'its date passes': noDate,
      'its maker’s access ends': { never: 'a job makes it' },
      'the business is closed': { stays: 'an answer can still be looked up' },
    },
  },
  'an invitation of staff': {
    holds: ['invitations.code_hash', 'invitations.code_sealed'],
    async make({ open, maker, owner }) {
      const email = newEmail()
      await maker('POST /api/owner/invitations', { body: { email, role: 'crew_member' } })
      const code = found(await messageTo(open, email, 'staff_invite'), /accept\?code=(\w+)/)
      return {
        isOpen: () =>
          answers(open.anonymous('GET /api/public/invitations/{code}', { params: { code } })),
        ends: {
          'it is used': async () => {
            await open.app.identity!.createAccount({
              email,
              name: 'Ida',
              password: 'velvet anchor thirteen',
              email_verified: true,
            })
            return (await open.as(email))('POST /api/public/invitations/{code}/claim', {
              params: { code },
            })
          },
          'another is made': () =>
            owner('POST /api/owner/invitations', { body: { email, role: 'crew_member' } }),
          'it is taken back': () =>
            owner('POST /api/owner/invitations/{code}/revoke', { params: { code } }),
          'its date passes': () =>
            open.rows(
              "update invitations set expires_at = now() - interval '1 minute' where email = $1",
              [email],
            ),
        },
      }
    },
    after: {
      'it is used': 'closed',
      'another is made': 'closed',
      'it is taken back': 'closed',
      'its date passes': 'closed',
      'its maker’s access ends': ofBusiness,
      'the business is closed': 'closed',
    },
  },
  'an invitation of a customer': {
    holds: [],
    async make({ open, maker, owner }) {
      const { body } = await maker('POST /api/owner/invitations/create', { body: { via: 'qr' } })
      const { code } = body.invite ?? body
      return {
        isOpen: () =>
          answers(open.anonymous('GET /api/public/signup/{code}', { params: { code: code! } })),
        ends: {
          'it is taken back': () =>
            owner('POST /api/owner/invitations/{code}/revoke', { params: { code: code! } }),
          'its date passes': () =>
            open.rows(
              "update invitations set expires_at = now() - interval '1 minute' where code_hash = $1",
              [hashCode(code!)],
            ),
        },
      }
    },
    after: {
      'it is used': { never: 'several may sign up by a code that is shown' },
      'another is made': { never: 'each goes on alone' },
      'it is taken back': 'closed',
      'its date passes': 'closed',
      'its maker’s access ends': ofBusiness,
      'the business is closed': 'closed',
    },
  },
  'the permanent sign-up link': {
    holds: [],
    async make({ open, maker, owner }) {
      const { code } = (await maker('GET /api/owner/invitations/permanent')).body
      return {
        isOpen: () =>
          answers(open.anonymous('GET /api/public/signup/{code}', { params: { code } })),
        ends: { 'another is made': () => owner('POST /api/owner/invitations/permanent/rotate') },
      }
    },
    after: {
      'it is used': { never: 'everybody signs up by it' },
      'another is made': 'closed',
      'it is taken back': { never: 'it is replaced' },
      'its date passes': noDate,
      'its maker’s access ends': ofBusiness,
      'the business is closed': 'closed',
    },
  },
  'a sign-up that was begun': {
    holds: ['signup_leads.token_hash'],
    async make({ open, owner }) {
      const { code } = (await owner('GET /api/owner/invitations/permanent')).body
      const { body } = await open.anonymous('POST /api/public/signup/{code}/lead', {
        params: { code },
        body: { email: newEmail() },
      })
      return {
        isOpen: () =>
          answers(
            open.anonymous('GET /api/public/signup/{code}/lead', {
              params: { code },
              query: { lead_token: body.lead_token },
            }),
          ),
        ends: { 'another is made': () => owner('POST /api/owner/invitations/permanent/rotate') },
      }
    },
    after: {
      'it is used': { never: 'it goes on until the customer has an account' },
      'another is made': { stays: 'who began by an old link may finish' },
      'it is taken back': { never: 'a job forgets it' },
      'its date passes': noDate,
      'its maker’s access ends': { never: 'the customer makes it' },
      'the business is closed': 'closed',
    },
  },
  'a calendar link': {
    holds: ['calendar_feeds.token_hash', 'calendar_feeds.token_sealed'],
    async make({ open, maker }) {
      const make = async () => {
        const { body } = await maker('POST /api/me/calendars', { body: { scope: 'schedule' } })
        return body.feeds.find((one) => one.link)!.link as { id: string; url: string }
      }
      const { id, url } = await make()
      return {
        isOpen: () => answers(open.anonymous.raw(`GET ${new URL(url).pathname}`)),
        ends: {
          'another is made': make,
          'it is taken back': () => maker('DELETE /api/me/calendars/{id}', { params: { id } }),
        },
      }
    },
    after: {
      'it is used': { never: 'a calendar reads it again and again' },
      'another is made': 'closed',
      'it is taken back': 'closed',
      'its date passes': noDate,
      'its maker’s access ends': 'closed',
      'the business is closed': 'closed',
    },
  },
  'a device link': {
    holds: ['idp_device_link.token_hash'],
    async make({ open, maker }) {
      const { device_id: id } = await newHolder(open)
      const make = async () => {
        const { body } = await maker('POST /api/owner/people/{id}/device-link', { params: { id } })
        return new URL(body.url).searchParams.get('token')!
      }
      const token = await make()
      return {
        isOpen: () => answers(fetch(`${open.url}/idp/device?token=${token}`)),
        ends: {
          'it is used': () =>
            fetch(`${open.url}/idp/device`, {
              method: 'POST',
              redirect: 'manual',
              body: new URLSearchParams({ token }),
            }),
          'another is made': make,
          'its date passes': () =>
            open.rows(
              "update idp_device_link set expires_at = now() - interval '1 minute' where used_at is null",
            ),
        },
      }
    },
    after: {
      'it is used': 'closed',
      'another is made': 'closed',
      'it is taken back': { never: 'it ends with the sign-out of whom it is for' },
      'its date passes': 'closed',
      'its maker’s access ends': ofBusiness,
      'the business is closed': {
        stays: 'it signs in to an account, which a closed business lets in nowhere',
      },
    },
  },
  'a link to set a password': {
    holds: ['idp_link.token_hash'],
    async make({ open }) {
      const { signed } = await newHolder(open)
      const make = async () => {
        const { body } = await signed.call('POST /api/users/password-change-ticket')
        return new URL(body.url).searchParams.get('token')!
      }
      const token = await make()
      return {
        isOpen: () => answers(fetch(`${open.url}/idp/reset?token=${token}`)),
        ends: {
          'it is used': () =>
            signed.browser.visit('/idp/reset', { token, password: 'copper lantern harbor' }),
          'another is made': make,
          'its date passes': () =>
            open.rows("update idp_link set expires_at = now() - interval '1 minute'"),
        },
      }
    },
    after: {
      'it is used': 'closed',
      'another is made': { stays: 'using one ends the others' },
      'it is taken back': { never: 'it ends within hours' },
      'its date passes': 'closed',
      'its maker’s access ends': { never: 'one makes it for oneself' },
      'the business is closed': { stays: 'the account is one’s own' },
    },
  },
  'a link that takes a change back': {
    holds: ['idp_undo.token_hash', 'idp_undo.before_sealed'],
    async make({ open }) {
      const { signed, email } = await newHolder(open)
      const { body } = await signed.call('POST /api/users/password-change-ticket')
      const change = new URL(body.url).searchParams.get('token')!
      await signed.browser.visit('/idp/reset', { token: change, password: 'copper lantern harbor' })
      const text = await messageTo(open, email, 'password_changed')
      const token = found(text, /\/idp\/undo\?token=([\w-]+)/)
      return {
        isOpen: () => answers(fetch(`${open.url}/idp/undo?token=${token}`)),
        ends: {
          'it is used': () => signed.browser.visit('/idp/undo', { token }),
          'its date passes': () =>
            open.rows("update idp_undo set expires_at = now() - interval '1 minute'"),
        },
      }
    },
    after: {
      'it is used': 'closed',
      'another is made': { never: 'each takes back a change of its own' },
      'it is taken back': { never: 'it ends with its date' },
      'its date passes': 'closed',
      'its maker’s access ends': { never: 'the letter comes by itself' },
      'the business is closed': { stays: 'the account is one’s own' },
    },
  },
  'a link that ends letters': {
    holds: [],
    async make({ open, maker }) {
      const letters = await open.rows<{ text: string }>(
        "select text from messages where text like '%/unsubscribe/%' and organization_id = $1 limit 1",
        [open.world.green.id],
      )
      const token = found(letters[0]!.text, /\/unsubscribe\/([\w.-]+)/)
      const params = { token }
      return {
        isOpen: () => answers(open.anonymous('GET /api/public/unsubscribe/{token}', { params })),
        ends: {
          'it is used': () => open.anonymous('POST /api/public/unsubscribe/{token}', { params }),
          'another is made': () => maker('GET /api/users/me'),
        },
      }
    },
    after: {
      'it is used': { stays: 'it switches letters on again' },
      'another is made': { stays: 'every letter has one' },
      'it is taken back': { never: 'an old letter still says how to end letters' },
      'its date passes': noDate,
      'its maker’s access ends': { stays: 'it is the customer’s' },
      'the business is closed': { stays: 'nobody has to get letters' },
    },
  },
  'an admin who acts as somebody': {
    holds: ['impersonations.session_hash'],
    async make({ open, admin }) {
      const { id, email } = await newHolder(open)
      const started = await admin('POST /api/admin/impersonate/start', { body: { user_id: id } })
      const cookie = started.headers.getSetCookie()[0]!.split(';')[0]!
      const headers = { cookie }
      return {
        // The admin is nobody at the business.
        isOpen: async () => (await admin('GET /api/users/me', { headers })).body.email === email,
        ends: {
          'it is taken back': () => admin('POST /api/admin/impersonate/stop', { headers }),
          'its date passes': async () => {
            await open.rows("update impersonations set expires_at = now() - interval '1 minute'")
            open.app.actors.forget()
          },
        },
      }
    },
    after: {
      'it is used': { never: 'it goes on for its hour' },
      'another is made': { never: 'one at a time' },
      'it is taken back': 'closed',
      'its date passes': 'closed',
      'its maker’s access ends': { never: 'an admin makes it' },
      'the business is closed': { stays: 'support looks after closed businesses, too' },
    },
  },
}

import { decodeJwt } from 'jose'
import { createBrowser } from '../../src/server/people/identity/test-bed.ts'
import { emit } from '../../src/server/base/events.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import type { Caller, OpenWorld } from '../world.ts'

/** A crew leader who is signed in on a browser, and a crew member without e-mail beside them. */
export type Holder = Awaited<ReturnType<typeof newHolder>>
const publicUrl = 'http://localhost:3000'
const password = 'velvet anchor thirteen'
let many = 0

export async function newHolder(open: OpenWorld) {
  const owner = await open.as('owner@green-acres.example')
  const email = `ended-${++many}@mail.example`
  const team_id = open.world.green.teams['North Crew']!
  await open.app.identity!.createAccount({ email, name: 'Kim', password, email_verified: true })
  const id: string = (await (await open.as(email))('GET /api/users/me')).body.id
  await open.rows(
    "insert into memberships (organization_id, person_id, role, team_id) values ($1, $2, 'crew_leader', $3)",
    [open.world.green.id, id, team_id],
  )
  open.app.actors.forget(id)
  const name = `No Mail ${many}`
  const body = { name, phone_number: `(919) 555-01${10 + many}`, team_id }
  const added = await owner('POST /api/owner/crew-members', { body })
  if (added.status !== 201) throw new Error(`Not added: ${JSON.stringify(added.body)}`)
  const { id: device_id } = await open.row<{ id: string }>(
    'select id from people where name = $1',
    [name],
  )
  return { email, id, device_id: device_id, signed: await signIn(open, email) }
}

export const by = (open: OpenWorld, token: string): Caller => open.by(token)

const browserOf = (open: OpenWorld) => createBrowser(open.url, publicUrl)
type Browser = ReturnType<typeof browserOf>
const begin = (open: OpenWorld, browser: Browser, change: Record<string, string> = {}) =>
  browser.begin({ audience: open.app.config.OIDC_AUDIENCE, ...change })

async function enter(open: OpenWorld, email: string, typed: string) {
  const browser = browserOf(open)
  const { verifier, arrival } = await begin(open, browser, { prompt: 'login' })
  const back = await browser.visit(`${arrival.url.pathname}/login`, { email, password: typed })
  if (!back.url.searchParams.has('code')) return null
  return { browser, body: (await browser.exchange(back, verifier)).body }
}

async function signIn(open: OpenWorld, email: string) {
  const entered = await enter(open, email, password)
  const { access_token, refresh_token } = entered!.body as Record<string, string>
  const { sid } = decodeJwt(access_token!)
  // A sign-in is noted after the answer.
  await open.until(
    async () => (await open.rows('select 1 from idp_session where uid = $1', [sid])).length,
    'the note of a sign-in',
  )
  return {
    browser: entered!.browser,
    token: access_token!,
    refresh_token: refresh_token!,
    call: by(open, access_token!),
  }
}

/** True if this token reads what belongs to the business. */
const readsBusiness = async (open: OpenWorld, token: string | undefined): Promise<boolean> =>
  token !== undefined && (await by(open, token)('GET /api/crew/team')).status === 200

/** The newest message to an address. */
export async function messageTo(open: OpenWorld, to: string, template: string): Promise<string> {
  return open.until(async () => {
    const rows = await open.rows<{ said: string }>(
      "select concat_ws(' ', subject, text) as said from messages where recipient = $1 and template = $2 order by id desc limit 1",
      [to, template],
    )
    return rows[0]?.said
  }, `${template} to ${to}`)
}

/** A link to set another password, from one's own settings. */
async function passwordLink({ signed }: Holder): Promise<string> {
  const { body } = await signed.call('POST /api/users/password-change-ticket')
  return new URL(body.url).searchParams.get('token')!
}

type Key = {
  /** Whether it opens something now; one that works once is used up by this. */
  isOpen: () => Promise<boolean>
  once?: true
}

/** Each way in that a person has, made anew. */
export const waysOfPeople = {
  'an open stream': async (open, { signed }) => {
    const answer = await fetch(`${open.url}/api/sse`, {
      headers: { authorization: `Bearer ${signed.token}` },
    })
    let text = ''
    let isEnded = answer.status !== 200
    void (async () => {
      for await (const chunk of answer.body!) text += Buffer.from(chunk).toString()
    })()
      .catch(() => {})
      .finally(() => (isEnded = true))
    return {
      // An event that everybody hears follows whatever ended the stream.
      async isOpen() {
        text = ''
        await inOrgAll(open.app.store, open.world.green.id, system, (tx) =>
          emit(tx, 'organization.changed', {}),
        )
        await open.until(
          async () => isEnded || text.includes('organization_updated'),
          'the stream goes on or ends',
        )
        return !isEnded
      },
    }
  },
  'a ticket for a stream': async (open, { signed }) => {
    const { ticket } = (await signed.call('POST /api/sse/ticket')).body
    return {
      once: true,
      async isOpen() {
        const answer = await fetch(`${open.url}/api/sse?ticket=${ticket}`)
        await answer.body?.cancel()
        return answer.status === 200
      },
    }
  },
  'a ticket of support that acts as them': async (open, { id }) => {
    const admin = await open.as('admin@fieldhive.example')
    const started = await admin('POST /api/admin/impersonate/start', { body: { user_id: id } })
    const headers = { cookie: started.headers.getSetCookie()[0]!.split(';')[0]! }
    const { ticket } = (await admin('POST /api/sse/ticket', { headers })).body
    return {
      once: true,
      async isOpen() {
        const answer = await fetch(`${open.url}/api/sse?ticket=${ticket}`)
        await answer.body?.cancel()
        await admin('POST /api/admin/impersonate/stop', { headers })
        return answer.status === 200
      },
    }
  },
  'an access token': async (open, { signed }) => ({
    isOpen: () => readsBusiness(open, signed.token),
  }),
  'a sending key': async (open, { signed }) => {
    const { key } = (await signed.call('POST /api/crew/sending-key')).body
    const command = () => ({
      client_id: crypto.randomUUID(),
      kind: 'clock_in',
      at: new Date().toISOString(),
      waited_ms: 0,
    })
    return {
      async isOpen() {
        const sent = await by(open, key)('POST /api/crew/commands', {
          body: { commands: [command()] },
        })
        return sent.status === 200
      },
    }
  },
  'a refresh token': async (open, { signed }) => {
    let { refresh_token } = signed
    return {
      async isOpen() {
        const { body } = await signed.browser.refresh(refresh_token)
        refresh_token = body.refresh_token ?? refresh_token
        return readsBusiness(open, body.access_token)
      },
    }
  },
  'a session': async (open, { signed }) => ({
    async isOpen() {
      const { verifier, arrival } = await begin(open, signed.browser, { prompt: 'none' })
      if (!arrival.url.searchParams.has('code')) return false
      const { body } = await signed.browser.exchange(arrival, verifier)
      return readsBusiness(open, body.access_token)
    },
  }),
  'a code that was sent': async (open, { email }) => {
    const browser = browserOf(open)
    const { verifier, arrival } = await begin(open, browser, { prompt: 'login' })
    await browser.visit(`${arrival.url.pathname}/send-code`, { address: email })
    const [code] = /\b\d{6}\b/.exec(await messageTo(open, email, 'sign_in_code'))!
    return {
      once: true,
      async isOpen() {
        const path = `${arrival.url.pathname}/enter-code`
        const back = await browser.visit(path, { address: email, code })
        if (!back.url.searchParams.has('code')) return false
        return readsBusiness(open, (await browser.exchange(back, verifier)).body.access_token)
      },
    }
  },
  'a calendar link': async (open, { signed }) => {
    const { body } = await signed.call('POST /api/me/calendars', { body: { scope: 'own_teams' } })
    const feed = body.feeds.find((one) => one.link)
    const { pathname } = new URL(feed!.link!.url)
    return { isOpen: async () => (await open.anonymous.raw(`GET ${pathname}`)).status === 200 }
  },
  'a device link': async (open, { device_id }) => {
    const owner = await open.as('owner@green-acres.example')
    const { body } = await owner('POST /api/owner/people/{id}/device-link', {
      params: { id: device_id },
    })
    const token = new URL(body.url).searchParams.get('token')!
    return {
      isOpen: async () => (await fetch(`${open.url}/idp/device?token=${token}`)).status === 200,
    }
  },
  'a link to set a password': async (open, holder) => {
    const token = await passwordLink(holder)
    return {
      isOpen: async () => (await fetch(`${open.url}/idp/reset?token=${token}`)).status === 200,
    }
  },
  'a password': async (open, { email }) => ({
    async isOpen() {
      return readsBusiness(open, (await enter(open, email, password))?.body.access_token)
    },
  }),
} satisfies Record<string, (open: OpenWorld, holder: Holder) => Promise<Key>>
export type WayOfPeople = keyof typeof waysOfPeople

/** How somebody's access ends, done to both of them. */
export const endingsOfPeople = {
  'nothing happens': async () => {},
  'their access ends': async (open, { id, device_id }) => {
    const owner = await open.as('owner@green-acres.example')
    for (const one of [id, device_id])
      await owner('POST /api/owner/people/{id}/deactivate', { params: { id: one } })
  },
  // Then no sign-in ends with it.
  'their access ends, but they work elsewhere': async (open, { id }) => {
    await open.rows(
      "insert into memberships (organization_id, person_id, role) values ($1, $2, 'payee')",
      [open.world.bright.id, id],
    )
    const owner = await open.as('owner@green-acres.example')
    await owner('POST /api/owner/people/{id}/deactivate', { params: { id } })
  },
  'the platform deactivates them': async (open, { id, device_id }) => {
    const admin = await open.as('admin@fieldhive.example')
    for (const one of [id, device_id])
      await admin('POST /api/admin/update-user', { body: { id: one, status: 'inactive' } })
  },
  'the office signs them out': async (open, { id, device_id }) => {
    const owner = await open.as('owner@green-acres.example')
    for (const one of [id, device_id])
      await owner('POST /api/owner/people/{id}/sign-out', { params: { id: one } })
  },
  'they sign out everywhere else': async (open, { email }) => {
    const { call } = await signIn(open, email)
    await call('POST /api/me/sessions/end-others')
  },
  'they change their password': async (open, holder) => {
    const browser = browserOf(open)
    await browser.visit('/idp/reset', {
      token: await passwordLink(holder),
      password: 'copper lantern harbor',
    })
  },
  'the business is closed': async (open) => {
    const admin = await open.as('admin@fieldhive.example')
    await admin('POST /api/admin/update-organization', {
      body: { id: open.world.green.id, status: 'inactive' },
    })
  },
} satisfies Record<string, (open: OpenWorld, holder: Holder) => Promise<unknown>>
export type EndingOfPeople = keyof typeof endingsOfPeople

/** Opens a business that an ending closed. */
export async function openAgain(open: OpenWorld): Promise<void> {
  const admin = await open.as('admin@fieldhive.example')
  await admin('POST /api/admin/update-organization', {
    body: { id: open.world.green.id, status: 'active' },
  })
  open.app.actors.forget()
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waysByLink, type EndingOfLink } from '../ended/links.ts'
import {
  endingsOfPeople,
  newHolder,
  openAgain,
  waysOfPeople,
  type EndingOfPeople,
  type WayOfPeople,
} from '../ended/person.ts'
import { openWorld, type Caller, type OpenWorld } from '../world.ts'

// Every way in, open before and closed once it has ended. A cell that stays open says why.
let open: OpenWorld
let owner: Caller
let admin: Caller
let cells = 0
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  admin = await open.as('admin@fieldhive.example')
})
afterAll(async () => {
  console.log(`${cells} cells`)
  await open?.close()
})

const again = 'they may sign in again'
const noSignIn = 'a calendar is no sign-in; it ends in the settings, or with the access'
const ofSupport = 'it stands on the sign-in of support'
const others = 'it is the other one’s'
const account = 'it opens an account, which is let in nowhere then'
/** What of a person stays open, and why; everything else is closed. */
const stays: Record<EndingOfPeople, Partial<Record<WayOfPeople, string>>> = {
  'nothing happens': Object.fromEntries(
    Object.keys(waysOfPeople).map((way) => [way, 'nothing ended it']),
  ),
  'their access ends': {},
  'their access ends, but they work elsewhere': {
    'a device link': others,
    'a link to set a password': account,
  },
  'the platform deactivates them': {},
  'the office signs them out': {
    'a ticket of support that acts as them': ofSupport,
    'a code that was sent': again,
    'a calendar link': noSignIn,
    'a password': again,
  },
  'they sign out everywhere else': {
    'a ticket of support that acts as them': ofSupport,
    'a code that was sent': again,
    'a calendar link': noSignIn,
    'a device link': others,
    'a password': again,
  },
  'they change their password': {
    'a ticket of support that acts as them': ofSupport,
    'a code that was sent': again,
    'a calendar link': noSignIn,
    'a device link': others,
  },
  'the business is closed': { 'a device link': account, 'a link to set a password': account },
}

describe('a person’s ways in', () => {
  it.each(Object.keys(endingsOfPeople) as EndingOfPeople[])(
    '%s',
    async (ending) => {
      const holder = await newHolder(open)
      const ways = Object.keys(waysOfPeople) as WayOfPeople[]
      const keys = new Map<WayOfPeople, Awaited<ReturnType<(typeof waysOfPeople)[WayOfPeople]>>>()
      for (const way of ways) keys.set(way, await waysOfPeople[way](open, holder))
      for (const [way, key] of keys)
        if (!('once' in key)) expect([way, await key.isOpen()]).toEqual([way, true])
      await endingsOfPeople[ending](open, holder)
      const found: string[] = []
      for (const [way, key] of keys) {
        cells += 1
        if (await key.isOpen()) found.push(way)
      }
      if (ending === 'the business is closed') await openAgain(open)
      expect(found).toEqual(ways.filter((way) => stays[ending][way] !== undefined))
    },
    180_000,
  )
})

describe.each(Object.keys(waysByLink))('%s', (name) => {
  const way = waysByLink[name]!
  const happens = (Object.keys(way.after) as EndingOfLink[]).filter((ending) => {
    const after = way.after[ending]
    return after === 'closed' || 'stays' in after
  })
  it.each(happens)('%s', async (ending) => {
    const after = way.after[ending]
    const maker = await newManager()
    const link = await way.make({ open, maker: maker.call, owner, admin })
    expect(await link.isOpen(), 'before').toBe(true)
    const common: Partial<Record<EndingOfLink, () => Promise<unknown>>> = {
      'its maker’s access ends': () =>
        owner('POST /api/owner/people/{id}/deactivate', { params: { id: maker.id } }),
      'the business is closed': () =>
        admin('POST /api/admin/update-organization', {
          body: { id: open.world.green.id, status: 'inactive' },
        }),
    }
    const end = link.ends[ending] ?? common[ending]
    const done = (await end!()) as { status?: number; body?: unknown } | undefined
    expect(done?.status ?? 200, JSON.stringify(done?.body)).toBeLessThan(400)
    const isOpen = await link.isOpen()
    if (ending === 'the business is closed') await openAgain(open)
    cells += 1
    expect(isOpen, 'afterwards').toBe(after !== 'closed')
  })
})

let managers = 0
async function newManager(): Promise<{ id: string; call: Caller }> {
  const email = `maker-${++managers}@mail.example`
  await open.app.identity!.createAccount({
    email,
    name: 'Max',
    password: 'velvet anchor thirteen',
    email_verified: true,
  })
  const call = await open.as(email)
  const { id } = (await call('GET /api/users/me')).body
  await open.rows(
    "insert into memberships (organization_id, person_id, role) values ($1, $2, 'manager')",
    [open.world.green.id, id],
  )
  open.app.actors.forget(id)
  return { id, call }
}

/** Columns that hold something secret of a person’s ways in, and columns that are no way in; and what they are. */
const ofPeople: Record<string, string> = {
  'sse_tickets.token_hash': 'a ticket for a stream',
  'idp_account.password_hash': 'a password',
  'idp_sign_in_code.code_hash': 'a code that was sent',
}
const noWayIn: Record<string, string> = {
  'customers.gate_code_sealed': 'a code of the customer’s own gate',
  'idp_factor.secret_sealed': 'a second step, which opens nothing alone',
  'idp_recovery.code_hash': 'a second step, which opens nothing alone',
  'import_files.rows_sealed': 'customers that wait to be imported',
  'imports.sample_sealed': 'customers that wait to be imported',
  'consents.text_hash': 'which text was agreed to',
  'idempotency_keys.body_hash': 'whether a call is the same',
  'organization_logos.hash': 'which picture it is',
  'person_pictures.hash': 'which picture it is',
  'security_events.account_hash': 'an account that is erased',
}

it('every column that may hold a way in belongs to one, and no other is named', async () => {
  const columns = await open.rows<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ 'token|hash|secret|sealed' order by 1`,
  )
  const claimed = [
    ...Object.values(waysByLink).flatMap(({ holds }) => holds),
    ...Object.keys(ofPeople),
    ...Object.keys(noWayIn),
  ]
  expect(claimed.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  expect(Object.values(ofPeople).filter((way) => !(way in waysOfPeople))).toEqual([])
})

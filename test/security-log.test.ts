import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSecurityLog, deleteOldSecurityEvents } from '../src/server/base/security/log.ts'
import { asOwner, onPlatform, system } from '../src/server/base/db/door.ts'
import { sql } from 'kysely'
import { openWorld, type OpenWorld } from './world.ts'

// What somebody can read after an attack: who signed in, who failed, what was refused and taken out.

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

type Row = {
  event: string
  outcome: string
  account_id: string | null
  account_hash: string | null
  at: string
  person_id: string | null
  real_person_id: string | null
  organization_id: string | null
  route: string | null
  method: string | null
  ip: string | null
  request_id: string | null
  detail: Record<string, unknown> | null
}
/** Rows are written beside the answer. */
const rowsOf = (event: string, many = 1): Promise<Row[]> =>
  open.until(async () => {
    const rows = await open.rows<Row>(
      `select * from security_events where event = $1 order by id`,
      [event],
    )
    return rows.length >= many ? rows : null
  }, `${many} of ${event}`)

describe('calls', () => {
  it('that are refused leave a row, with the pattern of the route', async () => {
    const crew = await open.as('crew@green-acres.example')
    const id = '0190aaaa-0000-7000-8000-000000000000'
    await crew('GET /api/owner/customers/{id}', { params: { id } })
    const row = (await rowsOf('authz_fail')).at(-1)!
    expect(row).toMatchObject({
      outcome: 'failure',
      method: 'GET',
      route: '/api/owner/customers/:id',
      person_id: expect.any(String),
      organization_id: open.world.green.id,
      request_id: expect.any(String),
      detail: { code: 'forbidden' },
    })
  })

  it('that export leave a row, others don’t', async () => {
    const owner = await open.as('owner@green-acres.example')
    await owner('GET /api/owner/customers')
    await owner('GET /api/owner/customers/export')
    const rows = await rowsOf('sensitive_read')
    expect(rows.map(({ route, detail }) => [route, detail])).toEqual([
      ['/api/owner/customers/export', { export: true }],
    ])
  })

  it('that read in somebody else’s name leave a row with both', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const [target] = await open.rows<{ id: string }>(
      `select id from people where email = 'owner@green-acres.example'`,
    )
    const begun = await admin('POST /api/admin/impersonate/start', {
      body: { user_id: target!.id, reason: 'They asked' },
    })
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
    await admin('GET /api/owner/customers', { headers: { cookie } })
    const row = (await rowsOf('sensitive_read', 2)).at(-1)!
    expect(row).toMatchObject({
      person_id: target!.id,
      real_person_id: expect.any(String),
      route: '/api/owner/customers',
      detail: { impersonation_id: expect.any(String) },
    })
  })

  it('about one’s own sign-ins leave a row', async () => {
    const owner = await open.as('owner@green-acres.example')
    await owner('POST /api/me/sessions/end-others')
    const [ended] = await rowsOf('session_ended')
    expect(ended).toMatchObject({ person_id: expect.any(String), detail: { others: 0 } })
  })

  it('that the outside world refused say so in the audit', async () => {
    const bright = await open.as('owner@bright-side.example')
    const answer = await bright('POST /api/owner/platform-billing/confirm-subscription')
    const rows = await open.rows<{ outcome: string | null }>(
      `select outcome from audit where action like '%confirm-subscription' order by id`,
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(
      answer.status === 200 ? [null] : [null, answer.body.code],
    )
    expect(answer.status).not.toBe(200)
  })
})

describe('reading it', () => {
  it('a person sees their own sign-ins, how and from where, and nobody else’s', async () => {
    const { identity } = open.app
    const owner = await open.as('owner@green-acres.example')
    const { subject } = await open.row<{ subject: string }>(
      "select i.subject from person_identities i join people p on p.id = i.person_id where p.email = 'owner@green-acres.example'",
    )
    expect(identity).not.toBeNull()
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'
    const from = { ip: '198.51.100.7', agent }
    const detail = { acr: 'aal1', amr: ['pwd'] }
    open.app.security({ event: 'authn_login_success', account_id: subject, detail }, from)
    await open.app.security.written()
    // Rows of one millisecond have no order.
    const before = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before))
    open.app.security({ event: 'authn_login_fail', outcome: 'failure', account_id: subject }, from)
    await open.app.security.written()
    const mine = { device: 'Chrome on Windows', ip: '198.51.100.7' }
    const { body } = await owner('GET /api/me/sign-ins', { query: { limit: 1 } })
    expect(body).toMatchObject({
      sign_ins: [{ ...mine, way: null }],
      next_cursor: expect.any(String),
    })
    const older = await owner('GET /api/me/sign-ins', { query: { cursor: body.next_cursor! } })
    expect(older.body.sign_ins[0]).toMatchObject({ ...mine, way: 'password' })
    const other = await open.as('manager@green-acres.example')
    expect((await other('GET /api/me/sign-ins')).body.sign_ins).toEqual([])
  })

  it('a platform admin sees all, by kind, person and business, page by page', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const log = async (query: Record<string, unknown>) =>
      (await admin('GET /api/admin/security-events', { query })).body
    const crew = open.world.green.people['crew']!.id
    const { entries } = await log({ kind: 'authz_fail', person_id: crew })
    expect(entries[0]).toMatchObject({
      event: 'authz_fail',
      outcome: 'failure',
      person: { id: crew },
      organization: { id: open.world.green.id, label: 'Green Acres Lawn Care' },
      call: 'GET /api/owner/customers/:id',
      details: ['code: forbidden'],
    })
    expect((await log({ organization_id: open.world.bright.id })).entries).toEqual([])
    // A sign-in knows only its account.
    const owner = open.world.green.people['owner']!.id
    const signed = (await log({ kind: 'authn_login_success', person_id: owner })).entries
    expect(signed).toMatchObject([{ way: 'password', details: [] }])
    const first = await log({ limit: 1 })
    const second = await log({ limit: 1, cursor: first.next_cursor })
    expect(second.entries[0]!.id < first.entries[0]!.id).toBe(true)
  })

  it('and what the platform’s own people did', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const { body } = await admin('GET /api/admin/audit')
    expect(body.entries[0]).toMatchObject({
      action: 'impersonation.started',
      person: { id: open.world.admin },
      organization: { id: open.world.green.id },
    })
  })
})

describe('the log', () => {
  const logTo = (lines: string[], faults: object[] = []) =>
    createSecurityLog({
      store: open.app.store,
      secret: open.app.secret,
      line: (text) => void lines.push(text),
      log: { error: (fault) => void faults.push(fault) },
    })

  it('is a row and a line of JSON, whatever the level, and keeps no trace of an unknown address', async () => {
    const lines: string[] = []
    const write = logTo(lines)
    const typed_email = 'My Secret Password'
    write({ event: 'authn_login_fail', outcome: 'failure', typed_email }, { ip: '::1' })
    const line = JSON.parse(lines[0]!)
    expect(line).toMatchObject({
      type: 'security',
      event: 'authn_login_fail',
      outcome: 'failure',
      ip: '::1',
      at: expect.any(String),
    })
    const row = (await rowsOf('authn_login_fail', 2)).at(-1)
    expect(row).toMatchObject({ account_id: null, account_hash: line.account_hash, ip: '::1' })
    expect(Date.parse(row!.at)).toBe(Date.parse(line.at))
    expect(row!.account_hash).toMatch(/^[0-9a-f]{32}$/)
    expect((lines[0]! + JSON.stringify(row)).toLowerCase()).not.toContain('secret')
  })

  it('says when all is written, past an event it cannot write', async () => {
    const faults: object[] = []
    const write = logTo([], faults)
    const steps = Array.from({ length: 20 }, (_, step) => step)
    for (const step of steps) {
      write({ event: 'session_ended', detail: { step } }, { request_id: 'one of many' })
      if (step === 10) write({ event: 'session_ended', person_id: 'nobody' }, {})
    }
    await write.written()
    expect(faults).toMatchObject([{ event: 'session_ended' }])
    expect(
      await open.rows(
        `select (detail ->> 'step')::int as step from security_events where request_id = 'one of many' order by 1`,
      ),
    ).toEqual(steps.map((step) => ({ step })))
  })

  it('does not pile up while the database is away', async () => {
    let back = (): void => {}
    const away = new Promise<void>((resolve) => (back = resolve))
    const faults: object[] = []
    const { store } = open.app
    const write = createSecurityLog({
      store: { ...store, acquire: () => away.then(() => Promise.reject(new Error('away'))) },
      secret: open.app.secret,
      line: null,
      log: { error: (fault) => void faults.push(fault) },
    })
    for (let n = 0; n < 10_003; n++) write({ event: 'authz_fail' }, {})
    expect(faults).toHaveLength(3)
    back()
    await write.written()
    expect(faults).toHaveLength(10_003)
    write({ event: 'authz_fail' }, {})
    await write.written()
    expect(faults).toHaveLength(10_004)
  })

  it.each([
    'delete from security_events',
    'update security_events set ip = null',
    'truncate security_events',
  ])('is not the server’s to change: %s', async (statement) => {
    const { store } = open.app
    await expect(
      onPlatform(store, system, (tx) => sql.raw(statement).execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('goes after a year', async () => {
    const { store } = open.app
    await asOwner(store, (tx) =>
      sql`insert into security_events (event, outcome, at) values ('old', 'success', pg_catalog.now() - interval '366 days'), ('young', 'success', pg_catalog.now() - interval '364 days')`.execute(
        tx,
      ),
    )
    await onPlatform(store, system, deleteOldSecurityEvents)
    const left = await open.rows(
      `select event from security_events where event in ('old', 'young')`,
    )
    expect(left).toEqual([{ event: 'young' }])
  })
})

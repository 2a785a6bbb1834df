import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildExport } from '../src/server/flows/exports/build.ts'
import type { Manifest } from '../src/server/flows/exports/archive.ts'
import { deleteExpiredExports } from '../src/server/flows/exports/write.ts'
import { loadArchive } from '../src/server/flows/exports/load.ts'
import { leftOut } from '../src/server/flows/exports/tables.ts'
import { stays, travels } from '../src/server/flows/exports/travels.ts'
import { onPlatform, system } from '../src/server/base/db/door.ts'
import { addOrganization } from './scratch.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let folder: string
let manifest: Manifest
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  folder = mkdtempSync(join(tmpdir(), 'fieldhive-test-export-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await open?.close()
})

const org = () => open.world.green.id
const archive = () => join(folder, 'archive.tar.gz')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const rowsOf = <Row = Record<string, unknown>>(table: string) =>
  text(`json/${table}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

/** Asks for a copy and waits for it. */
async function prepare(): Promise<string> {
  const { status, body } = await owner('POST /api/owner/exports', { body: {} })
  expect([status, body.error]).toEqual([202, undefined])
  await open.until(async () => {
    const { exports } = (await owner('GET /api/owner/exports')).body
    return exports.find((one) => one.id === body.id)!.state === 'ready'
  }, 'the copy is ready')
  return body.id
}

async function download(id: string): Promise<void> {
  const token = await open.app.identity!.issueToken('owner@green-acres.example')
  const answer = await fetch(`${open.url}/api/owner/exports/${id}/archive`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/fieldhive-\d{4}-\d\d-\d\d\.tar\.gz/)
  writeFileSync(archive(), Buffer.from(await answer.arrayBuffer()))
}

describe('a copy of everything', () => {
  it('is prepared, mailed to the owner alone, and opens with any tar', async () => {
    // A value that would break a table that is written by hand.
    await open.rows("update customers set name = $1 where email = 'customer@green-acres.example'", [
      '=Casey "C",\u2028\nCustomer',
    ])
    await owner('POST /api/owner/invitations', {
      body: { email: 'new.crew@mail.example', role: 'crew_member' },
    })
    await open.rows(
      `insert into files (organization_id, id, purpose, series_id, original_date, customer_id, type, bytes, width, height, content, thumbnail, person_id, made_at)
       select organization_id, gen_random_uuid(), 'before', series_id, original_date, customer_id, 'image/jpeg', 3, 1, 1, '\\xffd8ff', '\\xffd8', (select id from people limit 1), now()
       from visits where organization_id = $1 limit 1`,
      [org()],
    )
    // A person of this business and one of another.
    await open.rows(
      `insert into person_pictures (person_id, hash, content) select id, 'x', '\\xffd8ff' from people
       where email in ('owner@green-acres.example', 'owner@bright-side.example')`,
    )
    const id = await prepare()
    await download(id)
    execFileSync('tar', ['-xzmf', archive(), '-C', folder])
    manifest = JSON.parse(text('manifest.json'))
    expect(manifest.organization.id).toBe(org())
    const mails = await open.rows(
      "select recipient, subject from messages where template = 'export_ended'",
    )
    expect(mails).toEqual([
      { recipient: 'owner@green-acres.example', subject: 'The copy of your data is ready' },
    ])
  })

  it('holds every row of every table of the organization, and no other’s', async () => {
    const tables = await open.rows<{ name: string }>(
      "select tablename as name from pg_policies where schemaname = 'public' and policyname = 'tenant' order by 1",
    )
    const expected = tables.map(({ name }) => name).filter((name) => !(name in leftOut))
    expect(Object.keys(manifest.tables).toSorted()).toEqual([...expected, 'people'].toSorted())
    for (const name of expected) {
      const [{ n }] = (await open.rows(
        `select count(*)::int as n from ${name} where organization_id = $1`,
        [org()],
      )) as [{ n: number }]
      const rows = rowsOf(name)
      // The messages and events of this very copy came later.
      if (!['events', 'messages', 'audit'].includes(name))
        expect([name, rows.length]).toEqual([name, n])
      expect(manifest.tables[name]!.rows).toBe(rows.length)
      expect(
        rows.filter(
          (row) => (name === 'organizations' ? row['id'] : row['organization_id']) !== org(),
        ),
      ).toEqual([])
    }
    const [{ paid }] = (await open.rows(
      'select sum(amount_cents)::int as paid from payments where organization_id = $1',
      [org()],
    )) as [{ paid: number }]
    expect(paid).toBeGreaterThan(0)
    expect(manifest.tables['payments']!.cents['amount_cents']).toBe(paid)
    expect(manifest.tables['ledger_entries']!.cents['amount_cents']).toBe(0)
  })

  it('holds every photo as it was taken', async () => {
    const photos = await open.rows<{ id: string; content: Uint8Array }>(
      'select id, content from files where organization_id = $1 and removed_at is null',
      [org()],
    )
    for (const { id, content } of photos)
      expect(readFileSync(join(folder, `files/${id}.jpg`)).equals(content)).toBe(true)
    expect(photos).toHaveLength(1)
    const { id: owner_id } = await open.row<{ id: string }>(
      "select id from people where email = 'owner@green-acres.example'",
    )
    expect(readdirSync(join(folder, 'people'))).toEqual([`${owner_id}.jpg`])
    const binary = await open.rows(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and udt_name = 'bytea' order by 1",
    )
    // The thumbnail is made from the photo.
    expect(binary.map(({ name }) => name)).toEqual([
      'export_parts.content',
      'files.content',
      'files.thumbnail',
      'person_pictures.content',
    ])
  })

  it('keeps text exactly for programs, and harmless for spreadsheets', () => {
    const casey = rowsOf('customers').find((row) => row['email'] === 'customer@green-acres.example')
    expect(casey!['name']).toBe('=Casey "C",\u2028\nCustomer')
    expect(text('csv/customers.csv')).toContain(`"'=Casey ""C"",\u2028\nCustomer"`)
  })

  it('holds no token, sealed link or personal link', async () => {
    const columns = Object.keys(manifest.tables).flatMap((name) =>
      Object.keys(rowsOf(name)[0] ?? {}),
    )
    expect(
      columns.filter((column) => /token|sealed|password|session_hash/.test(column)).toSorted(),
    ).toEqual(['pay_token_expires_at'])
    const invited = rowsOf<{ template: string }>('messages').filter((row) =>
      /invite/.test(row.template),
    )
    expect(invited.length).toBeGreaterThan(0)
    expect(JSON.stringify(invited)).not.toMatch(/https?:/)
    // Also in letters that are kept, and in whatever else a link was written into.
    const links = Object.keys(manifest.tables).flatMap(
      (name) =>
        JSON.stringify(rowsOf(name)).match(
          /\/(pay|card|agree|signup|invite|unsubscribe|calendar)\/[\w-]{12,}/g,
        ) ?? [],
    )
    expect(links).toEqual([])
    expect(rowsOf('people').length).toBeGreaterThan(3)
    expect(Object.keys(rowsOf('people')[0]!)).not.toContain('platform_role')
  })

  it('names for every table whether it comes along', () => {
    const exported = Object.keys(manifest.tables)
    expect(exported.filter((name) => name in travels === name in stays)).toEqual([])
    const named = [...Object.keys(travels), ...Object.keys(stays)]
    expect(named.filter((name) => !exported.includes(name))).toEqual([])
  })

  it('409 export_building: one at a time; a lost one is begun again, and given up after three runs', async () => {
    const [{ id }] = (await open.rows(
      'insert into exports (organization_id, run) values ($1, 2) returning id',
      [org()],
    )) as [{ id: string }]
    expect(await owner('POST /api/owner/exports', { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'export_building' },
    })
    expect(await owner('GET /api/owner/exports/{id}/archive', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'export_not_ready' },
    })
    const wanted = { organization_id: org(), export_id: id }
    await open.rows(
      "insert into export_parts (organization_id, export_id, n, content) values ($1, $2, 0, '\\x00')",
      [org(), id],
    )
    await buildExport(open.app, wanted)
    expect(await stateOf(id)).toBe('ready')
    const part = await open.row<{ content: Uint8Array }>(
      'select content from export_parts where export_id = $1 and n = 0',
      [id],
    )
    expect([...part.content.subarray(0, 2)]).toEqual([0x1f, 0x8b])
    await open.rows(
      "update exports set state = 'building', run = 3, ended_at = null, expires_at = null where id = $1",
      [id],
    )
    await buildExport(open.app, wanted)
    expect(await stateOf(id)).toBe('failed')
    const mails = await open.rows(
      "select subject from messages where template = 'export_ended' and subject like '%could not be prepared'",
    )
    expect(mails).toHaveLength(1)
    expect(await open.rows('select 1 from export_parts where export_id = $1', [id])).toEqual([])
  })

  const stateOf = async (id: string) =>
    (await owner('GET /api/owner/exports')).body.exports.find((one) => one.id === id)!.state

  it('409 export_expired: it is deleted after a week', async () => {
    const { id } = (await owner('GET /api/owner/exports')).body.exports.find(
      ({ state }) => state === 'ready',
    )!
    await open.rows("update exports set expires_at = now() - interval '1 minute' where id = $1", [
      id,
    ])
    await onPlatform(open.app.store, system, deleteExpiredExports)
    expect(await open.rows('select 1 from export_parts where export_id = $1', [id])).toEqual([])
    expect(await owner('GET /api/owner/exports/{id}/archive', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'export_expired' },
    })
  })

  it('is the owner’s alone, also when the business is past due or deactivated', async () => {
    for (const email of ['manager@green-acres.example', 'payee@green-acres.example'])
      expect(await (await open.as(email))('POST /api/owner/exports', { body: {} })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    const bright = await open.as('owner@bright-side.example')
    const { id } = (await owner('GET /api/owner/exports')).body.exports[0]!
    expect((await bright('GET /api/owner/exports/{id}/archive', { params: { id } })).status).toBe(
      404,
    )
    await open.rows(
      "update organizations set subscription_status = 'past_due', past_due_since = now() - interval '40 days' where id = $1",
      [org()],
    )
    open.app.actors.forget()
    await prepare()
    const admin = await open.as('admin@fieldhive.example')
    await admin('POST /api/admin/update-organization', { body: { id: org(), status: 'inactive' } })
    await download(await prepare())
    await admin('POST /api/admin/update-organization', { body: { id: org(), status: 'active' } })
  })
})

describe('an archive in an empty organization', () => {
  let target: string
  beforeAll(async () => {
    execFileSync('tar', ['-xzmf', archive(), '-C', folder])
    manifest = JSON.parse(text('manifest.json'))
    target = await addOrganization(open.app.store, 'new-acres')
  })

  it('comes out with equal counts and sums', async () => {
    const loaded = await loadArchive(open.app.store, archive(), 'new-acres')
    expect(Object.keys(loaded)).toEqual(Object.keys(travels))
    for (const name of Object.keys(travels)) {
      const [row] = await open.rows(
        `select count(*)::int as n from ${name} where organization_id = $1`,
        [target],
      )
      expect([name, row!.n]).toEqual([name, rowsOf(name).length])
      expect([name, loaded[name]]).toEqual([name, manifest.tables[name]])
    }
    for (const name of ['customers', 'rules', 'visits', 'invoices', 'payments', 'ledger_entries'])
      expect([name, loaded[name]!.rows > 0]).toEqual([name, true])
    const sums = new Map<string, number>()
    for (const { account, amount_cents } of rowsOf<{ account: string; amount_cents: number }>(
      'ledger_entries',
    ))
      sums.set(account, (sums.get(account) ?? 0) + amount_cents)
    const ledger = await open.rows(
      'select account, sum(amount_cents)::int as cents from ledger_entries where organization_id = $1 group by account',
      [target],
    )
    expect(new Map(ledger.map(({ account, cents }) => [account, cents]))).toEqual(sums)
    const settings = await open.row(
      'select time_zone, schedule_settings, next_invoice_number from organizations where id = $1',
      [target],
    )
    expect(rowsOf('organizations')[0]).toMatchObject(settings)
  })

  it('charges, writes to and lets in nobody', async () => {
    const [facts] = await open.rows(
      `select (select count(*) from customers where organization_id = $1 and (autopay_enabled or person_id is not null or stripe_customer_id is not null))::int as customers,
        (select count(*) from payments where organization_id = $1 and (provider_intent_id is not null or account is not null))::int as payments,
        (select count(*) from memberships where organization_id = $1)::int as people, (select count(*) from messages where organization_id = $1)::int as messages`,
      [target],
    )
    expect(facts).toEqual({ customers: 0, payments: 0, people: 0, messages: 0 })
  })

  it('is refused where something is, and writes nothing if a part is damaged', async () => {
    await expect(loadArchive(open.app.store, archive(), 'new-acres')).rejects.toThrow(
      /is not empty/,
    )
    await expect(loadArchive(open.app.store, archive(), 'nobody')).rejects.toThrow(
      /no organization/,
    )
    const other = await addOrganization(open.app.store, 'other-acres')
    writeFileSync(archive(), readFileSync(archive()).subarray(0, -2000))
    await expect(loadArchive(open.app.store, archive(), 'other-acres')).rejects.toThrow(
      /whole copy/,
    )
    rmSync(join(folder, 'manifest.json'))
    const short = text('json/invoices.jsonl').split('\n').slice(1).join('\n')
    writeFileSync(join(folder, 'json/invoices.jsonl'), short)
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    execFileSync('tar', ['-czf', archive(), '-C', folder, '--format=ustar', ...tarred()])
    await expect(loadArchive(open.app.store, archive(), 'other-acres')).rejects.toThrow(
      /invoices are damaged/,
    )
    expect(await open.rows('select 1 from customers where organization_id = $1', [other])).toEqual(
      [],
    )
  })

  const tarred = () => [
    ...Object.keys(manifest.tables).map((name) => `json/${name}.jsonl`),
    'manifest.json',
  ]
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../src/server/base/backup/backup.ts'
import { restore } from '../src/server/base/backup/restore.ts'
import { inOrgAll, system } from '../src/server/base/db/door.ts'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import { knownMigrations, migrate } from '../src/server/base/db/migrate.ts'
import { openPostgres } from '../src/server/base/db/postgres.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { addOrganization, onServer, openScratch, type Scratch } from './scratch.ts'
import { onDatabase } from './database.setup.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
let folder: string
let scratch: Scratch
/** The hashes of what the file holds. */
let backedUp: Record<string, string>
const file = () => join(folder, 'all.backup.gz')
const log = { error() {}, warn() {}, info() {} }
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
  await silence()
  folder = mkdtempSync(join(tmpdir(), 'fieldhive-test-backup-'))
  scratch = await openScratch()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await scratch?.drop()
  await open?.close()
})

/** From here on nothing is written but by the test: the sandbox still sends events about the demo world. */
async function silence(): Promise<void> {
  const { host, port, secretKey } = open.sandbox!
  await fetch(`http://${host}:${port}/_sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fail_next_webhook: 1_000_000 }),
  })
  const { store } = open.app
  await open.until(async () => {
    const before = JSON.stringify(await hashes(store))
    await new Promise((resolve) => setTimeout(resolve, 300))
    return JSON.stringify(await hashes(store)) === before
  }, 'nothing is written any more')
}

async function ask<Row>(store: Store, text: string): Promise<Row[]> {
  const wire = await store.acquire()
  try {
    return (await wire.query<Row>(text)).rows
  } finally {
    wire.release()
  }
}

/** A hash of every row of every table, made by the database itself. */
async function hashes(store: Store): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    store,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1",
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await ask<{ hash: string }>(
      store,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as hash from "${name}" t`,
    )
    found[name] = row!.hash
  }
  return found
}

type Job = { name: string; data: string; key: string | null; due: Date }
const jobsIn = (store: Store): Promise<Job[]> =>
  ask<Job>(
    store,
    "select name, data::text, singleton_key as key, start_after as due from pgboss.job where name in ('message.send', 'invoice.send') and state = 'created' order by name, data::text",
  )

describe('a backup', () => {
  it('is restored with equal hashes of every table, and open work is queued again', async () => {
    const { store, jobs } = open.app
    // What a careless format would lose: numbers above 2^53, line ends within text, microseconds, bytes, a JSON null.
    await open.rows(
      'update organizations set revision = 9007199254740993, schedule_settings = \'{"a": 1.10, "b": null}\' where id = $1',
      [open.world.green.id],
    )
    await open.rows(
      "update customers set name = E'Two\\u2028lines\\nand \"quotes\" \\\\ end', created_at = '2027-01-02 03:04:05.678901+00', tags = '{a,\"b,c\",NULL}' where email = 'customer@green-acres.example'",
    )
    const due = new Date('2031-01-02T03:04:05.678Z')
    await inOrgAll(store, open.world.green.id, system, async (tx) => {
      await jobs.enqueue(
        tx,
        'message.send',
        { message_id: open.world.green.id },
        { startAfter: due, key: 'once' },
      )
      await jobs.enqueue(tx, 'invoice.send', {
        organization_id: open.world.green.id,
        invoice_id: open.world.green.id,
      })
    })
    const before = await hashes(store)
    backedUp = before
    const counts = await backUp(store, file())
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(Object.keys(counts).toSorted()).toEqual(Object.keys(before).toSorted())
    expect(await restore(scratch.store, file(), { replace: false, log })).toEqual(counts)
    expect(await hashes(scratch.store)).toEqual(before)
    expect(
      (await jobsIn(scratch.store)).map((job) => ({
        ...job,
        due: job.key === 'once' ? job.due : null,
      })),
    ).toEqual(
      (await jobsIn(store)).map((job) => ({
        ...job,
        key: job.key === 'once' ? 'once' : expect.any(String),
        due: job.key === 'once' ? job.due : null,
      })),
    )
    // Letters of the demo world may wait beside the two of this test.
    const { id } = open.world.green
    const own = ({ key, data }: Job) => key === 'once' || data.includes(`"invoice_id": "${id}"`)
    expect((await jobsIn(store)).filter(own)).toHaveLength(2)
    const triggers = "select count(*)::int as n from pg_trigger where tgenabled <> 'O'"
    expect(await ask(scratch.store, triggers)).toEqual([{ n: 0 }])
    const walls =
      "select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1"
    expect(await ask(scratch.store, walls)).toEqual(await ask(store, walls))
    const links =
      "select conrelid::regclass::text || pg_get_constraintdef(oid) as link from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1"
    expect(await ask(scratch.store, links)).toEqual(await ask(store, links))
  })

  it('is never written over a file', async () => {
    const before = readFileSync(file())
    await expect(backUp(open.app.store, file())).rejects.toThrow(/EEXIST/)
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('goes over data only if it is named, and then replaces all of it', async () => {
    await addOrganization(scratch.store, 'younger')
    await expect(restore(scratch.store, file(), { replace: false, log })).rejects.toThrow(
      /not empty/,
    )
    await restore(scratch.store, file(), { replace: true, log })
    expect(await hashes(scratch.store)).toEqual(backedUp)
  })

  it('takes nothing for empty that has a business, a person, a sign-in or a lead in it', async () => {
    const { store, drop } = await openScratch()
    try {
      const rows = {
        organizations: "(slug, name) values ('alone', 'Alone')",
        people: "(email) values ('alone@example.com')",
        idp_account: "(email) values ('alone@example.com')",
        platform_leads: "(email) values ('alone@example.com')",
      }
      for (const [table, row] of Object.entries(rows)) {
        await ask(store, `insert into ${table} ${row}`)
        await expect(restore(store, file(), { replace: false, log }), table).rejects.toThrow(
          /not empty/,
        )
        await ask(store, `delete from ${table}`)
      }
    } finally {
      await drop()
    }
  })

  it.runIf(onServer)(
    'is made and restored by an owner of the tables who is no superuser',
    async () => {
      const server = process.env['TEST_DATABASE_URL']!
      const name = `fieldhive_plain_${randomBytes(6).toString('hex')}`
      await onDatabase(
        server,
        `create role ${name} login createrole`,
        `grant fieldhive_app, fieldhive_platform to ${name}`,
        `create database ${name} owner ${name}`,
      )
      const plain = await openPostgres(
        Object.assign(new URL(server), { pathname: `/${name}`, username: name }).href,
        { max: 4 },
      )
      try {
        await restore(plain, file(), { replace: false, log })
        const again = join(folder, 'again.backup.gz')
        await backUp(plain, again)
        const rows = (path: string) =>
          gunzipSync(readFileSync(path)).toString().split('\n').slice(1, -2)
        expect(rows(again)).toEqual(rows(file()))
      } finally {
        await plain.close()
        await onDatabase(server, `drop database ${name} with (force)`, `drop role ${name}`)
      }
    },
  )

  it('from before the last migrations goes into a new database, which is brought up to date', async () => {
    const older = await openEmbedded('memory://')
    const newer = await openEmbedded('memory://')
    try {
      await migrate(older, knownMigrations().slice(0, -1))
      const old = join(folder, 'old.backup.gz')
      await addOrganization(older, 'from-before')
      await backUp(older, old)
      await expect(restore(scratch.store, old, { replace: true, log })).rejects.toThrow(
        /earlier version/,
      )
      await restore(newer, old, { replace: false, log })
      expect(await ask(newer, 'select slug from organizations')).toEqual([{ slug: 'from-before' }])
      expect(await migrate(newer)).toEqual([])
    } finally {
      await older.close()
      await newer.close()
    }
  })

  it('that is damaged, cut short or of a newer version changes nothing', async () => {
    const before = await hashes(scratch.store)
    const whole = readFileSync(file())
    const text = gunzipSync(whole).toString()
    const bad = join(folder, 'bad.backup.gz')
    const attempts: [Buffer, RegExp][] = [
      [whole.subarray(0, -500), /damaged/],
      [gzipSync(text.slice(0, text.lastIndexOf('{"jobs"'))), /damaged/],
      [gzipSync(text.replace('quotes', 'quotas')), /damaged/],
      [
        gzipSync(text.replace('"migrations":[', '"migrations":["9999_later.sql",')),
        /newer version/,
      ],
      [gzipSync('name,email\n'), /not a backup/],
    ]
    for (const [bytes, sentence] of attempts) {
      writeFileSync(bad, bytes)
      await expect(restore(scratch.store, bad, { replace: true, log })).rejects.toThrow(sentence)
    }
    expect(await hashes(scratch.store)).toEqual(before)
  })
})

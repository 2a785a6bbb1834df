import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/base/dates.ts'
import { readConfig } from '../../src/server/base/kit/config.ts'
import { inOrg, onPlatform, system } from '../../src/server/base/db/door.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import { excessOf } from '../../src/server/base/db/server-login.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { sandboxes } from '../../src/server/main.ts'
import { bringUpAsOwner } from '../../src/server/open-store.ts'
import { startServer, type Running } from '../../src/server/start.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { dumpOf, placesOf } from '../dump.ts'
import { openTemplate } from '../open-template.ts'
import { copyFiles } from '../template.ts'

const template = await openTemplate()
const { world } = template

// A server whose database login owns nothing: it does its work, and a statement that is not ours does not get far.
describe('a login of the server’s own', () => {
  const server = process.env['TEST_DATABASE_URL']!
  const name = `fieldhive_login_${randomBytes(6).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-login-'))
  const address = (user: string | null) => {
    const url = Object.assign(new URL(server), { pathname: `/${name}` })
    return (user ? Object.assign(url, { username: user, password: 'a p@ss' }) : url).href
  }
  const config = () =>
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: address(name),
      DATABASE_OWNER_URL: address(null),
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
      SECURITY_LOG: 'off',
      RATE_LIMITS: 'off',
    })
  /** As an earlier version left it. */
  const plainCode = 'QX-4711-PLAIN'
  let running: Running
  let store: Store
  let owner: Store
  beforeAll(async () => {
    copyFiles(template.folder, folder)
    await createDatabase(server, name, template.database)
    await bringUpAsOwner(config())
    // Again, as the next release does; and by a server that has only its own login from here on.
    await bringUpAsOwner(config())
    owner = await openPostgres(address(null), { max: 1 })
    await rows(
      `update customers set gate_code = '${plainCode}' where name = 'Casey Walker' returning id`,
    )
    store = await openPostgres(address(name))
    running = await startServer({ ...config(), DATABASE_OWNER_URL: undefined }, sandboxes, {
      store,
      pages: false,
    })
  })
  afterAll(async () => {
    await running?.close()
    await store?.close()
    await owner?.close()
    await onDatabase(
      server,
      `drop database if exists ${name} with (force)`,
      `drop role if exists ${name}`,
    )
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (email: string, method: string, path: string, body?: object) => {
    const token = await running.app.identity!.issueToken(email)
    const answer = await fetch(running.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(8).toString('hex'),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const rows = async <Row = Record<string, unknown>>(text: string): Promise<Row[]> => {
    const wire = await owner.acquire()
    try {
      return (await wire.query<Row>(text)).rows
    } finally {
      wire.release()
    }
  }

  it.each([
    "update people set platform_role = 'admin'",
    "insert into people (email, platform_role) values ('x@x.example', 'admin')",
    "update setting set value = '{}' where key = 'installation_secret'",
    'delete from setting',
    `select set_platform_role(null, '${world.admin}', 'sales')`,
    `select set_platform_role('${world.admin}', '${world.admin}', 'sales')`,
    `select set_platform_role('${world.sales}', '${world.green.people['owner']!.id}', 'admin')`,
    'alter table people disable trigger guard_platform_role',
    'drop function set_platform_role',
  ])('as the platform, denied: %s', async (statement) => {
    await expect(
      onPlatform(store, system, (tx) => sql.raw(statement).execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('reads no gate code: not one that was there before, nor one that is typed', async () => {
    const [casey] = await rows<{ id: string }>(
      "select id from customers where name = 'Casey Walker'",
    )
    const path = `/api/owner/customers/${casey!.id}`
    const see = async () =>
      (
        await ask('owner@green-acres.example', 'POST', `${path}/gate-code-looks`, {
          screen: 'customer',
        })
      ).body.gate_code
    expect(await see()).toBe(plainCode)
    const typed = 'QX-0815-TYPED'
    await ask('owner@green-acres.example', 'PUT', path, { gate_code: typed })
    expect(await see()).toBe(typed)
    const dump = await onPlatform(store, system, (tx) =>
      dumpOf(async (text) =>
        text.startsWith('select *') && text.includes('"pgboss"')
          ? []
          : (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows,
      ),
    )
    expect(placesOf(dump, ['Casey Walker'])).toContain('Casey Walker in public.customers')
    expect(placesOf(dump, [plainCode, typed])).toEqual([])
    expect(placesOf(await dumpOf(rows), [plainCode, typed])).toEqual([])
  })

  it.each(['update gate_code_looks set person_name = null', 'delete from gate_code_looks'])(
    'in an organization, denied: %s',
    async (statement) => {
      const view = { organization_id: world.green.id, sight: 'all' } as const
      await expect(
        inOrg(store, view, system, (tx) => sql.raw(statement).execute(tx)),
      ).rejects.toMatchObject({ code: '42501' })
    },
  )

  it('an administrator makes somebody of the platform, and takes it back', async () => {
    const email = 'seller@fieldhive.example'
    const admin = 'admin@fieldhive.example'
    expect(
      await ask(admin, 'POST', '/api/admin/create-user', {
        email,
        name: 'Seller',
        role: 'sales',
      }),
    ).toMatchObject({ status: 201, body: { user: { role: 'sales' } } })
    expect(
      await ask(admin, 'POST', '/api/admin/update-user', {
        email,
        role: 'manager',
        organization_id: world.green.id,
      }),
    ).toMatchObject({ status: 200, body: { user: { role: 'manager' } } })
  })

  it('a new platform’s first administrator is invited by the server’s own login, once', async () => {
    await onPlatform(store, system, (tx) =>
      sql`select invite_first_admin('late@x.example', 'Late')`.execute(tx),
    )
    expect(await rows("select 1 from people where email = 'late@x.example'")).toEqual([])
  })

  it('has its statements run, not compiled first', async () => {
    expect(await rows('show jit')).toEqual([{ jit: 'off' }])
  })

  it('does the work: people sign up, visits are planned, jobs run', async () => {
    expect(await excessOf(store)).toBeNull()
    await running.app.identity!.createAccount({
      email: 'new@person.example',
      name: 'New Person',
      password: 'a password of many letters',
      email_verified: true,
    })
    expect(await ask('new@person.example', 'GET', '/api/auth/me')).toMatchObject({ status: 200 })

    const [customer] = await rows(
      `select id from customers where organization_id = '${world.green.id}' and status = 'active' limit 1`,
    )
    expect(
      await ask('owner@green-acres.example', 'POST', '/api/schedule', {
        customer_id: customer!.id,
        service_key: 'mowing',
        pattern: 'once',
        start_date: addDays(world.green.today, 1),
      }),
    ).toMatchObject({ status: 201 })
    await ask('owner@green-acres.example', 'POST', '/api/owner/invitations/email', {
      email: 'by-a-job@mail.example',
    })
    await expect
      .poll(() => rows("select status from messages where recipient = 'by-a-job@mail.example'"))
      .toEqual([{ status: 'sent' }])
  })

  describe.each(['reset role; ', 'reset session authorization; '])('after %s', (first) => {
    it.each([
      ['drop table customers'],
      ['alter table customers disable row level security'],
      ['alter table customers no force row level security'],
      ['create table mine (n int)'],
      ['create temporary table mine (n int)'],
      ['create schema mine'],
      ['create function mine() returns int language sql as $f$ select 1 $f$'],
      [`select * from customers where organization_id <> '${world.green.id}'`],
      ['select * from people'],
      ['select * from setting'],
      ["update people set platform_role = 'admin'"],
      ['drop table pgboss.job'],
      ['alter role fieldhive_app bypassrls'],
    ])('denied: %s', async (statement) => {
      const view = { organization_id: world.green.id, sight: 'all' } as const
      await expect(
        inOrg(store, view, system, async (tx) => {
          await sql.raw(first).execute(tx)
          await sql.raw(statement).execute(tx)
        }),
      ).rejects.toMatchObject({ code: '42501' })
    })
  })

  it('the owner’s login is said to be more than is needed', async () => {
    expect(await excessOf(owner)).toBe('it is a superuser')
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildWebIfStale } from '../src/server/build-web.ts'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import { openPostgres } from '../src/server/base/db/postgres.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { createDatabase, onDatabase } from './database.setup.ts'
import { freePort } from './free-port.ts'

const root = new URL('../', import.meta.url).pathname
const node = process.execPath
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-start-'))
const server = process.env['TEST_DATABASE_URL'] || null
const patience = 180_000
const alive = new Set<ChildProcess>()
/** Servers that a process between them and the test started. */
const leftBehind = new Set<number>()

afterAll(() => {
  for (const pid of leftBehind) process.kill(pid, 'SIGKILL')
  for (const child of alive) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Env = Record<string, string>
const spawned = (file: string, env: Env) => spawnedAs([node, join(root, file)], env)
const spawnedAs = ([program, ...args]: [string, ...string[]], env: Env) => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_ENV|DATABASE_URL|SEED|ROLE)/.test(name),
    ),
  )
  const child = spawn(program, args, {
    cwd: root,
    env: { ...inherited, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  alive.add(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const ended = new Promise<number | null>((done) =>
    child.once('close', (code) => (alive.delete(child), done(code))),
  )
  return { child, output, ended }
}

/** Runs to completion; returns the exit code and output lines. */
async function ends(
  file: string,
  env: Env,
): Promise<{ code: number | null; out: string; err: string }> {
  const { output, ended } = spawned(file, env)
  return { code: await ended, ...output }
}
const main = 'src/server/main.ts'
const sentence = (text: string) => ({ code: 1, out: '', err: `${text}\n` })

async function until<T>(
  look: () => Promise<T | false | null | undefined> | T | false,
  what: () => string,
): Promise<T> {
  for (
    const end = Date.now() + patience;
    ;
    await new Promise((resolve) => setTimeout(resolve, 20))
  ) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > end) throw new Error(`It did not come about: ${what()}`)
  }
}

/** Starts the server and waits for its first page. */
async function opens(env: Env, command?: [string, ...string[]]) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const address = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  const process = spawnedAs(command ?? [node, join(root, main)], { ...address, ...env })
  const fetched = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, init).catch(() => null)
  await until(
    async () => {
      if (process.child.exitCode !== null) throw new Error(process.output.err)
      return (await fetched('/'))?.ok
    },
    () => process.output.err,
  )
  return {
    ...process,
    url,
    lead: (email: string) =>
      fetched('/api/public/leads', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, source: 'get_started', origin: 'hero', path: '/' }),
      }),
    health: async () =>
      (await (await fetched('/healthz'))?.json()) as { ok: boolean; seeding: boolean } | undefined,
    kill: (signal: NodeJS.Signals) => {
      process.child.kill(signal)
      return process.ended
    },
  }
}

async function asked<Row>(store: Store, text: string): Promise<Row[]> {
  const wire = await store.acquire()
  try {
    return (await wire.query<Row>(text)).rows
  } finally {
    wire.release()
    await store.close()
  }
}

// Most of the time is spent waiting for processes to start and for an unreachable database.
describe.concurrent('a failing start', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
    [
      { DATA_DIR: import.meta.filename },
      `The folder ${import.meta.filename} cannot be written (EEXIST). Set DATA_DIR to another one.`,
    ],
    [
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none' },
      'The database at 127.0.0.1:1/none cannot be used: nothing listens there. Check DATABASE_URL.',
    ],
  ])(
    'gives the reason in one sentence: %j',
    async (env: Env, text) => {
      expect(await ends(main, { PORT: '0', DATA_DIR: join(folder, 'never'), ...env })).toEqual(
        sentence(text),
      )
    },
    patience,
  )

  it(
    'reports that the port is in use',
    async () => {
      const other = createServer()
      const port = await new Promise<number>((resolve) =>
        other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port)),
      )
      const refused = await ends(main, { PORT: String(port), DATA_DIR: join(folder, 'never') })
      await new Promise((done) => other.close(done))
      expect(refused).toEqual(
        sentence(`Port ${port} is taken. Stop the other program, or set PORT to another number.`),
      )
    },
    patience,
  )

  it(
    'reports that the data folder is in use, and by which process',
    async () => {
      const taken = join(folder, 'taken')
      const unlock = await openEmbedded(taken)
      const refused = await Promise.all(
        [main, 'scripts/migrate.ts', 'scripts/seed.ts'].map((file) =>
          ends(file, { PORT: '0', DATA_DIR: taken }),
        ),
      )
      const why = sentence(
        `The data folder ${taken} is in use by process ${process.pid}. Stop that process first, or set DATA_DIR to another folder.`,
      )
      expect(refused).toEqual([why, why, why])
      await unlock.close()
    },
    patience,
  )
})

describe.skipIf(server)('the embedded database', () => {
  it(
    'is migrated by a script, once',
    async () => {
      const env = { DATA_DIR: join(folder, 'kept') }
      const first = await ends('scripts/migrate.ts', env)
      expect(first).toMatchObject({ code: 0, err: '' })
      expect(first.out).toMatch(/^(Applied \d{4}_\w+\.sql\n)+$/)
      expect(await ends('scripts/migrate.ts', env)).toEqual({
        code: 0,
        out: 'Nothing to apply: the schema is the newest.\n',
        err: '',
      })
    },
    patience,
  )

  it(
    'keeps its data when the process is killed, and the next one takes over the lock',
    async () => {
      await buildWebIfStale()
      const dir = join(folder, 'kept')
      const env = { DATA_DIR: dir, SEED: 'none' }
      const first = await opens(env)
      await until(
        () => first.output.out.includes('First admin: sign up at '),
        () => first.output.out,
      )
      expect((await first.lead('before@mail.example'))?.status).toBe(202)
      await first.kill('SIGKILL')
      expect(readFileSync(join(dir, 'lock'), 'utf8')).toMatch(new RegExp(`^${first.child.pid} `))

      const second = await opens(env)
      expect(await second.health()).toEqual({ ok: true, seeding: false })
      expect(await ends('scripts/seed.ts', { ...env, PORT: '0' })).toMatchObject({
        code: 1,
        err: expect.stringContaining(`in use by process ${second.child.pid}`),
      })
      expect(await second.kill('SIGTERM')).toBe(0)
      expect(await ends('scripts/seed.ts', { ...env, PORT: '0' })).toEqual(
        sentence(
          'The database is not empty, and the demo world goes into an empty one only. Nothing was changed.',
        ),
      )
      expect(await asked(await openEmbedded(dir), 'select email from platform_leads')).toEqual([
        { email: 'before@mail.example' },
      ])
    },
    patience,
  )

  it(
    'is free again when a supervisor stops npm start, which starts the server from a shell',
    async () => {
      await buildWebIfStale()
      const dir = join(folder, 'by-npm')
      const server = await opens({ DATA_DIR: dir, SEED: 'none' }, ['npm', 'start'])
      await until(
        () => server.output.out.includes('First admin: sign up at '),
        () => server.output.out,
      )
      const pid = Number(readFileSync(join(dir, 'lock'), 'utf8').split(' ')[0])
      leftBehind.add(pid)
      await server.kill('SIGTERM')
      await until(
        () => !existsSync(join(dir, 'lock')),
        () => `process ${pid} holds the data`,
      )
      expect(await fetch(`${server.url}/healthz`).catch(() => 'nobody listens')).toBe(
        'nobody listens',
      )
      leftBehind.delete(pid)
    },
    patience,
  )

  it(
    'is recreated when the process was killed while creating it',
    async () => {
      const dir = join(folder, 'half')
      const { child, ended } = spawned('scripts/migrate.ts', { DATA_DIR: dir })
      await until(
        () => existsSync(join(dir, 'database.making')),
        () => 'the mark of a database being made',
      )
      child.kill('SIGKILL')
      await ended
      // The kill may have come at any time; this state is the easiest to mistake for a finished one.
      mkdirSync(join(dir, 'database'), { recursive: true })
      writeFileSync(join(dir, 'database', 'PG_VERSION'), '18\n')
      expect(await ends('scripts/migrate.ts', { DATA_DIR: dir })).toMatchObject({
        code: 0,
        err: '',
      })
    },
    patience,
  )

  it(
    'serves pages while the demo world is built, and rebuilds it after a kill',
    async () => {
      await buildWebIfStale()
      const env = { DATA_DIR: join(folder, 'world'), SEED: 'world' }
      const first = await opens(env)
      const [call, config, lead, health] = await Promise.all([
        fetch(`${first.url}/api/owner/services`),
        fetch(`${first.url}/api/public/config`),
        first.lead('visitor@mail.example'),
        first.health(),
      ])
      expect(health).toEqual({ ok: true, seeding: true })
      expect(await call.json()).toMatchObject({
        code: 'unavailable',
        error: 'The demo world is being prepared. Please try again in a moment.',
      })
      expect([call.status, call.headers.get('retry-after'), config.status, lead?.status]).toEqual([
        503,
        '1',
        200,
        202,
      ])
      expect(first.output.out).toMatch(/^Fieldhive is ready at http/)
      await first.kill('SIGKILL')

      const second = await opens(env)
      await until(
        () => second.output.out.includes('Demo sign-ins'),
        () => second.output.out + second.output.err,
      )
      expect(await second.health()).toEqual({ ok: true, seeding: false })
      expect((await fetch(`${second.url}/api/owner/services`)).status).toBe(401)
      expect(await second.kill('SIGTERM')).toBe(0)
      const elsewhere: Env[] = [
        { NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
        { HOST: '0.0.0.0', SEED: 'none' },
      ]
      for (const others of elsewhere)
        expect(await ends(main, { PORT: '0', DATA_DIR: env.DATA_DIR, ...others })).toEqual(
          sentence(
            'This database has held the demo world, whose passwords are public: use a new one to serve others.',
          ),
        )
      const [row] = await asked(
        await openEmbedded(env.DATA_DIR),
        `select (select count(*) from organizations) as organizations, (select count(*) from platform_leads where email = 'visitor@mail.example') as visitors,
          (select count(*) from people where platform_role is not null) as staff`,
      )
      expect(row).toEqual({ organizations: 2, visitors: 1, staff: 2 })
    },
    patience,
  )
})

describe.skipIf(!server)('PostgreSQL', () => {
  it(
    'is named, without its password, when it’s unusable',
    async () => {
      const address = Object.assign(new URL(server!), { pathname: '/fieldhive_no_such' })
      expect(
        await ends(main, {
          PORT: '0',
          DATABASE_URL: address.href,
          DATA_DIR: join(folder, 'never'),
        }),
      ).toEqual(
        sentence(
          `The database at ${address.hostname}:${address.port || 5432}/fieldhive_no_such cannot be used: there is no database of that name. Check DATABASE_URL.`,
        ),
      )
    },
    patience,
  )

  it(
    'is seeded once when two processes start simultaneously',
    async () => {
      await buildWebIfStale()
      const name = `fieldhive_start_${randomBytes(4).toString('hex')}`
      const url = await createDatabase(server!, name)
      const INSTALLATION_SECRET = randomBytes(32).toString('base64url')
      const env = { DATABASE_URL: url, INSTALLATION_SECRET, SEED: 'world' }
      try {
        const both = await Promise.all(
          ['one', 'two'].map((dir) => opens({ ...env, DATA_DIR: join(folder, dir) })),
        )
        for (const each of both) {
          await until(
            () => each.output.out.includes('Demo sign-ins'),
            () => each.output.out + each.output.err,
          )
        }
        expect(both.map(({ output }) => output.err)).toEqual(['', ''])
        for (const each of both) expect(await each.kill('SIGTERM')).toBe(0)
        expect(
          await asked(await openPostgres(url), 'select count(*) as n from organizations'),
        ).toEqual([{ n: 2 }])
        expect(await ends('scripts/migrate.ts', { DATABASE_URL: url })).toMatchObject({
          code: 0,
          out: 'Nothing to apply: the schema is the newest.\n',
        })
      } finally {
        await onDatabase(server!, `drop database if exists ${name} with (force)`)
      }
    },
    patience,
  )
})

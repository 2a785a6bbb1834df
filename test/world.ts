import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { World } from '../demo/world.ts'
import type { Calls } from '../src/api/calls.ts'
import type { Answer, CallDeclaration, ErrorBody, Sent } from '../src/api/kit.ts'
import { readConfig } from '../src/server/base/kit/config.ts'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import { sandboxes } from '../src/server/main.ts'
import { startPaymentSandbox } from '../sandbox/payments/index.ts'
import { startWatching } from './contract/contract.ts'
import { startServer, type Running } from '../src/server/start.ts'
import { onClock } from './clock.ts'
import { createDatabase, onDatabase, openAsServer } from './database.setup.ts'
import { openTemplate } from './open-template.ts'
import { copyFiles, snapshotIn } from './template.ts'

/** What is sent with a call: `key` is the Idempotency-Key. */
export type Ask = Extras & {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}
type Extras = { key?: string; headers?: Record<string, string> }

/** What a refusal says. The body of a reply is what the call declares, or only this. */
type Refusal = Partial<ErrorBody>
/** An answer; unless the call is known, of its body only what refusals say. */
export type Reply<Body = Refusal & Record<string, unknown>> = {
  status: number
  body: Body
  headers: Headers
}

type CallName = keyof Calls
type Declared<K extends CallName> = Calls[K] extends CallDeclaration ? Calls[K] : never
type AskOf<K extends string, D extends CallDeclaration> = Pick<
  Sent<K, D>,
  keyof Sent<K, D> & ('params' | 'query' | 'body')
> &
  (D extends { file: object } | { raw_body: true } ? { body?: string | Uint8Array } : object) &
  Extras
type BodyOf<D extends CallDeclaration> = D extends { raw: string } ? string : Answer<D> & Refusal

// The type of any string keeps the compiler from comparing what is sent with every call's type.
type Asks = { [K in CallName]: AskOf<K, Declared<K>> } & { [call: string]: Ask }
type Bodies = { [K in CallName]: BodyOf<Declared<K>> } & { [call: string]: unknown }

/** Calls as a person, or without signing in; what is sent and answered is checked against the call's declaration. */
export type Caller = {
  <K extends string>(call: K & CallName, ask?: Asks[K]): Promise<Reply<Bodies[K]>>
  /** Sends anything to anywhere: what no declared call takes, or calls drawn from a list. */
  raw: RawCaller
}
type RawCaller = <Body = Reply['body']>(call: string, ask?: Ask) => Promise<Reply<Body>>
/** The body sent with this call, for those that build it in parts. */
export type BodyFor<K extends CallName> = Asks[K] extends { body?: infer Body } ? Body : never
/** What this call answers. */
export type BodyFrom<K extends CallName> = Bodies[K]

export type OpenWorld = Running & {
  world: World
  /** The real server over HTTP, signed in with this address. */
  as(email: string): Promise<Caller>
  anonymous: Caller
  /** Calls with this access token. */
  by(token: string): Caller
  /** Runs a statement as the database's owner, bypassing row security, to inspect what a call changed. */
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** The first row of such a statement, which there must be. */
  row<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row>
  /** Waits until the asynchronous effects of a call (jobs, webhooks) are visible. */
  until<T>(look: () => Promise<T | null | undefined | false>, what: string): Promise<T>
}

const server = () => process.env['TEST_DATABASE_URL'] || null

/** Serves the demo world: a separate copy of the template for each test file. */
export async function openWorld(env: Record<string, string> = {}): Promise<OpenWorld> {
  const template = await openTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-world-'))
  copyFiles(template.folder, folder)
  const database = template.database ? `fieldhive_world_${randomBytes(6).toString('hex')}` : null
  const store = database
    ? await openAsServer(await createDatabase(server()!, database, template.database))
    : await openEmbedded('memory://', { snapshot: snapshotIn(template.folder) })
  await onClock(store)
  const { watch, check } = startWatching()
  const running = await startServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
      SECURITY_LOG: 'off',
      RATE_LIMITS: 'off',
      ...env,
    }),
    { ...sandboxes, startPayments: (options) => startPaymentSandbox({ ...options, watch }) },
    { store, pages: false },
  )

  const send =
    (token: string | null) =>
    async (call: string, ask: Ask = {}) => {
      const [method = 'GET', path = ''] = call.split(' ')
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(ask.params?.[name] ?? ''),
      )
      const query = new URLSearchParams(
        Object.entries(ask.query ?? {})
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ).toString()
      const answer = await fetch(`${running.url}${address}${query ? `?${query}` : ''}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(ask.key ? { 'idempotency-key': ask.key } : {}),
          ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...ask.headers,
        },
        ...(ask.body === undefined
          ? {}
          : {
              body:
                typeof ask.body === 'string' || ask.body instanceof Uint8Array
                  ? (ask.body as BodyInit)
                  : JSON.stringify(ask.body),
            }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body:
          answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text,
      }
    }
  const caller = (token: string | null): Caller => Object.assign(send(token), { raw: send(token) })
  const rows: OpenWorld['rows'] = async (text, values = []) => {
    const wire = await store.acquire()
    try {
      return (await wire.query(text, values)).rows as never
    } finally {
      wire.release()
    }
  }
  const callers = new Map<string, Caller>()
  return {
    ...running,
    world: template.world,
    anonymous: caller(null),
    by: caller,
    async as(email) {
      if (!callers.has(email))
        callers.set(email, caller(await running.app.identity!.issueToken(email)))
      return callers.get(email)!
    },
    rows,
    async row<Row>(text: string, values?: unknown[]) {
      const [row] = await rows<Row>(text, values)
      if (row === undefined) throw new Error(`No row: ${text}`)
      return row
    },
    async until(look, what) {
      for (let waited = 0; waited < 15_000; waited += 50) {
        const seen = await look()
        if (seen) return seen
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`Never came true: ${what}`)
    },
    async close() {
      await running.close()
      await store.close()
      if (database) await onDatabase(server()!, `drop database if exists ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true })
      check()
    },
  }
}

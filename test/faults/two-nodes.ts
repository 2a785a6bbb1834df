import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../src/server/base/call.ts'
import { readConfig } from '../../src/server/base/kit/config.ts'
import { asOwner, inOrgAll, system } from '../../src/server/base/db/door.ts'
import { migrate } from '../../src/server/base/db/migrate.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { createPayments } from '../../src/server/base/outside/payments.ts'
import { refreshAccount } from '../../src/server/money/payments/accounts.ts'
import { ensureCustomer } from '../../src/server/money/payments/intents.ts'
import { storeSetup } from '../../src/server/money/payments/methods.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort } from '../free-port.ts'
import { killAll, pause, start } from './process.ts'
import type { ProviderState } from './provider-state.ts'

const owner = 'dana@green-acres.example'
const secrets = { platform: 'whsec_platform', connect: 'whsec_connect', thin: 'whsec_thin' }

type Sandbox = { host: string; port: number; secretKey: string; publishableKey: string }
type Node = { child: ChildProcess; reply: { url: string; token: string } }

/** Processes of the product, usually two, on one database and one payment sandbox; any may die at any moment. */
export type Pair = {
  store: Store
  app: App
  org: string
  account: string
  /** The business's service. */
  service: string
  nodes: Node[]
  startNode(which: number): Promise<void>
  /** Starts two, or those of `FAULTS_ROLES`. */
  startNodes(): Promise<void>
  /** Kills a process and starts it again. */
  kill(which: number): Promise<void>
  /** Calls one process after another until there is an answer, as a browser with one idempotency key does. */
  act<Answer = unknown>(path: string, body: object): Promise<Answer>
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** What the sandbox holds. */
  atProvider(): Promise<ProviderState>
  /** The sandbox's switches. */
  ask<Answer = unknown>(path: string, body?: object): Promise<Answer>
  /** A customer with a saved method that may be charged on a consent. */
  customer(name: string, method: string, options?: { autopay?: boolean }): Promise<string>
  close(): Promise<void>
}

/** On a database of its own, or on this one. */
export async function openPair(name: string, given?: string): Promise<Pair> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const database = `fieldhive_${name}_${randomBytes(5).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), `fieldhive-${name}-`))
  const url = given ?? (await createDatabase(server, database))
  const store = await openPostgres(url, { max: 6 })
  await migrate(store)
  const roles = process.env['FAULTS_ROLES']?.split(',') ?? ['all', 'all']
  const ports = await Promise.all(roles.map(freePort))
  const hooks = (['platform', 'connect', 'thin'] as const).flatMap((kind) => [
    '--webhook',
    `${kind},http://127.0.0.1:${ports[0]}/api/webhooks/stripe?kind=${kind},${secrets[kind]}`,
  ])
  const sandbox = (
    await start<Sandbox>(
      'sandbox/payments/main.ts',
      ['--dir', join(folder, 'payments'), ...hooks],
      {},
    )
  ).reply
  const payments = createPayments({ ...sandbox, protocol: 'http', webhookSecrets: {} })
  const log = { error() {}, warn() {}, info() {} }
  const config = readConfig({ NODE_ENV: 'test' })
  const jobs = createJobs({ store, runs: false, log })
  await jobs.prepare()
  const app = { store, payments, config, secret: randomBytes(32), log, jobs } as unknown as App
  const ask: Pair['ask'] = async (path, body) => {
    const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${sandbox.secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }
  const org = await foundBusiness(store, owner)
  const made = { name: 'Green Acres', email: null, metadata: {} }
  const account = (await payments.platform.createAccount(made, 'acct')).id
  await asOwner(store, (tx) =>
    tx
      .updateTable('organizations')
      .set({ stripe_account_id: account })
      .where('id', '=', org)
      .execute(),
  )
  await ask(`/_sandbox/onboard/${account}`, { standing: 'complete' })
  await refreshAccount(app, org)
  const { id: service } = await inOrgAll(store, org, system, (tx) =>
    tx
      .insertInto('services')
      .values({ organization_id: org, key: 'mowing', name: 'Mowing', price_cents: 4500 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const nodes: Node[] = []
  const startNode = async (which: number) => {
    nodes[which] = await start('test/faults/node.ts', [], {
      ...nodeEnv({ url, folder: join(folder, `data-${which}`), port: ports[which]!, owner }),
      ROLE: roles[which]!,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_API_BASE: `http://${sandbox.host}:${sandbox.port}`,
      STRIPE_WEBHOOK_SECRET: secrets.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connect,
      STRIPE_THIN_WEBHOOK_SECRET: secrets.thin,
    })
  }
  return {
    store,
    app,
    org,
    account,
    service,
    nodes,
    startNode,
    async startNodes() {
      // The first makes what all share.
      for (const which of roles.keys()) await startNode(which)
    },
    async kill(which) {
      const { child } = nodes[which]!
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await startNode(which)
    },
    act: (path, body) => act(nodes, path, body),
    rows: (text, values = []) => rowsOf(store, text, values),
    ask,
    atProvider: () => ask<ProviderState>('/_sandbox/state'),
    customer: (named, method, options) =>
      addCustomer({ app, org, account, sandbox }, named, method, options),
    async close() {
      killAll()
      await jobs.stop()
      await store.close()
      if (!given) await onDatabase(server, `drop database if exists ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const done = ['already_paid', 'already_refunded', 'refund_failed']

async function act<Answer>(nodes: readonly Node[], path: string, body: object): Promise<Answer> {
  const key = randomUUID()
  for (let tries = 0; tries < 400; tries++) {
    const node = nodes[tries % nodes.length]!
    try {
      const answer = await fetch(`${node.reply.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${node.reply.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(8000),
      })
      if (answer.status < 400) return await answer.json()
      const said = (await answer.json()) as { code?: string }
      // What a lost answer did is done, and may have come back since; what is on its way is asked for again.
      if (said.code && done.includes(said.code)) return said as Answer
      if (answer.status < 500 && said.code !== 'payment_in_progress')
        throw new Error(`Refused: ${path} ${answer.status} ${JSON.stringify(said)}`)
    } catch (fault) {
      if ((fault as Error).message.startsWith('Refused')) throw fault
    }
    await pause(100)
  }
  throw new Error(`No response: ${path}`)
}

type At = {
  app: App
  org: string
  account: string
  sandbox: { host: string; port: number; secretKey: string }
}

async function addCustomer(
  { app, org, account, sandbox }: At,
  name: string,
  method: string,
  { autopay = false }: { autopay?: boolean } = {},
): Promise<string> {
  const { id } = await inOrgAll(app.store, org, system, (tx) =>
    tx
      .insertInto('customers')
      .values({
        organization_id: org,
        name,
        email: `${name.toLowerCase().replace(/\W+/g, '.')}@mail.example`,
        status: 'active',
        autopay_enabled: autopay,
        autopay_oneoffs: autopay,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { customer } = await ensureCustomer(app, org, id)
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}/v1/setup_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      'stripe-context': account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      customer,
      payment_method: method,
      confirm: 'true',
      usage: 'off_session',
      ...(method.startsWith('pm_us')
        ? { 'mandate_data[customer_acceptance][type]': 'offline' }
        : {}),
    }).toString(),
  })
  const setup = await app.payments
    .on(account)
    .readSetup(((await answer.json()) as { id: string }).id)
  await inOrgAll(app.store, org, system, async (tx) => {
    await storeSetup(tx, id, setup)
    const consent = { organization_id: org, customer_id: id, accepted: true, cap_cents: 10_000 }
    const kinds = autopay ? (['autopay', 'autopay_oneoffs'] as const) : (['autopay'] as const)
    await tx
      .insertInto('consents')
      .values(
        kinds.map((kind) => ({
          ...consent,
          kind,
          text: 'yes',
          text_hash: 'yes',
          accepted_at: new Date(Date.now() - 30 * 86_400_000).toISOString(),
        })),
      )
      .execute()
  })
  return id
}

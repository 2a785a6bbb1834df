import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../src/server/books/check.ts'
import type { App } from '../../src/server/call.ts'
import { readConfig } from '../../src/server/config.ts'
import { asOwner, inOrgAll, system } from '../../src/server/db/door.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import type { Store } from '../../src/server/db/store.ts'
import { createPayments } from '../../src/server/outside/payments.ts'
import { refreshAccount } from '../../src/server/payments/accounts.ts'
import { ensureCustomer } from '../../src/server/payments/intents.ts'
import { storeSetup } from '../../src/server/payments/methods.ts'
import { createDatabase, onDatabase } from '../database.setup.ts'
import { foundBusiness, nodeEnv, rowsOf } from './business.ts'
import { freePort, killAll, pause, start } from './process.ts'

const server = process.env['TEST_DATABASE_URL'] ?? ''
const kills = Number(process.env['FAULTS_KILLS'] ?? 30)
const visits = Number(process.env['FAULTS_VISITS'] ?? 40)
const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(1 << 30))
const owner = 'dana@green-acres.example'
const secrets = { platform: 'whsec_platform', connect: 'whsec_connect', thin: 'whsec_thin' }

/** Mulberry32: the same seed gives the same kills. */
let state = seed
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

let store: Store
let sandbox: { host: string; port: number; secretKey: string; publishableKey: string }
/** Two processes share one database; either may die at any moment. */
const nodes: { child: ChildProcess; reply: { url: string; token: string } }[] = []
let startNode: (which: number) => Promise<void>
let app: App
let org: string
let account: string
const rules: { rule: string; customer: string; method: string }[] = []
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
const database = `fieldhive_kill_${randomBytes(5).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-kill-'))

const rows = <Row = any>(text: string, values: unknown[] = []): Promise<Row[]> =>
  rowsOf<Row>(store, text, values)
const ask = async (path: string, body?: object): Promise<any> => {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${sandbox.secretKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answer.json()
}
const form = async (path: string, fields: Record<string, string>): Promise<any> => {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      'stripe-context': account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
  return answer.json()
}

beforeAll(async () => {
  const url = await createDatabase(server, database)
  store = await openPostgres(url, { max: 6 })
  await migrate(store)
  const port = await freePort()
  const hook = (kind: keyof typeof secrets) => [
    '--webhook',
    `${kind},http://127.0.0.1:${port}/api/webhooks/stripe?kind=${kind},${secrets[kind]}`,
  ]
  sandbox = (
    await start(
      'sandbox/payments/main.ts',
      ['--dir', join(folder, 'payments'), ...hook('platform'), ...hook('connect'), ...hook('thin')],
      {},
    )
  ).reply
  const ports = [port, await freePort()]
  const envOf = (which: number) => ({
    ...nodeEnv({ url, folder: join(folder, `data-${which}`), port: ports[which]!, owner }),
    STRIPE_SECRET_KEY: sandbox.secretKey,
    STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
    STRIPE_API_BASE: `http://${sandbox.host}:${sandbox.port}`,
    STRIPE_WEBHOOK_SECRET: secrets.platform,
    STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connect,
    STRIPE_THIN_WEBHOOK_SECRET: secrets.thin,
  })
  startNode = async (which) => {
    nodes[which] = await start('test/faults/node.ts', [], envOf(which))
  }
  const payments = createPayments({
    secretKey: sandbox.secretKey,
    publishableKey: sandbox.publishableKey,
    host: sandbox.host,
    port: sandbox.port,
    protocol: 'http',
    webhookSecrets: {},
  })
  app = {
    store,
    payments,
    config: readConfig({ NODE_ENV: 'test' }),
    secret: randomBytes(32),
    log: { error() {}, warn() {}, info() {} },
  } as unknown as App
  org = await foundBusiness(store, owner)
  account = (
    await payments.platform.createAccount(
      { name: 'Green Acres', email: null, metadata: {} },
      'acct',
    )
  ).id
  await asOwner(store, (tx) =>
    tx
      .updateTable('organizations')
      .set({ stripe_account_id: account })
      .where('id', '=', org)
      .execute(),
  )
  await ask(`/_sandbox/onboard/${account}`, { standing: 'complete' })
  await refreshAccount(app, org)
  const service = await inOrgAll(
    store,
    org,
    system,
    async (tx) =>
      (
        await tx
          .insertInto('services')
          .values({ organization_id: org, key: 'mowing', name: 'Mowing', price_cents: 4500 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
  for (let n = 0; n < visits; n++) {
    const method =
      n % 10 === 3
        ? 'pm_card_chargeCustomerFail'
        : n % 10 === 7
          ? 'pm_usBankAccount_success'
          : 'pm_card_visa'
    const customer = await inOrgAll(
      store,
      org,
      system,
      async (tx) =>
        (
          await tx
            .insertInto('customers')
            .values({
              organization_id: org,
              name: `Customer ${n}`,
              email: `c${n}@mail.example`,
              status: 'active',
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    )
    const provided = await ensureCustomer(app, org, customer)
    const setup = await form('/v1/setup_intents', {
      customer: provided.customer,
      payment_method: method,
      confirm: 'true',
      usage: 'off_session',
      ...(method.startsWith('pm_us')
        ? { 'mandate_data[customer_acceptance][type]': 'offline' }
        : {}),
    })
    const whole = await payments.on(account).readSetup(setup.id)
    const rule = await inOrgAll(store, org, system, async (tx) => {
      await storeSetup(tx, customer, whole)
      await tx
        .insertInto('consents')
        .values({
          organization_id: org,
          customer_id: customer,
          kind: 'autopay',
          accepted: true,
          text: 'yes',
          text_hash: 'yes',
          cap_cents: 10_000,
        })
        .execute()
      const { id } = await tx
        .insertInto('rules')
        .values({
          organization_id: org,
          series_id: (await rows('select uuid7() as id'))[0].id,
          customer_id: customer,
          service_id: service,
          pattern: 'weekly',
          anchor_date: today,
          start_date: today,
          price_cents: 4000 + n,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
    rules.push({ rule, customer, method })
  }
  await ask('/_sandbox/faults', { duplicate_webhooks: true, shuffle_webhooks: true })
  await startNode(0)
  await startNode(1)
}, 120_000)

afterAll(async () => {
  killAll()
  await store?.close()
  await onDatabase(server, `drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Completes a visit and charges it, retrying until there is a response, as a crew's phone does. */
async function complete(rule: string, until: { stop: boolean }): Promise<any> {
  for (let tries = 0; !until.stop; tries++) {
    const node = nodes[tries % nodes.length]!
    try {
      const answer = await fetch(`${node.reply.url}/api/schedule/${rule}/complete`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${node.reply.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ date: today, collect: true }),
        signal: AbortSignal.timeout(8000),
      })
      if (answer.status === 200) return await answer.json()
      if (answer.status < 500)
        throw new Error(`Completing was refused with ${answer.status}: ${await answer.text()}`)
    } catch (fault) {
      if ((fault as Error).message.startsWith('Completing')) throw fault
    }
    await pause(50)
  }
  throw new Error('No response')
}

describe(`kill -9 of either process at ${kills} moments (FAULTS_SEED=${seed})`, () => {
  it('each visit is charged once, every invoice is right, the ledger matches the provider', async () => {
    console.log(`FAULTS_SEED=${seed}`)
    const until = { stop: false }
    const waiting: Promise<any>[] = []
    for (let kill = 0, next = 0; kill < kills; kill++) {
      const share = Math.ceil(((kill + 1) * visits) / kills)
      while (next < share && next < visits)
        waiting.push(complete(rules[next++]!.rule, until).catch((fault: Error) => ({ fault })))
      await pause(50 + random() * 500)
      const which = random() < 0.5 ? 0 : 1
      const { child } = nodes[which]!
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await startNode(which)
    }
    const answers = await Promise.all(waiting)
    expect(answers.filter((answer) => answer.fault)).toEqual([])
    await ask('/_sandbox/advance', {})

    const open = () =>
      rows(
        "select id, state, via from charge_attempts where state in ('started', 'confirming', 'unknown', 'processing')",
      )
    for (
      let waited = 0;
      waited < 90_000 &&
      ((await open()).length ||
        (await rows('select 1 from provider_events where processed_at is null')).length);
      waited += 500
    )
      await pause(500)
    until.stop = true
    expect(await open()).toEqual([])

    const { accounts } = await ask('/_sandbox/state')
    const { charges, payment_intents: intents, balance } = accounts[account]
    const invoices = await rows(
      'select i.*, l.total_cents as line_cents from invoices i join invoice_lines l on l.invoice_id = i.id order by number',
    )
    expect(invoices).toHaveLength(visits)
    expect(invoices.map((invoice) => invoice.number)).toEqual(
      Array.from({ length: visits }, (_, index) => index + 1),
    )
    for (const { rule, customer, method } of rules) {
      const [invoice] = invoices.filter((one) => one.customer_id === customer)
      const taken = charges.filter(
        (charge: any) => charge.metadata.invoice_id === invoice.id && charge.status === 'succeeded',
      )
      const facts = await rows('select * from payments where invoice_id = $1', [invoice.id])
      const declines = method === 'pm_card_chargeCustomerFail'
      expect({
        rule,
        money: invoice.money,
        paid: invoice.paid_cents,
        taken: taken.map((charge: any) => charge.amount),
        facts: facts.map((fact) => fact.status),
      }).toEqual({
        rule,
        money: declines ? 'failed' : 'paid',
        paid: declines ? 0 : invoice.total_cents,
        taken: declines ? [] : [invoice.total_cents],
        facts: [declines ? 'failed' : 'succeeded'],
      })
      const messages = await rows('select template from messages where customer_id = $1', [
        customer,
      ])
      expect(messages.map((message) => message.template)).toEqual([
        declines ? 'payment_failed' : 'receipt',
      ])
    }
    expect(intents.filter((intent: any) => intent.status === 'succeeded')).toHaveLength(
      invoices.filter((invoice) => invoice.money === 'paid').length,
    )
    const total = [...balance.available, ...balance.pending].reduce(
      (sum: number, part: { amount: number }) => sum + part.amount,
      0,
    )
    expect(
      (
        await rows(
          "select sum(amount_cents)::bigint as cents from ledger_entries where account = 'provider_balance'",
        )
      )[0].cents,
    ).toBe(total)
    expect(
      await rows('select fact from ledger_entries group by fact having sum(amount_cents) <> 0'),
    ).toEqual([])
    // The nightly check agrees.
    await rows('delete from book_checks')
    await checkBooks(app)
    expect(await rows('select differences, first from book_checks')).toEqual([
      { differences: 0, first: null },
    ])
    // Acknowledged writes are still there.
    for (const answer of answers)
      expect(
        await rows("select 1 from visits where invoice_id = $1 and status = 'completed'", [
          answer.invoice_id,
        ]),
      ).toHaveLength(1)
  }, 600_000)
})

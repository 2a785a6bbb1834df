import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { startPaymentSandbox, type PaymentSandbox } from '../../sandbox/payments/index.ts'
import type { App } from '../../src/server/base/call.ts'
import { readConfig } from '../../src/server/base/kit/config.ts'
import { asOwner, inOrgAll, onPlatform, type OrgTx, system } from '../../src/server/base/db/door.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { billVisit } from '../../src/server/money/invoices/for-visit.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { createPayments, type Payments } from '../../src/server/base/outside/payments.ts'
import { refreshAccount } from '../../src/server/money/payments/accounts.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import { ensureCustomer } from '../../src/server/money/payments/intents.ts'
import { storeSetup } from '../../src/server/money/payments/methods.ts'
import { handleProviderEvent } from '../../src/server/money/payments/provider-events.ts'
import type { ProviderEvent, ProviderState } from './provider-state.ts'
import { openScratch, type Scratch } from '../scratch.ts'

/** What the provider answers to a form: the object, or why not. */
type Made = { id: string; status?: string; client_secret?: string; error?: { code: string } }

export type Till = {
  app: App
  scratch: Scratch
  sandbox: PaymentSandbox
  org: string
  account: string
  /** Creates a customer with a saved payment method, as the pay page would save it, and consent to be charged. */
  customer(
    method: string | null,
    options?: { autopay?: boolean; consent?: boolean; cap_cents?: number | null },
  ): Promise<string>
  /** Creates an issued invoice for one visit. */
  invoice(
    customer: string,
    price_cents?: number,
    options?: { open?: boolean; billing_mode?: 'per_visit' | 'per_period'; date?: string },
  ): Promise<string>
  /** Plans and runs a charge started by the office. */
  charge(invoice: string, via?: 'staff' | 'autopay'): Promise<string>
  state(
    invoice: string,
  ): Promise<{ invoice: any; attempts: any[]; payments: any[]; refunds: any[]; messages: string[] }>
  rows<Row = any>(text: string, values?: unknown[]): Promise<Row[]>
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
  /** What the sandbox holds. */
  atProvider(): Promise<ProviderState>
  /** Sets a sandbox option. */
  ask<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer>
  /** Calls the provider as the customer's browser or anybody else would: form in, JSON out. */
  provider(path: string, form: Record<string, string>, key?: 'secret' | 'browser'): Promise<Made>
  /** Applies all of the provider's events for our account, in the given order. */
  deliver(order?: (events: ProviderEvent[]) => ProviderEvent[]): Promise<number>
  /** Throws if the ledger doesn't match the provider’s balance, or a fact doesn't sum to zero. */
  checkBooks(): Promise<void>
  close(): Promise<void>
}

export async function openTill(
  options: { store?: Store; payments?: Payments } = {},
): Promise<Till> {
  const scratch = await openScratch()
  const { store } = scratch
  const sandbox = await startPaymentSandbox({ dir: null, webhooks: [] })
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '3000',
    DATA_DIR: 'memory://',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
  })
  const log = { error: () => {}, warn: () => {}, info: () => {} }
  const payments =
    options.payments ??
    createPayments({
      secretKey: sandbox.secretKey,
      publishableKey: sandbox.publishableKey,
      host: sandbox.host,
      port: sandbox.port,
      protocol: 'http',
      webhookSecrets: {},
    })
  const jobs = createJobs({ store, runs: false, log })
  await jobs.prepare()
  const app = { config, store, secret: randomBytes(32), jobs, payments, log } as unknown as App

  const ask: Till['ask'] = async (method, path, body = {}) => {
    const answer = await fetch(`http://${sandbox.host}:${sandbox.port}/_sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.secretKey}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const atProvider = () => ask<ProviderState>('GET', 'state')
  const org = await asOwner(
    store,
    async (tx) =>
      (
        await tx
          .insertInto('organizations')
          .values({ slug: 'till', name: 'Green Acres' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
  const made = await payments.platform.createAccount(
    { name: 'Green Acres', email: null, metadata: {} },
    'acct',
  )
  await asOwner(store, (tx) =>
    tx
      .updateTable('organizations')
      .set({ stripe_account_id: made.id })
      .where('id', '=', org)
      .execute(),
  )
  await ask('POST', `onboard/${made.id}`, { standing: 'complete' })
  await refreshAccount(app, org)
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>): Promise<T> =>
    inOrgAll(store, org, system, work)
  const service = await inOrg(
    async (tx) =>
      (
        await tx
          .insertInto('services')
          .values({ organization_id: org, key: 'mowing', name: 'Mowing', price_cents: 4500 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )

  const provider = async (
    path: string,
    form: Record<string, string>,
    key: 'secret' | 'browser' = 'secret',
  ) => {
    const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key === 'secret' ? sandbox.secretKey : sandbox.publishableKey}`,
        'stripe-context': made.id,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    })
    return answer.json()
  }
  const rows: Till['rows'] = async (text, values = []) => {
    const wire = await store.acquire()
    try {
      return (await wire.query(text, values)).rows as never
    } finally {
      wire.release()
    }
  }

  return {
    app,
    scratch,
    sandbox,
    org,
    account: made.id,
    rows,
    inOrg,
    ask,
    atProvider,
    provider,
    async customer(method, { autopay = false, consent = true, cap_cents = 10_000_000 } = {}) {
      const id = await inOrg(
        async (tx) =>
          (
            await tx
              .insertInto('customers')
              .values({
                organization_id: org,
                name: 'Casey Walker',
                email: `casey.${randomBytes(4).toString('hex')}@mail.example`,
                status: 'active',
                autopay_enabled: autopay,
              })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
      )
      if (consent) {
        await inOrg((tx) =>
          tx
            .insertInto('consents')
            .values(
              (['autopay', 'autopay_oneoffs'] as const).map((kind) => ({
                organization_id: org,
                customer_id: id,
                kind,
                accepted: true,
                text: 'yes',
                text_hash: 'x',
                cap_cents,
              })),
            )
            .execute(),
        )
      }
      if (!method) return id
      const { customer } = await ensureCustomer(app, org, id)
      const setup = await provider('/v1/setup_intents', {
        customer,
        payment_method: method,
        confirm: 'true',
        usage: 'off_session',
        ...(method.startsWith('pm_us')
          ? { 'mandate_data[customer_acceptance][type]': 'offline' }
          : {}),
      })
      if (setup.error) throw new Error(JSON.stringify(setup.error))
      const whole = await payments.on(made.id).readSetup(setup.id)
      await inOrg((tx) =>
        storeSetup(
          tx,
          id,
          whole.status === 'requires_action' ? { ...whole, status: 'succeeded' } : whole,
        ),
      )
      return id
    },
    async invoice(
      customer,
      price_cents = 4500,
      { open = true, billing_mode = 'per_visit', date = '2026-11-02' } = {},
    ) {
      const series_id = (await rows<{ id: string }>('select uuid7() as id'))[0]!.id
      return inOrg(async (tx) => {
        const rule = await tx
          .insertInto('rules')
          .values({
            organization_id: org,
            series_id,
            customer_id: customer,
            service_id: service,
            pattern: 'weekly',
            billing_mode,
            anchor_date: date,
            start_date: date,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const bill = await billVisit(
          tx,
          {
            series_id,
            original_date: date,
            rule_id: rule.id,
            billing_mode,
            customer_id: customer,
            date,
            service_id: service,
            service_key: 'mowing',
            description: 'Mowing',
            price_cents,
          },
          { open },
        )
        return bill!.invoice_id
      })
    },
    async charge(invoice_id, via = 'staff') {
      const { attempt_id } = await inOrg((tx) => planCharge(tx, { invoice_id, via }))
      await runAttempt(app, org, attempt_id)
      return attempt_id
    },
    async state(id) {
      const [invoice] = await rows<Selectable<Database['invoices']>>(
        'select * from invoices where id = $1',
        [id],
      )
      const payments = await rows<Selectable<Database['payments']>>(
        'select * from payments where invoice_id = $1 order by id',
        [id],
      )
      return {
        invoice: invoice!,
        payments,
        attempts: await rows<Selectable<Database['charge_attempts']>>(
          'select * from charge_attempts where invoice_id = $1 order by n',
          [id],
        ),
        refunds: await rows<Selectable<Database['refunds']>>(
          'select r.* from refunds r join payments p on p.id = r.payment_id where p.invoice_id = $1 order by r.id',
          [id],
        ),
        messages: (
          await rows<{ template: string }>(
            'select template from messages where customer_id = $1 order by id',
            [invoice!.customer_id],
          )
        ).map((row) => row.template),
      }
    },
    async deliver(order = (events) => events) {
      const { accounts } = await atProvider()
      const events = order([...accounts[made.id]!.events])
      for (const event of events) {
        await onPlatform(store, system, (tx) =>
          tx
            .insertInto('provider_events')
            .values({
              account: made.id,
              event_id: event.id,
              kind: 'connect',
              type: event.type,
              object_id: event.data.object.id,
              payload: '{}',
            })
            .onConflict((on) => on.doNothing())
            .execute(),
        )
        await handleProviderEvent(app, { account: made.id, event_id: event.id })
      }
      return events.length
    },
    async checkBooks() {
      const { accounts } = await atProvider()
      const { available, pending } = accounts[made.id]!.balance
      const [ledger] = await rows<{ cents: number }>(
        "select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'provider_balance'",
      )
      const unbalanced = (
        await rows('select fact from ledger_entries group by fact having sum(amount_cents) <> 0')
      ).length
      const provider = [...available, ...pending].reduce(
        (sum: number, row: { amount: number }) => sum + row.amount,
        0,
      )
      const { cents } = ledger!
      if (cents !== provider || unbalanced)
        throw new Error(
          `The ledger says ${cents}, the provider ${provider}; ${unbalanced} facts do not sum to zero`,
        )
    },
    async close() {
      await jobs.stop()
      await sandbox.close()
      await scratch.drop()
    },
  }
}

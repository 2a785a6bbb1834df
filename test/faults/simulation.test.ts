import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/server/base/call.ts'
import type { Store } from '../../src/server/base/db/store.ts'
import { voidInvoice } from '../../src/server/money/invoices/write.ts'
import { lockInvoice, statusOf } from '../../src/server/money/invoices/row.ts'
import { beginPayment, endPayment } from '../../src/server/flows/pay-page/calls.ts'
import { payUrl } from '../../src/server/money/invoices/pay-link.ts'
import { Unknown } from '../../src/server/base/outside/payment-faults.ts'
import type { Payments } from '../../src/server/base/outside/payments.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { type PaymentRow } from '../../src/server/money/payments/facts.ts'
import { withoutIntent } from '../../src/server/money/payments/intents.ts'
import { checkNoIntent } from '../../src/server/money/invoices/live-intent.ts'
import { reconcile } from '../../src/server/money/payments/reconcile.ts'
import { refundsUnderway, runRefund } from '../../src/server/money/payments/refund.ts'
import { planRefund } from '../../src/server/money/payments/write-refunds.ts'
import { openTill, type Till } from './till.ts'
import { seedOf } from '../seed.ts'

const runs = Number(process.env['FAULTS_RUNS'] ?? 25)
const firstSeed = seedOf('FAULTS_SEED')

const seeded = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

class Died extends Error {}

/** A process that dies at its n-th step (starting a transaction, starting or ending a call) and sometimes loses responses. */
function mortal(app: App, random: () => number, lives: number, losesAnswers: number): App {
  let left = lives
  const step = () => {
    if (--left <= 0) throw new Died('the process is dead')
  }
  const store: Store = {
    ...app.store,
    kind: app.store.kind,
    acquire: async () => {
      step()
      return app.store.acquire()
    },
  }
  const withFaults = <T extends object>(operations: T): T =>
    new Proxy(operations, {
      get:
        (target, name) =>
        async (...args: unknown[]) => {
          step()
          if (random() < losesAnswers) throw new Unknown('lost on the way there')
          const answer = await (
            Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>
          )(...args)
          step()
          if (random() < losesAnswers) throw new Unknown('lost on the way back')
          return answer
        },
    })
  const payments: Payments = {
    ...app.payments,
    platform: withFaults(app.payments.platform),
    on: (account, patience) => withFaults(app.payments.on(account, patience)),
  }
  return { ...app, store, payments }
}

let till: Till
const customers: Record<string, string> = {}
const methods = [
  'pm_card_visa',
  'pm_card_chargeCustomerFail',
  'pm_usBankAccount_success',
  'pm_usBankAccount_insufficientFunds',
  'pm_card_refundFail',
  'pm_card_authenticationRequired',
]
beforeAll(async () => {
  till = await openTill()
  for (const method of methods) customers[method] = await till.customer(method)
})
afterAll(() => till?.close())

type Act = (app: App, invoice: string, random: () => number) => Promise<unknown>
const inOrg = <T>(app: App, work: Parameters<typeof inOrgAll<T>>[3]): Promise<T> =>
  inOrgAll(app.store, till.org, system, work)

const secrets = new Map<string, string>()
const acts: Record<string, Act> = {
  async charge(app, invoice) {
    const { attempt_id } = await inOrg(app, (tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff' }),
    )
    await runAttempt(app, till.org, attempt_id)
  },
  async runAgain(app, invoice) {
    const open = await till.rows(
      "select id from charge_attempts where invoice_id = $1 and state in ('started', 'confirming', 'unknown', 'processing')",
      [invoice],
    )
    for (const { id } of open) await runAttempt(app, till.org, id)
  },
  async payOnPage(app, invoice, random) {
    const token = (
      await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice)))
    )
      .split('/')
      .at(-1)!
    const { client_secret } = await beginPayment(app, token)
    const payment_method = random() < 0.3 ? 'pm_card_chargeDeclined' : 'pm_card_mastercard'
    await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method },
      'browser',
    )
    await endPayment(app, token)
  },
  /** A page left open pays with the client secret it got long ago. */
  async payOldPage(_app, invoice) {
    const client_secret = secrets.get(invoice)
    if (client_secret)
      await till.provider(
        `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
        { client_secret, payment_method: 'pm_card_visa' },
        'browser',
      )
  },
  async openPage(app, invoice) {
    const token = (
      await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice)))
    )
      .split('/')
      .at(-1)!
    secrets.set(invoice, (await beginPayment(app, token)).client_secret)
  },
  /** Simulates the amount changing before we know the intent exists: our row is abandoned, the intent lives on. */
  loseIntent: (_app, invoice) =>
    till.rows(
      "update payment_intents p set status = 'canceled' where invoice_id = $1 and status like 'requires%' and not exists (select 1 from charge_attempts a where a.invoice_id = p.invoice_id and a.state in ('started', 'confirming', 'unknown', 'processing'))",
      [invoice],
    ),
  async refund(app, invoice, random) {
    const id = await inOrg(app, async (tx) => {
      await lockInvoice(tx, invoice)
      const payment = (await tx
        .selectFrom('payments')
        .selectAll()
        .where('invoice_id', '=', invoice)
        .where('status', 'in', ['succeeded', 'partially_refunded'])
        .executeTakeFirst()) as PaymentRow | undefined
      const left = payment ? payment.amount_cents - (await refundsUnderway(tx, payment.id)) : 0
      return left > 0
        ? (
            await planRefund(tx, payment!, {
              amount_cents: random() < 0.5 ? left : Math.ceil(left / 3),
              reason: null,
              actor_id: null,
            })
          ).id
        : null
    })
    if (id) await runRefund(app, till.org, id)
  },
  async voidIt(app, invoice) {
    await withoutIntent(app, till.org, () =>
      inOrg(app, async (tx) => {
        const [row] = await Promise.all([lockInvoice(tx, invoice), checkNoIntent(tx, invoice)])
        if (statusOf(row) === 'open' || statusOf(row) === 'failed') await voidInvoice(tx, row)
      }),
    )
  },
  advance: () => till.sandbox.advance(),
  async hear(_app, _invoice, random) {
    await till.deliver((events) => events.filter(() => random() < 0.5).toReversed())
  },
}

/** Runs one crashing process after another on one invoice, then lets things settle; throws if the result is wrong. */
async function live(seed: number): Promise<void> {
  const random = seeded(seed)
  const invoice = await till.invoice(
    customers[methods[Math.floor(random() * methods.length)]!]!,
    2000 + Math.floor(random() * 4000),
  )
  // The most common actions, and the few ways to pay twice, are frequent.
  const names = [
    ...Object.keys(acts),
    'charge',
    'charge',
    'refund',
    'refund',
    'refund',
    'openPage',
    'loseIntent',
    'payOldPage',
    'payOldPage',
  ]
  for (let lifetime = 0; lifetime < 3; lifetime++) {
    const app = mortal(till.app, random, 3 + Math.floor(random() * 60), 0.12)
    for (let round = 0; round < 5; round++) {
      // Refusals, lost responses and crashes are expected here.
      const together = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
        acts[names[Math.floor(random() * names.length)]!]!(app, invoice, random),
      )
      await Promise.allSettled(together)
    }
  }
  for (let quiet = 0; quiet < 3; quiet++) {
    await till.rows(
      "update charge_attempts set next_check_at = now() - interval '1 second', created_at = created_at - interval '3 minutes' where state in ('started', 'confirming', 'unknown', 'processing')",
    )
    await till.rows(
      "update refunds set updated_at = updated_at - interval '2 hours' where state in ('started', 'unknown', 'pending')",
    )
    if (random() < 0.5) await reconcile(till.app)
    await till.sandbox.advance()
    await till.deliver()
    await reconcile(till.app)
  }
  await check(invoice)
}

async function check(id: string): Promise<void> {
  const { invoice, attempts, payments, refunds, messages } = await till.state(id)
  const { accounts } = await till.atProvider()
  const intents = accounts[till.account]!.payment_intents.filter(
    (intent) => intent.metadata.invoice_id === id,
  )
  const charges = accounts[till.account]!.charges.filter(
    (charge) => charge.metadata.invoice_id === id && charge.status === 'succeeded',
  )
  const captured = charges.reduce((sum, charge) => sum + charge.amount, 0)
  const returned = charges.reduce((sum, charge) => sum + charge.amount_refunded, 0)
  // A payment the bank returned is left to the office.
  const doubled = refunds
    .filter((refund) => refund.automatic)
    .reduce((sum, refund) => sum + refund.amount_cents, 0)
  expect(
    attempts.filter((attempt) =>
      ['started', 'confirming', 'unknown', 'processing'].includes(attempt.state),
    ),
  ).toEqual([])
  expect(
    refunds.filter((refund) => ['started', 'unknown', 'pending'].includes(refund.state)),
  ).toEqual([])
  const asked = accounts[till.account]!.refunds.flatMap(
    (refund) => refund.metadata!.refund_id ?? [],
  )
  expect(new Set(asked).size).toBe(asked.length)
  expect(captured - doubled).toBeLessThanOrEqual(invoice.total_cents)
  expect({ paid: invoice.paid_cents, refunded: invoice.refunded_cents }).toEqual({
    paid: captured,
    refunded: returned,
  })
  expect(
    payments
      .filter((payment) => payment.captured_at)
      .map((payment) => payment.provider_charge_id)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual(charges.map((charge) => charge.id).toSorted((a: string, b: string) => (a < b ? -1 : 1)))
  expect(intents.filter((intent) => intent.status === 'succeeded')).toHaveLength(charges.length)
  if (invoice.doc === 'open' && captured > 0)
    expect(invoice.money).toBe(
      captured - returned >= invoice.total_cents
        ? 'paid'
        : returned >= captured
          ? 'refunded'
          : 'partially_refunded',
    )
  else if (invoice.doc === 'open') expect(['none', 'failed']).toContain(invoice.money)
  expect(
    await till.rows(
      'select provider_intent_id from payments group by 1 having count(*) > 1 and provider_intent_id is not null',
    ),
  ).toEqual([])
  expect(messages.length).toBeGreaterThanOrEqual(0)
  await till.checkBooks()
}

describe(`processes that die anywhere (FAULTS_SEED=${firstSeed})`, () => {
  it(`${runs} seeds: no double charge, none lost, the ledger right`, async () => {
    let lived = 0
    for (let seed = firstSeed; seed < firstSeed + runs; seed++, lived++) {
      await live(seed).catch((fault: Error) => {
        throw new Error(`FAULTS_SEED=${seed} FAULTS_RUNS=1: ${fault.message}`, { cause: fault })
      })
    }
    expect(lived).toBe(runs)
  }, 600_000)
})

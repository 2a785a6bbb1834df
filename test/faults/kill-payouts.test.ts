import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { createInvoice } from '../../src/server/money/invoices/write-issue.ts'
import { enqueue } from '../../src/server/base/jobs/jobs.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import { pause } from './process.ts'
import { openPair, type Pair } from './two-nodes.ts'
import { seedOf } from '../seed.ts'

// Payouts arrive, and one comes back, while either of two processes is killed again and again: what is behind each is kept once.

const kills = Number(process.env['FAULTS_PAYOUT_KILLS'] ?? 5)
const seed = seedOf('FAULTS_SEED')
/** Payments behind each payout. */
const behind = 4
const cents = 4500

/** Mulberry32: the same seed gives the same kills. */
let state = seed
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

let pair: Pair
let payer: string
beforeAll(async () => {
  pair = await openPair('payouts')
  payer = await pair.customer('Payer', 'pm_card_visa', { autopay: true })
  await pair.ask('/_sandbox/faults', { duplicate_webhooks: true, shuffle_webhooks: true })
  await pair.startNode(0)
  await pair.startNode(1)
}, 240_000)
afterAll(() => pair?.close())

async function earn(): Promise<void> {
  const { row } = await inOrgAll(pair.store, pair.org, system, (tx) =>
    createInvoice(tx, {
      customer_id: payer,
      source: 'manual',
      lines: [{ description: 'Mowing', quantity: 1, unit_price_cents: cents }],
      open: true,
    }),
  )
  const { attempt_id } = await inOrgAll(pair.store, pair.org, system, (tx) =>
    planCharge(tx, { invoice_id: row.id, via: 'staff' }),
  )
  // Whoever is first, this or a job of the processes, finds what the other began.
  await runAttempt(pair.app, pair.org, attempt_id)
}

const unfinished = async (): Promise<number> =>
  (
    await pair.rows(`select 1 from provider_events where processed_at is null
      union all select 1 from payouts where not is_reconciled
      union all select 1 from charge_attempts where state in ('started', 'confirming', 'unknown', 'processing')
      union all select 1 from payments where fee_cents is null and captured_at is not null`)
  ).length

describe(`payouts over ${kills} kills (FAULTS_SEED=${seed})`, () => {
  it('and what is behind them are kept once, none is lost, and the books tie', async () => {
    let midway = 0
    const made: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      for (let n = 0; n < behind; n++) await earn()
      await pair.ask('/_sandbox/advance', {})
      made.push((await pair.ask<{ id: string }>(`/_sandbox/payout/${pair.account}`, {})).id)
      if (kill === 1) await pair.ask(`/_sandbox/payout/${made[0]}/fail`, {})
      // The nightly check reads the same payouts beside their events.
      await inOrgAll(pair.store, pair.org, system, (tx) => enqueue(tx, 'books.check', {}))
      // The first kill follows at once, so that at least one is in the middle.
      await pause(kill === 0 ? 0 : random() * 400)
      const which = random() < 0.5 ? 0 : 1
      const restarted = pair.kill(which)
      if ((await unfinished()) > 0 || (await pair.rows('select 1 from payouts')).length <= kill)
        midway++
      await restarted
    }
    expect(midway).toBeGreaterThan(0)
    await pair.ask('/_sandbox/advance', {})
    const isDone = async () =>
      (await unfinished()) === 0 && (await pair.rows('select 1 from payouts')).length === kills
    for (let waited = 0; waited < 240_000 && !(await isDone()); waited += 500) await pause(500)
    expect(await unfinished()).toBe(0)
    await checkEach(made)
    await checkMoney()
  }, 900_000)
})

/** Every payout with exactly the transactions that the provider lists behind it. */
async function checkEach(made: readonly string[]): Promise<void> {
  const rows = await pair.rows(
    `select p.provider_id, p.amount_cents, p.status, coalesce(sum(l.net_cents), 0)::int as net_cents,
      array_agg(l.transaction_id order by l.transaction_id) as lines
    from payouts p left join payout_lines l on l.payout_id = p.id group by p.organization_id, p.id`,
  )
  expect(rows).toHaveLength(made.length)
  expect(new Set(rows.map((row) => row.provider_id))).toEqual(new Set(made))
  const provider = pair.app.payments.on(pair.account)
  for (const id of made) {
    const [payout, all] = [await provider.readPayout(id), await provider.listPayoutTransactions(id)]
    const wanted = all.map((one) => one.id).filter((one) => one !== payout.balance_transaction)
    const row = rows.find((one) => one.provider_id === id)!
    expect(row).toMatchObject({
      amount_cents: payout.amount,
      status: id === made[0] && kills > 1 ? 'failed' : 'paid',
      net_cents: payout.amount,
      lines: wanted.toSorted(),
    })
  }
  const facts = await pair.rows(
    "select fact, sum(amount_cents)::int as cents, count(*)::int as entries from ledger_entries where fact like 'payout%' group by 1",
  )
  expect(facts).toHaveLength(made.length + (kills > 1 ? 1 : 0))
  for (const fact of facts) expect(fact).toMatchObject({ cents: 0, entries: 2 })
}

/** Our ledger is the provider's balance, and the nightly check finds nothing. */
async function checkMoney(): Promise<void> {
  const { accounts } = await pair.atProvider()
  const { available, pending } = accounts[pair.account]!.balance
  const total = [...available, ...pending].reduce(
    (sum: number, part: { amount: number }) => sum + part.amount,
    0,
  )
  const [ours] = await pair.rows(
    "select sum(amount_cents)::bigint as cents from ledger_entries where account = 'provider_balance'",
  )
  expect(ours!.cents).toBe(total)
  await pair.rows('delete from book_checks')
  await checkBooks(pair.app)
  expect(await pair.rows('select differences, first from book_checks')).toEqual([
    { differences: 0, first: null },
  ])
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/base/dates.ts'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { createInvoice } from '../../src/server/money/invoices/write-issue.ts'
import { enqueue } from '../../src/server/base/jobs/jobs.ts'
import { pause } from './process.ts'
import { openPair, type Pair } from './two-nodes.ts'
import { seedOf } from '../seed.ts'

// Everything that moves money or sends bills, at once, while either of two processes is killed again and again.

const kills = Number(process.env['FAULTS_MONEY_KILLS'] ?? 6)
const each = Number(process.env['FAULTS_MONEY_EACH'] ?? 4)
const seed = seedOf('FAULTS_SEED')
const cents = 4500

/** Mulberry32: the same seed gives the same kills. */
let state = seed
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** `returned`: refunded, the bank sends it back, and it is paid by check; `own`: $5 too much, paid back. */
const kinds = ['charge', 'refund', 'returned', 'cash', 'own', 'autopay', 'draft'] as const
type Kind = (typeof kinds)[number]
type Bill = { id: string; kind: Kind }

let pair: Pair
const bills: Bill[] = []
beforeAll(async () => {
  pair = await openPair('money')
  for (const kind of kinds)
    for (let n = 0; n < each; n++) bills.push({ id: await addBill(kind, n), kind })
  // Wherever the clock is, it is ten in the morning there: autopay runs after nine.
  await pair.rows(
    `update organizations set time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%'
      and extract(hour from now() at time zone name) = 10 limit 1)`,
  )
  await pair.ask('/_sandbox/faults', { duplicate_webhooks: true, shuffle_webhooks: true })
  await pair.startNodes()
}, 240_000)
afterAll(() => pair?.close())

async function addBill(kind: Kind, n: number): Promise<string> {
  const { store, org } = pair
  const card = kind === 'returned' ? 'pm_card_refundFail' : 'pm_card_visa'
  const customer_id = await pair.customer(`${kind} ${n}`, card, {
    autopay: kind === 'autopay',
  })
  const today = new Date().toISOString().slice(0, 10)
  const { row } = await inOrgAll(store, org, system, (tx) =>
    createInvoice(tx, {
      customer_id,
      source: 'manual',
      lines: [{ description: 'Mowing', quantity: 1, unit_price_cents: cents }],
      due_date: kind === 'autopay' ? addDays(today, -2) : addDays(today, 10),
      open: kind !== 'draft',
    }),
  )
  return row.id
}

const act = (path: string, body: object): Promise<unknown> => pair.act(path, body)
const intentOf = async (id: string): Promise<string | undefined> =>
  (
    await pair.rows<{ provider_intent_id: string }>(
      "select provider_intent_id from payments where invoice_id = $1 and status = 'succeeded'",
      [id],
    )
  )[0]?.provider_intent_id
async function payAndRefund(id: string): Promise<void> {
  await act(`/api/invoices/${id}/pay`, {})
  const payment_intent = await comes(() => intentOf(id))
  await act('/api/owner/stripe/refund', { payment_intent, amount_minor: cents })
}

/** What `look` finds, once it does. */
async function comes<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 900; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await pause(100)
  }
  throw new Error('It did not come about')
}

async function refundThatReturns(id: string): Promise<void> {
  await payAndRefund(id)
  const failed = await comes(async () => {
    await pair.ask('/_sandbox/advance', {})
    const [row] = await pair.rows(
      "select r.id from refunds r join payments p on p.id = r.payment_id where p.invoice_id = $1 and r.state = 'failed' and not exists (select 1 from refunds n where n.again_of = r.id)",
      [id],
    )
    return row?.id as string | undefined
  })
  await act(`/api/refunds/${failed}/settlement`, { as: 'check' })
}

async function overpayAndPayBack(id: string): Promise<void> {
  await act(`/api/invoices/${id}/mark-paid`, { amount_cents: cents + 500, keep_rest: true })
  const [credit] = await pair.rows<{ id: string }>(
    'select c.id from credits c join invoices i on i.customer_id = c.customer_id where i.id = $1',
    [id],
  )
  await act(`/api/owner/credits/${credit!.id}/payback`, { method: 'check' })
}
const acts: Record<Kind, (id: string) => Promise<unknown>> = {
  charge: (id) => act(`/api/invoices/${id}/pay`, {}),
  refund: payAndRefund,
  returned: refundThatReturns,
  own: overpayAndPayBack,
  cash: (id) => act(`/api/invoices/${id}/mark-paid`, {}),
  // All of them at once, below.
  autopay: () => Promise.resolve(),
  draft: () => Promise.resolve(),
}
const runAutopay = () =>
  inOrgAll(pair.store, pair.org, system, (tx) => enqueue(tx, 'autopay.retry', {}))

describe(`charges, refunds, cash, autopay and bills over ${kills} kills (FAULTS_SEED=${seed})`, () => {
  it('each happens once, and the books tie', async () => {
    const began = Date.now()
    const drafts = bills.filter(({ kind }) => kind === 'draft').map(({ id }) => id)
    const waiting: Promise<unknown>[] = [act('/api/invoices/send-many', { ids: drafts })]
    await runAutopay()
    const single = bills.filter(({ kind }) => kind !== 'draft' && kind !== 'autopay')
    for (let kill = 0, next = 0; kill < kills; kill++) {
      const share = Math.ceil(((kill + 1) * single.length) / kills)
      for (; next < share && next < single.length; next++)
        waiting.push(acts[single[next]!.kind](single[next]!.id))
      if (kill % 10 === 5) await runAutopay()
      await pause(50 + random() * 500)
      await pair.kill(Math.floor(random() * pair.nodes.length))
    }
    const faults = (await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected')
    expect(faults).toEqual([])
    await runAutopay()
    await pair.ask('/_sandbox/advance', {})
    await settle()
    await checkEach(drafts)
    await checkMoney()
    console.log(
      `${kills} kills, ${bills.length} bills, ${Math.round((Date.now() - began) / 1000)} s, seed ${seed}`,
    )
  }, 3_600_000)
})

/** Waits until nothing is on its way. */
async function settle(): Promise<void> {
  const open = async () =>
    (
      await pair.rows(`select 1 from charge_attempts where state in ('started', 'confirming', 'unknown', 'processing')
        union all select 1 from refunds where state in ('started', 'unknown', 'pending')
        union all select 1 from provider_events where processed_at is null
        union all select 1 from invoice_runs where done_at is null
        union all select 1 from pgboss.job where name = 'autopay.retry' and state <= 'active' and start_after <= now()
        union all select 1 from payments where fee_cents is null and captured_at is not null
        union all select 1 from invoices where source = 'manual' and doc = 'open' and money in ('none', 'processing') and effective_due_date < current_date`)
    ).length
  for (let waited = 0; waited < 240_000 && (await open()); waited += 500) await pause(500)
  expect(await open()).toBe(0)
}

async function checkEach(drafts: readonly string[]): Promise<void> {
  const found = await pair.rows(
    `select i.id, i.doc, i.money, i.paid_cents, i.refunded_cents,
      (select count(*)::int from payments p where p.invoice_id = i.id and p.status in ('succeeded', 'refunded')) as payments,
      (select count(*)::int from refunds r join payments p on p.id = r.payment_id where p.invoice_id = i.id and r.state = 'succeeded') as refunds,
      (select count(*)::int from messages m where m.invoice_id = i.id and m.template = 'invoice_sent' and m.status <> 'refused') as sent
    from invoices i`,
  )
  const paid = {
    doc: 'open',
    money: 'paid',
    paid_cents: cents,
    refunded_cents: 0,
    payments: 1,
    refunds: 0,
  }
  const wanted: Record<Kind, object> = {
    charge: paid,
    cash: paid,
    autopay: paid,
    refund: { ...paid, money: 'refunded', refunded_cents: cents, refunds: 1 },
    returned: { ...paid, money: 'refunded', refunded_cents: cents, refunds: 1 },
    own: paid,
    draft: { doc: 'open', money: 'none', paid_cents: 0, payments: 0, sent: 1 },
  }
  for (const { id, kind } of bills)
    expect({ kind, ...found.find((row) => row.id === id) }).toMatchObject({ kind, ...wanted[kind] })
  const [numbers] = await pair.rows(
    'select count(distinct number)::int as n, max(number)::int as last from invoices',
  )
  expect(numbers).toEqual({ n: bills.length, last: bills.length })
  expect(
    await pair.rows(
      'select amount_cents::int, used_cents::int, (select count(*)::int from credit_uses u where u.credit_id = c.id) as uses from credits c',
    ),
  ).toEqual(Array.from({ length: each }, () => ({ amount_cents: 500, used_cents: 500, uses: 1 })))
  const told = await pair.rows<{ news: string; n: number }>(
    "select split_part(once_key, ':', 1) as news, count(*)::int as n from messages where template = 'refund_issued' group by 1 order by 1",
  )
  const many = (news: string): number => told.find((row) => row.news === news)?.n ?? 0
  expect(many('paid_back')).toBe(each)
  // That one came back is told to whoever heard it was on its way; the check in its place always.
  expect(many('refund_failed')).toBeLessThanOrEqual(each)
  expect(many('refund') - many('refund_failed')).toBe(2 * each)
  expect(drafts).toHaveLength(each)
}

/** Each charge and refund at the provider once, and our ledger is its balance. */
async function checkMoney(): Promise<void> {
  const { accounts } = await pair.atProvider()
  const { charges, refunds, balance } = accounts[pair.account]!
  const taken = charges.filter((charge) => charge.status === 'succeeded')
  expect(taken).toHaveLength(each * 4)
  expect(new Set(taken.map((charge) => charge.metadata.invoice_id)).size).toBe(each * 4)
  expect(refunds.map((refund) => refund.status!).toSorted()).toEqual([
    ...Array(each).fill('failed'),
    ...Array(each).fill('succeeded'),
  ])
  const total = [...balance.available, ...balance.pending].reduce(
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

import { randomUUID } from 'node:crypto'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { sendLimit } from '../../src/domain/money/to-bill.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { enqueue } from '../../src/server/base/jobs/jobs.ts'
import { openPair, type Pair } from '../faults/two-nodes.ts'
import { verdict, type Stage } from './stage.ts'

const cents = 4500
/** The evening of a business with so many customers may take so long, in minutes. */
const goalMinutes = 15
const pause = (wait_ms: number) => new Promise((resolve) => setTimeout(resolve, wait_ms))
const seconds = (began: number) => (performance.now() - began) / 1000

/**
 * All bills of a large business in one evening: issued, sent and collected by the product's own jobs,
 * on two processes and the payment sandbox. Each goes out once and is collected once, and the books tie.
 */
export async function measureEvening(stage: Stage): Promise<void> {
  process.env['TEST_DATABASE_URL'] ||= 'postgres://postgres@127.0.0.1:5432/postgres'
  const many = Number(process.env['BENCH_EVENING'] ?? (stage.isQuick ? 200 : 5000))
  const pair = await openPair('evening')
  try {
    await pair.startNode(0)
    await pair.startNode(1)
    const prepared = performance.now()
    const ids = await prepare(pair, many)
    stage.say(`${many} customers with a card, prepared in ${Math.round(seconds(prepared))} s.\n`)
    const began = performance.now()
    const took = await goThrough(pair, ids, stage)
    const minutes = seconds(began) / 60
    stage.say(`- sent: ${rate(many, took.sent_s)}`)
    stage.say(`- collected: ${rate(many, took.paid_s)}`)
    stage.say(`- fees read and receipts sent: ${Math.round(took.settled_s)} s later`)
    stage.say(
      `- in all: ${minutes.toFixed(1)} minutes (goal ${goalMinutes}): ${verdict(minutes <= goalMinutes)}`,
    )
    const faults = await faultsIn(pair, many)
    stage.say(
      `- each sent once and collected once, numbers without gaps, the books tie: ${verdict(faults.length === 0)}${faults.map((fault) => `\n  - ${fault}`).join('')}`,
    )
  } finally {
    await pair.close()
  }
}

const rate = (many: number, took_s: number) =>
  `${Math.round(took_s)} s, ${(many / took_s).toFixed(1)}/s`

/** Customers who agreed to be charged, each with a draft that falls due today. */
async function prepare(pair: Pair, many: number): Promise<string[]> {
  let next = 0
  const worker = async () => {
    while (next < many) await pair.customer(`Payer ${next++}`, 'pm_card_visa', { autopay: true })
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  // Wherever the clock is, it is ten in the morning there: charges run after nine, mail at any hour.
  await pair.rows(
    `update organizations set time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%'
      and extract(hour from now() at time zone name) = 10 limit 1)`,
  )
  const made = await pair.rows<{ id: string }>(
    `with bills as (
      insert into invoices (organization_id, customer_id, source, subtotal_cents, total_cents, due_date, due_date_overridden)
        select c.organization_id, c.id, 'manual', ${cents}, ${cents}, (now() at time zone o.time_zone)::date, true
        from customers c join organizations o on o.id = c.organization_id returning organization_id, id),
    lines as (
      insert into invoice_lines (organization_id, invoice_id, position, description, unit_price_cents, total_cents)
        select organization_id, id, 1, 'Mowing', ${cents}, ${cents} from bills)
    select id from bills`,
  )
  await pair.rows('analyze')
  // What the provider told of the customers is no part of the evening.
  const waiting = 'select 1 from provider_events where processed_at is null limit 1'
  while ((await pair.rows(waiting)).length) await pause(500)
  return made.map(({ id }) => id)
}

/** Sends and collects them; how long each part took. */
async function goThrough(pair: Pair, ids: readonly string[], { say }: Stage) {
  const began = performance.now()
  const { reply } = pair.nodes[0]!
  for (let at = 0; at < ids.length; at += sendLimit) {
    const answer = await fetch(`${reply.url}/api/invoices/send-many`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${reply.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ids: ids.slice(at, at + sendLimit) }),
    })
    if (!answer.ok) throw new Error(`send-many: ${answer.status} ${await answer.text()}`)
  }
  const count = async (text: string) => (await pair.rows<{ n: number }>(text))[0]!.n
  const sent = () =>
    count(
      "select count(*)::int as n from messages where template = 'invoice_sent' and sent_at is not null",
    )
  await until(sent, ids.length, 'sent', say)
  const sent_s = seconds(began)
  const charging = performance.now()
  await inOrgAll(pair.store, pair.org, system, (tx) => enqueue(tx, 'autopay.retry', {}))
  await until(
    () => count("select count(*)::int as n from invoices where money = 'paid'"),
    ids.length,
    'collected',
    say,
  )
  const paid_s = seconds(charging)
  const settling = performance.now()
  await until(
    () =>
      count(`select count(*)::int as n from payments p where fee_cents is not null and exists (select 1 from messages m
        where m.once_key = 'receipt:' || p.id and m.sent_at is not null)
        and not exists (select 1 from provider_events where processed_at is null)`),
    ids.length,
    'settled',
    say,
  )
  return { sent_s, paid_s, settled_s: seconds(settling) }
}

/** Waits for all of them, and says every half minute how far it is. */
async function until(
  look: () => Promise<number>,
  many: number,
  what: string,
  say: Stage['say'],
): Promise<void> {
  const began = performance.now()
  let said = began
  let best = -1
  let moved = began
  for (let n = await look(); n < many; n = await look()) {
    if (n > best) {
      best = n
      moved = performance.now()
    }
    if (seconds(moved) > 300) throw new Error(`Only ${n} of ${many} are ${what}`)
    if (seconds(said) >= 30) {
      say(`  - ${what} after ${Math.round(seconds(began))} s: ${n}`)
      said = performance.now()
    }
    await pause(500)
  }
}

/** What did not happen exactly once, or does not tie. */
async function faultsIn(pair: Pair, many: number): Promise<string[]> {
  const [row] = await pair.rows<Record<'sent' | 'paid' | 'numbers' | 'span', number>>(
    `select count(*) filter (where sent = 1)::int as sent, count(*) filter (where paid = 1 and money = 'paid' and paid_cents = ${cents})::int as paid,
      count(distinct number)::int as numbers, (max(number) - min(number) + 1)::int as span
    from (select i.*,
      (select count(*) from messages m where m.invoice_id = i.id and m.template = 'invoice_sent' and m.status <> 'refused') as sent,
      (select count(*) from payments p where p.invoice_id = i.id and p.status = 'succeeded') as paid from invoices i) i`,
  )
  const { accounts } = await pair.atProvider()
  const { charges, balance } = accounts[pair.account]!
  const taken = charges.filter((charge) => charge.status === 'succeeded')
  const own = new Set(taken.map((charge) => charge.metadata.invoice_id)).size
  const provider = [...balance.available, ...balance.pending].reduce(
    (sum: number, part: { amount: number }) => sum + part.amount,
    0,
  )
  const [ours] = await pair.rows(
    "select sum(amount_cents)::bigint as cents from ledger_entries where account = 'provider_balance'",
  )
  await pair.rows('delete from book_checks')
  await checkBooks(pair.app)
  const [books] = await pair.rows<{ differences: number; first: string | null }>(
    'select differences, first from book_checks',
  )
  const wanted: [string, number, number][] = [
    ['sent once', row!.sent, many],
    ['collected once', row!.paid, many],
    ['numbers', row!.numbers, many],
    ['span of numbers', row!.span, many],
    ['charges', taken.length, many],
    ['invoices charged', own, many],
    ['cents in the ledger', Number(ours!.cents), provider],
    ['differences in the books', books!.differences, 0],
  ]
  return wanted
    .filter(([, found, expected]) => found !== expected)
    .map(([what, found, expected]) => `${what}: ${found} instead of ${expected}`)
}

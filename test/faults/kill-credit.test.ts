import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { billVisit } from '../../src/server/money/invoices/for-visit.ts'
import { createInvoice } from '../../src/server/money/invoices/write-issue.ts'
import { setSendAt } from '../../src/server/money/invoices/write.ts'
import { enqueue } from '../../src/server/base/jobs/jobs.ts'
import { pause } from './process.ts'
import { openPair, type Pair } from './two-nodes.ts'

// Credit pays open and planned bills, and cash pays a draft or a planned bill, while the process dies at
// each table that is written on the way: whatever is pressed again afterwards is asked once and paid once.

/** `gift`, `rest`: credit on a planned bill; `draft`: cash for finished work; `part`, `whole`: cash for a planned bill. */
const kinds = ['gift', 'rest', 'draft', 'part', 'whole'] as const
type Kind = (typeof kinds)[number]
type Act = { kind: Kind; customer: string; bill: string; path: string; body: object; key: string }
/** Where the process is killed, as it writes there or after its answer, and what is then half done. */
const stops: Record<string, readonly Kind[]> = {
  credits: ['gift', 'rest'],
  credit_uses: ['gift', 'rest'],
  payments: kinds,
  invoices: kinds,
  ledger_entries: kinds,
  audit: kinds,
  answer: [],
}
const lock = 770_031

let pair: Pair
beforeAll(async () => {
  pair = await openPair('credit')
  // Wherever the clock is, it is ten in the morning there: autopay runs after nine.
  await pair.rows(
    `update organizations set time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%'
      and extract(hour from now() at time zone name) = 10 limit 1)`,
  )
  await pair.rows(`create function stop_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${lock}); return null; end $$`)
  await pair.startNode(0)
}, 240_000)
afterAll(() => pair?.close())

const inOrg = <T>(work: Parameters<typeof inOrgAll<T>>[3]): Promise<T> =>
  inOrgAll(pair.store, pair.org, system, work)

/** A bill that waits for its charge day. */
async function planned(customer_id: string, cents: number): Promise<string> {
  const lines = [{ description: 'Mowing', quantity: 1, unit_price_cents: cents }]
  const { row } = await inOrg((tx) =>
    createInvoice(tx, { customer_id, source: 'manual', lines, open: true }),
  )
  expect(row.doc).toBe('scheduled')
  return row.id
}

/** The bill of a visit that was just completed, which goes out in a quarter of an hour. */
const draft = (customer_id: string): Promise<string> =>
  inOrg(async (tx) => {
    const [{ series_id }] = (await pair.rows('select uuid7() as series_id')) as [
      { series_id: string },
    ]
    const date = new Date().toISOString().slice(0, 10)
    const rule = await tx
      .insertInto('rules')
      .values({
        organization_id: pair.org,
        series_id,
        customer_id,
        service_id: pair.service,
        pattern: 'weekly',
        billing_mode: 'per_visit',
        anchor_date: date,
        start_date: date,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const visit = { series_id, original_date: date, rule_id: rule.id, customer_id, date }
    const service = {
      service_id: pair.service,
      service_key: 'mowing',
      description: 'Mowing',
      billing_mode: 'per_visit',
    }
    const bill = await billVisit(tx, { ...visit, ...service, price_cents: 6000 }, { open: false })
    setSendAt(tx, bill!.invoice_id, new Date(Date.now() + 900_000).toISOString())
    return bill!.invoice_id
  })

async function prepare(kind: Kind, stop: string): Promise<Act> {
  const customer = await pair.customer(`${kind} ${stop}`, 'pm_card_visa', { autopay: true })
  await pair.rows('update customers set preferred_charge_day = 20 where id = $1', [customer])
  const bill = kind === 'draft' ? await draft(customer) : await planned(customer, 10_000)
  const paid = kind === 'rest' ? await planned(customer, 3000) : bill
  if (kind === 'rest')
    await pair.rows("update invoices set effective_due_date = '2039-01-01' where id = $1", [bill])
  const asked: Record<Kind, object> = {
    gift: { amount_cents: 4000, reason: 'Broken gate' },
    rest: { amount_cents: 7000, keep_rest: true, kind: 'check' },
    draft: {},
    part: { amount_cents: 4000, kind: 'check' },
    whole: {},
  }
  const path =
    kind === 'gift' ? `/api/owner/customers/${customer}/credits` : `/api/invoices/${paid}/mark-paid`
  return { kind, customer, bill, path, body: asked[kind], key: randomUUID() }
}

const press = ({ path, body, key }: Act): Promise<number> =>
  fetch(`${pair.nodes[0]!.reply.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${pair.nodes[0]!.reply.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status,
    () => 0,
  )

/** Presses all at once, and kills the process as each either waits at the stop or is answered. */
async function killAt(stop: string, acts: Act[]): Promise<Kind[]> {
  if (stop === 'answer') {
    await Promise.all(acts.map(press))
    await pair.kill(0)
    return []
  }
  await pair.rows(
    `create trigger stop_here after insert or update on ${stop} for each statement execute function stop_here()`,
  )
  const wire = await pair.store.acquire()
  const answered = new Set<Act>()
  let stopped: Kind[] = []
  try {
    await wire.query(`select pg_advisory_lock(${lock})`)
    const pressed = acts.map((act) => press(act).then(() => answered.add(act)))
    // At the stop, or behind one that is: acts also wait for each other for a moment.
    const waiting = async () =>
      (
        await pair.rows(
          `with stopped as (select l.pid from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.locktype = 'advisory' and l.objid = ${lock} and not l.granted)
            select pid from stopped union
            select pid from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) && array(select pid from stopped)`,
        )
      ).length
    for (let tries = 0, still = 0; tries < 6000 && still < 25; tries++) {
      const before = answered.size
      await pause(20)
      // A worker may wait there, too: only who answers nothing for half a second is stopped.
      const isStill = answered.size === before && before + (await waiting()) >= acts.length
      still = isStill ? still + 1 : 0
    }
    stopped = acts.flatMap((act) => (answered.has(act) ? [] : [act.kind]))
    await pair.kill(0)
    await Promise.all(pressed)
  } finally {
    await wire.query(`select pg_advisory_unlock(${lock})`)
    wire.release()
  }
  await pair.rows(`drop trigger stop_here on ${stop}`)
  return stopped
}

/** What stands of a customer's money: bills with what paid them, and what the provider took. */
async function outcome(
  { customer, bill }: Act,
  charges: readonly Stripe.Charge[],
): Promise<object> {
  const [row] = await pair.rows(
    `select i.doc, i.money, i.paid_cents::int as paid, i.credit_cents::int as credit, i.charge_on, i.send_at,
      (select count(*)::int from payments p where p.customer_id = i.customer_id and p.kind in ('cash', 'check')) as by_hand,
      (select count(*)::int from credits c where c.customer_id = i.customer_id) as credits,
      (select count(*)::int from credit_uses u where u.invoice_id = i.id and u.returned_at is null) as uses,
      (select count(*)::int from messages m where m.customer_id = i.customer_id and m.template in ('invoice_sent', 'pay_link', 'payment_failed') and m.status <> 'refused') as asked
    from invoices i where i.id = $1`,
    [bill],
  )
  const bills = await pair.rows('select id from invoices where customer_id = $1', [customer])
  const isTheirs = (invoice_id: string) => bills.some(({ id }) => id === invoice_id)
  const taken = charges.flatMap(({ status, metadata, amount }) =>
    status === 'succeeded' && isTheirs(metadata.invoice_id!) ? [amount] : [],
  )
  return { ...row, taken }
}

const paid = { doc: 'open', money: 'paid', charge_on: null, send_at: null, asked: 0 }
const wanted: Record<Kind, object> = {
  gift: { ...paid, paid: 10_000, credit: 4000, by_hand: 0, credits: 1, uses: 1, taken: [6000] },
  rest: { ...paid, paid: 10_000, credit: 4000, by_hand: 1, credits: 1, uses: 1, taken: [6000] },
  draft: { ...paid, paid: 6000, credit: 0, by_hand: 1, credits: 0, uses: 0, taken: [] },
  part: { ...paid, paid: 10_000, credit: 0, by_hand: 1, credits: 0, uses: 0, taken: [6000] },
  whole: { ...paid, paid: 10_000, credit: 0, by_hand: 1, credits: 0, uses: 0, taken: [] },
}

it('whatever dies in the middle is asked once and paid once', { timeout: 600_000 }, async () => {
  const acts: Act[] = []
  for (const [stop, halfDone] of Object.entries(stops)) {
    const now = await Promise.all(kinds.map((kind) => prepare(kind, stop)))
    expect({ stop, halfDone: await killAt(stop, now) }).toEqual({ stop, halfDone })
    // Somebody who saw no answer presses the same button again.
    expect(await Promise.all(now.map(press))).toEqual(
      now.map(({ kind }) => (kind === 'gift' ? 201 : 200)),
    )
    acts.push(...now)
  }
  await pair.rows("update invoices set charge_on = '2020-01-20' where doc = 'scheduled'")
  await pair.rows(
    "update invoices set send_at = now() - interval '1 minute' where send_at is not null",
  )
  await inOrg((tx) => enqueue(tx, 'autopay.retry', {}))
  await settle()
  const { accounts } = await pair.atProvider()
  for (const act of acts)
    expect({
      kind: act.kind,
      ...(await outcome(act, accounts[pair.account]!.charges)),
    }).toMatchObject({ kind: act.kind, ...wanted[act.kind] })
  const [numbers] = await pair.rows(
    'select count(distinct number)::int as n, max(number)::int as last, count(*)::int as bills from invoices',
  )
  expect(numbers).toEqual({ n: numbers!.bills, last: numbers!.bills, bills: numbers!.bills })
  await pair.rows('delete from book_checks')
  await checkBooks(pair.app)
  expect(await pair.rows('select differences, first from book_checks')).toEqual([
    { differences: 0, first: null },
  ])
})

/** Waits until nothing is on its way. */
async function settle(): Promise<void> {
  const open = async () =>
    (
      await pair.rows(`select 1 from charge_attempts where state in ('started', 'confirming', 'unknown', 'processing')
        union all select 1 from provider_events where processed_at is null
        union all select 1 from payments where fee_cents is null and captured_at is not null and kind = 'provider'
        union all select 1 from invoices where doc = 'scheduled' or send_at is not null`)
    ).length
  for (let waited = 0; waited < 240_000 && (await open()); waited += 500) await pause(500)
  expect(await open()).toBe(0)
}

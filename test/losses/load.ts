import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { pause } from '../faults/process.ts'
import { openPair, type Pair } from '../faults/two-nodes.ts'
import { openStreams } from './streams.ts'

/** Where what a caller was told is done is to be found afterward. */
const proofs = {
  invoiced: "select 1 from invoices where id = $1 and doc = 'open'",
  charged:
    "select 1 from payments where invoice_id = $1 and status = 'succeeded' and provider_intent_id is not null",
  received: "select 1 from payments where invoice_id = $1 and status = 'succeeded'",
  completed: "select 1 from visits where invoice_id = $1 and status = 'completed'",
} as const

/** A write whose caller was told that it is done. */
type Told = { kind: keyof typeof proofs; id: string; began_at: number; told_at: number }

type Load = {
  told: Told[]
  /** Waits for a write that begins after this, and says when its caller was told. */
  next(): Promise<number>
}

/** What came of it: writes whose callers were told, those of them that are gone, and live events that did not come. */
export type Lost = { told: number; lost: number; missed: number }

type Place = { url: string; visits: number; say: (line: string) => void }

/**
 * Offices and crews at work, on two processes and a database that `harm` does harm to: they complete visits, make
 * invoices, charge cards and receive cash. Throws if the books do not tie afterward.
 */
export async function underLoad(
  { url, visits, say }: Place,
  harm: (load: Load) => Promise<void>,
): Promise<Lost> {
  const pair = await openPair('losses', url)
  try {
    await pair.startNodes()
    const streams = await openStreams(pair)
    const load = await openLoad(pair, visits)
    await harm(load)
    await load.stop()
    const lost = await lostOf(pair, load)
    const missed = await streams.missed()
    for (const one of [...lost, ...missed]) say(`Lost: ${JSON.stringify(one)}`)
    streams.close()
    return { told: load.told.length, lost: lost.length, missed: missed.length }
  } finally {
    await pair.close()
  }
}

const callers = 6
const price_cents = 4500
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())

async function openLoad(pair: Pair, visits: number): Promise<Load & { stop(): Promise<void> }> {
  const told: Told[] = []
  const left: string[] = []
  const end = { reached: false }
  const customers: string[] = []
  for (let n = 0; n < callers; n++)
    customers.push(await pair.customer(`Customer ${n}`, 'pm_card_visa'))
  for (let n = 0; n < visits; n++) left.push(await addRule(pair, customers[n % callers]!))
  let fault: unknown
  const work = customers.map(async (customer) => {
    while (!end.reached) for await (const one of acts(pair, customer, left)) told.push(one)
  })
  for (const one of work) one.catch((found: unknown) => (fault ??= found))
  return {
    told,
    async next() {
      for (const from = Date.now(); ; await pause(5)) {
        if (fault) throw fault
        const first = told.find((one) => one.began_at > from)
        if (first) return first.told_at
      }
    },
    async stop() {
      end.reached = true
      await Promise.all(work)
    },
  }
}

/** One caller's round: a bill, its money, and a visit if one is left. */
async function* acts(pair: Pair, customer_id: string, left: string[]): AsyncGenerator<Told> {
  const ask = async (
    kind: Told['kind'],
    path: string,
    body: object,
    id?: string,
  ): Promise<Told> => {
    const began_at = Date.now()
    const made = await pair.act<{ invoice?: { id: string }; invoice_id?: string }>(path, body)
    return { kind, id: id ?? made.invoice?.id ?? made.invoice_id!, began_at, told_at: Date.now() }
  }
  const lines = [{ description: 'Mowing', quantity: 1, unit_price_cents: price_cents }]
  const bill = await ask('invoiced', '/api/invoices', { customer_id, lines })
  yield bill
  await pause(40)
  yield left.length % 2
    ? await ask('charged', `/api/invoices/${bill.id}/pay`, {}, bill.id)
    : await ask('received', `/api/invoices/${bill.id}/mark-paid`, {}, bill.id)
  await pause(40)
  const rule = left.pop()
  if (!rule) return
  yield await ask('completed', `/api/schedule/${rule}/complete`, { date: today, collect: true })
  await pause(40)
}

const addRule = ({ store, org, service, rows }: Pair, customer_id: string): Promise<string> =>
  inOrgAll(store, org, system, async (tx) => {
    const { id } = await tx
      .insertInto('rules')
      .values({
        organization_id: org,
        series_id: (await rows<{ id: string }>('select uuid7() as id'))[0]!.id,
        customer_id,
        service_id: service,
        pattern: 'weekly',
        anchor_date: today,
        start_date: today,
        price_cents,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

/** Waits until no money is on its way, then returns what was told to callers and is not there. Throws if the books do not tie. */
async function lostOf(pair: Pair, { told }: Load): Promise<Told[]> {
  await pair.ask('/_sandbox/advance', {})
  const open = async () =>
    (
      await pair.rows(`select 1 from charge_attempts where state in ('started', 'confirming', 'unknown', 'processing')
        union all select 1 from provider_events where processed_at is null`)
    ).length
  for (let waited = 0; await open(); waited += 200) {
    if (waited > 120_000) throw new Error(`${await open()} charges and events are still under way`)
    await pause(200)
  }
  const lost: Told[] = []
  for (const one of told) if (!(await pair.rows(proofs[one.kind], [one.id])).length) lost.push(one)
  await checkMoney(pair)
  return lost
}

/** Each charge at the provider is one of ours, once, and the ledger is its balance. */
async function checkMoney(pair: Pair): Promise<void> {
  const { charges, balance } = (await pair.atProvider()).accounts[pair.account]!
  const taken = charges.filter(({ status }) => status === 'succeeded')
  const total = [...balance.available, ...balance.pending].reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
  const [ours] = await pair.rows<Record<'cents' | 'charged' | 'invoices', number>>(
    `select (select coalesce(sum(amount_cents), 0) from ledger_entries where account = 'provider_balance') as cents,
      (select count(*) from payments where status = 'succeeded' and provider_intent_id is not null) as charged,
      (select count(distinct metadata) from unnest($1::text[]) metadata) as invoices`,
    [taken.map(({ metadata }) => metadata['invoice_id'])],
  )
  const found = { cents: total, charged: taken.length, invoices: taken.length }
  await pair.rows('delete from book_checks')
  await checkBooks(pair.app)
  const [books] = await pair.rows('select differences, first from book_checks')
  if (JSON.stringify(ours) !== JSON.stringify(found) || books?.['differences'] !== 0)
    throw new Error(
      `The books do not tie: ${JSON.stringify(ours)} here, ${JSON.stringify(found)} at the provider, ${JSON.stringify(books)}`,
    )
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../src/server/money/books/check.ts'
import { inOrgAll, system } from '../../src/server/base/db/door.ts'
import { pause } from './process.ts'
import { openPair, type Pair } from './two-nodes.ts'
import { seedOf } from '../seed.ts'

const kills = Number(process.env['FAULTS_KILLS'] ?? 30)
const visits = Number(process.env['FAULTS_VISITS'] ?? 40)
const seed = seedOf('FAULTS_SEED')

/** Mulberry32: the same seed gives the same kills. */
let state = seed
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

let pair: Pair
const rules: { rule: string; customer: string; method: string }[] = []
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())

beforeAll(async () => {
  pair = await openPair('kill')
  const { store, org, service, rows } = pair
  for (let n = 0; n < visits; n++) {
    const method =
      n % 10 === 3
        ? 'pm_card_chargeCustomerFail'
        : n % 10 === 7
          ? 'pm_usBankAccount_success'
          : 'pm_card_visa'
    const customer = await pair.customer(`Customer ${n}`, method)
    const rule = await inOrgAll(store, org, system, async (tx) => {
      const { id } = await tx
        .insertInto('rules')
        .values({
          organization_id: org,
          series_id: (await rows<{ id: string }>('select uuid7() as id'))[0]!.id,
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
  await pair.ask('/_sandbox/faults', { duplicate_webhooks: true, shuffle_webhooks: true })
  await pair.startNodes()
}, 240_000)

afterAll(() => pair?.close())

type Completed = { invoice_id?: string; fault?: Error }
/** Completes a visit and charges it, retrying until there is a response, as a crew's phone does. */
async function complete(rule: string, until: { stop: boolean }): Promise<Completed> {
  for (let tries = 0; !until.stop; tries++) {
    const node = pair.nodes[tries % pair.nodes.length]!
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
    const { rows, ask, account, app } = pair
    const until = { stop: false }
    const waiting: Promise<Completed>[] = []
    for (let kill = 0, next = 0; kill < kills; kill++) {
      const share = Math.ceil(((kill + 1) * visits) / kills)
      while (next < share && next < visits)
        waiting.push(complete(rules[next++]!.rule, until).catch((fault: Error) => ({ fault })))
      await pause(50 + random() * 500)
      const which = Math.floor(random() * pair.nodes.length)
      await pair.kill(which)
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

    const { accounts } = await pair.atProvider()
    const { charges, payment_intents: intents, balance } = accounts[account]!
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
        (charge) => charge.metadata.invoice_id === invoice!.id && charge.status === 'succeeded',
      )
      const facts = await rows('select * from payments where invoice_id = $1', [invoice!.id])
      const declines = method === 'pm_card_chargeCustomerFail'
      expect({
        rule,
        money: invoice!.money,
        paid: invoice!.paid_cents,
        taken: taken.map((charge) => charge.amount),
        facts: facts.map((fact) => fact.status),
      }).toEqual({
        rule,
        money: declines ? 'failed' : 'paid',
        paid: declines ? 0 : invoice!.total_cents,
        taken: declines ? [] : [invoice!.total_cents],
        facts: [declines ? 'failed' : 'succeeded'],
      })
      const messages = await rows('select template from messages where customer_id = $1', [
        customer,
      ])
      expect(messages.map((message) => message.template)).toEqual([
        declines ? 'payment_failed' : 'receipt',
      ])
    }
    expect(intents.filter((intent) => intent.status === 'succeeded')).toHaveLength(
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
      )[0]!.cents,
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

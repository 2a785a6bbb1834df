import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refused } from '../../src/server/base/kit/refusals.ts'
import { rounds } from '../rounds.ts'
import { allActs, crowded } from '../faults/asked-at-once.ts'
import { checkAskedOnce, checkChargedOnce, lookBefore, seeded } from '../faults/asked-once.ts'
import { openTill, type Till } from '../faults/till.ts'
import { seedOf } from '../seed.ts'

// Random acts with credit, checks, cash, planned charges, pay pages, bulk runs, letters and refunds, also two at once, until so many amounts were asked by letters, charges and pages. ASKED_AMOUNTS=2000 ASKED_SEED=7 repeats a run.
const total = rounds(2000, 'ASKED_AMOUNTS', 100)
const firstSeed = seedOf('ASKED_SEED')
/** Acts with each customer. */
const each = 40

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const methods = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeCustomerFail',
  'pm_usBankAccount_success',
  null,
]
// Bills and money that comes in are frequent, or there is nothing to ask for.
const names = [
  ...Object.keys(allActs),
  'bill',
  'bill',
  'bill',
  'check',
  'gift',
  'planCharge',
  'runCharges',
  // Those that ask.
  'send',
  'sendTwice',
  'remind',
  'payOnPage',
  'payAll',
  'itsDay',
]

type Lived = { did: Record<string, number>; asked: number }

async function live(seed: number): Promise<Lived> {
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const customer = await till.customer(pick(methods), { autopay: random() < 0.5 })
  if (random() < 0.5)
    await till.rows('update customers set preferred_charge_day = 20 where id = $1', [customer])
  const life = { till, random, customer }
  const did: Record<string, number> = {}
  const seen = new Set<string>()
  let asked = 0
  for (let n = 0; n < each; n++) {
    const name = pick(names)
    const before = crowded.includes(name) ? await lookBefore(life) : undefined
    try {
      await allActs[name]!(life)
      did[name] = (did[name] ?? 0) + 1
    } catch (fault) {
      // A rule that refuses is an answer like any other.
      if (!(fault instanceof Refused))
        throw new Error(`act ${n} ${name}: ${(fault as Error).message}`, { cause: fault })
    }
    asked += await checkAskedOnce(life, seen, before).catch((fault: Error) => {
      throw new Error(`after act ${n} ${name}: ${fault.message}`, { cause: fault })
    })
  }
  await till.sandbox.advance()
  await till.deliver()
  await allActs['runCharges']!(life)
  asked += await checkAskedOnce(life, seen)
  await checkChargedOnce(life)
  await till.checkBooks()
  const [charges] = await till.rows(
    'select count(*)::int as n from charge_attempts a join invoices i on i.id = a.invoice_id where i.customer_id = $1',
    [customer],
  )
  return { did, asked: asked + charges.n + (did['openPage'] ?? 0) + (did['payOnPage'] ?? 0) }
}

it(`${total} amounts asked, none twice (ASKED_SEED=${firstSeed})`, async () => {
  const did: Record<string, number> = {}
  let asked = 0
  for (let seed = firstSeed; asked < total; seed++) {
    const one = await live(seed).catch((fault: Error) => {
      throw new Error(`ASKED_SEED=${seed} ASKED_AMOUNTS=1: ${fault.message}`, { cause: fault })
    })
    asked += one.asked
    for (const [name, times] of Object.entries(one.did)) did[name] = (did[name] ?? 0) + times
  }
  console.info(`${asked} amounts asked; acts:`, JSON.stringify(did))
  expect(asked).toBeGreaterThanOrEqual(total)
  // Each was done at least once, or the run proves nothing about it.
  if (total >= 2000) expect(Object.keys(did).toSorted()).toEqual(Object.keys(allActs).toSorted())
}, 1_800_000)

import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refused } from '../src/server/refusals.ts'
import { rounds } from './rounds.ts'
import { acts, checkAskedOnce, checkChargedOnce, seeded } from './faults/asked-once.ts'
import { openTill, type Till } from './faults/till.ts'

// Random acts with credit, checks, cash, planned charges, pay pages, letters and refunds. ASKED_ACTS=2000 ASKED_SEED=7 repeats a run.
const total = rounds(2000, 'ASKED_ACTS')
const firstSeed = Number(process.env['ASKED_SEED'] ?? randomInt(1 << 30))
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
  ...Object.keys(acts),
  'bill',
  'bill',
  'bill',
  'check',
  'gift',
  'planCharge',
  'runCharges',
]

async function live(seed: number): Promise<Record<string, number>> {
  const random = seeded(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const customer = await till.customer(pick(methods), { autopay: random() < 0.5 })
  if (random() < 0.5)
    await till.rows('update customers set preferred_charge_day = 20 where id = $1', [customer])
  const life = { till, random, customer }
  const did: Record<string, number> = {}
  const seen = new Set<string>()
  for (let n = 0; n < each; n++) {
    const name = pick(names)
    try {
      await acts[name]!(life)
      did[name] = (did[name] ?? 0) + 1
    } catch (fault) {
      // A rule that refuses is an answer like any other.
      if (!(fault instanceof Refused))
        throw new Error(`act ${n} ${name}: ${(fault as Error).message}`, { cause: fault })
    }
    await checkAskedOnce(life, seen).catch((fault: Error) => {
      throw new Error(`after act ${n} ${name}: ${fault.message}`, { cause: fault })
    })
  }
  await till.sandbox.advance()
  await till.deliver()
  await acts['runCharges']!(life)
  await checkAskedOnce(life, seen)
  await checkChargedOnce(life)
  await till.checkBooks()
  return did
}

it(`${total} random acts ask nobody twice (ASKED_SEED=${firstSeed})`, async () => {
  const did: Record<string, number> = {}
  for (let seed = firstSeed; seed < firstSeed + Math.ceil(total / each); seed++) {
    const one = await live(seed).catch((fault: Error) => {
      throw new Error(`ASKED_SEED=${seed} ASKED_ACTS=${each}: ${fault.message}`, { cause: fault })
    })
    for (const [name, times] of Object.entries(one)) did[name] = (did[name] ?? 0) + times
  }
  console.info('acts:', JSON.stringify(did))
  // Each was done at least once, or the run proves nothing about it.
  expect(Object.values(did).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(total / 2)
  if (total >= 2000) expect(Object.keys(did).toSorted()).toEqual(Object.keys(acts).toSorted())
}, 900_000)

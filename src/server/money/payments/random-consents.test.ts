import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { runAutopay } from './retry.ts'
import { rounds } from '../../../../test/rounds.ts'

/** How many customers there are; each has agreed to something else. */
const many = rounds(250, 'RANDOM_CONSENTS')
const seed = Number(process.env['RANDOM_SEED'] ?? randomInt(1 << 30))

/** Mulberry32: the same seed gives the same customers. */
let state = seed
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
const mostly = (often: number): boolean => random() < often

type Consent = {
  kind: string
  accepted: boolean
  revoked: boolean
  cap: number | null
  age: number
}
type Wish = {
  n: number
  autopay: boolean
  status: string
  method: string | null
  consents: Consent[]
  amount: number
  recurring: boolean
  /** Why it would be charged now: its charge day, its due date, or another try. */
  due: 'scheduled' | 'due' | 'retry'
}

const someConsents = (): Consent[] =>
  Array.from({ length: Math.floor(random() * 4) }, () => ({
    kind: one(['autopay', 'autopay', 'autopay_oneoffs', 'sms_marketing']),
    accepted: mostly(0.9),
    revoked: mostly(0.25),
    cap: one([null, 100, 4500, 10_000]),
    age: 1 + Math.floor(random() * 60),
  })).filter(isFirstOfItsDay)
/** Of two consents of the same moment, which is the later one is anybody's guess. */
function isFirstOfItsDay({ age }: Consent, at: number, all: Consent[]): boolean {
  return all.findIndex((other) => other.age === age) === at
}

const wishes: Wish[] = Array.from({ length: many }, (_, n) => ({
  n,
  autopay: mostly(0.8),
  status: one(['active', 'active', 'active', 'archived', 'paused']),
  method: one(['active', 'active', 'active', 'detached', 'pending_verification', null]),
  consents: someConsents(),
  amount: one([4500, 4501, 9999, 10_000, 10_001]),
  recurring: mostly(0.7),
  due: one(['scheduled', 'due', 'retry'] as const),
}))

/** What may be charged, in plain words: this must not use the product's own rule. */
function mayCharge({ autopay, status, method, consents, amount, recurring, due }: Wish): boolean {
  if (!autopay || status === 'archived' || method !== 'active') return false
  const inForce = consents.filter(({ accepted, revoked }) => accepted && !revoked)
  const general = inForce
    .filter(({ kind }) => kind === 'autopay')
    .toSorted((a, b) => a.age - b.age)[0]
  if (!general || general.cap === null || amount > general.cap) return false
  // Whatever was due before the customer agreed is not charged because it is due.
  if (due === 'due' && inForce.every(({ kind, age }) => kind !== 'autopay' || age < 10))
    return false
  return recurring || inForce.some(({ kind }) => kind === 'autopay_oneoffs')
}

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

/** Writes all of them down in a few statements. */
async function fill(): Promise<void> {
  const customer = await till.customer('pm_card_visa')
  const template = await till.invoice(customer)
  const [{ rule_id }] = await till.rows('select rule_id from invoices where id = $1', [template])
  await till.rows(
    "insert into rules (organization_id, id, series_id, customer_id, service_id, pattern, billing_mode, anchor_date, start_date) select organization_id, md5('once')::uuid, uuid7(), customer_id, service_id, 'once', billing_mode, anchor_date, start_date from rules where id = $1",
    [rule_id],
  )
  const json = JSON.stringify(wishes)
  const each = `from json_to_recordset($1::json) as w(n int, autopay boolean, status text, method text, amount int, recurring boolean, due text, consents json)`
  const id = (what: string) => `md5('${what}' || w.n)::uuid`
  await till.rows(
    `insert into customers (organization_id, id, name, email, status, autopay_enabled) select $2::uuid, ${id('c')}, 'Customer ' || w.n, 'c' || w.n || '@mail.example', w.status, w.autopay ${each}`,
    [json, till.org],
  )
  await till.rows(
    `insert into payment_methods (organization_id, id, customer_id, type, last4, status) select $2::uuid, 'pm_' || w.n, ${id('c')}, 'card', '4242', w.method ${each} where w.method is not null`,
    [json, till.org],
  )
  await till.rows(
    `update customers c set default_payment_method_id = 'pm_' || w.n ${each} where c.id = ${id('c')} and w.method is not null`,
    [json],
  )
  await till.rows(
    `insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, cap_cents, accepted_at, revoked_at)
     select $2::uuid, ${id('c')}, k.kind, k.accepted, 'yes', 'x', k.cap, now() - make_interval(days => k.age), case when k.revoked then now() - interval '1 hour' end
     ${each} cross join json_to_recordset(w.consents) as k(kind text, accepted boolean, revoked boolean, cap int, age int)`,
    [json, till.org],
  )
  await till.rows(
    `insert into invoices (organization_id, id, number, customer_id, doc, money, failure_code, issued_at, subtotal_cents, total_cents, charge_on, effective_due_date, next_retry_at, source, rule_id)
     select $2::uuid, ${id('i')}, 100000 + w.n, ${id('c')}, case w.due when 'scheduled' then 'scheduled' else 'open' end, case w.due when 'retry' then 'failed' else 'none' end,
       case w.due when 'retry' then 'card_declined' end, now(), w.amount, w.amount, case w.due when 'scheduled' then now()::date - 10 end, now()::date - 10,
       case w.due when 'retry' then now() - interval '1 hour' end, 'visit', case when w.recurring then $3::uuid else md5('once')::uuid end ${each}`,
    [json, till.org, rule_id],
  )
  await till.rows(
    `insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_price_cents, total_cents) select $2::uuid, ${id('i')}, 1, 'Mowing', 1, w.amount, w.amount ${each}`,
    [json, till.org],
  )
}

describe('automatic charges', () => {
  it(`are exactly those that ${many} customers agreed to (seed ${seed})`, async () => {
    await fill()
    await runAutopay(till.app)
    const planned = await till.rows<{ number: number; consent_id: string | null }>(
      'select i.number, a.consent_id from charge_attempts a join invoices i on i.id = a.invoice_id where i.number >= 100000 order by 1',
    )
    expect(planned.map(({ number }) => number - 100_000)).toEqual(
      wishes.filter(mayCharge).map(({ n }) => n),
    )
    // Each rests on something its customer said.
    expect(planned.every(({ consent_id }) => consent_id !== null)).toBe(true)
  }, 600_000)
})

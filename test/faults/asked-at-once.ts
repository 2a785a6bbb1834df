import { readPayAll, payAll } from '../../src/server/money/payments/pay-all.ts'
import { runAutopay } from '../../src/server/money/payments/retry.ts'
import { sendMany, sendRun } from '../../src/server/money/invoices/send-many.ts'
import { Refused } from '../../src/server/base/kit/refusals.ts'
import { acts, billsOf, unpaid, type Act, type Bill, type Life } from './asked-once.ts'

/** Waits for all; a rule that refuses is an answer like any other. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(works))
    if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason
}

async function pressSend({ till }: Life, ids: readonly string[]): Promise<void> {
  const author_id = await authorOf(till)
  await till.inOrg((tx) => sendMany(tx, { ids, dry_run: false, author_id }))
}

let known: Promise<string> | undefined
/** One person of the office presses in all of a run. */
const authorOf = ({ rows }: Life['till']): Promise<string> =>
  (known ??= rows(
    "insert into people (email, name) values ('dana@green-acres.example', 'Dana Green') returning id",
  ).then(([person]) => person.id))

const runsOf = async ({ till }: Life): Promise<void> => {
  const runs = await till.rows('select id from invoice_runs where done_at is null')
  // Two processes may both take up a run.
  const both = [...runs, ...runs].map(({ id }) =>
    sendRun(till.app, { organization_id: till.org, run_id: id }),
  )
  await allOf(both)
}

/** How often each bill was mailed. */
const mailed = async ({ till, customer }: Life): Promise<Map<string, number>> => {
  const rows = await till.rows(
    `select invoice_id, count(*)::int as n from messages where customer_id = $1 and status <> 'refused'
      and template in ('invoice_sent', 'pay_link') and invoice_id is not null group by 1`,
    [customer],
  )
  return new Map(rows.map(({ invoice_id, n }) => [invoice_id, n]))
}

const sendable = (bill: Bill): boolean => unpaid(bill) || bill.doc === 'draft'

/** Runs, charges and days that meet: what two tabs, two people or a person and the clock do at the same moment. */
const meetings: Record<string, Act> = {
  /** The same bills from two tabs; the second press may come while the first run is under way. */
  async sendTwice(life) {
    const ids = (await billsOf(life)).filter(sendable).map(({ id }) => id)
    if (!ids.length) return
    const before = await mailed(life)
    await allOf([pressSend(life, ids), pressSend(life, ids)])
    await allOf([runsOf(life), pressSend(life, ids)])
    await runsOf(life)
    if (life.isCrowded) return
    for (const [id, times] of await mailed(life))
      if (times > (before.get(id) ?? 0) + 1)
        throw new Error(`ASKED by ${times - (before.get(id) ?? 0)} letters of one send`)
  },
  /** The customer presses Pay all, often twice, and the charges run. */
  async payAll(life) {
    const { till, customer, random } = life
    const seen = await till.inOrg((tx) => readPayAll(tx, customer))
    const payer = { id: customer, name: 'Casey Walker', email: null, person_id: null }
    const press = () => till.inOrg((tx) => payAll(tx, payer, seen.total_cents))
    await allOf(random() < 0.5 ? [press(), press()] : [press()])
    if (random() < 0.5) await acts['runCharges']!(life)
  },
  /** A check is recorded as autopay charges the planned bill. */
  async checkOnItsDay(life) {
    const { till, customer } = life
    await till.rows(
      "update invoices set charge_on = '2020-01-01' where customer_id = $1 and doc = 'scheduled'",
      [customer],
    )
    const crowd = { ...life, isCrowded: true }
    await allOf([runAutopay(till.app), acts['check']!(crowd)])
    await allOf([acts['runCharges']!(crowd), acts['check']!(crowd)])
  },
}

/** Every act, those that meet others, and any two of them at once. */
export const allActs: Record<string, Act> = {
  ...acts,
  ...meetings,
  async twoAtOnce(life) {
    const both = { ...acts, ...meetings }
    const names = Object.keys(both)
    const pick = () => both[names[Math.floor(life.random() * names.length)]!]!
    const crowd = { ...life, isCrowded: true }
    await allOf([pick()(crowd), pick()(crowd)])
  },
}

/** Acts in which either of two things may have come first. */
export const crowded: readonly string[] = ['twoAtOnce', 'checkOnItsDay', 'sendTwice', 'payAll']

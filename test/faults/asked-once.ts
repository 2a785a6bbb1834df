import { balanceOf } from '../../src/domain/money/invoice.ts'
import { remindOfBills } from '../../src/server/money/bill-reminders/remind.ts'
import { readStatement } from '../../src/server/money/documents/read-statement.ts'
import { payBackCredit } from '../../src/server/money/credits/pay-back.ts'
import { giveCredit } from '../../src/server/money/credits/write.ts'
import {
  lockWithInvoices,
  takeCreditOff,
  useCredits,
} from '../../src/server/money/invoices/credit.ts'
import { checkNoIntent } from '../../src/server/money/invoices/live-intent.ts'
import { payUrl } from '../../src/server/money/invoices/pay-link.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../../src/server/money/invoices/row.ts'
import { sendByHand } from '../../src/server/money/invoices/send.ts'
import { restoreInvoice, writeOffInvoice } from '../../src/server/money/invoices/write.ts'
import { voidByHand } from '../../src/server/money/invoices/void-by-hand.ts'
import { openInvoice } from '../../src/server/money/invoices/write-issue.ts'
import { beginPayment, endPayment } from '../../src/server/flows/pay-page/calls.ts'
import { payByHand, takeBack } from '../../src/server/money/payments/by-hand.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import { releaseStale, withoutIntent } from '../../src/server/money/payments/intents.ts'
import { readPayAll } from '../../src/server/money/payments/pay-all.ts'
import { runRefund } from '../../src/server/money/payments/refund.ts'
import { runAutopay } from '../../src/server/money/payments/retry.ts'
import { planRefund } from '../../src/server/money/payments/write-refunds.ts'
import type { OrgTx } from '../../src/server/base/db/door.ts'
import type { Till } from './till.ts'

export type Life = {
  till: Till
  random: () => number
  customer: string
  /** Another act runs at the same time: a balance may change between two looks. */
  isCrowded?: boolean
}
export type Act = (life: Life) => Promise<unknown>

/** Numbers from 0 to 1 that repeat with their seed. */
export const seeded = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const between = (random: () => number, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1))

export type Bill = InvoiceRow
export const billsOf = ({ till, customer }: Life): Promise<Bill[]> =>
  till.rows<Bill>('select * from invoices where customer_id = $1 order by id', [customer])

/** One of a customer's bills that fits, if there is any. */
export async function one(life: Life, fits: (bill: Bill) => boolean): Promise<Bill | undefined> {
  const bills = (await billsOf(life)).filter(fits)
  return bills[Math.floor(life.random() * bills.length)]
}
export const unpaid = (bill: Bill) =>
  ['open', 'scheduled'].includes(bill.doc) &&
  ['none', 'partial', 'failed'].includes(bill.money) &&
  balanceOf(bill) > 0

const onLocked = (
  { till }: Life,
  id: string,
  work: (tx: OrgTx, row: InvoiceRow) => Promise<unknown>,
): Promise<unknown> =>
  withoutIntent(till.app, till.org, () =>
    till.inOrg(async (tx) => {
      const row = await lockWithInvoices(tx, id)
      await checkNoIntent(tx, id)
      await work(tx, row)
    }),
  )

const tokenOf = async ({ till }: Life, id: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, id))))
    .split('/')
    .at(-1)!

const secrets = new Map<string, string>()

async function openPage(life: Life, bill: Bill): Promise<string> {
  const { client_secret, amount_cents } = await beginPayment(
    life.till.app,
    await tokenOf(life, bill.id),
  )
  const [now] = await life.till.rows<Bill>('select * from invoices where id = $1', [bill.id])
  if (!life.isCrowded && amount_cents !== balanceOf(now!))
    throw new Error(`ASKED the pay page ${amount_cents}, left ${balanceOf(now!)}`)
  secrets.set(bill.id, client_secret)
  return client_secret
}

const confirm = ({ till, random }: Life, client_secret: string) =>
  till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    {
      client_secret,
      payment_method: random() < 0.3 ? 'pm_card_chargeDeclined' : 'pm_card_visa',
    },
    'browser',
  )

/** What people and the clock do with one customer's money. */
export const acts: Record<string, Act> = {
  bill: ({ till, customer, random }) => till.invoice(customer, between(random, 60, 9000)),
  draft: ({ till, customer, random }) =>
    till.invoice(customer, between(random, 60, 9000), { open: false }),
  gift: ({ till, customer, random }) =>
    till.inOrg(async (tx) => {
      await giveCredit(tx, customer, { amount_cents: between(random, 1, 6000), reason: 'Rain' })
      await useCredits(tx, customer)
    }),
  /** A check, often for another amount; what is too much is kept. */
  async check(life) {
    const bill = await one(
      life,
      (row) => unpaid(row) || (row.doc === 'draft' && row.source !== 'period'),
    )
    if (!bill) return
    await onLocked(life, bill.id, async (tx, locked) => {
      const row = await openInvoice(tx, locked)
      if (row.money === 'processing' || row.money === 'paid') return
      const amount_cents = Math.ceil(row.total_cents * (0.2 + life.random() * 1.6))
      await payByHand(tx, row, { amount_cents, kind: 'check', note: null })
    })
  },
  async bounce(life) {
    const [payment] = await life.till.rows(
      "select id from payments where customer_id = $1 and kind in ('cash', 'check', 'other') and reversed_at is null order by id desc limit 1",
      [life.customer],
    )
    if (payment)
      await withoutIntent(life.till.app, life.till.org, () =>
        life.till.inOrg((tx) => takeBack(tx, payment.id, 'It bounced')),
      )
  },
  async planCharge(life) {
    const bill = await one(life, unpaid)
    if (bill) await life.till.inOrg((tx) => planCharge(tx, { invoice_id: bill.id, via: 'staff' }))
  },
  async runCharges({ till, customer }) {
    const open = await till.rows(
      "select a.id from charge_attempts a join invoices i on i.id = a.invoice_id where i.customer_id = $1 and a.state in ('started', 'confirming', 'unknown', 'processing')",
      [customer],
    )
    for (const { id } of open) await runAttempt(till.app, till.org, id)
  },
  async itsDay({ till, customer }) {
    await till.rows(
      "update invoices set charge_on = '2020-01-01' where customer_id = $1 and doc = 'scheduled'",
      [customer],
    )
    await runAutopay(till.app)
  },
  async openPage(life) {
    const bill = await one(life, unpaid)
    if (bill) await openPage(life, bill)
  },
  async payOnPage(life) {
    const bill = await one(life, unpaid)
    if (!bill) return
    await confirm(life, await openPage(life, bill))
    await endPayment(life.till.app, await tokenOf(life, bill.id))
  },
  /** A page that was left open. */
  async payOldPage(life) {
    const bill = await one(life, ({ id }) => secrets.has(id))
    if (bill) await confirm(life, secrets.get(bill.id)!)
    await life.till.deliver()
  },
  async release({ till, customer }) {
    const jobs = await till.rows(
      "select distinct data ->> 'invoice_id' as id from pgboss.job j join invoices i on i.id::text = j.data ->> 'invoice_id' where j.name = 'intent.release' and i.customer_id = $1",
      [customer],
    )
    for (const { id } of jobs) await releaseStale(till.app, till.org, id)
  },
  async send(life) {
    const bill = await one(life, (row) => unpaid(row) || row.doc === 'draft')
    if (bill)
      await life.till.inOrg(async (tx) =>
        sendByHand(tx, life.till.app, await lockInvoice(tx, bill.id)),
      )
  },
  async remind({ till, customer }) {
    await till.rows(
      'update organizations set schedule_settings = \'{"bill_reminders_on": true, "bill_reminder_steps": [0, 3, 7]}\'',
    )
    await till.rows(
      "update invoices set effective_due_date = current_date, sent_at = coalesce(sent_at, now() - interval '9 days') where customer_id = $1 and doc = 'open' and issued_at is not null",
      [customer],
    )
    await remindOfBills(till.app)
  },
  async voidIt(life) {
    const bill = await one(life, (row) => unpaid(row) && row.paid_cents === row.credit_cents)
    if (bill) await onLocked(life, bill.id, (tx, row) => voidByHand(tx, row, undefined))
  },
  async writeOff(life) {
    const bill = await one(life, unpaid)
    if (bill) await onLocked(life, bill.id, (tx, row) => writeOffInvoice(tx, row))
  },
  async restore(life) {
    const bill = await one(life, ({ doc }) => doc === 'uncollectible')
    if (bill)
      await life.till.inOrg(async (tx) => {
        await restoreInvoice(tx, await lockInvoice(tx, bill.id))
        await useCredits(tx, life.customer)
      })
  },
  async takeOff(life) {
    const bill = await one(life, (row) => row.doc === 'open' && row.credit_cents > 0)
    if (bill && statusOf(bill) !== 'processing' && bill.money !== 'refunded')
      await onLocked(life, bill.id, takeCreditOff)
  },
  async payBack({ till, customer }) {
    const [credit] = await till.rows(
      'select c.id from credits c where c.customer_id = $1 and c.used_cents < c.amount_cents and exists (select 1 from payments p where p.credit_id = c.id) limit 1',
      [customer],
    )
    if (credit) await till.inOrg((tx) => payBackCredit(tx, credit.id, { method: 'cash' }))
  },
  async refund({ till, customer, random }) {
    const [payment] = await till.rows(
      "select * from payments where customer_id = $1 and kind = 'provider' and status = 'succeeded' order by id desc limit 1",
      [customer],
    )
    if (!payment) return
    const amount_cents = random() < 0.5 ? payment.amount_cents : Math.ceil(payment.amount_cents / 3)
    const { id } = await till.inOrg(async (tx) => {
      await lockInvoice(tx, payment.invoice_id)
      return planRefund(tx, payment, { amount_cents, reason: null, actor_id: null })
    })
    await runRefund(till.app, till.org, id)
  },
}

/** What was left of each bill before an act. */
export type Before = { left: Map<string, number>; bills: number }
export async function lookBefore(life: Life): Promise<Before> {
  const bills = await billsOf(life)
  const owed = bills.filter(unpaid).reduce((cents, row) => cents + balanceOf(row), 0)
  return { left: new Map(bills.map((row) => [row.id, balanceOf(row)])), bills: owed }
}

/**
 * Throws if anybody was asked for more than what was left, or a bill is open beside the customer's own
 * money. `before`: while two acts ran at once, either may have come first. Returns how many letters asked.
 */
export async function checkAskedOnce(
  life: Life,
  seen: Set<string>,
  before?: Before,
): Promise<number> {
  const { till, customer } = life
  await checkCreditUsed(life)
  const bills = await billsOf(life)
  const owed = bills.filter((row) => row.doc === 'open' && unpaid(row))
  const sum = owed.reduce((cents, row) => cents + balanceOf(row), 0)
  const all = await till.inOrg((tx) => readPayAll(tx, customer))
  if (all.total_cents > sum) throw new Error(`ASKED pay all ${all.total_cents}, left ${sum}`)
  const statement = await till.inOrg((tx) =>
    readStatement(tx, customer, { from: '2020-01-01', to: '2039-12-31' }),
  )
  const claimed = statement.entries.reduce(
    (cents, entry) => cents + entry.cents,
    statement.before_cents,
  )
  const planned = bills.filter((row) => row.doc === 'scheduled' && unpaid(row))
  const most = sum + planned.reduce((cents, row) => cents + balanceOf(row), 0)
  const underway = bills
    .filter(({ money, doc }) => money === 'processing' && doc !== 'void')
    .reduce((cents, row) => cents + balanceOf(row), 0)
  if (claimed > most + underway)
    throw new Error(`ASKED the statement ${claimed}, left ${most} and ${underway} under way`)
  const added = bills.reduce(
    (cents, row) => cents + (before && !before.left.has(row.id) ? row.total_cents : 0),
    0,
  )
  const wasLeft = (id: string, total_cents: number): number =>
    before ? (before.left.get(id) ?? total_cents) : 0
  // What letters and charges asked for when they were written: the act before this check is their moment.
  const letters = await till.rows(
    `select m.id, m.template, m.data, i.id as bill, i.total_cents, i.total_cents - i.paid_cents as left_cents from messages m left join invoices i on i.id = m.invoice_id
     where m.customer_id = $1 and m.template in ('invoice_sent', 'pay_link', 'charge_upcoming', 'invoice_reminder')`,
    [customer],
  )
  let asked = 0
  for (const letter of letters) {
    if (seen.has(letter.id)) continue
    seen.add(letter.id)
    asked++
    const left =
      letter.template === 'invoice_reminder'
        ? Math.max(most, before ? before.bills + added : 0)
        : letter.bill && Math.max(letter.left_cents, wasLeft(letter.bill, letter.total_cents))
    if (left !== null && letter.data.total_cents > Math.max(0, left))
      throw new Error(`ASKED ${letter.template} ${letter.data.total_cents}, left ${left}`)
  }
  return asked
}

/** Throws if a bill is open beside credit that can pay it. */
async function checkCreditUsed({ till, customer }: Life): Promise<void> {
  const lying = await till.rows(
    `select i.id, i.number, c.id as credit from invoices i join credits c on c.customer_id = i.customer_id
     where i.customer_id = $1 and i.number is not null and i.doc in ('open', 'scheduled') and i.money in ('none', 'partial', 'failed')
       and i.total_cents > i.paid_cents and c.taken_back_at is null and c.used_cents < c.amount_cents
       and (c.held_at is null or exists (select 1 from payments p where p.credit_id = c.id))
       and not exists (select 1 from charge_attempts a where a.invoice_id = i.id and a.state in ('started', 'confirming', 'unknown', 'processing'))`,
    [customer],
  )
  if (lying.length) throw new Error(`LIES credit beside a bill: ${JSON.stringify(lying[0])}`)
}

/** Throws if a charge took more than what a bill's total leaves after credit, and did not give it back. */
export async function checkChargedOnce({ till, customer }: Life): Promise<void> {
  const wrong = await till.rows(
    `select i.number, i.total_cents, i.paid_cents, i.credit_cents, i.refunded_cents from invoices i
     where i.customer_id = $1 and i.paid_cents > i.total_cents + i.refunded_cents
       and not exists (select 1 from refunds r join payments p on p.id = r.payment_id where p.invoice_id = i.id and r.state <> 'failed' and r.automatic)`,
    [customer],
  )
  if (wrong.length) throw new Error(`CHARGED too much: ${JSON.stringify(wrong[0])}`)
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harnessFor, press } from './harness.ts'

const { startWorld } = harnessFor(Stripe)
type World = Awaited<ReturnType<typeof startWorld>>

// The installed SDK's types say which fields each object must and may have.
const types = join(
  dirname(createRequire(import.meta.url).resolve('stripe')),
  '..',
  'esm',
  'resources',
)

type Fields = { required: string[]; known: string[] }

function fieldsOf(file: string, name: string): Fields {
  const text = readFileSync(join(types, `${file}.d.ts`), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1]
  if (!body) throw new Error(`No interface ${name} in ${file}`)
  const fields = [...body.matchAll(/^ {4}(\w+)(\??):/gm)]
  return {
    required: fields.filter((field) => field[2] === '').map((field) => field[1]!),
    known: fields.map((field) => field[1]!),
  }
}

const objects: [plural: string, file: string, name: string][] = [
  ['customers', 'Customers', 'Customer'],
  ['payment_methods', 'PaymentMethods', 'PaymentMethod'],
  ['setup_intents', 'SetupIntents', 'SetupIntent'],
  ['payment_intents', 'PaymentIntents', 'PaymentIntent'],
  ['charges', 'Charges', 'Charge'],
  ['refunds', 'Refunds', 'Refund'],
  ['disputes', 'Disputes', 'Dispute'],
  ['payouts', 'Payouts', 'Payout'],
  ['balance_transactions', 'BalanceTransactions', 'BalanceTransaction'],
  ['subscriptions', 'Subscriptions', 'Subscription'],
  ['invoices', 'Invoices', 'Invoice'],
]

let world: World
let state: any
beforeAll(async () => {
  world = await startWorld()
  for (const stripe of [world.platform, world.connected]) {
    const customer = await stripe.customers.create({ name: 'Ann' })
    const method = await stripe.paymentMethods.attach('pm_card_bypassPending', {
      customer: customer.id,
    })
    await stripe.setupIntents.create({
      customer: customer.id,
      confirm: true,
      payment_method: 'pm_usBankAccount',
      mandate_data: {
        customer_acceptance: {
          type: 'online',
          online: { ip_address: '127.0.0.1', user_agent: 'x' },
        },
      },
    })
    const pay = (amount: number) =>
      stripe.paymentIntents.create({
        amount,
        currency: 'usd',
        customer: customer.id,
        confirm: true,
        payment_method: method.id,
      })
    const [first, second] = [await pay(10_000), await pay(20_000)]
    await stripe.refunds.create({ payment_intent: first.id, amount: 100 })
    await press(world.sandbox, `dispute/${second.latest_charge as string}`)
    await stripe.paymentIntents
      .create({
        amount: 5000,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_chargeDeclined',
      })
      .catch(() => {})
    await stripe.payouts.create({ amount: 100, currency: 'usd' })
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'Plan' },
    })
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: method.id,
    })
  }
  state = (await press(world.sandbox, 'state', {}, 'GET')).accounts
})
afterAll(() => world.close())

describe('objects have the fields of the installed SDK', () => {
  it.each(objects)('%s', (plural, file, name) => {
    const { required, known } = fieldsOf(file, name)
    expect(required.length).toBeGreaterThan(5)
    const rows = Object.values(state).flatMap((account: any) => account[plural])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(
        required.filter((field) => !(field in row)),
        `missing in ${row.id}`,
      ).toEqual([])
      expect(
        Object.keys(row).filter((field) => !known.includes(field)),
        `unknown in ${row.id}`,
      ).toEqual([])
    }
  })
})

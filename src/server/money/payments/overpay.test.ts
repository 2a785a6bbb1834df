import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { invoiceRules } from '../../../domain/money/invoice.ts'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import type { App } from '../../base/call.ts'
import { checkNoIntent } from '../invoices/live-intent.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice, statusOf } from '../invoices/row.ts'
import { beginPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { payByHand } from './by-hand.ts'
import { withoutIntent } from './intents.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

const tokenOf = async (invoice: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice))))
    .split('/')
    .at(-1)!

/** As the office's "Mark paid" does it. */
const payCash = (invoice: string, amount_cents: number): Promise<void> =>
  withoutIntent(till.app, till.org, () =>
    till.inOrg(async (tx) => {
      const row = await lockInvoice(tx, invoice)
      await checkNoIntent(tx, invoice)
      await payByHand(tx, row, { amount_cents, kind: 'cash', note: null })
    }),
  )

const confirm = (client_secret: string) =>
  till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    { client_secret, payment_method: 'pm_card_visa' },
    'browser',
  )

/** The app, but `work` runs once right before or after the provider creates an intent. */
function whileCreating(when: 'before' | 'after', work: () => Promise<unknown>): App {
  let done = false
  const once = async () => {
    if (done) return
    done = true
    await work()
  }
  const on: App['payments']['on'] = (account, ...rest) => {
    const provider = till.app.payments.on(account, ...rest)
    return {
      ...provider,
      createIntent: async (...args: Parameters<typeof provider.createIntent>) => {
        if (when === 'before') await once()
        const made = await provider.createIntent(...args)
        if (when === 'after') await once()
        return made
      },
    }
  }
  return { ...till.app, payments: { ...till.app.payments, on } }
}

describe('cash is recorded while the pay page opens', () => {
  it.each(['before', 'after'] as const)(
    '%s the provider has made the intent: the page asks for what is left',
    async (when) => {
      const invoice = await till.invoice(await till.customer(null), 8000)
      const token = await tokenOf(invoice)
      const app = whileCreating(when, () => payCash(invoice, 3000))
      const { amount_cents, client_secret } = await beginPayment(app, token)
      expect(amount_cents).toBe(5000)
      expect(await confirm(client_secret)).toMatchObject({ status: 'succeeded', amount: 5000 })
      await till.deliver()
      const { invoice: row, refunds } = await till.state(invoice)
      expect(row).toMatchObject({ money: 'paid', paid_cents: 8000, refunded_cents: 0 })
      expect(refunds).toEqual([])
    },
  )

  it('the whole balance: the page says it is paid, and no old secret can be confirmed', async () => {
    const invoice = await till.invoice(await till.customer(null), 8000)
    const token = await tokenOf(invoice)
    const app = whileCreating('before', () => payCash(invoice, 8000))
    await expect(beginPayment(app, token)).rejects.toMatchObject({ code: 'already_paid' })
    expect(await showPayPage(till.app, token)).toMatchObject({ can_pay: false })
    const made = await till.rows(
      'select provider_id from payment_intents where invoice_id = $1 and provider_id is not null',
      [invoice],
    )
    for (const { provider_id } of made) {
      const intent = await till.app.payments.on(till.account).readIntent(provider_id)
      expect(intent.status).toBe('canceled')
    }
  })
})

describe('a charge of the rest fails', () => {
  it('the cash stays on the invoice, which shows as failed and can’t be voided', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_chargeCustomerFail'), 10_000)
    await payCash(invoice, 4000)
    await till.charge(invoice)
    const { invoice: row } = await till.state(invoice)
    expect(row).toMatchObject({
      money: 'partial',
      paid_cents: 4000,
      failure_code: 'generic_decline',
    })
    expect(statusOf(row)).toBe('failed')
    expect(invoiceRules.voidIt({ ...row, status: statusOf(row) })?.code).toBe(
      'invoice_has_payments',
    )
  })
})

describe('money beyond the balance', () => {
  it('is refunded, and both sides hear of it', async () => {
    const invoice = await till.invoice(await till.customer(null), 8000)
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
    // A stale page: its intent was dropped from our records, but a browser still has the secret.
    await till.rows("update payment_intents set status = 'canceled' where invoice_id = $1", [
      invoice,
    ])
    await payCash(invoice, 3000)
    await confirm(client_secret)
    await till.deliver()
    const { invoice: row, refunds, messages } = await till.state(invoice)
    expect(row).toMatchObject({ money: 'paid', paid_cents: 11_000, refunded_cents: 3000 })
    expect(refunds).toMatchObject([{ automatic: true, state: 'succeeded', amount_cents: 3000 }])
    expect(messages).toContain('refund_issued')
    const [letter] = await till.rows<{ text: string }>(
      "select m.text from messages m join invoices i on i.customer_id = m.customer_id where i.id = $1 and m.template = 'refund_issued'",
      [invoice],
    )
    expect(letter!.text).toMatch(/Refunded to:? .*4242/)
    const audit = await till.rows('select action from audit where entity_id = $1', [invoice])
    expect(audit).toContainEqual({ action: 'payment.excess' })
  })
})

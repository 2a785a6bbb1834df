import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, zonedToUtcIso } from '../../../domain/base/dates.ts'
import { byDay } from '../../../../test/clock.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { addLateFees } from './late-fees.ts'
import { remindOfBills } from './remind.ts'

byDay()
let open: OpenWorld
let owner: Caller
let today: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  today = open.world.green.today
})
afterAll(() => open?.close())
beforeEach(async () => {
  await open.rows("update invoices set effective_due_date = '2020-01-01' where doc = 'open'")
  await settings({
    bill_reminders_on: true,
    bill_reminder_steps: [3, 20],
    late_fee: { kind: 'flat', cents: 1500, after_days: 10 },
  })
})

const rosa = () => open.world.green.customers['rosa']!.id
const settings = async (body: object) =>
  expect((await owner('PATCH /api/owner/schedule-settings', { body })).status).toBe(200)
/** A customer without messages: each gets only a few reminders a day. */
async function another(name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(' ', '.')}@mail.example`
  const { body } = await owner('POST /api/owner/customers', {
    body: { name, email, status: 'active' },
  })
  return body.id
}
/** An invoice of 50.00 that was sent three weeks ago and fell due three days ago. */
async function late(customer_id = rosa()): Promise<string> {
  const { body } = await owner('POST /api/invoices', {
    body: {
      customer_id,
      lines: [{ description: 'Hedges', unit_price_cents: 5000 }],
      due_date: addDays(today, -3),
      open: true,
    },
  })
  await open.rows("update invoices set sent_at = now() - interval '21 days' where id = $1", [
    body.invoice.id,
  ])
  return body.invoice.id
}
const at = (in_days: number) => zonedToUtcIso(addDays(today, in_days), 600, 'America/New_York')
const reminders = (id: string) =>
  open.rows<{ id: string; text: string; sent_at: Date | null }>(
    'select m.* from messages m join bill_reminders b on b.message_id = m.id where b.invoice_id = $1 order by m.id',
    [id],
  )
/** Reminds of it today, and waits until the message has left. */
async function remind(id: string) {
  await remindOfBills(open.app, at(0))
  return open.until(async () => {
    const [message] = await reminders(id)
    return message?.sent_at ? message : null
  }, 'the reminder is out')
}
const fees = (id: string) =>
  open.rows<{ id: string; doc: string }>('select * from invoices where late_fee_of_id = $1', [id])
const shown = async (id: string) =>
  (await owner('GET /api/invoices/{id}/reminders', { params: { id } })).body
const waive = (id: string, body: object) =>
  owner('POST /api/invoices/{id}/void', { params: { id }, body })

describe('a late fee', () => {
  it('is announced by the reminder and added once, as an invoice of its own', async () => {
    const id = await late()
    const message = await remind(id)
    expect(message.text).toContain('a late fee of $15.00 is added')
    expect(await shown(id)).toMatchObject({
      late_fee: { cents: 1500, on: addDays(today, 7), invoice_id: null },
    })
    await addLateFees(open.app, at(6))
    expect(await fees(id)).toEqual([])
    await Promise.all([addLateFees(open.app, at(7)), addLateFees(open.app, at(7))])
    await addLateFees(open.app, at(8))
    const [fee, ...more] = await fees(id)
    expect(more).toEqual([])
    expect(fee).toMatchObject({
      source: 'late_fee',
      doc: 'open',
      total_cents: 1500,
      tax_cents: 0,
      effective_due_date: addDays(today, 14),
    })
    const original = await open.row<{ number: number }>(
      'select number from invoices where id = $1',
      [id],
    )
    const { body } = await owner('GET /api/invoices/{id}', { params: { id: fee!.id } })
    expect(body.items).toMatchObject([{ description: `Late fee for invoice ${original.number}` }])
    expect(body.invoice.late_fee_of_id).toBe(id)
    expect((await shown(id)).late_fee).toMatchObject({ cents: 1500, invoice_id: fee!.id })
    const bills = await open.rows('select template from messages where invoice_id = $1', [fee!.id])
    expect(bills).toEqual([{ template: 'invoice_sent' }])
    const debtors = (await owner('GET /api/owner/receivables')).body.customers
    expect(debtors.find((one) => one.customer_id === rosa())).toMatchObject({
      late_fee_cents: 1500,
    })
  })

  it('is said in the text message too, in Spanish, and in the business’s own words', async () => {
    const { wordings } = (await owner('GET /api/owner/messages/wordings')).body
    const key = { kind: 'invoice_reminder', variant: 'late', locale: 'es' } as const
    const { ours } = wordings.find(
      ({ kind, variant, locale }) =>
        kind === key.kind && variant === key.variant && locale === key.locale,
    )!
    const own = { ...key, words: { ...ours, subject: 'Pague {amount}', body: 'Pague ya.' } }
    const saved = await owner('POST /api/owner/messages/wordings/save', { body: own })
    expect(saved.status).toBe(200)
    await open.rows("update customers set locale = 'es' where id = $1", [rosa()])
    const id = await late()
    const message = await remind(id)
    await open.rows("update customers set locale = 'en' where id = $1", [rosa()])
    expect(message.text).toContain('Pague ya.')
    expect(message.text).toContain('se añade un recargo de $15.00')
  })

  it('is not added without a reminder that left, once paid, or while it is off', async () => {
    const [unsaid, paid, off] = [await late(), await late(), await late()]
    await remind(paid)
    await remind(off)
    await open.rows(
      "update messages m set status = 'bounced' from bill_reminders b where b.message_id = m.id and b.invoice_id = $1",
      [unsaid],
    )
    // The three are in one message; only the first was lost.
    await open.rows('delete from bill_reminders where invoice_id = $1', [unsaid])
    await open.rows("update messages set status = 'sent' where template = 'invoice_reminder'")
    await owner('POST /api/invoices/{id}/mark-paid', { params: { id: paid }, body: {}, key: paid })
    await settings({ late_fee: null })
    await addLateFees(open.app, at(9))
    expect(await fees(off)).toEqual([])
    await settings({ late_fee: { kind: 'flat', cents: 9900, after_days: 10 } })
    await addLateFees(open.app, at(9))
    expect(await fees(unsaid)).toEqual([])
    expect(await fees(paid)).toEqual([])
    // Never more than was announced.
    expect(await fees(off)).toMatchObject([{ total_cents: 1500 }])
  })

  it('of a percentage is of what is still owed', async () => {
    await settings({ late_fee: { kind: 'percent', basis_points: 1000, after_days: 10 } })
    const id = await late()
    await remind(id)
    await owner('POST /api/invoices/{id}/mark-paid', {
      params: { id },
      body: { amount_cents: 3000 },
      key: `part-${id}`,
    })
    await addLateFees(open.app, at(9))
    expect(await fees(id)).toMatchObject([{ total_cents: 200 }])
  })

  it('is waived with a reason, and not added again', async () => {
    const id = await late()
    await remind(id)
    await addLateFees(open.app, at(9))
    const [fee] = await fees(id)
    expect(await waive(fee!.id, {})).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Enter a reason.' } },
    })
    expect(
      await owner('POST /api/invoices/{id}/replacement', { params: { id: fee!.id }, body: {} }),
    ).toMatchObject({ status: 409, body: { code: 'late_fee_fixed' } })
    expect((await waive(fee!.id, { reason: 'First time' })).body.invoice.status).toBe('void')
    expect(
      await open.rows("select after from audit where action = 'late_fee.waived'"),
    ).toMatchObject([{ after: { reason: 'First time' } }])
    await addLateFees(open.app, at(10))
    expect(await fees(id)).toHaveLength(1)
    const [ledger] = await open.rows(
      'select coalesce(sum(amount_cents), 0)::int as owed from ledger_entries where account = $1 and invoice_id = $2',
      ['receivable', fee!.id],
    )
    expect(ledger!.owed).toBe(0)
  })

  it('goes when the overdue invoice is voided', async () => {
    const id = await late()
    await remind(id)
    await addLateFees(open.app, at(9))
    expect((await waive(id, {})).status).toBe(200)
    expect(await fees(id)).toMatchObject([{ doc: 'void' }])
  })

  /** An overdue invoice whose fee was added. */
  async function withFee(customer_id = rosa()) {
    const id = await late(customer_id)
    await remind(id)
    await addLateFees(open.app, at(9))
    const [fee] = await fees(id)
    return { id, fee: fee!.id }
  }
  const closings = [
    ['replaced', 'replacement'],
    ['written off', 'write-off'],
  ] as const
  const close = (call: (typeof closings)[number][1], id: string) =>
    owner(`POST /api/invoices/{id}/${call}`, { params: { id }, body: {} })
  const sum = async (account: string, invoice_id: string | null) => {
    const [row] = await open.rows(
      `select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries
       where account = $1 and ($2::uuid is null or invoice_id = $2::uuid)`,
      [account, invoice_id],
    )
    return row!.cents as number
  }
  const pay = (fee: string, amount_cents: number) =>
    owner('POST /api/invoices/{id}/mark-paid', {
      params: { id: fee },
      body: { amount_cents },
      key: fee,
    })
  const reasonsOf = async (fee: string) =>
    (
      await open.rows<{ action: string; after: { reason?: string } | null }>(
        'select action, after from audit where entity_id = $1 order by id',
        [fee],
      )
    ).flatMap(({ action, after }) => (after?.reason ? [`${action}: ${after.reason}`] : []))

  it.each(closings)('goes when the overdue invoice is %s', async (what, call) => {
    const { id, fee } = await withFee()
    expect((await close(call, id)).status).toBe(call === 'replacement' ? 201 : 200)
    expect(await fees(id)).toMatchObject([{ doc: 'void' }])
    expect(await reasonsOf(fee)).toEqual([`late_fee.waived: The overdue invoice was ${what}`])
    expect(await sum('receivable', fee)).toBe(0)
    expect(await sum('receivable', id)).toBe(0)
  })

  it('that was paid becomes a credit when the overdue invoice is replaced', async () => {
    const { id, fee } = await withFee()
    expect((await pay(fee, 1500)).status).toBe(200)
    expect((await close('replacement', id)).status).toBe(201)
    expect(await fees(id)).toMatchObject([{ doc: 'open', money: 'paid' }])
    expect(await reasonsOf(fee)).toContain('late_fee.credited: The overdue invoice was replaced')
    expect(await open.rows('select amount_cents from credits order by id desc limit 1')).toEqual([
      { amount_cents: 1500 },
    ])
  })

  /** What became a credit, whatever was paid with it since. */
  const credited = async () =>
    (
      await open.rows(
        "select coalesce(sum(amount_cents), 0)::int as cents from credits where reason = 'The overdue invoice was replaced'",
      )
    )[0]!.cents as number

  it('that was paid in part: the rest is given up, and the part becomes a credit', async () => {
    const { id, fee } = await withFee()
    const before = await credited()
    await pay(fee, 600)
    expect((await close('replacement', id)).status).toBe(201)
    expect(await fees(id)).toMatchObject([{ doc: 'uncollectible', paid_cents: 600 }])
    expect(await sum('receivable', fee)).toBe(0)
    expect((await credited()) - before).toBe(600)
  })

  it('that was paid and is being refunded: only what does not go back already becomes a credit', async () => {
    const { id, fee } = await withFee(await another('Rita Refund'))
    const before = await credited()
    await pay(fee, 1500)
    await open.rows(
      `insert into refunds (organization_id, payment_id, amount_cents, state, key)
        select organization_id, id, 600, 'pending', id::text from payments where invoice_id = $1`,
      [fee],
    )
    expect((await close('replacement', id)).status).toBe(201)
    expect((await credited()) - before).toBe(900)
  })

  it('that was paid stays paid when the overdue invoice is given up', async () => {
    const { id, fee } = await withFee(await another('Gus Given'))
    const before = await sum('customer_credit', null)
    await pay(fee, 1500)
    expect((await close('write-off', id)).status).toBe(200)
    expect(await fees(id)).toMatchObject([{ doc: 'open', money: 'paid' }])
    expect(await sum('customer_credit', null)).toBe(before)
  })

  describe('that is taken away', () => {
    let dora: string
    beforeAll(async () => {
      dora = await another('Dora Quinn')
    })
    const told = () =>
      open.rows(
        "select data, text from messages where customer_id = $1 and template = 'late_fee_removed' order by id desc",
        [dora],
      )
    const owed = async () =>
      (
        await open.rows(
          "select sum(total_cents - paid_cents)::int as cents from invoices where customer_id = $1 and doc = 'open' and money in ('none', 'partial', 'failed')",
          [dora],
        )
      )[0]!.cents as number

    it('is told to its customer in one short message, with what is left to pay', async () => {
      const { fee } = await withFee(dora)
      const before = (await told()).length
      await open.rows("update customers set locale = 'es' where id = $1", [dora])
      expect((await waive(fee, { reason: 'First time' })).status).toBe(200)
      await open.rows("update customers set locale = 'en' where id = $1", [dora])
      const [message, ...others] = await told()
      expect(others).toHaveLength(before)
      expect(message!.data).toMatchObject({
        fee_cents: 1500,
        credited_cents: 0,
        owed_cents: await owed(),
      })
      expect(message!.text).toContain('Ya no debe el recargo de $15.00')
    })

    it('with its invoice is told once all is written', async () => {
      const { id } = await withFee(dora)
      const before = (await told()).length
      expect((await waive(id, {})).status).toBe(200)
      const [message, ...others] = await told()
      expect(others).toHaveLength(before)
      expect(message!.data).toMatchObject({ fee_cents: 1500, owed_cents: await owed() })
    })

    it('is not told to somebody who never heard of it, or whose invoice was given up', async () => {
      const unheard = await withFee(dora)
      const givenUp = await withFee(dora)
      const before = (await told()).length
      await open.rows('delete from bill_reminders where invoice_id = $1', [unheard.id])
      await open.rows('update invoices set sent_at = null where id = $1', [unheard.fee])
      expect((await waive(unheard.fee, { reason: 'By mistake' })).status).toBe(200)
      expect((await close('write-off', givenUp.id)).status).toBe(200)
      expect(await told()).toHaveLength(before)
    })

    it('after it was paid is a credit, and the money is not returned as well', async () => {
      const { id, fee } = await withFee(dora)
      expect((await pay(fee, 1500)).status).toBe(200)
      expect((await close('replacement', id)).status).toBe(201)
      expect((await told())[0]!.data).toMatchObject({ credited_cents: 1500 })
      const payment = await open.row<{ id: string }>(
        'select id from payments where invoice_id = $1',
        [fee],
      )
      const reverse = () =>
        owner('POST /api/payments/{id}/reversal', {
          params: { id: payment.id },
          body: { reason: 'Not received' },
        })
      const refused = { status: 409, body: { code: 'late_fee_credited' } }
      expect(await reverse()).toMatchObject(refused)
      const intent = `pi_${fee.replaceAll('-', '')}`
      await open.rows(
        "update payments set kind = 'provider', provider_intent_id = $2 where id = $1",
        [payment.id, intent],
      )
      expect(
        await owner('POST /api/owner/stripe/refund', {
          body: { payment_intent: intent, amount_minor: 1500 },
          key: `refund-${fee}`,
        }),
      ).toMatchObject(refused)
      expect(await open.rows('select id from refunds where payment_id = $1', [payment.id])).toEqual(
        [],
      )
      // Once the credit is taken back, the money may be returned.
      await open.rows(
        "update payments set kind = 'cash', provider_intent_id = null where id = $1",
        [payment.id],
      )
      await open.rows(
        'update credits set taken_back_at = now(), used_cents = 0 where id = (select fee_credit_id from invoices where id = $1)',
        [fee],
      )
      expect((await reverse()).status).toBe(200)
    })
  })

  it('is never charged on a consent', async () => {
    const casey = open.world.green.customers['casey']!.id
    const id = await late(casey)
    await open.rows(
      "update invoices set money = 'failed', failure_code = 'card_declined', failure_sentence = 'Declined.' where id = $1",
      [id],
    )
    await open.rows('update customers set autopay_oneoffs = true where id = $1', [casey])
    await remind(id)
    await addLateFees(open.app, at(9))
    const [fee] = await fees(id)
    expect(fee).toMatchObject({ doc: 'open', charge_on: null })
    expect(
      await owner('POST /api/invoices/{id}/pay', { params: { id: fee!.id }, body: {} }),
    ).toMatchObject({ status: 409, body: { code: 'consent_missing' } })
  })
})

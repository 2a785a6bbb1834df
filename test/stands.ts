import { randomUUID } from 'node:crypto'
import { addDays } from '../src/domain/base/dates.ts'
import { receive } from '../src/server/flows/inbox/receive.ts'
import { runAttempt } from '../src/server/money/payments/charge.ts'
import type { Ask, Before } from './costs/samples.ts'
import { standsOfPeople } from './stands-of-people.ts'
import { standsOfWork } from './stands-of-work.ts'
import type { OpenWorld } from './world.ts'

/** What happens before a call that only the outside world, or the database's owner, can bring about. */
export type Stand = (before: Before) => Promise<Ask>

export function standsOf(open: OpenWorld) {
  const { green } = open.world
  const casey = green.customers['casey']!
  const line = { description: 'Gate repaired', quantity: 1, unit_price_cents: 4_500 }
  const inDays = (days: number) => addDays(green.today, days)
  const later = `${casey.rules[0]!.series_id}:${inDays(7)}`

  const issued = async (before: Before): Promise<string> =>
    (await before('POST /api/invoices', { body: { customer_id: casey.id, lines: [line] } })).invoice
      .id
  /** An invoice that Casey's card paid: the id of the payment, and the provider's. */
  const paidByCard = async (before: Before): Promise<{ id: string; intent: string }> => {
    const invoice = await issued(before)
    const { attempt_id } = await before('POST /api/invoices/{id}/pay', {
      params: { id: invoice },
      body: {},
    })
    await runAttempt(open.app, green.id, attempt_id)
    const [payment] = await open.rows<{ id: string; intent: string }>(
      "select id, provider_intent_id as intent from payments where invoice_id = $1 and status = 'succeeded'",
      [invoice],
    )
    if (!payment) throw new Error('The card did not pay.')
    return payment
  }
  const refund = async (before: Before, amount_minor: number): Promise<Ask> => ({
    body: { payment_intent: (await paidByCard(before)).intent, amount_minor, reason: null },
  })
  const raise = {
    filter: {},
    raise: { by: 'percent', hundredths: 500, round_to: 50 },
    effective_on: inDays(20),
    subject: 'New prices',
    text: 'From {date}: {service} {old_price} → {new_price}.',
    tells: true,
  }
  const hear = async (): Promise<string> => {
    const phone = '+19195552001'
    await open.rows('update customers set phone_number = $2 where id = $1', [casey.id, phone])
    const text = 'Could you come later on Friday?'
    const id = await receive(open.app, {
      channel: 'sms',
      from: phone,
      text,
      provider_id: randomUUID(),
    })
    return id!
  }

  const byCall: Record<string, Stand> = {
    'POST /api/owner/stripe/refund': (before) => refund(before, 1_000),
    'POST /api/refunds/{id}/settlement': async (before) => {
      const { id: payment_id } = await paidByCard(before)
      const [failed] = await open.rows<{ id: string }>(
        "insert into refunds (organization_id, payment_id, amount_cents, key, state) values ($1, $2, 1000, $3, 'failed') returning id",
        [green.id, payment_id, `ref:${randomUUID()}`],
      )
      return { params: { id: failed!.id }, body: { as: 'credit' } }
    },
    'POST /api/disputes/{id}/settlement': async (before) => {
      const { id: payment_id } = await paidByCard(before)
      const id = `dp_${randomUUID()}`
      await open.rows(
        "insert into disputes (organization_id, id, payment_id, amount_cents, status) values ($1, $2, $3, 4500, 'lost')",
        [green.id, id, payment_id],
      )
      return { params: { id }, body: { as: 'written_off' } }
    },
    'POST /api/payments/{id}/reversal': async (before) => {
      const id = await issued(before)
      await before('POST /api/invoices/{id}/mark-paid', { params: { id }, body: {} })
      const payment = await open.row<{ id: string }>(
        'select id from payments where invoice_id = $1',
        [id],
      )
      return { params: { id: payment.id }, body: { reason: 'Another customer’s' } }
    },
    'POST /api/owner/customers/{id}/hold-release': async () => {
      await open.rows(
        'insert into payment_holds (organization_id, customer_id, owed_cents) values ($1, $2, 100)',
        [green.id, casey.id],
      )
      return { params: { id: casey.id }, body: { reason: 'Pays on Monday' } }
    },
    'POST /api/owner/threads/{id}/replies': async () => {
      const seen_id = await hear()
      const { id } = await open.row<{ id: string }>(
        'select id from threads where customer_id = $1',
        [casey.id],
      )
      return { params: { id }, body: { text: 'Yes, at 3 PM.', channel: 'sms', seen_id } }
    },
    'POST /api/owner/price-campaigns': async (before) => {
      const { preview } = await before('POST /api/owner/price-campaigns/preview', { body: raise })
      return { body: { ...raise, preview } }
    },
    'PUT /api/owner/customers/{id}': async () => ({
      params: { id: casey.id },
      body: { gate_code: '4711' },
    }),
    'PATCH /api/sales/leads/{id}': async () => {
      const lead = await open.row<{ id: string }>(
        "select id from platform_leads where priority = 'high' and assigned_to_person_id = $1 order by id",
        [open.world.sales],
      )
      return { params: { id: lead.id }, body: { priority: 'normal' } }
    },
    'POST /api/invoices/send-many': async (before) => {
      const body = { customer_id: casey.id, lines: [line], open: false }
      return { body: { ids: [(await before('POST /api/invoices', { body })).invoice.id] } }
    },
    'POST /api/schedule/lost-day': async () => ({
      body: {
        date: inDays(7),
        team_ids: null,
        act: 'skip',
        reason: 'weather',
        notify: true,
        dry_run: false,
      },
    }),
    'POST /api/schedule/tray/place': async (before) => {
      const params = { rule_id: later }
      await before('POST /api/schedule/{rule_id}/hold', { params, body: { reason: 'Rain' } })
      return { body: { visits: [{ occurrence_id: later }], to_date: inDays(8) } }
    },
  }
  Object.assign(byCall, standsOfPeople(open), standsOfWork(open, { hear, issued }))
  return { byCall, hear, issued, paidByCard, casey, later }
}

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { statusOf } from '../invoices/row.ts'
import { keepEvidence, sendEvidence, settleLost } from './answer-dispute.ts'
import { readDisputes } from './read.ts'
import { reconcile } from './reconcile.ts'
import { runRefund } from './refund.ts'
import { planRefund } from './write-refunds.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
})

async function disputed(): Promise<{ invoice: string; id: string }> {
  const invoice = await till.invoice(await till.customer('pm_card_createDispute'))
  await till.charge(invoice)
  await till.sandbox.advance()
  await till.deliver()
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  return { invoice, id }
}
const end = async (id: string, how: 'won' | 'lost') => {
  await till.ask('POST', `dispute/${id}/${how}`)
  await till.deliver()
}
const listed = async (id: string) =>
  (await till.inOrg(readDisputes)).find((dispute) => dispute.id === id)
const saidToOffice = async () =>
  (
    await till.rows("select data from messages where template = 'payment_failed_staff' order by id")
  ).map(({ data }) => data.reason)
/** Someone of the office hears of it. */
async function hireOwner(): Promise<void> {
  await till.rows(
    "with made as (insert into people (email, name, status) values ('dana@till.example', 'Dana', 'active') returning id) insert into memberships (organization_id, person_id, role, status) select $1, id, 'owner', 'active' from made",
    [till.org],
  )
}
const receivable = async (invoice: string): Promise<number> =>
  (
    await till.rows(
      "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = 'receivable' and invoice_id = $1",
      [invoice],
    )
  )[0].cents

describe('a dispute', () => {
  it.each([
    [0, 'succeeded'],
    [1, 'partially_refunded'],
    [4499, 'partially_refunded'],
    [4500, 'refunded'],
  ])('won after %i cents went back leaves a payment that %s', async (amount_cents, status) => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'), 4500)
    await till.charge(invoice)
    const { payments } = await till.state(invoice)
    if (amount_cents) {
      const refund = await till.inOrg((tx) =>
        planRefund(tx, payments[0], { amount_cents, reason: null, actor_id: null }),
      )
      await runRefund(till.app, till.org, refund.id)
    }
    const { id } = await till.ask<{ id: string }>(
      'POST',
      `dispute/${payments[0].provider_charge_id}`,
    )
    await till.deliver()
    expect((await till.state(invoice)).payments).toMatchObject([{ status: 'disputed' }])
    await end(id, 'won')
    expect((await till.state(invoice)).payments).toMatchObject([{ status }])
  })

  it('shows its deadline, takes an answer once, and the outcome is announced', async () => {
    await hireOwner()
    const { id } = await disputed()
    expect(await listed(id)).toMatchObject({
      status: 'needs_response',
      amount_cents: 4500,
      due_by: expect.stringMatching(/^20/),
    })
    await till.inOrg((tx) => keepEvidence(tx, id, 'Mowed on Monday, as agreed in writing.'))
    await sendEvidence(till.app, till.org, id)
    const there = await till.app.payments.on(till.account).readDispute(id)
    expect(there).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'Mowed on Monday, as agreed in writing.' },
    })
    expect(await listed(id)).toBeUndefined()
    await expect(till.inOrg((tx) => keepEvidence(tx, id, 'More'))).rejects.toMatchObject({
      code: 'dispute_answered',
    })
    await end(id, 'won')
    await till.deliver()
    const said = await saidToOffice()
    expect(said.filter(({ is }) => is === 'dispute_ended')).toEqual([
      { is: 'dispute_ended', won: true },
    ])
  })

  it('the answer goes out once, though the response to it is lost', async () => {
    const { id } = await disputed()
    await till.inOrg((tx) => keepEvidence(tx, id, 'Mowed.'))
    await till.ask('POST', 'faults', {
      drop_next_response: { when: 'after', path: '/v1/disputes', count: 3 },
    })
    await sendEvidence(till.app, till.org, id).catch(() => null)
    await till.rows("update disputes set updated_at = now() - interval '1 minute' where id = $1", [
      id,
    ])
    await reconcile(till.app)
    const [row] = await till.rows('select status, evidence_sent_at from disputes where id = $1', [
      id,
    ])
    expect(row).toMatchObject({ status: 'under_review', evidence_sent_at: expect.anything() })
    const there = await till.app.payments.on(till.account).readDispute(id)
    expect(there.evidence_details.submission_count).toBe(1)
  })
})

describe('a lost dispute', () => {
  it('is owed again', async () => {
    const { invoice, id } = await disputed()
    await expect(till.inOrg((tx) => settleLost(tx, id, 'owed'))).rejects.toMatchObject({
      code: 'dispute_not_lost',
    })
    await end(id, 'lost')
    expect(await listed(id)).toMatchObject({ status: 'lost' })
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
    const { invoice: row } = await till.state(invoice)
    expect(row).toMatchObject({ paid_cents: 0, failure_code: 'dispute_lost' })
    expect(statusOf(row)).toBe('failed')
    expect(await receivable(invoice)).toBe(4500)
    expect(await listed(id)).toBeUndefined()
    await expect(till.inOrg((tx) => settleLost(tx, id, 'owed'))).rejects.toMatchObject({
      code: 'dispute_settled',
    })
    // It can be collected like any other.
    await till.rows('update customers set default_payment_method_id = null where id = $1', [
      row.customer_id,
    ])
    await till.deliver()
    expect((await till.state(invoice)).invoice.paid_cents).toBe(0)
  })

  it('or written off: the money went back, nothing is owed, the revenue is gone', async () => {
    const { invoice, id } = await disputed()
    await end(id, 'lost')
    await till.inOrg((tx) => settleLost(tx, id, 'written_off'))
    expect((await till.state(invoice)).invoice).toMatchObject({
      money: 'refunded',
      paid_cents: 4500,
      refunded_cents: 4500,
    })
    expect(await receivable(invoice)).toBe(0)
    const [{ cents }] = await till.rows(
      "select sum(amount_cents)::int as cents from ledger_entries where account in ('revenue', 'disputes') and invoice_id = $1",
      [invoice],
    )
    expect(cents).toBe(0)
  })
})

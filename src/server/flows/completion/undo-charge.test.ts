import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { planCharge, runAttempt } from '../../money/payments/charge.ts'
import { reconcile } from '../../money/payments/reconcile.ts'
import { takeBackCharge } from '../../money/payments/intents.ts'
import { inDays, openTestBed, today, type TestBed } from '../../schedule/visits/test-bed.ts'

let bed: TestBed
let till: Till
beforeAll(async () => {
  bed = await openTestBed()
  till = await openTill()
})
afterAll(async () => {
  await bed?.close()
  await till?.close()
})
afterEach(() => till.checkBooks())

async function rows<Row = Record<string, unknown>>(
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const wire = await bed.store.acquire()
  try {
    return (await wire.query<Row>(text, values)).rows
  } finally {
    wire.release()
  }
}
const attemptsOf = (invoice_id: string) =>
  rows('select state, starts_at > now() as waits from charge_attempts where invoice_id = $1', [
    invoice_id,
  ])

describe('the charge of a completion', () => {
  it('by a crew waits a minute, and Undo takes it back', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana })
    const done = await bed.ask('lea', `POST /api/schedule/${first}/complete`, { date: today })
    expect(done.body).toMatchObject({ collect_enqueued: true, status: 'processing' })
    const { invoice_id } = done.body
    expect(await attemptsOf(invoice_id)).toEqual([{ state: 'started', waits: true }])
    const undone = await bed.ask('lea', `POST /api/schedule/${first}/reopen`, { date: today })
    expect(undone).toMatchObject({ status: 200, body: { visit: { status: 'scheduled' } } })
    expect(await attemptsOf(invoice_id)).toMatchObject([{ state: 'abandoned' }])
    const [invoice] = await rows('select doc, money from invoices where id = $1', [invoice_id])
    expect(invoice).toEqual({ doc: 'void', money: 'none' })
    // And it can be done again.
    const again = await bed.ask('lea', `POST /api/schedule/${first}/complete`, { date: today })
    expect(again.body).toMatchObject({ collect_enqueued: true, replayed: false })
    expect(again.body.invoice_id).not.toBe(invoice_id)
  })

  it('once it has begun it cannot be undone', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana, start_date: inDays(-1) })
    const { body } = await bed.ask('lea', `POST /api/schedule/${first}/complete`, {
      date: inDays(-1),
    })
    await rows(
      "update charge_attempts set starts_at = now() - interval '1 second' where invoice_id = $1",
      [body.invoice_id],
    )
    expect(
      await bed.ask('lea', `POST /api/schedule/${first}/reopen`, { date: inDays(-1) }),
    ).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
  })

  it('by the office begins at once', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.bob })
    const { body } = await bed.ask('mike', `POST /api/schedule/${first}/complete`, {
      date: today,
      collect: true,
    })
    expect(await attemptsOf(body.invoice_id)).toEqual([{ state: 'started', waits: null }])
  })
})

describe('a charge that waits', () => {
  const plan = async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'autopay', wait_seconds: 60 }),
    )
    return { invoice, attempt_id }
  }
  const over = (attempt_id: string) =>
    till.rows(
      "update charge_attempts set starts_at = now() - interval '1 second', next_check_at = now() - interval '1 second' where id = $1",
      [attempt_id],
    )

  it('is not made early by any process, and is made even if its job is lost', async () => {
    const { invoice, attempt_id } = await plan()
    await runAttempt(till.app, till.org, attempt_id)
    await reconcile(till.app)
    expect((await till.state(invoice)).payments).toEqual([])
    await over(attempt_id)
    await reconcile(till.app)
    expect((await till.state(invoice)).invoice).toMatchObject({ money: 'paid', paid_cents: 4500 })
  })

  it('has a job that never comes too early, however long the completion took', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return planCharge(tx, { invoice_id: invoice, via: 'autopay', wait_seconds: 60 })
    })
    expect(
      await till.rows(
        "select j.start_after >= a.starts_at as in_time from pgboss.job j join charge_attempts a on a.id::text = j.data->>'attempt_id' where a.id = $1",
        [attempt_id],
      ),
    ).toEqual([{ in_time: true }])
  })

  it('is made or taken back, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const { invoice, attempt_id } = await plan()
      // The minute ends in the middle of this.
      await till.rows(
        "update charge_attempts set starts_at = clock_timestamp() + interval '30 milliseconds' where id = $1",
        [attempt_id],
      )
      const wait = new Promise((resolve) => setTimeout(resolve, 20 + round * 3))
      const [taken] = await Promise.all([
        wait.then(() => till.inOrg((tx) => takeBackCharge(tx, invoice))),
        wait
          .then(() => new Promise((resolve) => setTimeout(resolve, 12)))
          .then(() => runAttempt(till.app, till.org, attempt_id)),
      ])
      await over(attempt_id)
      await runAttempt(till.app, till.org, attempt_id)
      const { payments, invoice: row } = await till.state(invoice)
      expect(payments).toHaveLength(taken === null ? 1 : 0)
      expect(row.money).toBe(taken === null ? 'paid' : 'none')
    }
  })
})

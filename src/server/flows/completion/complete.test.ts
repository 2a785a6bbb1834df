import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, type TestBed } from '../../schedule/visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const complete = (who: Parameters<TestBed['ask']>[0], visit: string, body: object = {}) =>
  bed.ask(who, `POST /api/schedule/${visit}/complete`, body)

describe('POST /api/schedule/{rule_id}/complete', () => {
  it('creates an invoice for a customer without autopay', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.cleo })
    const { status, body } = await complete('olga', first)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      status: 'draft',
      via: 'invoice_only',
      collect_enqueued: false,
      message: 'Completed — invoice created',
      replayed: false,
      charge_refused: null,
    })
    expect(body.visit).toMatchObject({
      is_completed: true,
      status: 'completed',
      invoice_id: body.invoice_id,
      price_cents: 4500,
    })
  })

  it('charges by autopay, even when a crew leader completes', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana })
    const { body } = await complete('lea', first, { date: today })
    expect(body).toMatchObject({
      via: 'autopay',
      status: 'processing',
      collect_enqueued: true,
      message: 'Completed — collecting payment',
    })
    const [event] = (await bed.events('visit.completed')).slice(-1)
    expect(event).toMatchObject({
      customer_id: bed.ids.ana,
      team_ids: [bed.ids.north],
      data: { occurrence_id: first, status: 'completed', via: 'autopay', date: today },
    })
  })

  it('charges the card on file when the office asks', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.bob })
    expect((await complete('mike', first, { collect: true })).body).toMatchObject({
      via: 'card_on_file',
      collect_enqueued: true,
      status: 'processing',
    })
  })

  it('a crew can’t force a charge', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.bob, start_date: inDays(-1) })
    expect((await complete('lea', first, { collect: true })).body).toMatchObject({
      via: 'invoice_only',
      collect_enqueued: false,
      status: 'draft',
    })
  })

  it('after a declined charge the visit is completed and its invoice open', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.cleo, start_date: inDays(-1) })
    const { status, body } = await complete('olga', first, { collect: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      via: 'invoice_only',
      status: 'open',
      collect_enqueued: false,
      message: 'Completed — invoice created',
      charge_refused: { code: 'no_payment_method', sentence: 'No card on file — send pay link' },
    })
  })

  it('invoices a price above the agreed cap without charging it', async () => {
    const { first } = await bed.addRule({
      customer_id: bed.ids.ana,
      price_cents: 20_000,
      start_date: inDays(-1),
    })
    expect((await complete('olga', first)).body).toMatchObject({
      via: 'invoice_only',
      charge_refused: { code: 'consent_cap_exceeded' },
      visit: { is_completed: true },
    })
  })

  it('completes a visit without a price without an invoice', async () => {
    const { first } = await bed.addRule({ service_key: 'look' })
    expect((await complete('olga', first, { collect: true })).body).toMatchObject({
      via: 'none',
      invoice_id: null,
      status: null,
      message: 'Completed (no charge)',
    })
  })

  it('repeating returns the same response, marked as replayed', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana, start_date: inDays(-2) })
    const { body } = await complete('olga', first)
    const again = await complete('lea', first, { date: today })
    expect(again.body).toMatchObject({
      ok: true,
      invoice_id: body.invoice_id,
      via: body.via,
      status: body.status,
      message: body.message,
      collect_enqueued: true,
      replayed: true,
    })
  })

  it('keeps the service name, price and team at that time', async () => {
    const { first, rule_id } = await bed.addRule({
      customer_id: bed.ids.cleo,
      start_date: inDays(-3),
      pattern: 'once',
    })
    await complete('olga', first)
    await bed.write((tx) =>
      tx
        .updateTable('services')
        .set({ name: 'Lawn care', price_cents: 9900 })
        .where('id', '=', bed.ids.mow)
        .execute(),
    )
    await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, { team_id: bed.ids.south })
    const { body } = await bed.ask('olga', `GET /api/schedule?from=${inDays(-3)}&to=${inDays(-3)}`)
    await bed.write((tx) =>
      tx
        .updateTable('services')
        .set({ name: 'Mowing', price_cents: 4500 })
        .where('id', '=', bed.ids.mow)
        .execute(),
    )
    expect(body.occurrences.find((visit: { id: string }) => visit.id === first)).toMatchObject({
      price_cents: 4500,
      team_id: bed.ids.north,
      service: { name: 'Mowing' },
    })
  })

  it('64 simultaneous calls create one invoice', async () => {
    const { first, series_id } = await bed.addRule({
      customer_id: bed.ids.ana,
      start_date: inDays(-5),
    })
    // On a busy machine some wait too long for a connection, and are asked to try again.
    const press = async (): ReturnType<typeof complete> => {
      const answer = await complete('olga', first)
      return answer.status === 503 ? press() : answer
    }
    const answers = await Promise.all(Array.from({ length: 64 }, press))
    expect(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body)).toEqual(
      [],
    )
    expect(new Set(answers.map((answer) => answer.body.invoice_id)).size).toBe(1)
    expect(answers.filter((answer) => !answer.body.replayed)).toHaveLength(1)
    const counts = await bed.write(async (tx) => ({
      invoices: await tx
        .selectFrom('invoices')
        .select('id')
        .where('series_id', '=', series_id)
        .execute(),
      attempts: await tx
        .selectFrom('charge_attempts')
        .select('id')
        .where('invoice_id', '=', answers[0]!.body.invoice_id as string)
        .execute(),
    }))
    expect([counts.invoices.length, counts.attempts.length]).toEqual([1, 1])
  })

  it('409 future_visit until the office confirms', async () => {
    const { visit } = await bed.addRule({ customer_id: bed.ids.cleo, start_date: inDays(-7) })
    expect(await complete('olga', visit(inDays(7)))).toMatchObject({
      status: 409,
      body: { code: 'future_visit' },
    })
    expect(await complete('olga', visit(inDays(7)), { confirm_future: true })).toMatchObject({
      status: 200,
    })
  })

  it('409 visit_in_future for a crew, confirmed or not', async () => {
    const { visit } = await bed.addRule({ start_date: inDays(-6) })
    expect(await complete('lea', visit(inDays(1)), { confirm_future: true })).toMatchObject({
      status: 409,
      body: { code: 'visit_in_future' },
    })
  })

  it('409 visit_cancelled', async () => {
    const { first } = await bed.addRule({ start_date: inDays(-4) })
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect(await complete('olga', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
  })

  it('404 for another team’s visit, another organization’s, and an unknown one', async () => {
    const { first, series_id, rule_id } = await bed.addRule({ start_date: inDays(-8) })
    expect((await complete('ben', first)).status).toBe(404)
    expect((await complete('zed', first)).status).toBe(404)
    expect((await complete('olga', `${series_id}:${inDays(-9)}`)).status).toBe(404)
    expect((await complete('olga', rule_id, { date: inDays(-9) })).status).toBe(404)
    expect((await complete('olga', 'nonsense', { date: today })).status).toBe(404)
  })

  it('403 for other roles, 401 when signed out, 422 without a date', async () => {
    const { first, rule_id } = await bed.addRule({ start_date: inDays(-10) })
    expect((await complete('max', first)).status).toBe(403)
    expect((await complete('bob', first)).status).toBe(403)
    expect((await complete(null, first)).status).toBe(401)
    expect(await complete('olga', rule_id)).toMatchObject({
      status: 422,
      body: { fields: { date: 'Which date of the series?' } },
    })
  })
})

describe('POST /api/schedule/{rule_id}/reopen', () => {
  it('voids the unpaid invoice; the visit can be completed again', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.cleo, start_date: inDays(-11) })
    const { invoice_id } = (await complete('olga', first)).body
    const { status, body } = await bed.ask('olga', `POST /api/schedule/${first}/reopen`, {})
    expect([status, body.changed, body.visit.status, body.visit.invoice_id]).toEqual([
      200,
      true,
      'scheduled',
      null,
    ])
    const again = await complete('olga', first)
    expect(again.body.replayed).toBe(false)
    expect(again.body.invoice_id).not.toBe(invoice_id)
  })

  it('409 visit_not_completed for a cancelled visit; does nothing for an open one', async () => {
    const { first } = await bed.addRule({ start_date: inDays(-16) })
    expect((await bed.ask('olga', `POST /api/schedule/${first}/reopen`, {})).body.changed).toBe(
      false,
    )
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect(await bed.ask('olga', `POST /api/schedule/${first}/reopen`, {})).toMatchObject({
      status: 409,
      body: { code: 'visit_not_completed' },
    })
  })

  it('409 payment_in_progress', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana, start_date: inDays(-12) })
    await complete('olga', first)
    expect(await bed.ask('olga', `POST /api/schedule/${first}/reopen`, {})).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress' },
    })
  })

  it('409 undo_expired for a crew after a quarter of an hour', async () => {
    const { first, series_id } = await bed.addRule({
      customer_id: bed.ids.cleo,
      start_date: inDays(-13),
    })
    await complete('lea', first)
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ completed_at: new Date(Date.now() - 16 * 60_000).toISOString() })
        .where('series_id', '=', series_id)
        .execute(),
    )
    expect(await bed.ask('lea', `POST /api/schedule/${first}/reopen`, {})).toMatchObject({
      status: 409,
      body: { code: 'undo_expired' },
    })
    expect((await bed.ask('olga', `POST /api/schedule/${first}/reopen`, {})).status).toBe(200)
  })
})

describe('POST /api/schedule/{rule_id}/seed-invoice', () => {
  it('creates one draft, however often it is called, which completing then uses', async () => {
    const { first, rule_id } = await bed.addRule({
      customer_id: bed.ids.cleo,
      start_date: inDays(-14),
    })
    const { body } = await bed.ask('olga', `POST /api/schedule/${rule_id}/seed-invoice`, {
      date: inDays(-14),
    })
    expect(body).toMatchObject({ ok: true, status: 'draft' })
    expect(
      (await bed.ask('mike', `POST /api/schedule/${first}/seed-invoice`, {})).body.invoice_id,
    ).toBe(body.invoice_id)
    expect((await complete('olga', first)).body.invoice_id).toBe(body.invoice_id)
  })

  it('409 visit_cancelled and 409 zero_total', async () => {
    const { first } = await bed.addRule({ start_date: inDays(-15) })
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect(await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {})).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
    const free = await bed.addRule({ service_key: 'look', start_date: inDays(-15) })
    expect(
      await bed.ask('olga', `POST /api/schedule/${free.first}/seed-invoice`, {}),
    ).toMatchObject({ status: 409, body: { code: 'zero_total' } })
  })
})

describe('billing of new work', () => {
  it('follows the organization’s setting unless the work overrides it', async () => {
    const settings = (billing_mode?: string) =>
      bed.write((tx) =>
        tx
          .updateTable('organizations')
          .set({ schedule_settings: JSON.stringify(billing_mode ? { billing_mode } : {}) })
          .where('id', '=', bed.ids.org)
          .execute(),
      )
    const modeOf = async (given: object) => {
      const { rule_id } = await bed.addRule({
        customer_id: await bed.addCustomer(`Billed ${JSON.stringify(given)} ${Math.random()}`),
        ...given,
      })
      return (await bed.ask('olga', `GET /api/schedule/${rule_id}`)).body.billing_mode
    }
    expect(await modeOf({})).toBe('per_visit')
    await settings('per_period')
    expect(await modeOf({})).toBe('per_period')
    expect(await modeOf({ billing_mode: 'none' })).toBe('none')
    await settings()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import { expireRequests } from './expire.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
/** A rule for Bob, each with a different start time so that none is a duplicate. */
const rule = (given: object = {}) =>
  bed.addRule({
    customer_id: bed.ids.bob,
    start_date: inDays(3 + n++ * 7),
    pattern: 'once',
    ...given,
  })
const ask = (who: 'ana' | 'bob', occurrence_id: string, body: object = {}) =>
  bed.ask(who, 'POST /api/users/request-reschedule', { date: today, occurrence_id, ...body })
const cancel = (who: 'ana' | 'bob', occurrence_id: string) =>
  bed.ask(who, 'POST /api/users/cancel-service', { date: today, occurrence_id })
const resolve = (who: Parameters<TestBed['ask']>[0], id: string, body: object) =>
  bed.ask(who, `POST /api/owner/customer-requests/${id}/resolve`, body)
const open = async (
  who: Parameters<TestBed['ask']>[0] = 'olga',
  more = '',
): Promise<{ id: string }[]> =>
  (await bed.ask(who, `GET /api/owner/customer-requests?${more}`)).body.items

describe('GET /api/users/upcoming-services', () => {
  it('returns a customer’s own upcoming visits', async () => {
    const mine = await rule({ start_time: '09:00' })
    const hers = await bed.addRule({
      customer_id: bed.ids.ana,
      start_date: inDays(4),
      pattern: 'once',
    })
    const { items, from, to } = (await bed.ask('bob', 'GET /api/users/upcoming-services')).body
    expect([from, to]).toEqual([today, inDays(30)])
    expect(
      items.find((item: { occurrence_id: string }) => item.occurrence_id === mine.first),
    ).toMatchObject({
      date: mine.first.slice(-10),
      start_minutes: 540,
      service: { id: bed.ids.mow, label: 'Mowing' },
      address: { street: '1 Oak St' },
      state: 'scheduled',
      status: 'scheduled',
      reschedule_requested: false,
      rescheduled: false,
      cancelled: false,
      skipped: false,
      organization_name: 'greenhill',
      cancel: 'immediate',
      request: null,
      team: 'North',
    })
    expect(items.map((item: { occurrence_id: string }) => item.occurrence_id)).not.toContain(
      hers.first,
    )
    expect(
      (await bed.ask('bob', `GET /api/users/upcoming-services?from=${today}&to=${inDays(100)}`))
        .status,
    ).toBe(422)
    expect((await bed.ask('olga', 'GET /api/users/upcoming-services')).status).toBe(403)
  })
})

describe('POST /api/users/request-reschedule', () => {
  it('creates one request, shown on the visit', async () => {
    const { first } = await rule()
    const { status, body } = await ask('bob', first, {
      reason: '  We are away  ',
      preferred_dates: [inDays(40)],
    })
    expect(status).toBe(200)
    expect(body.request).toMatchObject({
      action: 'reschedule',
      status: 'requested',
      reason: 'We are away',
      preferred_dates: [inDays(40)],
      service_label: 'Mowing',
      customer_name: 'Bob',
      user_email: 'bob@example.com',
      team_id: bed.ids.north,
      occurrence_id: first,
    })
    expect(body.item).toMatchObject({ state: 'reschedule_requested', reschedule_requested: true })
    expect((await ask('bob', first)).body.request.id).toBe(body.request.id)
    expect((await open()).map((request) => request.id)).toContain(body.request.id)
    expect((await bed.events('request.made')).at(-1)).toMatchObject({
      customer_id: bed.ids.bob,
      team_ids: [bed.ids.north],
      data: { request_id: body.request.id, occurrence_id: first },
    })
  })

  it('finds a visit by date and service, too', async () => {
    const { first } = await rule()
    expect(
      (
        await bed.ask('bob', 'POST /api/users/request-reschedule', {
          date: first.slice(-10),
          service_id: bed.ids.mow,
        })
      ).body.request.occurrence_id,
    ).toBe(first)
  })

  it('404 for another customer’s visit, 409 for a completed or cancelled one, 422 for a long reason', async () => {
    const { first } = await rule()
    expect((await ask('ana', first)).status).toBe(404)
    expect((await ask('bob', 'nonsense')).status).toBe(404)
    expect(await ask('bob', first, { reason: 'x'.repeat(501) })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'At most 500 characters' } },
    })
    await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
    expect(await ask('bob', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
    const done = await rule({ start_date: today, service_key: 'look' })
    await bed.ask('olga', `POST /api/schedule/${done.first}/complete`, {})
    expect(await ask('bob', done.first)).toMatchObject({
      status: 409,
      body: { code: 'visit_locked' },
    })
  })
})

describe('a request about a paused visit', () => {
  it('stays open for the office to answer, and the customer sees the answer; refuses a new one', async () => {
    const { first, rule_id } = await rule()
    const other = await rule()
    const { id } = (await ask('bob', first)).body.request
    for (const one of [rule_id, other.rule_id])
      await bed.ask('olga', `POST /api/schedule/${one}/pause`, { from: today })
    expect(await ask('bob', other.first)).toMatchObject({
      status: 409,
      body: { code: 'visit_paused', error: 'This service is paused on that date.' },
    })
    expect((await open()).map((request) => request.id)).toContain(id)
    expect(
      await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, {
        to_date: inDays(2),
        request_id: id,
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'visit_paused', error: 'This visit is paused — end the pause first.' },
    })
    await resolve('olga', id, { status: 'denied', reason: 'We come when the pause ends' })
    const notice = await bed.write((tx) =>
      tx
        .selectFrom('messages')
        .select('template')
        .where('customer_id', '=', bed.ids.bob)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    expect(notice).toEqual({ template: 'request_decided' })
    const day = first.slice(-10)
    expect(
      (await bed.ask('bob', `GET /api/users/upcoming-services?from=${day}&to=${day}`)).body.items,
    ).toMatchObject([{ occurrence_id: first, state: 'paused', request: { status: 'denied' } }])
  })
})

describe('POST /api/users/cancel-service', () => {
  it('cancels immediately before the cutoff, and returns the same when repeated', async () => {
    const { first } = await rule()
    const { body } = await cancel('bob', first)
    expect(body).toMatchObject({
      outcome: 'cancelled',
      request: { action: 'cancel', status: 'approved' },
      item: { state: 'cancelled', cancelled: true },
    })
    expect((await cancel('bob', first)).body).toMatchObject({
      outcome: 'cancelled',
      request: { id: body.request.id },
    })
    expect((await bed.events('visit.skipped')).at(-1)!.data).toMatchObject({
      occurrence_id: first,
      skip_reason: 'customer',
    })
  })

  it('creates a request after the cutoff', async () => {
    const { first } = await rule({ start_date: today, start_minutes: 1439 })
    const { body } = await cancel('bob', first)
    expect(body).toMatchObject({
      outcome: 'requested',
      request: { status: 'requested' },
      item: { state: 'cancel_requested', cancel: 'request', cancelled: false },
    })
    expect(
      (await resolve('olga', body.request.id, { status: 'approved' })).body.request.status,
    ).toBe('approved')
    expect((await bed.events('visit.skipped')).at(-1)!.data).toMatchObject({
      occurrence_id: first,
      skip_reason: 'customer',
    })
  })

  it('409 request_open while a reschedule request is open, and vice versa', async () => {
    const { first } = await rule({ start_date: today, start_minutes: 1438 })
    const { id } = (await ask('bob', first)).body.request
    expect(await cancel('bob', first)).toMatchObject({
      status: 409,
      body: { code: 'request_open' },
    })
    await bed.ask('bob', `POST /api/users/requests/${id}/withdraw`, {})
    expect((await cancel('bob', first)).body).toMatchObject({
      outcome: 'requested',
      request: { action: 'cancel', status: 'requested' },
    })
    expect(await ask('bob', first)).toMatchObject({ status: 409, body: { code: 'request_open' } })
  })

  it('of a visit that is paused when answered still applies after the pause', async () => {
    const { first, rule_id } = await rule({ start_date: today, start_minutes: 1437 })
    const { id } = (await cancel('bob', first)).body.request
    await bed.ask('olga', `POST /api/schedule/${rule_id}/pause`, { from: today })
    expect(await cancel('bob', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_paused' },
    })
    expect((await resolve('olga', id, { status: 'approved' })).body.request.status).toBe('approved')
    await bed.ask('olga', `POST /api/schedule/${rule_id}/resume`, {})
    const { items } = (await bed.ask('bob', 'GET /api/users/upcoming-services')).body
    expect(
      items.find((item: { occurrence_id: string }) => item.occurrence_id === first),
    ).toMatchObject({ state: 'cancelled' })
  })

  it('409 already_paid, 404 for another customer’s', async () => {
    const { first } = await rule()
    const { invoice_id } = (await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {}))
      .body
    await bed.write((tx) =>
      tx
        .updateTable('invoices')
        .set({ doc: 'open', number: 9001, money: 'paid' })
        .where('id', '=', invoice_id as string)
        .execute(),
    )
    expect(await cancel('bob', first)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    })
    expect((await cancel('ana', first)).status).toBe(404)
  })
})

describe('POST /api/owner/customer-requests/{id}/resolve', () => {
  it('denies with a reason; the customer may ask again', async () => {
    const { first } = await rule()
    const { id } = (await ask('bob', first)).body.request
    expect(
      (await resolve('olga', id, { status: 'denied', reason: 'No crew that day' })).body.request,
    ).toMatchObject({
      status: 'denied',
      resolution_reason: 'No crew that day',
    })
    expect((await resolve('mike', id, { status: 'denied' })).status).toBe(200)
    expect(await resolve('mike', id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'request_resolved' },
    })
    expect((await ask('bob', first)).body.request.id).not.toBe(id)
  })

  it.each(['reschedule', 'set-time', 'skip'])(
    'an edit from the request (%s) approves it in the same transaction',
    async (how) => {
      const { first } = await rule()
      const { id } = (await ask('bob', first)).body.request
      if (how === 'reschedule')
        await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, {
          to_date: inDays(60),
          request_id: id,
        })
      if (how === 'set-time')
        await bed.ask('lea', 'POST /api/schedule/set-time', {
          rule_id: first,
          start_time: '10:00',
          request_id: id,
        })
      if (how === 'skip')
        await bed.ask('olga', `POST /api/schedule/${first}/skip`, { request_id: id })
      expect((await open('olga', 'status=approved')).map((request) => request.id)).toContain(id)
      expect((await bed.events('request.resolved')).at(-1)).toMatchObject({
        customer_id: bed.ids.bob,
        data: { request_id: id, status: 'approved' },
      })
    },
  )

  it('a refused edit leaves the request open', async () => {
    const { first } = await rule()
    const { id } = (await ask('bob', first)).body.request
    const other = await rule()
    expect(
      (
        await bed.ask('olga', `POST /api/schedule/${other.first}/reschedule`, {
          to_date: inDays(60),
          request_id: id,
        })
      ).status,
    ).toBe(422)
    expect(
      (
        await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, {
          to_date: inDays(-1),
          request_id: id,
        })
      ).status,
    ).toBe(422)
    expect((await open()).map((request) => request.id)).toContain(id)
  })

  it('an unrelated move leaves it open; completing or cancelling the visit denies it', async () => {
    const moved = await rule()
    const { id } = (await ask('bob', moved.first)).body.request
    await bed.ask('olga', `POST /api/schedule/${moved.first}/reschedule`, { to_date: today })
    expect((await open()).map((request) => request.id)).toContain(id)
    await bed.ask('olga', `POST /api/schedule/${moved.first}/complete`, {})
    expect(
      ((await open('olga', 'status=denied')) as { id: string; resolution_reason: string }[]).find(
        (request) => request.id === id,
      )!.resolution_reason,
    ).toBe('completed')
    const cancelled = await rule()
    const second = (await ask('bob', cancelled.first)).body.request.id
    await bed.ask('olga', `POST /api/schedule/${cancelled.first}/skip`, {})
    expect(
      ((await open('olga', 'status=denied')) as { id: string; resolution_reason: string }[]).find(
        (request) => request.id === second,
      )!.resolution_reason,
    ).toBe('cancelled')
  })

  it('a crew leader can resolve only their team’s', async () => {
    const { first } = await rule()
    const { id } = (await ask('bob', first)).body.request
    expect((await open('lea')).map((request) => request.id)).toContain(id)
    expect((await open('ben')).map((request) => request.id)).not.toContain(id)
    expect((await resolve('ben', id, { status: 'denied' })).status).toBe(404)
    expect((await resolve('zed', id, { status: 'denied' })).status).toBe(404)
    expect((await resolve('max', id, { status: 'denied' })).status).toBe(403)
    expect((await resolve('lea', id, { status: 'denied' })).status).toBe(200)
  })

  it('expires when its date passes', async () => {
    const { first, series_id } = await rule()
    const { id } = (await ask('bob', first)).body.request
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ date: inDays(-1) })
        .where('series_id', '=', series_id)
        .execute(),
    )
    expect((await open()).map((request) => request.id)).not.toContain(id)
    expect((await open('olga', 'status=expired')).map((request) => request.id)).toContain(id)
    const past = {
      status: 409,
      body: { code: 'request_resolved', error: 'The date of this request has passed.' },
    }
    expect(await resolve('olga', id, { status: 'approved' })).toMatchObject(past)
    expect(await bed.ask('bob', `POST /api/users/requests/${id}/withdraw`)).toMatchObject(past)
    // A new date for the visit doesn't revive the request, even before the expiry job has run.
    const moved = await rule()
    const over = (await ask('bob', moved.first)).body.request.id
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ date: inDays(-1) })
        .where('series_id', '=', moved.series_id)
        .execute(),
    )
    expect(
      (
        await bed.ask('olga', `POST /api/schedule/${moved.first}/reschedule`, {
          to_date: inDays(2),
        })
      ).status,
    ).toBe(200)
    expect((await open('olga', 'status=expired')).map((request) => request.id)).toContain(over)
    expect((await open()).map((request) => request.id)).not.toContain(over)
    const stands = await rule()
    const standing = (await ask('bob', stands.first)).body.request.id
    for (let twice = 0; twice < 2; twice++) await expireRequests({ store: bed.store })
    const kept = await bed.write((tx) =>
      tx
        .selectFrom('customer_requests')
        .select(['status', 'resolution_reason', 'resolved_at'])
        .where('id', '=', id)
        .execute(),
    )
    expect(kept).toEqual([
      { status: 'expired', resolution_reason: 'past', resolved_at: expect.any(String) },
    ])
    const notice = (await bed.events('request.resolved')).filter(
      ({ data }) => (data as { request_id: string }).request_id === id,
    )
    expect(notice).toMatchObject([
      {
        customer_id: bed.ids.bob,
        team_ids: [bed.ids.north],
        data: { status: 'expired', occurrence_id: first },
      },
    ])
    expect((await open()).map((request) => request.id)).toContain(standing)
  })

  it('follows its visit to another day and crew', async () => {
    const { first } = await rule()
    const { id } = (await ask('bob', first)).body.request
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, {
      to_date: inDays(333),
      team_id: bed.ids.south,
    })
    const seen = (await open('ben')) as {
      id: string
      date: string
      team_id: string
      service_label: string
      customer_name: string
    }[]
    expect(seen.find((request) => request.id === id)).toMatchObject({
      date: inDays(333),
      team_id: bed.ids.south,
      service_label: 'Mowing',
      customer_name: 'Bob',
    })
    expect((await open('lea')).map((request) => request.id)).not.toContain(id)
    expect((await resolve('lea', id, { status: 'denied' })).status).toBe(404)
    expect((await resolve('ben', id, { status: 'denied' })).body.request).toMatchObject({
      status: 'denied',
      date: inDays(333),
    })
  })

  it('is listed by page', async () => {
    const all = await open('olga', 'status=all&limit=200')
    const first = (await bed.ask('olga', 'GET /api/owner/customer-requests?status=all&limit=2'))
      .body
    const second = (
      await bed.ask(
        'olga',
        `GET /api/owner/customer-requests?status=all&limit=2&cursor=${first.next_cursor}`,
      )
    ).body
    expect([...first.items, ...second.items].map((request) => request.id)).toEqual(
      all.slice(0, 4).map((request) => request.id),
    )
  })
})

describe('POST /api/users/requests/{id}/withdraw', () => {
  it('withdraws one’s own open request, once', async () => {
    const { first } = await rule()
    const { id } = (await ask('bob', first)).body.request
    expect((await bed.ask('ana', `POST /api/users/requests/${id}/withdraw`)).status).toBe(404)
    expect(
      (await bed.ask('bob', `POST /api/users/requests/${id}/withdraw`)).body.request.status,
    ).toBe('withdrawn')
    expect((await bed.ask('bob', `POST /api/users/requests/${id}/withdraw`)).status).toBe(200)
    expect(await resolve('olga', id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'request_resolved' },
    })
    const other = await rule()
    const denied = (await ask('bob', other.first)).body.request.id
    await resolve('olga', denied, { status: 'denied' })
    expect(await bed.ask('bob', `POST /api/users/requests/${denied}/withdraw`)).toMatchObject({
      status: 409,
      body: { code: 'request_resolved' },
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWeek } from '../../../api/week.ts'
import { endCustomerRules } from '../../schedule/series/end.ts'
import {
  inDays,
  openTestBed,
  today,
  weekOf,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'

byDay()
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
type Seen = {
  id: string
  date: string
  status: string
  hold_reason: string | null
  skip_reason: string | null
  start_minutes: number | null
}
const locked = 'Gate locked, waiting for the key'
let n = 0
const rule = (given: object = {}) =>
  bed.addRule({ service_key: 'look', price_cents: 4500, ...given })
const ofOwn = async (given: object = {}) =>
  rule({ customer_id: await bed.addCustomer(`Held ${n++}`), ...given })
const hold = (who: Name, visit: string, body: object = {}) =>
  bed.ask(who, `POST /api/schedule/${visit}/hold`, { reason: locked, ...body })
const place = (who: Name, visit: string, body: object = {}) =>
  bed.ask(who, `POST /api/schedule/${visit}/place`, { to_date: inDays(3), ...body })
const undo = (edit_id: string) => bed.ask('olga', `POST /api/schedule/edits/${edit_id}/undo`)
const tray = async (who: Name = 'olga', more = '') =>
  (await bed.ask(who, `GET /api/schedule/tray${more}`)).body
const waiting = async (): Promise<string[]> =>
  (await tray()).items.map((item: { visit: Seen }) => item.visit.id)
const see = async (id: string, who: Name = 'olga'): Promise<Seen | undefined> =>
  (await bed.ask(who, windowOf(inDays(-20), inDays(60)))).body.occurrences.find(
    (one: Seen) => one.id === id,
  )
const letters = (customer_id: string) =>
  bed.write(async (tx) =>
    (
      await tx
        .selectFrom('messages')
        .select('template')
        .where('customer_id', '=', customer_id)
        .orderBy('id')
        .execute()
    ).map(({ template }) => template),
  )

describe('POST /api/schedule/{rule_id}/hold', () => {
  it('takes a visit off its day with a reason, without billing it; repeating changes nothing', async () => {
    const { first, rule_id } = await ofOwn()
    const { invoice_id } = (await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {}))
      .body
    const held = await hold('mike', rule_id, { date: today, reason: `  ${locked} ` })
    expect(held).toMatchObject({
      status: 200,
      body: {
        changed: true,
        edit_id: expect.any(String),
        visit: {
          id: first,
          status: 'skipped',
          skip_reason: 'staff',
          hold_reason: locked,
          invoice_id: null,
        },
      },
    })
    expect(await bed.docOf(invoice_id)).toBe('void')
    expect((await hold('olga', first, { expected_version: 0 })).body).toMatchObject({
      changed: false,
      edit_id: null,
    })
    // Both forms of the week agree.
    expect(await see(first)).toMatchObject({ hold_reason: locked })
    const week = joinWeek((await bed.ask('olga', weekOf(today, today))).body)
    expect(week.occurrences.find((one) => one.id === first)).toMatchObject({
      hold_reason: locked,
      status: 'skipped',
    })
    expect((await bed.events('visit.skipped')).at(-1)!.data).toMatchObject({
      occurrence_id: first,
      status: 'skipped',
    })
    expect(JSON.stringify(await bed.events('visit.skipped'))).not.toContain(locked)
  })

  it('another reason keeps its place in the tray', async () => {
    const [one, other] = [await ofOwn(), await ofOwn()]
    await hold('olga', one.first)
    await hold('olga', other.first)
    expect(
      (await hold('mike', one.first, { reason: 'Key is with the neighbour' })).body,
    ).toMatchObject({
      changed: true,
      visit: { hold_reason: 'Key is with the neighbour' },
    })
    const { items } = await tray()
    expect(items.slice(-2)).toMatchObject([
      { visit: { id: one.first, hold_reason: 'Key is with the neighbour' }, held_by: 'olga' },
      { visit: { id: other.first }, held_by: 'olga' },
    ])
  })

  it('undo restores everything, even on a past day or for a cancelled visit', async () => {
    const { first, visit } = await ofOwn({ start_date: inDays(-7) })
    const missed = (await hold('olga', first)).body
    expect(await undo(missed.edit_id)).toMatchObject({ status: 200, body: { restored: 1 } })
    expect(await see(first)).toMatchObject({
      date: inDays(-7),
      status: 'scheduled',
      hold_reason: null,
    })
    await bed.ask('olga', `POST /api/schedule/${visit(today)}/skip`, { reason: 'weather' })
    const kept = (await hold('olga', visit(today))).body
    expect(kept.visit).toMatchObject({ skip_reason: 'staff', hold_reason: locked })
    await undo(kept.edit_id)
    expect(await see(visit(today))).toMatchObject({
      status: 'skipped',
      skip_reason: 'weather',
      hold_reason: null,
    })
    expect(await waiting()).not.toContain(visit(today))
  })

  it('a crew leader can hold and restore their team’s visits', async () => {
    const { first } = await ofOwn()
    expect((await hold('ben', first)).status).toBe(404)
    expect((await hold('max', first)).status).toBe(403)
    expect((await hold('lea', first)).body).toMatchObject({
      changed: true,
      edit_id: null,
      visit: { hold_reason: locked },
    })
    expect(await see(first, 'max')).toMatchObject({ hold_reason: locked })
    expect(
      (await bed.ask('lea', `POST /api/schedule/${first}/restore`, {})).body.visit,
    ).toMatchObject({ status: 'scheduled', hold_reason: null })
    expect((await bed.ask('lea', 'GET /api/schedule/tray')).status).toBe(403)
    expect((await place('lea', first)).status).toBe(403)
  })

  it.each([
    ['', 'Say why it is on hold.'],
    ['   ', 'Say why it is on hold.'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
  ])('422 for the reason %o', async (reason, sentence) => {
    const { first } = await ofOwn()
    expect(await hold('olga', first, { reason })).toMatchObject({
      status: 422,
      body: { fields: { reason: sentence } },
    })
  })

  it('409 version_conflict, visit_locked, visit_cancelled; 404 for another team’s', async () => {
    const { first, visit } = await rule()
    expect(await hold('olga', first, { expected_version: 3 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect((await hold('zed', first)).status).toBe(404)
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    expect(await hold('olga', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_locked', error: 'A completed visit is locked.' },
    })
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/skip`, { reason: 'customer' })
    expect(await hold('olga', visit(inDays(7)))).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
  })

  it.each([
    ['reschedule', { to_date: inDays(4) }],
    ['complete', {}],
    ['seed-invoice', {}],
  ])('409 visit_on_hold for %s until it is placed', async (act, body) => {
    const { first } = await ofOwn()
    await hold('olga', first)
    expect(await bed.ask('olga', `POST /api/schedule/${first}/${act}`, body)).toMatchObject({
      status: 409,
      body: { code: 'visit_on_hold', error: 'This visit is on hold — schedule it first.' },
    })
  })

  it('shows the customer “to be rescheduled”, never the reason', async () => {
    const { first } = await rule({ start_date: inDays(2) })
    await hold('olga', first)
    const { body } = await bed.ask(
      'bob',
      `GET /api/users/upcoming-services?from=${inDays(2)}&to=${inDays(2)}`,
    )
    const item = body.items.find((one: { occurrence_id: string }) => one.occurrence_id === first)
    expect(item).toMatchObject({ state: 'to_be_rescheduled', cancelled: false })
    expect(JSON.stringify(item)).not.toContain(locked)
    expect((await letters(bed.ids.bob)).at(-1)).toBe('visit_held')
    expect(
      await bed.ask('bob', 'POST /api/users/request-reschedule', {
        date: inDays(2),
        occurrence_id: first,
      }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'visit_on_hold',
        error: 'This visit is already being rescheduled. We will let you know the new date.',
      },
    })
  })

  it('resolves a reschedule request when made from it, else leaves it open', async () => {
    const { first, visit } = await rule({ start_date: inDays(2), service_key: 'mow' })
    const asked = async (
      days: number,
      act: 'request-reschedule' | 'cancel-service' = 'request-reschedule',
    ) =>
      (
        await bed.ask('bob', `POST /api/users/${act}`, {
          date: inDays(days),
          occurrence_id: visit(inDays(days)),
        })
      ).body.request.id as string
    const [now, later] = [await asked(2), await asked(9)]
    expect((await hold('olga', first, { request_id: now })).body).toMatchObject({
      changed: true,
      edit_id: null,
    })
    await hold('olga', visit(inDays(9)))
    const { items } = (await bed.ask('olga', 'GET /api/owner/customer-requests?status=all')).body
    const statusOf = (id: string) => items.find((one: { id: string }) => one.id === id).status
    expect([statusOf(now), statusOf(later)]).toEqual(['approved', 'requested'])
    expect((await place('olga', visit(inDays(9)), { request_id: later })).body).toMatchObject({
      changed: true,
      edit_id: null,
    })
  })
})

describe('POST /api/schedule/{rule_id}/place', () => {
  it('sets date, team and time; repeating changes nothing; undo puts it back on hold', async () => {
    const { first } = await ofOwn()
    const { visit } = (await hold('olga', first)).body
    const body = {
      to_date: inDays(3),
      start_time: '14:30',
      team_id: bed.ids.south,
      expected_version: visit.version,
    }
    const placed = await place('mike', first, body)
    expect(placed.body).toMatchObject({
      changed: true,
      visit: {
        id: first,
        date: inDays(3),
        original_date: today,
        start_minutes: 870,
        team_id: bed.ids.south,
        status: 'scheduled',
        hold_reason: null,
        skip_reason: null,
      },
    })
    expect(await waiting()).not.toContain(first)
    expect((await place('mike', first, body)).body).toMatchObject({ changed: false, edit_id: null })
    expect((await bed.events('visit.rescheduled')).at(-1)!.data).toMatchObject({
      occurrence_id: first,
      old_date: today,
      date: inDays(3),
    })
    expect((await undo(placed.body.edit_id)).status).toBe(200)
    expect(await see(first)).toMatchObject({
      date: today,
      status: 'skipped',
      hold_reason: locked,
      start_minutes: null,
      team_id: bed.ids.north,
    })
    expect(await waiting()).toContain(first)
    expect((await bed.events('visit.skipped')).at(-1)!.data).toMatchObject({
      occurrence_id: first,
      undone: true,
    })
  })

  it('notifies the customer: to be rescheduled, then the new date, then a correction', async () => {
    const customer_id = await bed.addCustomer(`Told ${n++}`)
    const { first } = await rule({ customer_id, start_date: inDays(1) })
    await hold('olga', first)
    const { edit_id } = (await place('olga', first)).body
    await undo(edit_id)
    expect(await letters(customer_id)).toEqual(['visit_held', 'visit_rescheduled', 'visit_held'])
  })

  it.each([
    ['restored', (first: string) => bed.ask('olga', `POST /api/schedule/${first}/restore`, {})],
    [
      'placed on its original day',
      (first: string) => place('olga', first, { to_date: inDays(1), start_time: '15:00' }),
    ],
    ['undone', (_: string, edit_id: string) => undo(edit_id)],
  ])(
    'notifies the customer that the date stays, rather than of a cancellation, when it is %s',
    async (_, act) => {
      const customer_id = await bed.addCustomer(`Stays ${n++}`)
      const { first } = await rule({ customer_id, start_date: inDays(1) })
      const { edit_id } = (await hold('olga', first)).body
      await act(first, edit_id)
      expect(await letters(customer_id)).toEqual(['visit_held', 'visit_kept'])
      // Once let go, it is reported as cancelled.
      await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})
      await bed.ask('olga', `POST /api/schedule/${first}/restore`, {})
      expect((await letters(customer_id)).slice(2)).toEqual(['visit_cancelled', 'visit_restored'])
    },
  )

  it('warns as a move does', async () => {
    const { first } = await ofOwn({ start_time: '09:00' })
    await ofOwn({
      start_date: inDays(3),
      start_time: '10:00',
      team_id: bed.ids.south,
      pattern: 'once',
    })
    await hold('olga', first)
    const { warnings } = (
      await place('olga', first, { start_time: '10:15', team_id: bed.ids.south })
    ).body
    expect(warnings.map((one: { code: string }) => one.code)).toContain('overlap')
  })

  it('409 visit_not_on_hold, version_conflict; 404 for an unknown visit; 422 for a past day or unknown team', async () => {
    const { first, series_id } = await ofOwn()
    expect(await place('olga', first)).toMatchObject({
      status: 409,
      body: { code: 'visit_not_on_hold', error: 'This visit is no longer on hold.' },
    })
    await hold('olga', first)
    expect(await place('olga', first, { expected_version: 0 })).toMatchObject({
      status: 409,
      body: {
        code: 'version_conflict',
        error: 'Someone else changed this visit in the meantime. Please check it again.',
      },
    })
    expect(await place('olga', first, { to_date: inDays(-1) })).toMatchObject({
      status: 422,
      body: { fields: { to_date: 'Choose a date that has not passed.' } },
    })
    expect(await place('olga', first, { team_id: bed.ids.org })).toMatchObject({
      status: 422,
      body: { fields: { team_id: 'Choose a team.' } },
    })
    expect(await place('olga', `${series_id}:${inDays(1)}`)).toMatchObject({ status: 404 })
    expect((await place('zed', first)).status).toBe(404)
  })

  it('two people place it at once: one succeeds, the other is told that it’s placed', async () => {
    const { first } = await ofOwn()
    const { visit } = (await hold('olga', first)).body
    const answers = await Promise.all(
      [4, 5].map((days) =>
        place('olga', first, { to_date: inDays(days), expected_version: visit.version }),
      ),
    )
    expect(answers.map((one) => one.status)).toEqual(expect.arrayContaining([200, 409]))
    expect(answers.find((one) => one.status === 409)!.body.code).toBe('visit_not_on_hold')
  })

  it('409 visit_paused on any date during a pause', async () => {
    const { first, rule_id } = await ofOwn({ start_date: inDays(2) })
    await hold('olga', first)
    const pause = { from: inDays(1), resume_on: inDays(4) }
    await bed.ask('olga', `POST /api/schedule/${rule_id}/pause`, pause)
    const placed = (days: number) => place('olga', first, { to_date: inDays(days) })
    for (const days of [2, 3])
      expect(await placed(days)).toMatchObject({ status: 409, body: { code: 'visit_paused' } })
    const visit = { status: 'scheduled', date: inDays(4) }
    expect((await placed(4)).body).toMatchObject({ visit })
  })
})

describe('POST /api/schedule/tray/place', () => {
  type Version = { version: number }
  const placeAll = (visits: object[], more: object = {}, key?: string) =>
    bed.ask(
      'mike',
      'POST /api/schedule/tray/place',
      { visits, to_date: inDays(3), ...more },
      key ? { 'idempotency-key': key } : {},
    )
  const heldOf = async (given: object = {}) => {
    const { first } = await ofOwn(given)
    const { version } = (await hold('olga', first)).body.visit as Version
    return { occurrence_id: first, expected_version: version }
  }
  const idsOf = (of: { occurrence_id: string }[]) => of.map(({ occurrence_id }) => occurrence_id)

  it('places several on one day and team, each at its time and with its event; one audit row; one undo for all', async () => {
    const visits = [
      await heldOf({ start_time: '09:00' }),
      await heldOf({ start_date: inDays(3) }),
      await heldOf({ start_date: inDays(30) }),
    ]
    const ids = idsOf(visits).toSorted()
    const input = { team_id: bed.ids.south }
    const { status, body } = await placeAll(visits, input, 'several-1')
    expect([status, body.refused, body.edit_id]).toEqual([200, [], expect.any(String)])
    expect(body.placed).toEqual(ids.map((occurrence_id) => ({ occurrence_id, changed: true })))
    for (const id of ids)
      expect(await see(id)).toMatchObject({
        date: inDays(3),
        status: 'scheduled',
        hold_reason: null,
        team_id: bed.ids.south,
      })
    expect((await see(visits[0]!.occurrence_id))!.start_minutes).toBe(540)
    const events = [
      ...(await bed.events('visit.rescheduled')),
      ...(await bed.events('visit.restored')),
    ]
      .slice(-20)
      .map(({ data }) => data as { occurrence_id: string })
    expect(
      events
        .filter(({ occurrence_id }) => ids.includes(occurrence_id))
        .map(({ occurrence_id }) => occurrence_id)
        .toSorted(),
    ).toEqual(ids)
    const rows = await bed.write((tx) =>
      tx
        .selectFrom('audit')
        .select('after')
        .where('action', '=', 'POST /api/schedule/tray/place')
        .execute(),
    )
    expect(rows).toMatchObject([{ after: { to_date: inDays(3), visits } }])

    // Sending it again, with or without the key, changes nothing.
    expect((await placeAll(visits, input, 'several-1')).body).toEqual(body)
    expect((await placeAll(visits, input)).body).toEqual({
      ok: true,
      placed: ids.map((occurrence_id) => ({ occurrence_id, changed: false })),
      refused: [],
      edit_id: null,
    })

    expect(await undo(body.edit_id)).toMatchObject({ status: 200, body: { restored: 3 } })
    for (const id of ids)
      expect(await see(id)).toMatchObject({ status: 'skipped', hold_reason: locked })
  })

  it('lists those that can’t be placed, and places the others', async () => {
    const [good, stale, placed] = [await heldOf(), await heldOf(), await heldOf()]
    await hold('olga', stale.occurrence_id, { reason: 'Dog loose' })
    await place('olga', placed.occurrence_id, { to_date: inDays(8) })
    const gone = { occurrence_id: `${good.occurrence_id.slice(0, 36)}:2020-01-06` }
    const resting = await heldOf({ start_date: inDays(3) })
    await bed.ask('olga', `POST /api/schedule/${resting.occurrence_id.slice(0, 36)}/pause`, {
      from: inDays(1),
    })
    const { body } = await placeAll([good, stale, placed, gone, resting])
    expect(body.placed).toEqual([{ occurrence_id: good.occurrence_id, changed: true }])
    expect(
      Object.fromEntries(
        body.refused.map((one: { occurrence_id: string; code: string }) => [
          one.occurrence_id,
          one.code,
        ]),
      ),
    ).toEqual({
      [stale.occurrence_id]: 'version_conflict',
      [placed.occurrence_id]: 'visit_not_on_hold',
      [gone.occurrence_id]: 'not_found',
      [resting.occurrence_id]: 'visit_paused',
    })
    expect(body.refused.find((one: { code: string }) => one.code === 'visit_paused').sentence).toBe(
      'This work is paused on that date — choose another, or end the pause first.',
    )
    expect(await waiting()).toEqual(
      expect.arrayContaining([stale.occurrence_id, resting.occurrence_id]),
    )
    expect(await see(placed.occurrence_id)).toMatchObject({ date: inDays(8) })
    await undo(body.edit_id)
    expect((await placeAll([placed])).body).toMatchObject({
      placed: [],
      refused: [{ code: 'visit_not_on_hold' }],
      edit_id: null,
    })
  })

  it('notifies every customer once, with the single-visit text for one visit', async () => {
    const [alone, twice] = [
      await bed.addCustomer(`Alone ${n++}`),
      await bed.addCustomer(`Twice ${n++}`),
    ]
    const visits = [
      await heldOf({ customer_id: alone, start_date: inDays(1) }),
      await heldOf({ customer_id: twice, start_date: inDays(1) }),
      await heldOf({ customer_id: twice, start_date: inDays(2), service_key: 'mow' }),
    ]
    const { edit_id } = (await placeAll(visits)).body
    expect(await letters(alone)).toEqual(['visit_held', 'visit_rescheduled'])
    expect(await letters(twice)).toEqual(['visit_held', 'visit_held', 'visits_changed'])
    await undo(edit_id)
    expect((await letters(alone)).at(-1)).toBe('visit_held')
  })

  it('requires the office role, a future day, the organization’s team, and at most 50 visits', async () => {
    const one = await heldOf()
    expect(
      (await bed.ask('lea', 'POST /api/schedule/tray/place', { visits: [one], to_date: inDays(3) }))
        .status,
    ).toBe(403)
    expect(
      (await bed.ask('zed', 'POST /api/schedule/tray/place', { visits: [one], to_date: inDays(3) }))
        .body.refused,
    ).toMatchObject([{ code: 'not_found' }])
    expect((await placeAll([one], { to_date: inDays(-1) })).body.fields).toEqual({
      to_date: 'Choose a date that has not passed.',
    })
    expect((await placeAll([one], { team_id: bed.ids.org })).body.fields).toEqual({
      team_id: 'Choose a team.',
    })
    expect((await placeAll([])).status).toBe(422)
    const many = (length: number) =>
      Array.from({ length }, (_, at) => ({
        occurrence_id: `${one.occurrence_id.slice(0, 36)}:2020-01-${String((at % 28) + 1).padStart(2, '0')}`,
      }))
    expect((await placeAll(many(51))).status).toBe(422)
    expect((await placeAll(many(50))).body.refused).toHaveLength(50)
    expect(await waiting()).toContain(one.occurrence_id)
  })

  it('two people place the same visits at once: each is placed once, without a deadlock', async () => {
    const visits = [await heldOf(), await heldOf(), await heldOf()]
    const answers = await Promise.all(
      [visits, visits.toReversed()].map((these, at) =>
        placeAll(these, { to_date: inDays(4 + at) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      answers
        .map(({ body }) => [body.placed.length, body.refused.length])
        .toSorted(([a], [b]) => a - b),
    ).toEqual([
      [0, 3],
      [3, 0],
    ])
  })
})

describe('a visit on hold', () => {
  it('is let go by cancelling: it stays cancelled and leaves the tray', async () => {
    const { first } = await ofOwn({ start_date: inDays(1) })
    await hold('olga', first)
    expect((await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})).body).toMatchObject({
      changed: true,
      visit: { status: 'skipped', skip_reason: 'staff', hold_reason: null },
    })
    expect(await waiting()).not.toContain(first)
    expect((await bed.ask('olga', `POST /api/schedule/${first}/skip`, {})).body.changed).toBe(false)
  })

  it('is restored to its day', async () => {
    const { first } = await ofOwn({ start_date: inDays(1) })
    await hold('olga', first)
    expect(
      (await bed.ask('olga', `POST /api/schedule/${first}/restore`, {})).body.visit,
    ).toMatchObject({ status: 'scheduled', hold_reason: null })
    expect(await waiting()).not.toContain(first)
  })

  it('after the end of a series is dropped like cancelled ones, and restored by undo; one before the end stays', async () => {
    const { first, rule_id, visit } = await ofOwn()
    await hold('olga', first)
    await hold('olga', visit(inDays(14)))
    const ended = (
      await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { end_date: inDays(7) })
    ).body
    expect(ended).toMatchObject({
      dropped: 1,
      dropped_visits: [{ occurrence_id: visit(inDays(14)) }],
    })
    expect((await waiting()).filter((id) => id.startsWith(rule_id))).toEqual([first])
    await undo(ended.edit_id)
    expect((await waiting()).filter((id) => id.startsWith(rule_id))).toEqual([
      first,
      visit(inDays(14)),
    ])
    // Placed after the end it stays, like a moved one.
    await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { end_date: inDays(7) })
    await place('olga', first, { to_date: inDays(20) })
    expect(await see(first)).toMatchObject({ date: inDays(20), status: 'scheduled' })
  })

  it('keeps its values when the series changes, and is dropped by a pattern without its date', async () => {
    const { rule_id, visit } = await ofOwn()
    await hold('olga', visit(inDays(7)))
    await hold('olga', visit(inDays(14)))
    const priced = (
      await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, { scope: 'all', price_cents: 9900 })
    ).body
    expect(priced.kept_visits).toMatchObject([{ reason: 'On hold' }, { reason: 'On hold' }])
    const edit = (
      await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, {
        scope: 'all',
        pattern: 'every_x_weeks',
        interval: 2,
      })
    ).body
    expect(edit.dropped_visits.map((one: { occurrence_id: string }) => one.occurrence_id)).toEqual([
      visit(inDays(7)),
    ])
    expect((await waiting()).filter((id) => id.startsWith(rule_id))).toEqual([visit(inDays(14))])
    await undo(edit.edit_id)
    expect((await waiting()).filter((id) => id.startsWith(rule_id))).toHaveLength(2)
  })

  it('isn’t part of a lost day', async () => {
    const { first } = await ofOwn({ start_date: inDays(5), team_id: bed.ids.south })
    await hold('olga', first)
    const lost = {
      date: inDays(5),
      team_ids: [bed.ids.south],
      act: 'next_working_day',
      reason: 'weather',
      notify: false,
      dry_run: false,
    }
    const { visits } = (await bed.ask('olga', 'POST /api/schedule/lost-day', lost)).body
    expect(visits.map((one: { occurrence_id: string }) => one.occurrence_id)).not.toContain(first)
    expect(await see(first)).toMatchObject({ date: inDays(5), hold_reason: locked })
  })

  it('is removed when its customer is archived', async () => {
    const customer_id = await bed.addCustomer('Gone')
    const { first } = await rule({ customer_id, start_date: inDays(-7) })
    await hold('olga', first)
    await bed.write((tx) => endCustomerRules(tx, customer_id, today))
    expect(await waiting()).not.toContain(first)
  })
})

describe('GET /api/schedule/tray', () => {
  it('lists every visit on hold, oldest first, by page, with who held it and when; none of other businesses', async () => {
    const far = [
      await ofOwn({ start_date: inDays(-300), pattern: 'once' }),
      await ofOwn({ start_date: inDays(400), pattern: 'once' }),
      await ofOwn(),
    ]
    for (const { first } of far) await hold('mike', first)
    const all = await tray()
    expect(all.items).toHaveLength(all.count)
    expect(all.items.slice(-3)).toMatchObject(
      far.map(({ first }) => ({
        visit: {
          id: first,
          hold_reason: locked,
          customer: { name: expect.any(String) },
          service: { label: 'Look around' },
        },
        held_by: 'mike',
        held_at: expect.stringMatching(/^\d{4}-/),
      })),
    )
    const paged: string[] = []
    let more = ''
    for (;;) {
      const page = await tray('mike', `?limit=2${more}`)
      expect(page.count).toBe(all.count)
      paged.push(...page.items.map((item: { visit: Seen }) => item.visit.id))
      if (page.next_cursor === null) break
      more = `&cursor=${page.next_cursor}`
    }
    expect(paged).toEqual(all.items.map((item: { visit: Seen }) => item.visit.id))
    expect(await tray('zed')).toEqual({ items: [], count: 0, next_cursor: null })
    expect((await bed.ask('olga', 'GET /api/schedule/tray?cursor=nonsense')).status).toBe(422)
  })
})

describe('GET /api/schedule/candidates?unscheduled=1', () => {
  it('returns active customers with no upcoming visits and none on hold', async () => {
    const [idle, busy, held, past] = await Promise.all(
      ['Idle', 'Busy', 'Waits', 'Past'].map((name) => bed.addCustomer(`Nothing ${name}`)),
    )
    await rule({ customer_id: busy })
    await rule({ customer_id: past, start_date: inDays(-30), pattern: 'once' })
    await hold(
      'olga',
      (await rule({ customer_id: held, start_date: inDays(-3), pattern: 'once' })).first,
    )
    const { customers } = (
      await bed.ask('olga', 'GET /api/schedule/candidates?unscheduled=1&q=Nothing')
    ).body
    expect(customers.map((one: { id: string }) => one.id)).toEqual([idle, past])
  })
})

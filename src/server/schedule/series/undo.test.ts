import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
const rule = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Customer ${n++}`), ...given })
const move = (who: Parameters<TestBed['ask']>[0], ref: string, body: object) =>
  bed.ask(who, `POST /api/schedule/${ref}/reschedule`, body)
const setTime = (who: Parameters<TestBed['ask']>[0], body: object) =>
  bed.ask(who, 'POST /api/schedule/set-time', body)
const skip = (who: Parameters<TestBed['ask']>[0], ref: string, body: object = {}) =>
  bed.ask(who, `POST /api/schedule/${ref}/skip`, body)
const paidVisit = async (status: object) => {
  const { first, rule_id } = await rule()
  const { invoice_id } = (await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {}))
    .body
  await bed.write((tx) =>
    tx
      .updateTable('invoices')
      .set(status)
      .where('id', '=', invoice_id as string)
      .execute(),
  )
  return { first, rule_id }
}

describe('POST /api/schedule/{rule_id}/reschedule', () => {
  it('changes date, time and team; the id stays', async () => {
    const { rule_id, first } = await rule()
    const { body } = await move('olga', rule_id, {
      from_date: today,
      to_date: inDays(3),
      start_minutes: 615,
      team_id: bed.ids.south,
    })
    expect(body).toMatchObject({
      ok: true,
      changed: true,
      start_time: '10:15',
      visit: {
        id: first,
        date: inDays(3),
        original_date: today,
        team_id: bed.ids.south,
        start_minutes: 615,
        version: 1,
      },
    })
    const [event] = (await bed.events('visit.rescheduled')).slice(-1)
    expect(event).toMatchObject({
      team_ids: [bed.ids.south, bed.ids.north],
      data: {
        occurrence_id: first,
        date: inDays(3),
        old_date: today,
        original_date: today,
        team_id: bed.ids.south,
      },
    })
  })

  it('repeating changes nothing, sends nothing and refers to the same visit', async () => {
    const { rule_id } = await rule()
    await move('olga', rule_id, { from_date: today, to_date: inDays(2) })
    const before = (await bed.events('visit.rescheduled')).length
    expect(
      (await move('olga', rule_id, { from_date: today, to_date: inDays(2) })).body,
    ).toMatchObject({
      changed: false,
      visit: { date: inDays(2), version: 1 },
    })
    expect((await bed.events('visit.rescheduled')).length).toBe(before)
    // Its current date also identifies the visit, even after another move.
    expect(
      (await move('olga', rule_id, { from_date: inDays(2), to_date: inDays(4) })).body.visit,
    ).toMatchObject({ original_date: today, date: inDays(4) })
  })

  it('two visits of a series on one day keep their ids', async () => {
    const { rule_id, first, visit } = await rule()
    await move('olga', first, { to_date: inDays(7) })
    expect(
      (await move('olga', rule_id, { from_date: inDays(7), to_date: inDays(8) })).body.visit.id,
    ).toBe(visit(inDays(7)))
    expect((await move('olga', first, { to_date: inDays(9) })).body.visit).toMatchObject({
      id: first,
      date: inDays(9),
    })
  })

  it('works with a series id and warns about overlaps without refusing', async () => {
    const { series_id } = await rule({ start_minutes: 540 })
    await rule({ start_date: inDays(1), start_minutes: 570, pattern: 'once' })
    const { status, body } = await move('olga', series_id, { from_date: today, to_date: inDays(1) })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([
      { code: 'overlap', sentence: 'The team has another visit at this time.' },
    ])
  })

  it('409 visit_locked, 409 visit_cancelled, 404, 422 for a past date', async () => {
    const done = await rule()
    await bed.ask('olga', `POST /api/schedule/${done.first}/complete`, {})
    expect(await move('olga', done.first, { to_date: inDays(2) })).toMatchObject({
      status: 409,
      body: { code: 'visit_locked', error: 'A completed visit is locked.' },
    })
    const cancelled = await rule()
    await skip('olga', cancelled.first)
    expect(await move('olga', cancelled.first, { to_date: inDays(2) })).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled', error: 'This visit is cancelled — cannot reschedule.' },
    })
    expect((await move('zed', done.first, { to_date: inDays(2) })).status).toBe(404)
    const other = await rule()
    expect(await move('olga', other.first, { to_date: inDays(-1) })).toMatchObject({
      status: 422,
      body: { fields: { to_date: 'Choose a date that has not passed.' } },
    })
    expect(
      (
        await move('olga', other.first, {
          to_date: inDays(1),
          start_time: '09:00',
          start_minutes: 600,
        })
      ).status,
    ).toBe(422)
  })

  it('a missed visit can go back to its own day without a time, but not to another past day', async () => {
    const { first } = await rule({ pattern: 'once', start_date: inDays(-3), start_minutes: 600 })
    await move('olga', first, { to_date: inDays(2) })
    expect(await move('olga', first, { to_date: inDays(-2) })).toMatchObject({
      status: 422,
      body: { fields: { to_date: 'Choose a date that has not passed.' } },
    })
    expect(
      (await move('olga', first, { to_date: inDays(-3), start_minutes: 600 })).body.visit,
    ).toMatchObject({ date: inDays(-3), start_minutes: 600 })
    expect(
      (await move('olga', first, { to_date: inDays(-3), start_minutes: null })).body.visit,
    ).toMatchObject({ date: inDays(-3), start_minutes: null })
  })

  it('a move can be undone for 15 minutes, even if that day is already past', async () => {
    const { first } = await rule({ pattern: 'once', start_date: inDays(-3) })
    await move('olga', first, { to_date: inDays(1) })
    // Days passed and the visit was missed.
    const stood = inDays(-1)
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ date: stood })
        .where('series_id', '=', first.slice(0, 36))
        .execute(),
    )
    const refusal = {
      status: 422,
      body: { fields: { to_date: 'Choose a date that has not passed.' } },
    }
    const { version } = (await move('lea', first, { to_date: inDays(4) })).body.visit
    expect(
      await move('lea', first, { to_date: inDays(-2), expected_version: version }),
    ).toMatchObject(refusal)
    expect(
      (await move('lea', first, { to_date: stood, expected_version: version })).body.visit,
    ).toMatchObject({ date: stood })
    await move('lea', first, { to_date: inDays(4) })
    await move('lea', first, { to_date: inDays(5) })
    expect(await move('lea', first, { to_date: stood })).toMatchObject(refusal)

    await move('lea', first, { to_date: inDays(-3) })
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ date: stood })
        .where('series_id', '=', first.slice(0, 36))
        .execute(),
    )
    await move('lea', first, { to_date: inDays(4) })
    await bed.owner((tx) =>
      sql`update events set at = at - interval '16 minutes' where data ->> 'occurrence_id' = ${first}`.execute(
        tx,
      ),
    )
    expect(await move('lea', first, { to_date: stood })).toMatchObject(refusal)
  })

  it('two people at once: the second, who saw the old state, gets a conflict', async () => {
    const { first } = await rule()
    const answers = await Promise.all([
      move('olga', first, { to_date: inDays(2), expected_version: 0 }),
      move('mike', first, { to_date: inDays(3), expected_version: 0 }),
    ])
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)!.body.code).toBe('version_conflict')
    const won = answers.find((answer) => answer.status === 200)!.body.visit
    expect(
      (await move('olga', first, { to_date: inDays(5), expected_version: won.version })).body.visit,
    ).toMatchObject({
      date: inDays(5),
      version: won.version + 1,
    })
  })

  it('a crew leader can move their teams’ visits, only between teams they lead', async () => {
    const { first } = await rule()
    expect((await move('lea', first, { to_date: inDays(2), start_time: '08:00' })).status).toBe(200)
    expect(await move('lea', first, { to_date: inDays(2), team_id: bed.ids.south })).toMatchObject({
      status: 403,
      body: { code: 'team_denied' },
    })
    expect((await move('ben', first, { to_date: inDays(3) })).status).toBe(404)
    expect((await move('max', first, { to_date: inDays(3) })).status).toBe(403)
    await setTime('olga', { rule_id: first, team_id: bed.ids.south })
    expect((await move('ben', first, { to_date: inDays(4) })).body.visit.date).toBe(inDays(4))
    expect((await move('lea', first, { to_date: inDays(5) })).status).toBe(404)
  })
})

describe('POST /api/schedule/set-time', () => {
  it('sets time, team or both of one date', async () => {
    const { rule_id, first, visit } = await rule()
    expect(
      (await setTime('olga', { rule_id, date: today, start_time: '14:15' })).body,
    ).toMatchObject({
      start_time: '14:15',
      start_minutes: 855,
      visit: { team_id: bed.ids.north },
    })
    expect(
      (await setTime('olga', { rule_id: first, team_id: bed.ids.south })).body.visit,
    ).toMatchObject({ team_id: bed.ids.south, start_minutes: 855 })
    expect(
      (await setTime('olga', { rule_id, date: inDays(7), start_minutes: 60, team_id: null })).body
        .visit,
    ).toMatchObject({
      id: visit(inDays(7)),
      team_id: null,
      start_minutes: 60,
    })
  })

  it('assigns the whole series to a team; dates with an individual team keep it', async () => {
    const { rule_id, series_id } = await rule()
    await setTime('olga', { rule_id, date: inDays(7), team_id: null })
    await setTime('olga', {
      rule_id,
      date: today,
      team_id: bed.ids.south,
      start_time: '09:00',
      apply_team_to: 'rule',
    })
    const visits = (await bed.ask('olga', windowOf(today, inDays(14)))).body.occurrences.filter(
      (visit: { series_id: string }) => visit.series_id === series_id,
    )
    expect(
      visits.map((visit: { team_id: string | null; start_time: string | null }) => [
        visit.team_id,
        visit.start_time,
      ]),
    ).toEqual([
      [bed.ids.south, '09:00'],
      [null, null],
      [bed.ids.south, null],
    ])
  })

  it('also assigns the given date; other dates only on request, and returns only dates with individual teams', async () => {
    const { rule_id, series_id, first, visit } = await rule()
    const teams = async () =>
      (await bed.ask('olga', windowOf(today, inDays(14)))).body.occurrences
        .filter((one: { series_id: string }) => one.series_id === series_id)
        .map((one: { team_id: string | null }) => one.team_id)
    for (const days of [0, 7]) await setTime('olga', { rule_id, date: inDays(days), team_id: null })
    await setTime('olga', { rule_id, date: inDays(14), start_time: '10:00' })
    const { south } = bed.ids
    const preview = (
      await bed.ask('olga', `PATCH /api/schedule/${first}`, {
        scope: 'all',
        team_id: south,
        dry_run: true,
      })
    ).body
    expect(preview.own_visits).toEqual(
      [0, 7].map((days) => ({ occurrence_id: visit(inDays(days)), date: inDays(days) })),
    )

    const input = { rule_id: first, team_id: south, start_time: '09:00', apply_team_to: 'rule' }
    expect((await setTime('olga', { ...input, expected_version: 0 })).body.code).toBe(
      'version_conflict',
    )
    const kept = (await setTime('olga', { ...input, expected_version: 1 })).body
    expect([kept.visit.team_id, await teams()]).toEqual([south, [south, null, south]])
    await bed.ask('olga', `POST /api/schedule/edits/${kept.edit_id}/undo`)
    expect(await teams()).toEqual([null, null, bed.ids.north])

    const { version } = (await bed.ask('olga', windowOf(today, today))).body.occurrences.find(
      (one: { id: string }) => one.id === first,
    )
    const replaced = (
      await setTime('olga', { ...input, replace_changed: true, expected_version: version })
    ).body
    expect([replaced.visit.team_id, await teams()]).toEqual([south, [south, south, south]])
    await bed.ask('olga', `POST /api/schedule/edits/${replaced.edit_id}/undo`)
    expect(await teams()).toEqual([null, null, bed.ids.north])
  })

  it('assigning a series and setting one date’s time are undone together', async () => {
    const { rule_id, series_id, first } = await rule({ start_minutes: 600 })
    await setTime('olga', { rule_id, date: inDays(7), team_id: null })
    const seen = async () =>
      (await bed.ask('olga', windowOf(today, inDays(14)))).body.occurrences
        .filter((visit: { series_id: string }) => visit.series_id === series_id)
        .map((visit: { team_id: string | null; start_time: string | null }) => [
          visit.team_id,
          visit.start_time,
        ])
    const before = await seen()
    const input = {
      rule_id: first,
      team_id: bed.ids.south,
      start_time: '09:00',
      apply_team_to: 'rule',
    }
    const { body } = await setTime('olga', input)
    expect(body).toMatchObject({
      changed: true,
      edit_id: expect.any(String),
      visit: { team_id: bed.ids.south, start_time: '09:00' },
    })
    expect((await setTime('olga', input)).body).toMatchObject({ changed: false, edit_id: null })
    expect(
      (await bed.ask('olga', `POST /api/schedule/edits/${body.edit_id}/undo`)).body,
    ).toMatchObject({ ok: true })
    expect(await seen()).toEqual(before)
    expect(
      (await setTime('olga', { rule_id: first, team_id: bed.ids.south })).body.edit_id,
    ).toBeNull()
  })

  it('422 without time and team, 403 for a crew on the whole rule, 409 when locked', async () => {
    const { rule_id, first } = await rule()
    expect(await setTime('olga', { rule_id, date: today })).toMatchObject({
      status: 422,
      body: { error: 'Choose a time or a team' },
    })
    expect(
      await setTime('lea', { rule_id, date: today, team_id: bed.ids.north, apply_team_to: 'rule' }),
    ).toMatchObject({
      status: 403,
      body: { code: 'team_denied' },
    })
    expect((await setTime('lea', { rule_id, date: today, start_time: '11:00' })).status).toBe(200)
    expect(
      await setTime('mike', { rule_id: first, start_time: '12:00', expected_version: 0 }),
    ).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    expect(await setTime('olga', { rule_id: first, start_time: '12:00' })).toMatchObject({
      status: 409,
      body: { code: 'visit_locked' },
    })
  })
})

describe('DELETE /api/schedule/{rule_id}/time', () => {
  it('clears one date’s time, even the rule’s default', async () => {
    const { rule_id, first } = await rule({ start_time: '09:00' })
    expect(
      (await bed.ask('lea', `DELETE /api/schedule/${rule_id}/time?date=${today}`)).body,
    ).toMatchObject({
      changed: true,
      start_time: null,
      visit: { id: first, start_minutes: null },
    })
    expect((await bed.ask('olga', `DELETE /api/schedule/${first}/time`)).body.changed).toBe(false)
  })

  it('409 version_conflict for a time set by somebody else meanwhile', async () => {
    const { first } = await rule({ start_time: '09:00' })
    await setTime('mike', { rule_id: first, start_time: '14:00' })
    expect(
      await bed.ask('olga', `DELETE /api/schedule/${first}/time?expected_version=0`),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(
      (await bed.ask('olga', `DELETE /api/schedule/${first}/time?expected_version=1`)).body,
    ).toMatchObject({ changed: true, start_minutes: null })
    // It has no time already, so there is no conflict.
    expect(
      (await bed.ask('olga', `DELETE /api/schedule/${first}/time?expected_version=0`)).body.changed,
    ).toBe(false)
  })
})

describe('POST /api/schedule/{rule_id}/skip', () => {
  it('cancels one date, once', async () => {
    const { rule_id, first, visit } = await rule()
    expect((await skip('lea', rule_id, { date: today })).body).toMatchObject({
      changed: true,
      visit: { id: first, status: 'skipped', cancelled: true, skipped: true, skip_reason: 'staff' },
    })
    expect((await skip('olga', first)).body.changed).toBe(false)
    expect(
      (await skip('olga', visit(inDays(7)), { reason: 'weather' })).body.visit.skip_reason,
    ).toBe('weather')
  })

  it('voids its unpaid invoice', async () => {
    const { first } = await rule()
    const { invoice_id } = (await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {}))
      .body
    expect((await skip('lea', first)).body.visit).toMatchObject({
      status: 'skipped',
      invoice_id: null,
    })
    expect(await bed.docOf(invoice_id)).toBe('void')
  })

  it.each([
    [
      'already_paid',
      'Already paid — reschedule instead',
      { doc: 'open', number: 7001, money: 'paid' },
    ],
    ['invoice_closed', 'This date’s invoice is closed — reschedule instead', { doc: 'void' }],
    [
      'invoice_closed',
      'This date’s invoice is closed — reschedule instead',
      { doc: 'open', number: 7002, money: 'refunded' },
    ],
    [
      'payment_in_progress',
      'Payment in progress',
      { doc: 'open', number: 7003, money: 'processing' },
    ],
  ])('409 %s: %s', async (code, error, status) => {
    const { first } = await paidVisit(status)
    expect(await skip('olga', first)).toMatchObject({ status: 409, body: { code, error } })
    expect((await move('olga', first, { to_date: inDays(5) })).status).toBe(200)
  })

  it('409 visit_locked when completed without an invoice', async () => {
    const { first } = await rule({ service_key: 'look' })
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    expect(await skip('olga', first)).toMatchObject({ status: 409, body: { code: 'visit_locked' } })
  })
})

describe('POST /api/schedule/{rule_id}/restore', () => {
  it('restores a cancelled visit; 409 visit_past for a past date', async () => {
    const { first, visit } = await rule({ start_date: inDays(-7) })
    await skip('olga', visit(today))
    expect(
      (await bed.ask('lea', `POST /api/schedule/${visit(today)}/restore`, {})).body,
    ).toMatchObject({
      changed: true,
      visit: { status: 'scheduled', skip_reason: null },
    })
    expect(
      (await bed.ask('lea', `POST /api/schedule/${visit(today)}/restore`, {})).body.changed,
    ).toBe(false)
    await skip('olga', first)
    expect(await bed.ask('olga', `POST /api/schedule/${first}/restore`, {})).toMatchObject({
      status: 409,
      body: { code: 'visit_past' },
    })
    await bed.ask('olga', `POST /api/schedule/${visit(today)}/complete`, {})
    expect(await bed.ask('olga', `POST /api/schedule/${visit(today)}/restore`, {})).toMatchObject({
      status: 409,
      body: { code: 'visit_not_cancelled' },
    })
  })
})

describe('every action on a visit', () => {
  type Act = { call: string; body?: object }
  const at = (first: string, act: string, body: object = {}): Act => ({
    call: `POST /api/schedule/${first}/${act}`,
    body,
  })
  const complete = (first: string) => at(first, 'complete')
  const skipIt = (first: string) => at(first, 'skip')

  it.each<[string, string, (first: string) => Act, (first: string) => Act | null]>([
    ['POST /api/schedule/{rule_id}/complete', 'visit.completed', complete, () => null],
    [
      'POST /api/schedule/{rule_id}/reschedule',
      'visit.rescheduled',
      (first) => at(first, 'reschedule', { to_date: inDays(3) }),
      () => null,
    ],
    ['POST /api/schedule/{rule_id}/skip', 'visit.skipped', skipIt, () => null],
    [
      'POST /api/schedule/{rule_id}/restore',
      'visit.restored',
      (first) => at(first, 'restore'),
      skipIt,
    ],
    [
      'POST /api/schedule/{rule_id}/reopen',
      'visit.reopened',
      (first) => at(first, 'reopen'),
      complete,
    ],
    [
      'POST /api/schedule/set-time',
      'visit.time_set',
      (rule_id) => ({
        call: 'POST /api/schedule/set-time',
        body: { rule_id, start_time: '10:30' },
      }),
      () => null,
    ],
    [
      'POST /api/schedule/set-time',
      'visit.team_set',
      (rule_id) => ({
        call: 'POST /api/schedule/set-time',
        body: { rule_id, team_id: bed.ids.south },
      }),
      () => null,
    ],
    [
      'DELETE /api/schedule/{rule_id}/time',
      'visit.time_set',
      (first) => ({ call: `DELETE /api/schedule/${first}/time` }),
      () => null,
    ],
    [
      'PATCH /api/schedule/{rule_id}/team',
      'rule.changed',
      (first) => ({ call: `PATCH /api/schedule/${first}/team`, body: { team_id: bed.ids.south } }),
      () => null,
    ],
    [
      'POST /api/schedule/{rule_id}/seed-invoice',
      'visit.time_set',
      (first) => at(first, 'seed-invoice'),
      () => null,
    ],
    [
      'PATCH /api/schedule/{rule_id}',
      'visit.time_set',
      (first) => ({ call: `PATCH /api/schedule/${first}`, body: { scope: 'this', notes: 'Dog' } }),
      () => null,
    ],
    [
      'POST /api/schedule/{rule_id}/end',
      'rule.removed',
      (first) => at(first, 'end', { end_date: inDays(7) }),
      () => null,
    ],
    [
      'POST /api/schedule/{rule_id}/pause',
      'rule.changed',
      (first) => at(first, 'pause', { from: inDays(7) }),
      () => null,
    ],
  ])(
    '%s sends %s once however often it is repeated, and audits each call',
    async (action, type, actOf, before) => {
      const { first, series_id } = await rule({ start_minutes: 540 })
      const earlier = before(first)
      if (earlier) await bed.ask('olga', earlier.call, earlier.body)
      const notifications = async () =>
        (await bed.events(type)).filter(
          (event) => (event.data as { series_id: string }).series_id === series_id,
        ).length
      const asked = async () =>
        bed.write((tx) =>
          tx
            .selectFrom('audit')
            .select(['actor_id', 'entity_id'])
            .where('action', '=', action)
            .orderBy('id')
            .execute(),
        )
      const [events, record] = [await notifications(), await asked()]
      const { call, body } = actOf(first)
      const answers = [await bed.ask('olga', call, body), await bed.ask('olga', call, body)]
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      expect(await notifications()).toBe(events + 1)
      const since = (await asked()).slice(record.length)
      expect(since).toHaveLength(2)
      for (const row of since)
        expect(row).toEqual({
          actor_id: bed.actor('olga').person_id,
          entity_id: call.includes(first) ? first : null,
        })
    },
  )

  it('a dry run sends no events and isn’t audited', async () => {
    const { rule_id, series_id } = await rule()
    const marks = async () => [
      await bed.write((tx) =>
        tx.selectFrom('audit').select('id').where('entity_id', '=', rule_id).execute(),
      ),
      (await bed.events('rule.changed')).filter(
        (event) => (event.data as { series_id: string }).series_id === series_id,
      ),
      await bed.write((tx) => tx.selectFrom('schedule_edits').select('id').execute()),
    ]
    const before = await marks()
    const { body } = await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, {
      price_cents: 9900,
      dry_run: true,
    })
    expect(body).toMatchObject({ dry_run: true, rule: { price_cents: 9900 }, edit_id: null })
    expect(
      (await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { dry_run: true })).body.dry_run,
    ).toBe(true)
    expect(await marks()).toEqual(before)
    // Calls without a dry run ignore the flag.
    await bed.ask('olga', `POST /api/schedule/${rule_id}/resume`, { dry_run: true })
    expect((await marks())[0]).toHaveLength(before[0]!.length + 1)
  })
})

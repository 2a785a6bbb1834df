import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonthsClamped, dateText } from '../../../domain/base/dates.ts'
import { endCustomerRules } from './end.ts'
import { inDays, openTestBed, today, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
let archived: string
beforeAll(async () => {
  bed = await openTestBed()
  archived = await bed.addCustomer('Gone', { status: 'archived' })
})
afterAll(() => bed.close())

let n = 0
const rule = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Customer ${n++}`), ...given })
type Seen = {
  id: string
  date: string
  original_date: string
  series_id: string
  rule_id: string
  team_id: string | null
  status: string
  start_minutes: number | null
  price_cents: number
  notes: string | null
}
const visitsOf = async (series_id: string, from = today, to = inDays(34)): Promise<Seen[]> =>
  ((await bed.ask('olga', windowOf(from, to))).body.occurrences as Seen[]).filter(
    (visit) => visit.series_id === series_id,
  )
const edit = (ref: string, body: object) => bed.ask('olga', `PATCH /api/schedule/${ref}`, body)

describe('POST /api/schedule', () => {
  it('201 with the rule and its first visit; a year long by default', async () => {
    const { status, body } = await bed.ask('olga', 'POST /api/schedule', {
      customer_id: bed.ids.cleo,
      service_key: 'mow',
      pattern: 'weekly',
      start_date: today,
      start_time: '09:00',
      team_id: bed.ids.north,
      notes: ' Gate code 12 ',
    })
    expect(status).toBe(201)
    expect(body.rule).toMatchObject({
      id: body.rule_id,
      end_date: addMonthsClamped(today, 12),
      recurrence_label: 'Weekly',
      service_key: 'mow',
      notes: 'Gate code 12',
    })
    expect(body.first_visit).toEqual({
      occurrence_id: `${body.series_id}:${today}`,
      date: today,
      original_date: today,
      shifted: false,
      start_minutes: 540,
      team_id: bed.ids.north,
    })
    const [event] = (await bed.events('rule.added')).slice(-1)
    expect(event).toMatchObject({
      customer_id: bed.ids.cleo,
      team_ids: [bed.ids.north],
      data: { rule_id: body.rule_id, date: today },
    })
  })

  it('has no end if the end is null, and ends on the same day for a one-off', async () => {
    const { rule_id } = await rule({ end_date: null })
    expect((await bed.ask('olga', `GET /api/schedule/${rule_id}`)).body.end_date).toBeNull()
    const once = await rule({ pattern: 'once', end_date: null })
    expect((await bed.ask('mike', `GET /api/schedule/${once.rule_id}`)).body.end_date).toBe(today)
  })

  it('closed dates move or are skipped, depending on the rule; an edit changes that and undo restores it', async () => {
    const [closed, next] = [inDays(203), inDays(204)]
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: closed })
        .execute(),
    )
    const { rule_id, series_id } = await rule({
      start_date: closed,
      end_date: inDays(230),
      skips_closed: true,
    })
    const held = async () => {
      const { occurrences } = (
        await bed.ask('olga', `GET /api/schedule?from=${closed}&to=${inDays(216)}`)
      ).body
      return occurrences
        .filter((visit: { series_id: string }) => visit.series_id === series_id)
        .map((visit: { date: string }) => visit.date)
    }
    expect(await held()).toEqual([inDays(210)])
    const patch = (body: object) => bed.ask('olga', `PATCH /api/schedule/${rule_id}`, body)
    expect((await patch({ skips_closed: false, dry_run: true })).body.rule.skips_closed).toBe(false)
    const { body } = await patch({ skips_closed: false })
    expect(await held()).toEqual([next, inDays(210)])
    expect((await bed.ask('olga', `POST /api/schedule/edits/${body.edit_id}/undo`)).status).toBe(
      200,
    )
    expect(await held()).toEqual([inDays(210)])
    // A new pattern keeps the setting.
    const renewed = await patch({
      scope: 'following',
      date: inDays(210),
      pattern: 'every_x_weeks',
      interval: 2,
    })
    expect(renewed.body.rule).toMatchObject({ skips_closed: true, interval: 2 })
    expect((await patch({ scope: 'this', date: inDays(210), skips_closed: false })).status).toBe(
      422,
    )
    await bed.write((tx) => tx.deleteFrom('closed_dates').where('date', '=', closed).execute())
  })

  it('the first visit is the first date that fits the pattern', async () => {
    const weekday = new Date(`${inDays(3)}T12:00:00Z`).getUTCDay()
    const { body } = await bed.ask('olga', 'POST /api/schedule', {
      customer_id: await bed.addCustomer('Later'),
      service_key: 'mow',
      pattern: 'weekly',
      weekdays: [weekday],
      start_date: today,
    })
    expect(body.first_visit.date).toBe(inDays(3))
    expect(body.warnings).toContainEqual({
      code: 'date_shifted',
      sentence: `The first visit is on ${dateText(inDays(3))}.`,
    })
  })

  it('a repeated key returns the first response; 422 for the same key with another body', async () => {
    const body = {
      customer_id: await bed.addCustomer('Again'),
      service_key: 'mow',
      pattern: 'weekly',
      start_date: today,
    }
    const key = { 'idempotency-key': `add-${n++}-again` }
    const [first, second] = [
      await bed.ask('olga', 'POST /api/schedule', body, key),
      await bed.ask('olga', 'POST /api/schedule', body, key),
    ]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(
      await bed.ask('olga', 'POST /api/schedule', { ...body, pattern: 'monthly' }, key),
    ).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict' },
    })
  })

  it('409 duplicate, however many simultaneous calls', async () => {
    const body = {
      customer_id: await bed.addCustomer('Twice'),
      service_key: 'mow',
      pattern: 'every_x_weeks',
      interval: 2,
      start_date: today,
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bed.ask('olga', 'POST /api/schedule', body)),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(answers.find((answer) => answer.status === 409)!.body.code).toBe('duplicate')
    expect((await bed.ask('olga', 'POST /api/schedule', { ...body, interval: 3 })).status).toBe(201)
  })

  it.each([
    ['customer_paused', () => ({ customer_id: bed.ids.pam }), undefined],
    ['customer_archived', () => ({ customer_id: archived }), undefined],
    ['customer_is_lead', () => ({ customer_id: bed.ids.lou }), undefined],
    ['invalid', () => ({ customer_id: bed.ids.theirs }), { customer_id: 'Select a customer' }],
    ['invalid', () => ({ customer_id: '' }), { customer_id: 'Select a customer' }],
    ['invalid', () => ({ service_key: 'sweep' }), { service_key: 'Select a service' }],
    ['invalid', () => ({ service_key: undefined }), { service_key: 'Select a service' }],
    [
      'invalid',
      () => ({ pattern: 'every_x_weeks', interval: 27 }),
      { interval: 'Choose 1 to 26 weeks' },
    ],
    ['invalid', () => ({ pattern: 'every_x_weeks', interval: 0 }), { interval: 'At least 1' }],
    [
      'invalid',
      () => ({ end_date: inDays(-1) }),
      { end_date: 'The end date is before the start date' },
    ],
    [
      'invalid',
      () => ({ team_id: '018f0000-0000-7000-8000-000000000000' }),
      { team_id: 'Choose a team.' },
    ],
    [
      'invalid',
      () => ({ location_id: '018f0000-0000-7000-8000-000000000000' }),
      { location_id: 'Choose one of the customer’s places.' },
    ],
  ])('422 %s for %s', async (code, wrong, fields) => {
    const answer = await bed.ask('olga', 'POST /api/schedule', {
      customer_id: bed.ids.bob,
      service_key: 'mow',
      pattern: 'weekly',
      start_date: today,
      ...wrong(),
    })
    expect(answer).toMatchObject({ status: 422, body: { code, ...(fields ? { fields } : {}) } })
  })

  it('403 for a crew', async () =>
    expect((await bed.ask('lea', 'POST /api/schedule', {})).status).toBe(403))
})

describe('PATCH /api/schedule/{rule_id}/team', () => {
  it('reassigns open visits; an individual team stays unless replaced', async () => {
    const { rule_id, series_id, first } = await rule()
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id,
      date: inDays(7),
      team_id: null,
    })
    const { body } = await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, {
      team_id: bed.ids.south,
    })
    expect(body).toMatchObject({
      ok: true,
      team_id: bed.ids.south,
      kept: 2,
      changed: 0,
      edit_id: expect.any(String),
    })
    expect((await visitsOf(series_id)).map((visit) => visit.team_id)).toEqual([
      bed.ids.north,
      null,
      bed.ids.south,
      bed.ids.south,
      bed.ids.south,
    ])
    await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, {
      team_id: bed.ids.south,
      replace_changed: true,
    })
    expect((await visitsOf(series_id)).map((visit) => visit.team_id).slice(0, 3)).toEqual([
      bed.ids.north,
      bed.ids.south,
      bed.ids.south,
    ])
    const [event] = (await bed.events('rule.changed')).slice(-1)
    expect(event!.team_ids).toContain(bed.ids.south)
  })

  it('403 for a crew, 422 for an unknown team, 404 for another business', async () => {
    const { rule_id } = await rule()
    expect(
      (await bed.ask('lea', `PATCH /api/schedule/${rule_id}/team`, { team_id: bed.ids.north }))
        .status,
    ).toBe(403)
    expect(
      (await bed.ask('olga', `PATCH /api/schedule/${rule_id}/team`, { team_id: bed.ids.org }))
        .status,
    ).toBe(422)
    expect(
      (await bed.ask('zed', `PATCH /api/schedule/${rule_id}/team`, { team_id: null })).status,
    ).toBe(404)
  })
})

describe('PATCH /api/schedule/{rule_id}', () => {
  it('this: one visit', async () => {
    const { series_id, visit } = await rule()
    expect(
      (
        await edit(visit(inDays(7)), {
          scope: 'this',
          start_time: '10:00',
          price_cents: 5000,
          notes: 'Bring the ladder',
        })
      ).body,
    ).toMatchObject({
      ok: true,
      changed: 1,
    })
    expect(
      (await visitsOf(series_id))
        .map((one) => [one.start_minutes, one.price_cents, one.notes])
        .slice(0, 3),
    ).toEqual([
      [null, 4500, null],
      [600, 5000, 'Bring the ladder'],
      [null, 4500, null],
    ])
  })

  it('following: splits the series; visit ids stay and an older rule id still works', async () => {
    const { rule_id, series_id, visit } = await rule()
    const { body } = await edit(rule_id, {
      scope: 'following',
      date: inDays(14),
      start_time: '13:00',
      team_id: bed.ids.south,
    })
    expect(body.rule).toMatchObject({ series_id, start_date: inDays(14), anchor_date: today })
    expect(body.rule.id).not.toBe(rule_id)
    const visits = await visitsOf(series_id)
    expect(visits.map((one) => one.id)).toEqual(
      [0, 7, 14, 21, 28].map((days) => visit(inDays(days))),
    )
    expect(visits.map((one) => one.start_minutes)).toEqual([null, null, 780, 780, 780])
    expect(
      (
        await bed.ask('olga', 'POST /api/schedule/set-time', {
          rule_id,
          date: inDays(21),
          start_time: '15:00',
        })
      ).body.visit,
    ).toMatchObject({
      id: visit(inDays(21)),
      rule_id: body.rule.id,
      start_minutes: 900,
    })
    expect((await bed.ask('olga', `GET /api/schedule/${rule_id}`)).body.id).toBe(rule_id)
    expect((await bed.ask('olga', `GET /api/schedule/${visit(inDays(21))}`)).body.id).toBe(
      body.rule.id,
    )
  })

  it('a split keeps the cycle: every 2 weeks stays every 2 weeks, the 31st stays the last', async () => {
    const two = await rule({ pattern: 'every_x_weeks', interval: 2 })
    await edit(two.rule_id, { scope: 'following', date: inDays(14), price_cents: 6000 })
    expect((await visitsOf(two.series_id, today, inDays(60))).map((one) => one.date)).toEqual(
      [0, 14, 28, 42, 56].map(inDays),
    )
    const month = await rule({ pattern: 'monthly', start_date: '2027-01-31', end_date: null })
    await edit(month.rule_id, { scope: 'following', date: '2027-02-28', price_cents: 6000 })
    expect(
      (await visitsOf(month.series_id, '2027-01-15', '2027-04-10')).map((one) => [
        one.date,
        one.price_cents,
      ]),
    ).toEqual([
      ['2027-01-31', 4500],
      ['2027-02-28', 6000],
      ['2027-03-31', 6000],
    ])
  })

  it('a new pattern drops edited visits without a matching date, unless kept; completed ones always stay', async () => {
    for (const keep_changed of [false, true]) {
      const { rule_id, series_id, first, visit } = await rule()
      await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
      await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/reschedule`, {
        to_date: inDays(8),
      })
      const dry = (
        await edit(rule_id, {
          scope: 'all',
          pattern: 'every_x_weeks',
          interval: 2,
          dry_run: true,
          keep_changed,
        })
      ).body
      expect(dry).toMatchObject({ dry_run: true, dropped: keep_changed ? 0 : 1 })
      expect(await visitsOf(series_id)).toHaveLength(5)
      const { body } = await edit(rule_id, {
        scope: 'all',
        pattern: 'every_x_weeks',
        interval: 2,
        keep_changed,
      })
      expect(body).toMatchObject({
        ...dry,
        dry_run: false,
        edit_id: expect.any(String),
        rule: {
          ...dry.rule,
          id: body.rule.id,
          rule_id: body.rule.id,
          created_at: body.rule.created_at,
          updated_at: body.rule.updated_at,
        },
      })
      expect((await visitsOf(series_id)).map((one) => [one.id, one.date])).toEqual([
        [first, today],
        ...(keep_changed ? [[visit(inDays(7)), inDays(8)]] : []),
        [visit(inDays(14)), inDays(14)],
        [visit(inDays(28)), inDays(28)],
      ])
    }
  })

  it('previews conflicts, starting with the first edited visit', async () => {
    const other = await rule({
      start_minutes: 600,
      start_date: inDays(70),
      pattern: 'once',
      team_id: bed.ids.south,
    })
    const { visit } = await rule({ start_date: inDays(56), team_id: bed.ids.south })
    const input = { scope: 'following', start_minutes: 630, dry_run: true }
    const { body } = await edit(visit(inDays(63)), input)
    expect(body).toMatchObject({
      conflicts: 1,
      conflict_list: [
        {
          occurrence_id: visit(inDays(70)),
          date: inDays(70),
          code: 'overlap',
          sentence: 'The team has another visit at this time.',
        },
      ],
    })
    await bed.ask('olga', `POST /api/schedule/${other.first}/skip`, {})
    expect((await edit(visit(inDays(63)), input)).body.conflicts).toBe(0)
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(77))}/reschedule`, {
      to_date: inDays(84),
      start_minutes: 900,
    })
    const twice = {
      date: inDays(84),
      code: 'same_series',
      sentence: 'Another visit of the series is on this day.',
    }
    expect((await edit(visit(inDays(63)), input)).body.conflict_list).toEqual(
      expect.arrayContaining(
        [77, 84].map((days) => ({ ...twice, occurrence_id: visit(inDays(days)) })),
      ),
    )
    expect(
      (await edit(visit(inDays(63)), { scope: 'following', price_cents: 4700, dry_run: true })).body
        .conflict_list,
    ).toEqual([])
  })

  it('never changes paid visits or ones being paid', async () => {
    const { rule_id, series_id, first } = await rule()
    const { invoice_id } = (await bed.ask('olga', `POST /api/schedule/${first}/seed-invoice`, {}))
      .body
    await bed.write((tx) =>
      tx
        .updateTable('invoices')
        .set({ doc: 'open', number: 8000 + n, money: 'processing' })
        .where('id', '=', invoice_id as string)
        .execute(),
    )
    expect((await edit(rule_id, { price_cents: 9900, team_id: bed.ids.south })).body).toMatchObject(
      { kept: 1 },
    )
    expect(
      (await visitsOf(series_id)).map((one) => [one.price_cents, one.team_id]).slice(0, 2),
    ).toEqual([
      [4500, bed.ids.north],
      [9900, bed.ids.south],
    ])
  })

  it('422 for a pattern on one visit, a scope without its visit, a wrong team', async () => {
    const { rule_id, first } = await rule()
    expect((await edit(first, { scope: 'this', pattern: 'monthly' })).body.fields).toEqual({
      scope: 'A pattern applies to the series, not to one visit.',
    })
    expect((await edit(rule_id, { scope: 'following', price_cents: 1 })).body.fields).toEqual({
      date: 'Which date of the series?',
    })
    expect((await edit(rule_id, { team_id: bed.ids.org })).status).toBe(422)
    expect((await edit(rule_id, { pattern: 'every_x_months', interval: 25 })).body.fields).toEqual({
      interval: 'Choose 1 to 24 months',
    })
  })
})

describe('GET /api/schedule/{rule_id}', () => {
  it('a crew leader can read the team’s rules, without prices', async () => {
    const { rule_id } = await rule({ price_cents: 7000 })
    expect((await bed.ask('olga', `GET /api/schedule/${rule_id}`)).body.price_cents).toBe(7000)
    expect((await bed.ask('lea', `GET /api/schedule/${rule_id}`)).body.price_cents).toBeNull()
    expect((await bed.ask('ben', `GET /api/schedule/${rule_id}`)).status).toBe(404)
    expect((await bed.ask('max', `GET /api/schedule/${rule_id}`)).status).toBe(403)
    expect((await bed.ask('zed', `GET /api/schedule/${rule_id}`)).status).toBe(404)
  })
})

describe('POST /api/schedule/{rule_id}/end', () => {
  it('drops later visits, keeps ones moved there', async () => {
    const { rule_id, series_id, first, visit } = await rule()
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(14))}/reschedule`, {
      to_date: inDays(16),
    })
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id,
      date: inDays(21),
      start_time: '08:00',
    })
    const { body } = await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, {
      end_date: inDays(7),
    })
    expect(body).toMatchObject({
      ok: true,
      kept: 1,
      dropped: 1,
      dropped_visits: [{ occurrence_id: visit(inDays(21)) }],
    })
    expect((await visitsOf(series_id)).map((one) => one.id)).toEqual([
      first,
      visit(inDays(7)),
      visit(inDays(14)),
    ])
    expect(
      (await bed.ask('olga', `POST /api/schedule/${visit(inDays(14))}/skip`, {})).body.visit.status,
    ).toBe('skipped')
    expect((await bed.events('rule.removed')).at(-1)!.data).toMatchObject({
      series_id,
      date: inDays(8),
    })
  })

  it('never extends a rule', async () => {
    const { rule_id, series_id } = await rule({ start_date: inDays(-14), end_date: inDays(-7) })
    await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { end_date: inDays(21) })
    expect(await visitsOf(series_id)).toEqual([])
  })

  it('denies requests about dropped dates', async () => {
    const { rule_id, visit } = await rule({ customer_id: bed.ids.bob })
    const ask = async (days: number) =>
      (
        await bed.ask('bob', 'POST /api/users/request-reschedule', {
          date: inDays(days),
          occurrence_id: visit(inDays(days)),
        })
      ).body.request.id as string
    const [gone, changed] = [await ask(7), await ask(14)]
    await edit(rule_id, {
      scope: 'following',
      date: inDays(7),
      pattern: 'monthly',
      start_date: inDays(9),
    })
    const { items } = (await bed.ask('olga', 'GET /api/owner/customer-requests?status=denied')).body
    expect(items.map((item: { id: string }) => item.id)).toEqual(
      expect.arrayContaining([gone, changed]),
    )
  })

  it('archiving a customer ends everything that isn’t completed or billed', async () => {
    const customer_id = await bed.addCustomer('Leaving')
    const { series_id, first, visit } = await rule({ customer_id })
    const later = await rule({ customer_id, service_key: 'look', start_date: inDays(3) })
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/reschedule`, {
      to_date: inDays(9),
    })
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(14))}/seed-invoice`, {})
    expect(await bed.write((tx) => endCustomerRules(tx, customer_id, today))).toBe(2)
    expect((await visitsOf(series_id)).map((one) => one.id)).toEqual([first, visit(inDays(14))])
    expect(await visitsOf(later.series_id)).toEqual([])
  })

  it('an end before the start leaves no visits; extending restores dates', async () => {
    const { rule_id, series_id } = await rule({ start_date: inDays(5) })
    await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, {})
    expect(await visitsOf(series_id)).toEqual([])
    const other = await rule({ end_date: inDays(7) })
    await edit(other.rule_id, { end_date: null })
    expect(await visitsOf(other.series_id)).toHaveLength(5)
  })
})

describe('POST /api/schedule/edits/{id}/undo', () => {
  const undo = (edit_id: string, who: Parameters<TestBed['ask']>[0] = 'olga') =>
    bed.ask(who, `POST /api/schedule/edits/${edit_id}/undo`)
  const look = async (series_id: string) =>
    (await visitsOf(series_id, inDays(-14), inDays(60))).map((visit) => ({
      ...visit,
      rule_id: null,
      version: null,
    }))

  it('restores everything an edit changed or dropped; a second undo returns the same', async () => {
    const { rule_id, series_id, first, visit } = await rule({
      customer_id: bed.ids.bob,
      service_key: 'look',
      price_cents: 4500,
      notes: 'Gate code 1',
    })
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/reschedule`, {
      to_date: inDays(8),
      start_time: '09:00',
    })
    await bed.ask('bob', 'POST /api/users/request-reschedule', {
      date: inDays(7),
      occurrence_id: visit(inDays(7)),
    })
    const before = await look(series_id)
    const edited = (
      await edit(rule_id, {
        pattern: 'every_x_weeks',
        interval: 2,
        price_cents: 9900,
        notes: 'Gate code 2',
      })
    ).body
    expect(edited).toMatchObject({
      kept: 1,
      dropped: 1,
      kept_visits: [{ occurrence_id: first, date: today, reason: 'Completed' }],
    })
    expect((await look(series_id))[0]).toMatchObject({ notes: 'Gate code 1', price_cents: 4500 })
    // A repeated call that changes nothing doesn't count as a change.
    await bed.ask('olga', `DELETE /api/schedule/${visit(inDays(14))}/time`)

    const answer = await undo(edited.edit_id)
    expect(answer).toMatchObject({ status: 200, body: { ok: true, restored: 1 } })
    expect(await look(series_id)).toEqual(before)
    expect((await undo(edited.edit_id)).body).toEqual(answer.body)
    const { items } = (await bed.ask('olga', 'GET /api/owner/customer-requests?status=requested'))
      .body
    expect(items.map((item: { occurrence_id: string }) => item.occurrence_id)).toContain(
      visit(inDays(7)),
    )
    expect((await bed.events('rule.changed')).at(-1)!.data).toMatchObject({
      series_id,
      undone: true,
    })
    // The id of the rule the edit created still resolves to the series.
    expect((await bed.ask('olga', `GET /api/schedule/${edited.rule.id}`)).body).toMatchObject({
      series_id,
      pattern: 'weekly',
    })
  })

  it('two simultaneous undos apply once', async () => {
    const { rule_id, series_id } = await rule()
    const before = await look(series_id)
    const { edit_id } = (await edit(rule_id, { start_time: '07:00' })).body
    const answers = await Promise.all([undo(edit_id), undo(edit_id, 'mike')])
    expect(answers.map((answer) => [answer.status, answer.body.ok])).toEqual([
      [200, true],
      [200, true],
    ])
    expect(await look(series_id)).toEqual(before)
    expect(
      (await bed.events('rule.changed')).filter(
        (event) =>
          (event.data as { undone?: true; series_id: string }).undone &&
          (event.data as { series_id: string }).series_id === series_id,
      ),
    ).toHaveLength(1)
  })

  it('one edit after the other, back to the start', async () => {
    const { rule_id, series_id, visit } = await rule()
    const states = [await look(series_id)]
    const edits: string[] = []
    for (const [ref, body] of [
      [visit(inDays(14)), { scope: 'following', start_time: '13:00' }],
      [visit(inDays(7)), { scope: 'this', team_id: bed.ids.south, notes: 'Ladder' }],
      [rule_id, { scope: 'all', team_id: null }],
      [rule_id, { scope: 'all', end_date: inDays(21) }],
    ] as const) {
      edits.push((await edit(ref, body)).body.edit_id as string)
      states.push(await look(series_id))
    }
    for (const edit_id of edits.toReversed()) {
      expect(await look(series_id)).toEqual(states.pop())
      expect((await undo(edit_id)).body.ok).toBe(true)
    }
    expect(await look(series_id)).toEqual(states[0])
  })

  it('undoing an edit from before a column existed keeps that column’s value', async () => {
    const { rule_id, series_id } = await rule()
    await edit(rule_id, { skips_closed: true })
    const before = await look(series_id)
    const { edit_id } = (await edit(rule_id, { start_time: '07:00' })).body
    await bed.write((tx) =>
      sql`update schedule_edits set image = jsonb_set(image, '{rules,0,before}', (image #> '{rules,0,before}') - 'counts_from' - 'skips_closed')
        where id = ${edit_id}`.execute(tx),
    )
    expect((await undo(edit_id)).body).toMatchObject({ ok: true })
    expect(await look(series_id)).toEqual(before)
    expect((await bed.ask('olga', `GET /api/schedule/${rule_id}`)).body).toMatchObject({
      skips_closed: true,
      counts_from: 'schedule',
    })
  })

  it('409 edit_overtaken if anything changed since', async () => {
    for (const meanwhile of [
      (visit: string) => bed.ask('olga', `POST /api/schedule/${visit}/skip`, {}),
      (visit: string) =>
        bed.ask('olga', `POST /api/schedule/${visit}/complete`, { confirm_future: true }),
      (visit: string) => bed.ask('olga', `POST /api/schedule/${visit}/seed-invoice`, {}),
      (visit: string) => edit(visit, { scope: 'following', price_cents: 1 }),
      (visit: string) =>
        bed.ask('olga', `POST /api/schedule/${visit}/end`, { end_date: inDays(30) }),
    ]) {
      const { rule_id, visit } = await rule()
      const { edit_id } = (await edit(rule_id, { team_id: bed.ids.south })).body
      expect((await meanwhile(visit(inDays(14)))).status).toBe(200)
      expect(await undo(edit_id)).toMatchObject({
        status: 409,
        body: {
          code: 'edit_overtaken',
          error: 'Something changed since then, so this can no longer be undone.',
        },
      })
    }
  })

  it('409 undo_expired after 15 minutes; 403 for a crew; 404 for other businesses and unknown edits', async () => {
    const { rule_id } = await rule()
    const { edit_id } = (await edit(rule_id, { price_cents: 5100 })).body
    expect((await undo(edit_id, 'lea')).status).toBe(403)
    expect((await undo(edit_id, 'zed')).status).toBe(404)
    expect((await undo(rule_id)).status).toBe(404)
    await bed.write((tx) =>
      sql`update schedule_edits set created_at = now() - interval '16 minutes' where id = ${edit_id}`.execute(
        tx,
      ),
    )
    expect(await undo(edit_id)).toMatchObject({
      status: 409,
      body: { code: 'undo_expired', error: 'It is too late to undo this.' },
    })
  })

  it('nothing to undo: a dry run, and an edit that changes nothing', async () => {
    const { rule_id, first } = await rule()
    expect((await edit(rule_id, { price_cents: 1, dry_run: true })).body.edit_id).toBeNull()
    expect((await edit(first, { scope: 'this', notes: 'Dog' })).body).toMatchObject({
      changed: 1,
      edit_id: expect.any(String),
    })
    expect((await edit(first, { scope: 'this', notes: 'Dog' })).body).toMatchObject({
      changed: 0,
      edit_id: null,
    })
    await edit(rule_id, { price_cents: 6100 })
    expect((await edit(rule_id, { price_cents: 6100 })).body).toMatchObject({
      changed: 0,
      edit_id: null,
    })
  })
})

describe('POST /api/schedule/{rule_id}/pause and resume', () => {
  const pause = (rule_id: string, body: object = {}) =>
    bed.ask('olga', `POST /api/schedule/${rule_id}/pause`, body)
  const statuses = async (series_id: string) => (await visitsOf(series_id)).map((one) => one.status)

  it('pauses the visits in between, which resume automatically; repeating changes nothing', async () => {
    const { rule_id, series_id, first, visit } = await rule()
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, {})
    const input = { from: inDays(7), resume_on: inDays(21), reason: 'New lawn' }
    const paused = await pause(rule_id, input)
    expect(paused.body).toMatchObject({
      ok: true,
      rule: { pause: input },
      edit_id: expect.any(String),
    })
    expect(await statuses(series_id)).toEqual([
      'completed',
      'skipped',
      'skipped',
      'scheduled',
      'scheduled',
    ])
    expect((await bed.events('rule.changed')).at(-1)!.data).toMatchObject({ series_id })
    expect((await pause(rule_id, input)).body.edit_id).toBeNull()
    expect(
      await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/restore`, {}),
    ).toMatchObject({
      status: 409,
      body: { code: 'rule_paused', error: 'This work is paused.' },
    })
    expect(
      await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/complete`, {
        confirm_future: true,
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'visit_paused' },
    })
    // A split keeps the pause.
    await edit(visit(inDays(14)), { scope: 'following', start_time: '09:00' })
    expect(await statuses(series_id)).toEqual([
      'completed',
      'skipped',
      'skipped',
      'scheduled',
      'scheduled',
    ])
  })

  it('resumes on request, and undoes a pause', async () => {
    const { rule_id, series_id } = await rule()
    const { edit_id } = (await pause(rule_id)).body
    expect(new Set(await statuses(series_id))).toEqual(new Set(['skipped']))
    expect((await bed.ask('olga', `POST /api/schedule/edits/${edit_id}/undo`)).status).toBe(200)
    expect(new Set(await statuses(series_id))).toEqual(new Set(['scheduled']))
    await pause(rule_id, { from: inDays(7) })
    const resumed = await bed.ask('olga', `POST /api/schedule/${rule_id}/resume`)
    expect(resumed.body).toMatchObject({ rule: { pause: null }, edit_id: expect.any(String) })
    expect(new Set(await statuses(series_id))).toEqual(new Set(['scheduled']))
    expect((await bed.ask('olga', `POST /api/schedule/${rule_id}/resume`)).body.edit_id).toBeNull()
  })

  it('notifies teams of upcoming visits only, without reading past ones', async () => {
    const { rule_id, visit } = await rule({ start_date: inDays(-28) })
    for (const days of [-28, -21, -14, -7])
      await bed.ask('olga', `POST /api/schedule/${visit(inDays(days))}/complete`, {})
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(-7))}/reopen`, {})
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(-7))}/reschedule`, {
      to_date: inDays(3),
      team_id: bed.ids.south,
    })
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(7))}/skip`, {})
    const read = await bed.rowsRead(/ from "visits" as "v"/, () =>
      pause(rule_id, { from: inDays(14) }),
    )
    expect(read.map((row) => row['original_date'])).toEqual([inDays(-7), inDays(7)])
    expect(new Set((await bed.events('rule.changed')).at(-1)!.team_ids)).toEqual(
      new Set([bed.ids.north, bed.ids.south]),
    )
  })

  it('422 for invalid dates, 403 for a crew, 404 for another business and when the rule has ended', async () => {
    const { rule_id } = await rule()
    expect((await pause(rule_id, { from: inDays(-1) })).body.fields).toEqual({
      from: 'Choose today or a later day.',
    })
    expect((await pause(rule_id, { resume_on: today })).body.fields).toEqual({
      resume_on: 'Choose a day after today.',
    })
    expect((await bed.ask('lea', `POST /api/schedule/${rule_id}/pause`, {})).status).toBe(403)
    expect((await bed.ask('zed', `POST /api/schedule/${rule_id}/pause`, {})).status).toBe(404)
    await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { end_date: inDays(-1) })
    expect(await pause(rule_id)).toMatchObject({
      status: 404,
      body: { error: 'This series has ended.' },
    })
  })
})

describe('GET /api/schedule/ending', () => {
  it('lists series ending within 30 days, soonest first; extending one removes it and continues its visits', async () => {
    const soon = await rule({ end_date: inDays(3) })
    const later = await rule({ end_date: inDays(30) })
    const far = await rule({ end_date: inDays(31) })
    const once = await rule({ pattern: 'once' })
    const ending = async () => {
      const { items } = (await bed.ask('olga', 'GET /api/schedule/ending?limit=100')).body
      return (items as { rule_id: string }[]).filter((item) =>
        [soon, later, far, once].some((one) => one.rule_id === item.rule_id),
      )
    }
    expect(await ending()).toMatchObject([
      { rule_id: soon.rule_id, title: 'Mowing', end_date: inDays(3), days_left: 3 },
      { rule_id: later.rule_id, days_left: 30 },
    ])
    const page = (await bed.ask('olga', 'GET /api/schedule/ending?limit=1')).body
    const next = (
      await bed.ask('olga', `GET /api/schedule/ending?limit=1&cursor=${page.next_cursor}`)
    ).body
    expect(next.items[0].rule_id).not.toBe(page.items[0].rule_id)
    expect((await bed.ask('olga', 'GET /api/schedule/ending?cursor=2026-02-31_x')).status).toBe(422)

    expect(await visitsOf(soon.series_id)).toHaveLength(1)
    const extended = await edit(soon.rule_id, { end_date: inDays(200) })
    expect(extended.body).toMatchObject({
      rule: { id: soon.rule_id, end_date: inDays(200) },
      edit_id: expect.any(String),
    })
    expect(await visitsOf(soon.series_id)).toHaveLength(5)
    expect((await ending()).map((item) => item.rule_id)).toEqual([later.rule_id])
  })
})

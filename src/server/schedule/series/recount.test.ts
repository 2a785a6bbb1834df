import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { inDays, openTestBed, today, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
/** A weekly rule, for a new customer, that counts from the day of the work; its last date was three days ago. */
async function counted(given: object = {}) {
  const customer_id = await bed.addCustomer(`Counted ${n++}`)
  const rule = await bed.addRule({
    customer_id,
    service_key: 'look',
    start_date: inDays(-10),
    end_date: inDays(60),
    counts_from: 'completion',
    ...given,
  })
  const complete = (who: Parameters<TestBed['ask']>[0], date: string, body: object = {}) =>
    bed.ask(who, `POST /api/schedule/${rule.visit(date)}/complete`, body)
  const reopen = (date: string, who: Parameters<TestBed['ask']>[0] = 'olga') =>
    bed.ask(who, `POST /api/schedule/${rule.visit(date)}/reopen`)
  const dates = async (): Promise<string[]> => {
    const { occurrences } = (await bed.ask('olga', windowOf(inDays(-20), inDays(70)))).body
    return occurrences
      .filter((one: { series_id: string }) => one.series_id === rule.series_id)
      .map((one: { date: string }) => one.date)
  }
  return { ...rule, customer_id, complete, reopen, dates }
}
const from = (first: number, until: number): string[] =>
  Array.from({ length: Math.floor((until - first) / 7) + 1 }, (_, at) => inDays(first + 7 * at))
const move = (visit: string, to_date: string, body: object = {}) =>
  bed.ask('olga', `POST /api/schedule/${visit}/reschedule`, { to_date, ...body })

describe('POST /api/schedule/{rule_id}/complete for a rule that counts from the day of the work', () => {
  it('a moved visit moves the following ones along, once, and returns the next date', async () => {
    const { visit, complete, dates, rule_id, series_id, customer_id } = await counted()
    await move(visit(inDays(-3)), today)
    const { status, body } = await complete('olga', inDays(-3))
    expect(status).toBe(200)
    expect(body.next).toEqual({ next_date: inDays(7), kept_visits: [], warnings: [] })
    expect(await dates()).toEqual([inDays(-10), today, ...from(7, 63)])
    const [event] = (await bed.events('rule.changed')).slice(-1)
    expect(event).toMatchObject({
      customer_id,
      team_ids: [bed.ids.north],
      data: { rule_id, series_id },
    })
    // Repeating returns the same, and moves nothing again.
    const again = await complete('olga', inDays(-3))
    expect(again.body).toMatchObject({ replayed: true, next: { next_date: inDays(7) } })
    expect(await dates()).toEqual([inDays(-10), today, ...from(7, 63)])
    expect((await bed.ask('olga', `GET /api/schedule/${visit(inDays(14))}`)).body).toMatchObject({
      counts_from: 'completion',
      anchor_date: today,
    })
  })

  it('completed later, counts from its date unless given the actual day', async () => {
    const held = await counted()
    expect((await held.complete('olga', inDays(-3))).body.next).toBeNull()
    expect(await held.dates()).toEqual(from(-10, 60))
    const series = await counted()
    expect(
      (await series.complete('olga', inDays(-3), { done_on: inDays(1) })).body.fields,
    ).toHaveProperty('done_on')
    expect((await series.complete('olga', inDays(-3), { done_on: inDays(-4) })).status).toBe(422)
    expect(await series.dates()).toEqual(from(-10, 60))
    expect(
      (await series.complete('olga', inDays(-3), { done_on: inDays(-1) })).body.next.next_date,
    ).toBe(inDays(6))
    expect(await series.dates()).toEqual([...from(-10, -3), ...from(6, 62)])
  })

  it('completed early, counts from today', async () => {
    const { complete, dates } = await counted()
    expect((await complete('olga', inDays(4))).body.code).toBe('future_visit')
    expect((await complete('olga', inDays(4), { confirm_future: true })).body.next).toEqual({
      next_date: inDays(7),
      kept_visits: [],
      warnings: [],
    })
    expect(await dates()).toEqual([...from(-10, 4), ...from(7, 56)])
  })

  it('edited visits stay, each in place of one date', async () => {
    const { visit, complete, dates } = await counted()
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: visit(inDays(4)),
      start_minutes: 600,
    })
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(18))}/skip`, {})
    const { body } = await complete('olga', inDays(-3), { done_on: today })
    expect(body.next).toEqual({
      next_date: inDays(4),
      kept_visits: [
        { occurrence_id: visit(inDays(4)), date: inDays(4), reason: 'Changed by hand' },
        { occurrence_id: visit(inDays(18)), date: inDays(18), reason: 'Cancelled' },
      ],
      warnings: [],
    })
    expect(await dates()).toEqual([
      inDays(-10),
      inDays(-3),
      ...[4, 14, 18].map(inDays),
      ...from(28, 63),
    ])
  })

  it('a visit with a customer request stays, along with the request', async () => {
    const { visit, complete, reopen, dates } = await counted({ customer_id: bed.ids.bob })
    const before = await dates()
    const asked = await bed.ask('bob', 'POST /api/users/request-reschedule', {
      date: inDays(4),
      occurrence_id: visit(inDays(4)),
    })
    expect(asked.status).toBe(200)
    const choices = (await bed.ask('olga', `GET /api/schedule/${visit(inDays(-3))}/completion`))
      .body.choices
    const { body } = await complete('olga', inDays(-3), { done_on: today })
    expect([choices[1].next_date, body.next.next_date]).toEqual([inDays(4), inDays(4)])
    expect(await dates()).toEqual([inDays(-10), inDays(-3), inDays(4), ...from(14, 63)])
    const open = (await bed.ask('olga', 'GET /api/owner/customer-requests')).body.items
    expect(open.map((one: { occurrence_id: string }) => one.occurrence_id)).toContain(
      visit(inDays(4)),
    )
    await reopen(inDays(-3))
    expect(await dates()).toEqual(before)
  })

  it('409 next_moves once, if requested, and only when visits would move', async () => {
    const { complete, dates } = await counted()
    const { status, body } = await complete('olga', inDays(-3), { ask_next: true })
    expect([status, body.code]).toEqual([409, 'next_moves'])
    expect(await dates()).toEqual(from(-10, 60))
    expect(
      (await complete('olga', inDays(-3), { ask_next: true, done_on: inDays(-3) })).status,
    ).toBe(200)
    expect((await complete('olga', inDays(-10), { ask_next: true })).body.next).toBeNull()
    const plain = await counted({ counts_from: 'schedule' })
    expect((await plain.complete('olga', inDays(-3), { ask_next: true })).body.next).toBeNull()
  })

  it('skipping, an earlier visit, and a rule that counts from the planned date move nothing', async () => {
    const { visit, complete, dates } = await counted()
    await bed.ask('olga', `POST /api/schedule/${visit(inDays(-3))}/skip`, {})
    expect(await dates()).toEqual(from(-10, 60))
    expect((await complete('olga', inDays(4), { confirm_future: true })).body.next).not.toBeNull()
    const after = await dates()
    expect((await complete('olga', inDays(-10), { done_on: today })).body.next).toBeNull()
    expect(await dates()).toEqual(after)
  })

  it('a crew’s completion moves the following visits, including other teams’', async () => {
    const { visit, complete, dates } = await counted()
    await bed.ask('olga', `PATCH /api/schedule/${visit(inDays(18))}`, {
      scope: 'following',
      date: inDays(18),
      team_id: bed.ids.south,
    })
    expect(
      (await bed.ask('max', `GET /api/schedule/${visit(inDays(-3))}/completion`)).body.choices,
    ).toHaveLength(2)
    expect((await bed.ask('ben', `GET /api/schedule/${visit(inDays(-3))}/completion`)).status).toBe(
      404,
    )
    expect((await complete('lea', inDays(-3), { done_on: today })).body.next.next_date).toBe(
      inDays(7),
    )
    expect(await dates()).toEqual([...from(-10, -3), ...from(7, 63)])
    const { occurrences } = (await bed.ask('ben', windowOf(inDays(1), inDays(40)))).body
    expect(occurrences.some((one: { date: string }) => one.date === inDays(21))).toBe(true)
  })

  it('two simultaneous calls: each visit is completed once, and dates count from the latest', async () => {
    const { complete, dates } = await counted()
    const answers = await Promise.all([
      complete('olga', inDays(-3), { done_on: today }),
      complete('mike', inDays(-3), { done_on: today }),
      complete('olga', inDays(-10)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1)
    expect(await dates()).toEqual([...from(-10, -3), ...from(7, 63)])
  })

  it('is atomic: a failing completion moves nothing, and a failing move leaves the visit open', async () => {
    const { series_id, visit, complete, dates } = await counted()
    // The database refuses the new segment: the completion must roll back.
    await bed.owner((tx) =>
      sql`create function refuse_rule() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
        tx,
      ),
    )
    await bed.owner((tx) =>
      sql`create trigger refuse_rule before insert on rules for each row execute function refuse_rule()`.execute(
        tx,
      ),
    )
    expect((await complete('olga', inDays(-3), { done_on: today })).status).toBe(500)
    await bed.owner((tx) => sql`drop trigger refuse_rule on rules`.execute(tx))
    await bed.owner((tx) => sql`drop function refuse_rule()`.execute(tx))
    expect(await dates()).toEqual(from(-10, 60))
    const row = await bed.write((tx) =>
      tx
        .selectFrom('visits')
        .select('status')
        .where('series_id', '=', series_id)
        .where('status', '=', 'completed')
        .execute(),
    )
    expect(row).toEqual([])
    expect((await complete('olga', inDays(-3), { done_on: today })).body.visit).toMatchObject({
      id: visit(inDays(-3)),
      is_completed: true,
    })
  })
})

describe('GET /api/schedule/{rule_id}/completion', () => {
  it('returns the next date for each possible day of the work, without changes', async () => {
    const { visit, dates, series_id } = await counted()
    const { body } = await bed.ask('olga', `GET /api/schedule/${visit(inDays(-3))}/completion`)
    expect(body.choices).toEqual([
      { done_on: inDays(-3), moves: false, next_date: inDays(4), kept_visits: [], warnings: [] },
      { done_on: today, moves: true, next_date: inDays(7), kept_visits: [], warnings: [] },
    ])
    const early = await bed.ask('olga', `GET /api/schedule/${visit(inDays(4))}/completion`)
    expect(early.body.choices).toEqual([
      { done_on: today, moves: true, next_date: inDays(7), kept_visits: [], warnings: [] },
    ])
    expect(await dates()).toEqual(from(-10, 60))
    expect(
      await bed.write((tx) =>
        tx.selectFrom('visits').select('version').where('series_id', '=', series_id).execute(),
      ),
    ).toEqual([])
  })

  it('skips a closed day, and warns about a day the customer isn’t available', async () => {
    const { visit, customer_id } = await counted()
    const doneToday = async () =>
      (await bed.ask('olga', `GET /api/schedule/${visit(inDays(-3))}/completion`)).body.choices[1]
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: inDays(7) })
        .execute(),
    )
    expect(await doneToday()).toMatchObject({ next_date: inDays(8), warnings: [] })
    await bed.write((tx) => tx.deleteFrom('closed_dates').where('date', '=', inDays(7)).execute())
    const day = new Date(`${inDays(6)}T12:00:00Z`)
      .toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
      .toLowerCase()
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ available_days: [day] })
        .where('id', '=', customer_id)
        .execute(),
    )
    expect(await doneToday()).toMatchObject({
      next_date: inDays(7),
      warnings: [{ code: 'customer_day_off' }],
    })
  })

  it('is empty for a rule that counts from the planned date; 404 for others’ visits', async () => {
    const { visit } = await counted({ counts_from: 'schedule' })
    expect(
      (await bed.ask('olga', `GET /api/schedule/${visit(inDays(4))}/completion`)).body,
    ).toEqual({ choices: [] })
    expect((await bed.ask('zed', `GET /api/schedule/${visit(inDays(4))}/completion`)).status).toBe(
      404,
    )
    expect((await bed.ask('bob', `GET /api/schedule/${visit(inDays(4))}/completion`)).status).toBe(
      403,
    )
  })
})

describe('POST /api/schedule/{rule_id}/reopen for a rule that counts from the day of the work', () => {
  it('restores the following visits', async () => {
    const { visit, complete, reopen, dates, series_id } = await counted()
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: visit(inDays(11)),
      start_minutes: 600,
    })
    const rules = () =>
      bed.write((tx) =>
        tx
          .selectFrom('rules')
          .select(['start_date', 'end_date', 'anchor_date'])
          .where('series_id', '=', series_id)
          .where('removed_at', 'is', null)
          .execute(),
      )
    const [before, were] = [await dates(), await rules()]
    await complete('olga', inDays(-3), { done_on: today })
    expect(await dates()).not.toEqual(before)
    const { status, body } = await reopen(inDays(-3))
    expect([status, body.warnings, await dates(), await rules()]).toEqual([200, [], before, were])
    // The same by a crew.
    await complete('lea', inDays(-3), { done_on: inDays(-1) })
    expect([(await reopen(inDays(-3), 'lea')).body.warnings, await dates()]).toEqual([[], before])
  })

  it('leaves them, with a message, if they changed since or it’s too late', async () => {
    const changed = await counted()
    await changed.complete('olga', inDays(-3), { done_on: today })
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: changed.visit(inDays(7)),
      start_minutes: 600,
    })
    const after = await changed.dates()
    const { body } = await changed.reopen(inDays(-3))
    expect(body.warnings).toEqual([
      { code: 'series_stays', sentence: expect.stringContaining('stay as they were counted') },
    ])
    expect([body.visit.status, await changed.dates()]).toEqual(['scheduled', after])

    const late = await counted()
    await late.complete('olga', inDays(-3), { done_on: today })
    await bed.owner((tx) =>
      sql`update schedule_edits set created_at = now() - interval '16 minutes'`.execute(tx),
    )
    expect((await late.reopen(inDays(-3))).body.warnings).toHaveLength(1)
    expect(await late.dates()).toEqual([...from(-10, -3), ...from(7, 63)])
  })
})

describe('buffer_days and counts_from of a rule', () => {
  it('are set when adding, edited for following visits, and undone', async () => {
    const { rule_id, visit } = await counted({ buffer_days: 4, counts_from: 'schedule' })
    const read = async (date = inDays(4)) =>
      (await bed.ask('olga', `GET /api/schedule/${visit(date)}`)).body
    expect(await read()).toMatchObject({ buffer_days: 4, counts_from: 'schedule' })
    const { body } = await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, {
      scope: 'following',
      date: inDays(11),
      buffer_days: 0,
      counts_from: 'completion',
    })
    expect([await read(), await read(inDays(11))]).toMatchObject([
      { buffer_days: 4, counts_from: 'schedule' },
      { buffer_days: 0, counts_from: 'completion' },
    ])
    await bed.ask('olga', `POST /api/schedule/edits/${body.edit_id}/undo`)
    expect(await read(inDays(11))).toMatchObject({ buffer_days: 4, counts_from: 'schedule' })
    for (const wrong of [{ buffer_days: 61 }, { buffer_days: -1 }, { counts_from: 'moon' }]) {
      expect((await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, wrong)).status).toBe(422)
    }
    expect(
      (
        await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, {
          scope: 'this',
          date: inDays(4),
          buffer_days: 2,
        })
      ).status,
    ).toBe(422)
  })

  it('several weekdays count from the planned date, whichever is set first', async () => {
    const body = {
      customer_id: bed.ids.cleo,
      service_key: 'look',
      pattern: 'weekly',
      start_date: today,
      counts_from: 'completion',
    }
    const added = await bed.ask('olga', 'POST /api/schedule', { ...body, weekdays: [1, 4] })
    expect([added.status, added.body.fields]).toEqual([
      422,
      { counts_from: 'With several weekdays, the next visit counts from the planned date.' },
    ])
    const { rule_id } = await counted()
    const edited = await bed.ask('olga', `PATCH /api/schedule/${rule_id}`, { weekdays: [1, 4] })
    expect([edited.status, Object.keys(edited.body.fields)]).toEqual([422, ['counts_from']])
    const other = await counted({ counts_from: 'schedule', weekdays: [1, 4] })
    const chosen = await bed.ask('olga', `PATCH /api/schedule/${other.rule_id}`, {
      counts_from: 'completion',
    })
    expect([chosen.status, Object.keys(chosen.body.fields)]).toEqual([422, ['counts_from']])
  })

  it('moving a visit beyond the buffer warns and still works', async () => {
    const { visit } = await counted({ buffer_days: 2 })
    expect((await move(visit(inDays(4)), inDays(6))).body.warnings).toEqual([])
    const { status, body } = await move(visit(inDays(4)), inDays(7))
    expect([status, body.visit.date, body.visit.buffer_days]).toEqual([200, inDays(7), 2])
    expect(body.warnings).toMatchObject([
      {
        code: 'outside_buffer',
        sentence: expect.stringMatching(/^That is more than 2 days from its date, /),
      },
    ])
    // Another time on that day adds no warning.
    const timed = await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: visit(inDays(4)),
      start_minutes: 600,
    })
    expect(timed.body.warnings).not.toContainEqual(
      expect.objectContaining({ code: 'outside_buffer' }),
    )
    const lost = await bed.ask('olga', 'POST /api/schedule/lost-day', {
      date: inDays(7),
      team_ids: null,
      act: 'next_working_day',
      reason: 'weather',
      notify: false,
      dry_run: true,
    })
    expect(
      lost.body.visits.find(
        (one: { occurrence_id: string }) => one.occurrence_id === visit(inDays(4)),
      ).warnings,
    ).toContainEqual(expect.objectContaining({ code: 'outside_buffer' }))
  })
})

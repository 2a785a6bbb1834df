import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandOf as act,
  inDays,
  openTestBed,
  today,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'

byDay()
let bed: TestBed
beforeAll(async () => void (bed = await openTestBed()))
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
const hour = 3_600_000
let n = 0
/** Work of the north crew today, for a customer of its own. */
const work = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Lake ${n++}`), ...given })
const send = async (who: Name, ...commands: object[]) => {
  const { status, body } = await bed.ask(who, 'POST /api/crew/commands', { commands })
  expect([status, body]).toEqual([200, body])
  return body.answers as { client_id: string; result: string; reason: string | null }[]
}
const see = async (id: string) =>
  (await bed.ask('olga', windowOf(inDays(-20), inDays(60)))).body.occurrences.find(
    (one: { id: string }) => one.id === id,
  )
const reports = async () => (await bed.ask('olga', 'GET /api/owner/crew-reports')).body.items
const reportOf = async (customer: string) =>
  (await reports()).find((one: { customer_name: string }) => one.customer_name === customer)
const nameOf = async (id: string): Promise<string> => (await see(id)).customer.name
const office = async (call: string, body: object = {}) => {
  const answer = await bed.ask('olga', call, body)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body
}
const invoicesOf = (series_id: string) =>
  bed.owner((tx) =>
    tx
      .selectFrom('invoice_lines')
      .select(['invoice_id', 'total_cents'])
      .where('series_id', '=', series_id)
      .execute(),
  )
const attempts = () =>
  bed
    .owner((tx) => tx.selectFrom('charge_attempts').select('id').execute())
    .then((all) => all.length)

describe('finished work', () => {
  it('counts from when it was done, not from when it was sent', async () => {
    const { first } = await work()
    expect(await send('lea', act('finish', first, { waited_ms: 3 * hour }))).toMatchObject([
      { result: 'done', reason: null, message: 'Completed — invoice created' },
    ])
    const visit = await see(first)
    expect(visit).toMatchObject({ status: 'completed', date: today })
    expect(Math.round((Date.now() - Date.parse(visit.completed_at)) / 60_000)).toBe(180)
  })

  it.each([3, 1])('beats a move by %i days: recorded on the day it was done', async (days) => {
    const { first, series_id } = await work()
    await office(`POST /api/schedule/${first}/reschedule`, { to_date: inDays(days) })
    expect(await send('lea', act('finish', first))).toMatchObject([{ result: 'done' }])
    expect(await see(first)).toMatchObject({ status: 'completed', date: today })
    expect(await invoicesOf(series_id)).toHaveLength(1)
  })

  it('beats a hold', async () => {
    const { first } = await work()
    await office(`POST /api/schedule/${first}/hold`, { reason: 'Gate is locked' })
    expect(await send('lea', act('finish', first))).toMatchObject([{ result: 'done' }])
    expect(await see(first)).toMatchObject({ status: 'completed', date: today, hold_reason: null })
  })

  it.each(['date', 'series'] as const)(
    'beats a reassignment of the %s: recorded for the crew that did it',
    async (which) => {
      const { first, rule_id } = await work()
      if (which === 'date')
        await office('POST /api/schedule/set-time', {
          rule_id: first,
          team_id: bed.ids.south,
          apply_team_to: 'date',
        })
      else
        await office('POST /api/schedule/set-time', {
          rule_id,
          date: today,
          team_id: bed.ids.south,
          apply_team_to: 'rule',
        })
      expect(await see(first)).toMatchObject({ team_id: bed.ids.south })
      expect(await send('lea', act('finish', first))).toMatchObject([{ result: 'done' }])
      expect(await see(first)).toMatchObject({ status: 'completed', team_id: bed.ids.north })
      // The next date is the other crew's, as the office wished.
      if (which === 'series') expect((await see(first)).rule_id).toBeTruthy()
    },
  )

  it('of yesterday, done past midnight, stays on its day', async () => {
    const { first } = await work({ start_date: inDays(-1) })
    await send('lea', act('finish', first, { date: inDays(-1) }))
    expect(await see(first)).toMatchObject({ status: 'completed', date: inDays(-1) })
  })

  it.each([1, 0])('of tomorrow, now in %i days, counts only if it is today’s', async (days) => {
    const { first, series_id } = await work({ start_date: inDays(1) })
    if (!days) await office(`POST /api/schedule/${first}/reschedule`, { to_date: today })
    const [answer] = await send('lea', act('finish', first, { date: inDays(1) }))
    expect(answer).toMatchObject(
      days ? { result: 'kept', reason: 'too_early' } : { result: 'done', reason: null },
    )
    expect(await see(first)).toMatchObject({ status: days ? 'scheduled' : 'completed' })
    expect(await invoicesOf(series_id)).toHaveLength(days ? 0 : 1)
    const sentence = 'Done, but the visit was for a later day. Not charged.'
    const report = days ? { reason: 'too_early', sentence, can_bill: true } : undefined
    expect(await reportOf(await nameOf(first))).toEqual(report && expect.objectContaining(report))
  })

  it('charges by autopay once, however often it is sent', async () => {
    const { first } = await bed.addRule({ customer_id: bed.ids.ana })
    const before = await attempts()
    const done = act('finish', first, { waited_ms: hour })
    const once = await send('lea', done)
    const again = await send('lea', { ...done, waited_ms: 2 * hour })
    expect(again).toEqual(once)
    const [together, twin] = await Promise.all([send('lea', done), send('lea', done)])
    expect([together, twin]).toEqual([once, once])
    expect((await attempts()) - before).toBe(1)
  })

  it('twice on one visit is one completion', async () => {
    const { first, series_id } = await work()
    expect(await send('lea', act('finish', first), act('finish', first))).toMatchObject([
      { result: 'done' },
      { result: 'already' },
    ])
    expect(await invoicesOf(series_id)).toHaveLength(1)
  })

  it('taken back within the quarter of an hour is open where the office had put it', async () => {
    const { first, series_id } = await work()
    await office(`POST /api/schedule/${first}/reschedule`, { to_date: inDays(2) })
    const answers = await send(
      'lea',
      act('finish', first, { waited_ms: 3 * hour }),
      act('undo', first, { waited_ms: 3 * hour - 60_000 }),
    )
    expect(answers).toMatchObject([{ result: 'done' }, { result: 'done' }])
    expect(await see(first)).toMatchObject({ status: 'scheduled', date: inDays(2) })
    expect(await invoicesOf(series_id)).toEqual([])
  })
})

describe('work on a cancelled visit', () => {
  it('is kept and not charged, and the office bills it', async () => {
    const customer_id = await bed.addCustomer('Cancelled Carl', { autopay: true, card: true })
    const { first, series_id } = await bed.addRule({ customer_id })
    await office(`POST /api/schedule/${first}/skip`, { reason: 'customer' })
    const before = await attempts()
    expect(await send('lea', act('finish', first, { waited_ms: hour }))).toMatchObject([
      { result: 'kept', reason: 'cancelled' },
    ])
    expect(await see(first)).toMatchObject({ status: 'skipped' })
    expect(await invoicesOf(series_id)).toEqual([])
    const report = await reportOf('Cancelled Carl')
    expect(report).toMatchObject({
      kind: 'finish',
      reason: 'cancelled',
      sentence: 'Done, but the visit had been cancelled. Not charged.',
      done_on: today,
      person_name: 'lea',
      service_name: 'Mowing',
      price_cents: 4500,
      can_bill: true,
    })
    expect((await bed.events('crew.reported')).at(-1)).toMatchObject({ data: { customer_id } })
    const { invoice_id } = await office(`POST /api/owner/crew-reports/${report.id}/bill`)
    expect(await invoicesOf(series_id)).toEqual([{ invoice_id, total_cents: 4500 }])
    const visit = await see(first)
    expect(visit).toMatchObject({ status: 'completed', date: today, invoice_id })
    expect(visit.completed_at).toBe(report.done_at)
    expect(await attempts()).toBe(before)
    expect(await reportOf('Cancelled Carl')).toBeUndefined()
    expect(
      await bed.ask('olga', `POST /api/owner/crew-reports/${report.id}/bill`, {}),
    ).toMatchObject({ status: 409, body: { code: 'report_settled' } })
  })

  it('of a visit that is not billed is marked as done', async () => {
    const { first } = await work({ billing_mode: 'none' })
    const name = await nameOf(first)
    await office(`POST /api/schedule/${first}/skip`, {})
    await send('lea', act('finish', first))
    const report = await reportOf(name)
    expect(report).toMatchObject({ price_cents: null, can_bill: true })
    expect(await office(`POST /api/owner/crew-reports/${report.id}/bill`)).toMatchObject({
      invoice_id: null,
    })
    expect(await see(first)).toMatchObject({ status: 'completed' })
  })

  it('is dismissed with a reason, which is required', async () => {
    const { first } = await work()
    const name = await nameOf(first)
    await office(`POST /api/schedule/${first}/skip`, {})
    await send('lea', act('finish', first))
    const { id } = await reportOf(name)
    const dismiss = (body: object) =>
      bed.ask('mike', `POST /api/owner/crew-reports/${id}/dismiss`, body)
    expect(await dismiss({ reason: '  ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Say why.' } },
    })
    expect((await dismiss({ reason: 'Agreed with the crew: no charge' })).status).toBe(200)
    expect(await dismiss({ reason: 'Again' })).toMatchObject({ body: { code: 'report_settled' } })
    expect(await reportOf(name)).toBeUndefined()
  })

  it('taken back by the crew is off the office’s list', async () => {
    const { first } = await work()
    const name = await nameOf(first)
    await office(`POST /api/schedule/${first}/skip`, {})
    await send('lea', act('finish', first), act('undo', first))
    expect(await reportOf(name)).toBeUndefined()
  })

  it('is not billed twice when somebody restored and completed the visit meanwhile', async () => {
    const { first } = await work()
    const name = await nameOf(first)
    await office(`POST /api/schedule/${first}/skip`, {})
    await send('lea', act('finish', first))
    await office(`POST /api/schedule/${first}/restore`)
    await office(`POST /api/schedule/${first}/complete`)
    const report = await reportOf(name)
    expect(report.can_bill).toBe(false)
    expect(
      await bed.ask('olga', `POST /api/owner/crew-reports/${report.id}/bill`, {}),
    ).toMatchObject({ status: 409, body: { code: 'visit_completed' } })
  })

  it('is kept when its series was removed, and billed without a visit', async () => {
    const { first, rule_id } = await work()
    const name = await nameOf(first)
    expect(
      (await bed.ask('olga', `POST /api/schedule/${rule_id}/end`, { end_date: inDays(-1) })).status,
    ).toBe(200)
    expect(await send('lea', act('finish', first))).toMatchObject([{ result: 'kept' }])
    const report = await reportOf(name)
    expect(report).toMatchObject({ price_cents: 4500, service_name: 'Mowing', can_bill: true })
    const { invoice_id } = await office(`POST /api/owner/crew-reports/${report.id}/bill`)
    expect(await bed.docOf(invoice_id)).toBe('draft')
  })
})

describe('at work', () => {
  const told = (customer_id: string) =>
    bed.owner((tx) =>
      tx
        .selectFrom('messages')
        .select('template')
        .where('customer_id', '=', customer_id)
        .where('template', '=', 'on_the_way')
        .execute(),
    )

  it('is in progress from the start until it is finished, for everybody', async () => {
    const { first } = await work()
    await send(
      'lea',
      act('en_route', first, { waited_ms: 3 * hour }),
      act('start', first, { waited_ms: 2 * hour }),
    )
    const visit = await see(first)
    expect(visit).toMatchObject({ status: 'in_progress' })
    expect(Math.round((Date.now() - Date.parse(visit.started_at)) / hour)).toBe(2)
    expect((await bed.events('visit.started')).at(-1)).toMatchObject({
      team_ids: [bed.ids.north],
      data: { occurrence_id: first, status: 'in_progress' },
    })
    await send('lea', act('finish', first), act('undo', first))
    expect(await see(first)).toMatchObject({ status: 'in_progress', completed_at: null })
  })

  it('of a visit the office moves to another day starts over there', async () => {
    const { first } = await work()
    await send('lea', act('start', first))
    await office(`POST /api/schedule/${first}/reschedule`, { to_date: inDays(1) })
    expect(await see(first)).toMatchObject({ status: 'scheduled', started_at: null })
    expect(await send('lea', act('start', first))).toMatchObject([
      { result: 'noted', message: 'This visit is not today.' },
    ])
  })

  it('tells the customer that the crew is on its way only while that is news', async () => {
    const late = await work()
    await send('lea', act('en_route', late.first, { waited_ms: hour }))
    expect((await see(late.first)).on_the_way_at).not.toBeNull()
    expect(await told((await see(late.first)).customer.id)).toEqual([])
    const { first } = await work()
    await send('lea', act('en_route', first), act('en_route', first))
    expect(await told((await see(first)).customer.id)).toHaveLength(1)
  })

  it('adds notes whatever the office did meanwhile, in order', async () => {
    const { first } = await work()
    await office(`POST /api/schedule/${first}/skip`, {})
    await send(
      'lea',
      act('note', first, { text: ' Gate broken ', waited_ms: hour }),
      act('note', first, { text: 'Dog in the yard' }),
      act('note', first, { text: '  ' }),
    )
    expect((await see(first)).crew_notes).toMatchObject([
      { text: 'Gate broken', by: 'lea' },
      { text: 'Dog in the yard', by: 'lea' },
    ])
    expect((await bed.ask('bob', 'GET /api/schedule/' + first + '/visit')).status).toBe(403)
  })

  it('not done waits for another day with its reason, also when it was begun', async () => {
    const { first } = await work()
    await send('lea', act('start', first), act('not_done', first, { text: 'Gate locked' }))
    expect(await see(first)).toMatchObject({ status: 'skipped', hold_reason: 'Gate locked' })
    const tray = (await bed.ask('olga', 'GET /api/schedule/tray')).body.items
    expect(tray.map((item: { visit: { id: string } }) => item.visit.id)).toContain(first)
  })

  it('not done is taken back the same day, and the stop is completed after all', async () => {
    const { first } = await work()
    await send('lea', act('not_done', first, { text: 'Nobody home' }))
    expect((await send('lea', act('undo_not_done', first)))[0]).toMatchObject({ result: 'done' })
    expect(await see(first)).toMatchObject({ status: 'scheduled', hold_reason: null, date: today })
    expect((await send('lea', act('undo_not_done', first)))[0]).toMatchObject({ result: 'already' })
    await send('lea', act('finish', first))
    expect(await see(first)).toMatchObject({ status: 'completed' })
  })

  it('not done is not taken back where the office cancelled it, nor by another team', async () => {
    const { first } = await work()
    await send('lea', act('not_done', first, { text: 'Nobody home' }))
    expect((await send('ben', act('undo_not_done', first)))[0]).toMatchObject({ result: 'noted' })
    await office(`POST /api/schedule/${first}/skip`, { reason: 'customer' })
    expect((await send('lea', act('undo_not_done', first)))[0]).toMatchObject({ result: 'noted' })
    expect(await see(first)).toMatchObject({ status: 'skipped', skip_reason: 'customer' })
  })

  it('keeps the order of the presses when the first took long to arrive', async () => {
    const { first } = await work()
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    // Measured when it was sent, so the seconds on the way are not in it.
    await send('lea', act('note', first, { text: 'Pressed first', at: ago(8000), waited_ms: 0 }))
    await send('lea', act('note', first, { text: 'Then this', at: ago(5000), waited_ms: 5000 }))
    expect((await see(first)).crew_notes.map(({ text }: { text: string }) => text)).toEqual([
      'Pressed first',
      'Then this',
    ])
  })

  it('not done of a visit the office cancelled meanwhile is a note', async () => {
    const { first } = await work()
    await office(`POST /api/schedule/${first}/skip`, { reason: 'customer' })
    const [answer] = await send('lea', act('not_done', first, { text: 'Nobody home' }))
    expect(answer).toMatchObject({ result: 'noted' })
    expect(await see(first)).toMatchObject({
      status: 'skipped',
      hold_reason: null,
      crew_notes: [{ text: 'Could not be done: Nobody home' }],
    })
  })

  it('keeps a note in sight when a later edit of the series leaves out its day', async () => {
    const { first, rule_id } = await work()
    await send('lea', act('note', first, { text: 'Gate broken' }))
    await office(`PATCH /api/schedule/${rule_id}`, {
      scope: 'all',
      start_date: inDays(1),
      weekdays: [new Date(`${inDays(1)}T12:00:00Z`).getUTCDay()],
      keep_changed: true,
    })
    expect((await see(first))?.crew_notes).toMatchObject([{ text: 'Gate broken' }])
  })

  it('puts a note on a visit that is gone before the office', async () => {
    await send('lea', act('note', `${randomUUID()}:${today}`, { label: 'Gone Gil', text: 'Hello' }))
    expect(await reportOf('Gone Gil')).toMatchObject({ text: 'Hello', can_bill: false })
  })
})

describe('what a crew may not do', () => {
  it('a member who may not complete is heard by the office, and changes nothing', async () => {
    const { first } = await work()
    expect(await send('max', act('finish', first))).toMatchObject([
      { result: 'kept', reason: 'not_allowed' },
    ])
    expect(await see(first)).toMatchObject({ status: 'scheduled' })
  })

  it('a visit that never was its team’s stays as it is', async () => {
    const { first } = await work()
    expect(await send('ben', act('finish', first))).toMatchObject([
      { result: 'kept', reason: 'not_theirs' },
    ])
    expect(await see(first)).toMatchObject({ status: 'scheduled' })
  })

  it('another organization’s visit does not exist', async () => {
    const elsewhere = `${randomUUID()}:${today}`
    expect(await send('lea', act('finish', elsewhere, { label: 'Who knows' }))).toMatchObject([
      { result: 'kept', reason: 'gone' },
    ])
    expect(await reportOf('Who knows')).toMatchObject({ can_bill: false })
  })

  it('what cannot be read is kept, and the acts after it are applied', async () => {
    const { first } = await work()
    const answers = await send(
      'lea',
      act('teleport', first, { label: 'From a newer app' }),
      act('finish', 'nonsense'),
      act('finish', first),
    )
    expect(answers.map(({ result, reason }) => [result, reason])).toEqual([
      ['kept', 'unreadable'],
      ['kept', 'unreadable'],
      ['done', null],
    ])
  })

  it('somebody who is in no team any more is heard by the office', async () => {
    const { first } = await work()
    const [done, note, clock] = await send(
      'idle',
      act('finish', first),
      act('note', first, { text: 'Gate was open' }),
      act('clock_in', null, { waited_ms: hour }),
    )
    expect([done, note]).toMatchObject([{ result: 'kept' }, { result: 'kept' }])
    expect(clock).toMatchObject({ result: 'done' })
    expect((await see(first)).status).toBe('scheduled')
    await send('idle', act('clock_out', null))
  })

  it('another person, or another business the phone is in now, does not take it; it can be sent later', async () => {
    const { first } = await work()
    const { person_id } = bed.actor('lea')
    const finish = act('finish', first, { label: 'Secret Street, Mowing' })
    const sent = (worker: string) =>
      bed.ask('lea', 'POST /api/crew/commands', { worker, commands: [finish] })
    const before = (await reports()).length
    const others = [`${person_id}.${bed.ids.neighbour}`, `${randomUUID()}.${bed.ids.org}`]
    for (const worker of others)
      expect(await sent(worker)).toMatchObject({ status: 403, body: { code: 'other_worker' } })
    expect((await see(first)).status).toBe('scheduled')
    expect(await reports()).toHaveLength(before)
    expect((await sent(`${person_id}.${bed.ids.org}`)).body.answers).toMatchObject([
      { result: 'done' },
    ])
  })

  it('403 for the office and customers', async () => {
    const { first } = await work()
    for (const who of ['olga', 'bob'] as const)
      expect(
        (await bed.ask(who, 'POST /api/crew/commands', { commands: [act('finish', first)] }))
          .status,
      ).toBe(403)
    expect((await bed.ask('lea', 'GET /api/owner/crew-reports')).status).toBe(403)
  })
})

describe('the clock', () => {
  it('counts from the press, in the order of the presses', async () => {
    const answers = await send(
      'ben',
      act('clock_in', null, { waited_ms: 5 * hour + 0.5, lat: 1, lng: 2, accuracy: 3 }),
      act('clock_out', null, { waited_ms: 2 * hour }),
    )
    const { started_at, ended_at } = (answers[1] as unknown as { shift: Record<string, string> })
      .shift as { started_at: string; ended_at: string }
    expect(Math.round((Date.parse(ended_at) - Date.parse(started_at)) / hour)).toBe(3)
  })

  it.each<[string, number | null, number, number, number]>([
    ['as long as the owner’s rule says', 30, 30, 30, 10],
    ['a minute shorter', 30, 29, 0, 20],
    ['where breaks are paid', null, 60, 0, 30],
  ])(
    'a break %s (unpaid from %s): %i minutes, %i unpaid',
    async (_, rule, minutes, unpaid, hours) => {
      await bed.owner((tx) =>
        tx
          .updateTable('organizations')
          .set({ schedule_settings: JSON.stringify({ unpaid_break_minutes: rule }) })
          .where('id', '=', bed.ids.org)
          .execute(),
      )
      const ago = (given: number) => ({ waited_ms: given * 60_000 + hours * hour })
      const pressed = [
        act('clock_in', null, ago(180)),
        act('break_start', null, ago(120)),
        act('break_start', null, ago(119)),
        act('break_end', null, ago(120 - minutes)),
        act('clock_out', null, ago(1)),
      ]
      const answers = await send('ben', ...pressed)
      expect(answers.map(({ result }) => result)).toEqual([
        'done',
        'done',
        'already',
        'done',
        'done',
      ])
      // Sent once more, it counts once.
      expect(await send('ben', ...pressed)).toEqual(answers)
      const { shift } = answers.at(-1) as unknown as { shift: { shift_id: string } }
      const row = await bed.owner((tx) =>
        tx.selectFrom('shifts').selectAll().where('id', '=', shift.shift_id).executeTakeFirst(),
      )
      const breaks = await bed.owner((tx) =>
        tx.selectFrom('shift_breaks').selectAll().where('shift_id', '=', shift.shift_id).execute(),
      )
      expect(row).toMatchObject({ break_minutes: unpaid })
      expect(breaks).toMatchObject([{ unpaid_minutes: unpaid }])
    },
  )

  it.each(['start', 'finish'])(
    'a %s ends a break that was forgotten, and says so',
    async (kind) => {
      const { first } = await work({ team_id: bed.ids.south })
      const ago = (minutes: number) => ({ waited_ms: minutes * 60_000 })
      const hours = kind === 'start' ? 45 * 60 : 50 * 60
      const answers = await send(
        'ben',
        act('clock_in', null, ago(hours + 240)),
        act('break_start', null, ago(hours + 180)),
        act(kind, first, ago(hours + 150)),
        act('break_end', null, ago(hours + 20)),
        act('clock_out', null, ago(hours)),
      )
      expect(answers.map(({ result }) => result).filter((_, at) => at !== 2)).toEqual([
        'done',
        'done',
        'already',
        'done',
      ])
      const { shift } = answers.at(-1) as unknown as { shift: { shift_id: string } }
      const breaks = await bed.owner((tx) =>
        tx.selectFrom('shift_breaks').selectAll().where('shift_id', '=', shift.shift_id).execute(),
      )
      expect(breaks).toMatchObject([{ ended_by_work: true }])
      const [pause] = breaks
      const minutes = (Date.parse(pause!.ended_at!) - Date.parse(pause!.started_at)) / 60_000
      expect(Math.round(minutes)).toBe(30)
    },
  )

  it('clocking out ends a break that goes on', async () => {
    const answers = await send(
      'ben',
      act('clock_in', null, { waited_ms: 43 * hour }),
      act('break_start', null, { waited_ms: 42 * hour }),
      act('clock_out', null, { waited_ms: 41 * hour }),
    )
    const { shift } = answers.at(-1) as unknown as { shift: { shift_id: string } }
    const [pause] = await bed.owner((tx) =>
      tx.selectFrom('shift_breaks').selectAll().where('shift_id', '=', shift.shift_id).execute(),
    )
    expect(Date.parse(pause!.ended_at!) - Date.parse(pause!.started_at)).toBeGreaterThan(
      hour - 1000,
    )
  })

  it.each(['break_start', 'break_end'])(
    '%s off the clock is put before the office',
    async (kind) => {
      expect(await send('ben', act(kind, null))).toMatchObject([
        { result: 'kept', reason: 'refused' },
      ])
      expect((await reports()).map(({ sentence }: { sentence: string }) => sentence)).toContain(
        `${kind === 'break_start' ? 'Started' : 'Ended'} a break, but it could not be recorded: This person was not clocked in then.`,
      )
    },
  )

  it('more than three days ago is put before the office', async () => {
    expect(await send('ben', act('clock_in', null, { waited_ms: 73 * hour }))).toMatchObject([
      { result: 'kept', reason: 'too_old' },
    ])
  })
})

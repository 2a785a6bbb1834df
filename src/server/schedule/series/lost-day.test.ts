import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, windowOf, type TestBed } from '../visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'

byDay()
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Body = {
  visits: { occurrence_id: string; to_date: string | null; warnings: { code: string }[] }[]
  kept: object[]
  capacity: object[]
  edit_id: string | null
}
const lose = async (
  date: string,
  given: object = {},
  who: Parameters<TestBed['ask']>[0] = 'olga',
) =>
  bed.ask(who, 'POST /api/schedule/lost-day', {
    date,
    team_ids: null,
    act: 'next_working_day',
    reason: 'weather',
    notify: false,
    dry_run: false,
    ...given,
  })
const undo = (edit_id: string | null) =>
  bed.ask('olga', `POST /api/schedule/edits/${edit_id ?? ''}/undo`)

type Seen = {
  id: string
  series_id: string
  date: string
  team_id: string | null
  status: string
  skip_reason: string | null
  start_minutes: number | null
}
const week = async (from = today, to = inDays(40)): Promise<Seen[]> =>
  (
    (await bed.ask('olga', windowOf(from, to))).body.occurrences as (Seen & {
      version: number
      rule_id: string
    })[]
  ).map((visit) => ({
    ...visit,
    rule_id: '',
    version: 0,
  }))
const datesOf = async (series_id: string, from?: string, to?: string) =>
  (await week(from, to)).filter((visit) => visit.series_id === series_id).map((visit) => visit.date)

const byName = (a: string, b: string) => (a < b ? -1 : 1)

let n = 0
/** Each test has its own day, two months apart, so that they don't affect each other. */
const addRule = async (date: string, given: object = {}) =>
  bed.addRule({
    customer_id: await bed.addCustomer(`Customer ${n++}`),
    pattern: 'once',
    start_date: date,
    ...given,
  })
const letters = () =>
  bed.write(
    async (tx) =>
      (
        await sql<{
          template: string
          customer: string
        }>`select m.template, c.name as customer from messages m join customers c
        on c.organization_id = m.organization_id and c.id = m.customer_id order by m.id`.execute(tx)
      ).rows,
  )

describe('POST /api/schedule/lost-day', () => {
  it('moves open visits to the next working day; a dry run returns the same without changes', async () => {
    const day = inDays(3)
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: inDays(4) })
        .execute(),
    )
    const timed = await addRule(day, { start_minutes: 540 })
    const twin = await addRule(day, { start_minutes: 540 })
    const weekly = await addRule(day, {
      pattern: 'weekly',
      team_id: bed.ids.south,
      end_date: inDays(40),
    })
    const done = await addRule(day)
    await bed.ask('olga', `POST /api/schedule/${done.first}/complete`, { confirm_future: true })
    const before = await week()

    const dry = (await lose(day, { dry_run: true })).body as Body
    expect(await week()).toEqual(before)
    expect(dry).toMatchObject({
      ok: true,
      dry_run: true,
      customers: 3,
      edit_id: null,
      kept: [{ occurrence_id: done.first, sentence: 'A completed visit is locked.' }],
    })
    expect(dry.visits.map((visit) => [visit.occurrence_id, visit.to_date])).toEqual(
      expect.arrayContaining([timed, twin, weekly].map((one) => [one.first, inDays(5)])),
    )
    expect(dry.visits.flatMap((visit) => visit.warnings.map((warning) => warning.code))).toEqual([
      'overlap',
    ])
    expect(dry.capacity).toEqual(
      expect.arrayContaining([
        { date: inDays(5), team_id: bed.ids.north, minutes: 120, capacity_minutes: null },
        { date: inDays(5), team_id: bed.ids.south, minutes: 60, capacity_minutes: null },
      ]),
    )
    const real = (await lose(day)).body as Body
    expect(real).toEqual({ ...dry, dry_run: false, edit_id: expect.any(String) })
    expect((await week()).filter((visit) => visit.date === day).map((visit) => visit.id)).toEqual([
      done.first,
    ])
    // The series keeps its dates: only that one visit is later.
    expect(await datesOf(weekly.series_id)).toEqual([5, 10, 17, 24, 31, 38].map(inDays))
    const event = (await bed.events('visit.rescheduled')).at(-1)!
    expect(event.data).toMatchObject({ date: inDays(5), old_date: day, lost_day: real.edit_id })

    expect((await undo(real.edit_id)).body).toEqual({ ok: true, restored: 3 })
    expect(await week()).toEqual(before)
    expect((await undo(real.edit_id)).body).toEqual({ ok: true, restored: 3 })
  })

  it('affects only the chosen teams, including no team', async () => {
    const day = inDays(90)
    const north = await addRule(day)
    const south = await addRule(day, { team_id: bed.ids.south })
    const unassigned = await addRule(day, { team_id: null })
    const named = async (team_ids: string[]) =>
      ((await lose(day, { team_ids, dry_run: true })).body as Body).visits
        .map((visit) => visit.occurrence_id)
        .toSorted()
    expect(await named([bed.ids.north])).toEqual([north.first])
    expect(await named([bed.ids.south, 'none'])).toEqual([south.first, unassigned.first].toSorted())
    expect((await lose(day, { team_ids: [bed.ids.org] })).body).toMatchObject({
      code: 'invalid',
      fields: { team_ids: 'Choose a team.' },
    })
  })

  it('affects only the chosen areas; returns all areas with work that day', async () => {
    const day = inDays(100)
    const zipped = async (zip: string) => {
      const customer_id = await bed.addCustomer(`Customer ${n++}`)
      await bed.write((tx) =>
        tx
          .updateTable('service_locations')
          .set({ zip })
          .where('customer_id', '=', customer_id)
          .execute(),
      )
      return bed.addRule({ customer_id, pattern: 'once', start_date: day })
    }
    const [near, far] = [await zipped('27601'), await zipped('27513-1234')]
    const dry = async (zips?: string[]) =>
      (await lose(day, { ...(zips ? { zips } : {}), dry_run: true })).body as Body & {
        areas: string[]
      }
    expect((await dry()).visits.map((visit) => visit.occurrence_id).toSorted(byName)).toEqual(
      [near.first, far.first].toSorted(byName),
    )
    expect(await dry(['27513'])).toMatchObject({
      areas: ['27513', '27601'],
      visits: [{ occurrence_id: far.first }],
      customers: 1,
    })
    const { body } = await lose(day, { zips: ['27513'] })
    expect(await datesOf(near.series_id, day, inDays(105))).toEqual([day])
    expect(await datesOf(far.series_id, day, inDays(105))).not.toContain(day)
    expect((await undo((body as Body).edit_id)).body).toMatchObject({ ok: true, restored: 1 })
    expect((await lose(day, { zips: ['x'] })).body).toMatchObject({ code: 'invalid' })
  })

  it('spreads over the coming working days', async () => {
    const day = inDays(120)
    for (let i = 0; i < 4; i++) await addRule(day)
    const { visits } = (await lose(day, { act: 'spread', spread_days: 2 })).body as Body
    expect(visits.map((visit) => String(visit.to_date)).toSorted()).toEqual(
      [121, 121, 122, 122].map(inDays),
    )
    expect((await lose(day, { act: 'spread' })).body.fields).toEqual({
      spread_days: 'Over how many days?',
    })
  })

  it('cancels the visits, resolves requests, and skips invoiced ones; undo restores all', async () => {
    const day = inDays(6)
    const asked = await addRule(day, {
      customer_id: bed.ids.bob,
      pattern: 'weekly',
      end_date: inDays(30),
    })
    await bed.ask('bob', 'POST /api/users/request-reschedule', {
      date: day,
      occurrence_id: asked.first,
    })
    const billed = await addRule(day)
    await bed.ask('olga', `POST /api/schedule/${billed.first}/seed-invoice`, {})
    const before = await week()
    const { body } = await lose(day, { act: 'skip', reason: 'weather', notify: true })
    expect(body).toMatchObject({
      visits: [{ occurrence_id: asked.first, to_date: null }],
      kept: [
        {
          occurrence_id: billed.first,
          sentence: 'This visit has an invoice. Cancel it separately.',
        },
      ],
      customers: 1,
    })
    expect((await week()).find((visit) => visit.id === asked.first)).toMatchObject({
      status: 'skipped',
      skip_reason: 'weather',
    })
    const open = async () =>
      (await bed.ask('olga', 'GET /api/owner/customer-requests?status=requested')).body.items
        .length as number
    expect(await open()).toBe(0)
    await undo(body.edit_id)
    expect(await week()).toEqual(before)
    expect(await open()).toBe(1)
    expect(
      (await letters())
        .filter((letter) => letter.customer === 'Bob')
        .map((letter) => letter.template),
    ).toEqual(['visit_cancelled', 'visit_restored'])
  })

  it('sends one email per customer for any number of visits, and a correction on undo', async () => {
    const day = inDays(150)
    const customer_id = await bed.addCustomer('Tess')
    await addRule(day, { customer_id })
    await addRule(day, { customer_id, service_key: 'look' })
    const { edit_id } = (await lose(day, { notify: true })).body
    const ofTess = async () =>
      (await letters())
        .filter((letter) => letter.customer === 'Tess')
        .map((letter) => letter.template)
    expect(await ofTess()).toEqual(['visits_changed'])
    await undo(edit_id)
    expect(await ofTess()).toEqual(['visits_changed', 'visits_changed'])
    const quiet = (await lose(day)).body
    await undo(quiet.edit_id)
    expect(await ofTess()).toHaveLength(2)
  })

  it('optionally shifts following visits, after the last edited one; undo restores the old dates', async () => {
    const day = inDays(8)
    const plain = await addRule(day, { pattern: 'weekly', end_date: inDays(36) })
    const touched = await addRule(day, { pattern: 'weekly', end_date: inDays(36) })
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: touched.visit(inDays(15)),
      start_time: '10:00',
    })
    const before = await week()
    const input = { shift_following: true }
    const dry = (await lose(day, { ...input, dry_run: true })).body as Body
    const real = (await lose(day, input)).body as Body
    expect(real.kept).toEqual(dry.kept)
    expect(real.kept).toEqual([
      {
        occurrence_id: touched.first,
        sentence: `Later visits move only after ${inDays(15)}: that visit was changed by hand.`,
      },
    ])
    expect(await datesOf(plain.series_id)).toEqual([9, 16, 23, 30, 37].map(inDays))
    expect(await datesOf(touched.series_id)).toEqual([9, 15, 23, 30, 37].map(inDays))
    expect((await undo(real.edit_id)).body.restored).toBe(2)
    expect(await week()).toEqual(before)
  })

  it('409 edit_overtaken if a visit changed since', async () => {
    const day = inDays(180)
    const one = await addRule(day)
    await addRule(day)
    const { edit_id } = (await lose(day)).body
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: one.first,
      start_time: '11:00',
    })
    expect(await undo(edit_id)).toMatchObject({ status: 409, body: { code: 'edit_overtaken' } })
  })

  it('a repeated key applies once; an empty day has nothing to undo', async () => {
    const day = inDays(210)
    await addRule(day)
    const body = {
      date: day,
      team_ids: null,
      act: 'next_working_day',
      reason: 'staff',
      notify: false,
      dry_run: false,
    }
    const key = { 'idempotency-key': 'lost-day-once' }
    const [first, second] = [
      await bed.ask('olga', 'POST /api/schedule/lost-day', body, key),
      await bed.ask('olga', 'POST /api/schedule/lost-day', body, key),
    ]
    expect(second.body).toEqual(first.body)
    expect((await lose(day)).body).toMatchObject({ visits: [], customers: 0, edit_id: null })
  })

  it('two simultaneous calls move each visit once', async () => {
    const day = inDays(240)
    for (let i = 0; i < 5; i++) await addRule(day)
    const answers = await Promise.all([lose(day), lose(day, {}, 'mike')])
    expect(
      answers.map((answer) => (answer.body as Body).visits.length).toSorted((a, b) => a - b),
    ).toEqual([0, 5])
    expect((await week(day, inDays(243))).map((visit) => visit.date)).toEqual(
      Array.from({ length: 5 }, () => inDays(241)),
    )
  })

  it('403 for a crew, 422 for a day long past, 409 without any working day', async () => {
    expect((await lose(today, {}, 'lea')).status).toBe(403)
    expect((await lose(inDays(-8))).body.fields).toEqual({
      date: 'Choose a day in the past week or later.',
    })
    const day = inDays(270)
    await addRule(day)
    await bed.write((tx) =>
      sql`insert into business_hours (organization_id, weekday, is_closed) select ${bed.ids.org}::uuid, d, true from generate_series(0, 6) d`.execute(
        tx,
      ),
    )
    expect(await lose(day)).toMatchObject({
      status: 409,
      body: { code: 'no_working_day', error: 'There is no working day to move this to.' },
    })
    expect((await lose(day, { act: 'skip' })).status).toBe(200)
  })
})

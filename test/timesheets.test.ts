import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { todayIn } from '../src/domain/base/dates.ts'
import { byDay } from './clock.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

byDay()
let open: OpenWorld
let owner: Caller
let manager: Caller
let crew: Caller
let cam: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  crew = await open.as('crew@green-acres.example')
  cam = open.world.green.people['crew']!.id
})
afterAll(() => open?.close())

const day_ms = 24 * 3_600_000
const dayAgo = (past_ms: number) =>
  todayIn('America/New_York', new Date(Date.now() - past_ms).toISOString())
const read = async (from: string, to: string) =>
  (await owner('GET /api/owner/timesheets', { query: { from, to } })).body
const sheetOf = async (id: string, from: string, to: string) =>
  (await read(from, to)).timesheets.find((one) => one.person_id === id)
type Added = BodyFor<'POST /api/owner/timesheets'>
type Patched = BodyFor<'PATCH /api/owner/timesheets'>
const add = (who: Caller, body: Omit<Added, 'reason'> & { reason?: string }) =>
  who('POST /api/owner/timesheets', { body: { reason: 'Forgot to clock in', ...body } })
const patch = (who: Caller, body: Omit<Patched, 'reason'> & { reason?: string }) =>
  who('PATCH /api/owner/timesheets', { body: { reason: 'Phone was dead', ...body } })

describe('GET /api/owner/timesheets', () => {
  it('shows the week by person and day, with where they clocked in', async () => {
    await crew('POST /api/crew/shifts/clock-in', {
      body: { lat: 35.78, lng: -78.64, accuracy: 12 },
    })
    const body = (await manager('GET /api/owner/timesheets')).body
    expect(body).toMatchObject({ time_zone: 'America/New_York', periods: [] })
    const sheet = body.timesheets.find((one: { person_id: string }) => one.person_id === cam)
    expect(sheet).toMatchObject({ name: 'Cam Reyes', team: 'North Crew' })
    expect(sheet!.days).toHaveLength(7)
    expect(sheet!.shifts.at(-1)).toMatchObject({
      ended_at: null,
      start_location: { lat: 35.78, lng: -78.64, accuracy: 12 },
    })
    expect((await owner('GET /api/owner/timesheets/now')).body.people).toMatchObject([
      { name: 'Cam Reyes', team: 'North Crew', needs_review: false },
    ])
    await crew('POST /api/crew/shifts/clock-out', { body: {} })
    expect((await owner('GET /api/owner/timesheets/now')).body.people).toEqual([])
  })
  it.each(['payee', 'leader', 'crew', 'customer'])('is not for %s', async (who) => {
    const caller = await open.as(`${who}@green-acres.example`)
    expect((await caller('GET /api/owner/timesheets')).status).toBe(403)
  })
  it('never shows another business’s hours', async () => {
    const stranger = await open.as('owner@bright-side.example')
    const { timesheets } = (await stranger('GET /api/owner/timesheets')).body
    expect(timesheets.map((one: { person_id: string }) => one.person_id)).not.toContain(cam)
    const { id: shift_id } = await open.row<{ id: string }>(
      'select id from shifts where person_id = $1 limit 1',
      [cam],
    )
    expect((await patch(stranger, { shift_id, break_minutes: 1 })).status).toBe(404)
    expect(
      (
        await add(stranger, {
          person_id: cam,
          started_at: '2021-05-03T12:00:00Z',
          ended_at: '2021-05-03T13:00:00Z',
        })
      ).status,
    ).toBe(404)
  })
})

describe('GET /api/crew/hours', () => {
  it('shows a member their own week, with what the office corrected, and nobody else’s', async () => {
    const luis = await open.row<{ id: string }>(
      "select id from people where email = 'leader@green-acres.example'",
    )
    for (const person_id of [cam, luis.id])
      await add(owner, {
        person_id,
        started_at: '2020-06-08T13:00:00Z',
        ended_at: '2020-06-08T21:00:00Z',
      })
    const { status, body } = await crew('GET /api/crew/hours', { query: { on: '2020-06-09' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: '2020-06-07',
      to: '2020-06-13',
      time_zone: 'America/New_York',
      hours: {
        person_id: cam,
        total_minutes: 480,
        shifts: [{ minutes: 480, edits: [{ reason: 'Forgot to clock in', before: null }] }],
      },
      periods: [],
    })
    expect(JSON.stringify(body)).not.toContain(luis.id)
    await owner('POST /api/owner/timesheets/approve', {
      body: { from: '2020-06-07', to: '2020-06-13' },
    })
    const { periods } = (await crew('GET /api/crew/hours', { query: { on: '2020-06-13' } })).body
    expect(periods).toEqual([{ starts_on: '2020-06-07', ends_on: '2020-06-13' }])
  })
  it('is the current week if no day is given', async () => {
    const { from, hours } = (await crew('GET /api/crew/hours')).body
    expect(from <= open.world.green.today).toBe(true)
    expect(hours.days).toHaveLength(7)
  })
  it.each(['owner', 'payee', 'customer'])('is not for %s', async (who) => {
    const caller = await open.as(`${who}@green-acres.example`)
    expect((await caller('GET /api/crew/hours')).status).toBe(403)
  })
})

describe('hours', () => {
  it('are right over both changes of the clock, in the list and in the file', async () => {
    await add(owner, {
      person_id: cam,
      started_at: '2021-03-14T03:00:00Z',
      ended_at: '2021-03-14T10:00:00Z',
    })
    await open.rows(
      "insert into shifts (organization_id, person_id, started_at, ended_at) values ($1, $2, '2020-11-01T02:00:00Z', '2020-11-01T11:00:00Z')",
      [open.world.green.id, cam],
    )
    expect(await sheetOf(cam, '2021-03-13', '2021-03-14')).toMatchObject({
      total_minutes: 420,
      days: [{ minutes: 120 }, { minutes: 300 }],
    })
    expect(await sheetOf(cam, '2020-10-31', '2020-11-01')).toMatchObject({
      total_minutes: 540,
      days: [{ minutes: 120 }, { minutes: 420 }],
    })
    const file = (
      await owner('GET /api/owner/timesheets/export', {
        query: { from: '2021-03-13', to: '2021-03-14', by: 'shift' },
      })
    ).body
    expect(file).toContain(
      'Cam Reyes,crew@green-acres.example,2021-03-13,22:00,06:00 (+1),0,420,7.00,yes,no',
    )
  })
  it('beyond 40 in a week are overtime; breaks do not count', async () => {
    for (let day = 3; day <= 8; day++)
      await add(owner, {
        person_id: cam,
        started_at: `2021-05-0${day}T11:00:00Z`,
        ended_at: `2021-05-0${day}T19:00:00Z`,
        break_minutes: 30,
      })
    expect(await sheetOf(cam, '2021-05-02', '2021-05-08')).toMatchObject({
      total_minutes: 2700,
      regular_minutes: 2400,
      overtime_minutes: 300,
    })
    // The last day alone still knows its week.
    expect(await sheetOf(cam, '2021-05-08', '2021-05-08')).toMatchObject({ overtime_minutes: 300 })
    const file = (
      await owner('GET /api/owner/timesheets/export', {
        query: { from: '2021-05-02', to: '2021-05-08' },
      })
    ).body
    expect(file).toContain(
      'last_name,first_name,email,week_of,regular_hours,overtime_hours,total_minutes',
    )
    expect(file).toContain('Reyes,Cam,crew@green-acres.example,2021-05-02,40.00,5.00,2700,0')
  })
})

describe('correcting', () => {
  it('a missing clock-out keeps both values, the reason and who; it no longer needs a look', async () => {
    const { id: shift_id } = await open.row<{ id: string }>(
      "insert into shifts (organization_id, person_id, started_at) values ($1, $2, now() - interval '30 hours') returning id",
      [open.world.green.id, open.world.green.people['west-crew']!.id],
    )
    const [running] = (await owner('GET /api/owner/timesheets/now')).body.people
    expect(running).toMatchObject({ needs_review: true })
    const ended_at = new Date(Date.parse(running!.started_at) + 8 * 3_600_000).toISOString()
    expect(await patch(manager, { shift_id, ended_at, break_minutes: 45 })).toMatchObject({
      status: 200,
      body: {
        ended_at,
        minutes: 435,
        needs_review: false,
        edits: [
          {
            by_name: 'Morgan Ellis',
            reason: 'Phone was dead',
            before: { ended_at: null, break_minutes: 0 },
          },
        ],
      },
    })
  })
  it.each<[string, Partial<Patched>, number, string]>([
    ['no reason', { reason: ' ' }, 422, 'invalid'],
    ['backwards', { ended_at: '2021-05-03T10:00:00Z' }, 409, 'shift_backwards'],
    ['into the future', { ended_at: '2099-05-03T10:00:00Z' }, 409, 'shift_ahead'],
    ['over another shift', { ended_at: '2021-05-04T12:00:00Z' }, 409, 'shift_overlaps'],
    ['a break longer than the shift', { break_minutes: 500 }, 409, 'break_too_long'],
  ])('%s: %j → %i', async (_name, change, status, code) => {
    const { shifts } = (await sheetOf(cam, '2021-05-03', '2021-05-03'))!
    expect(await patch(owner, { shift_id: shifts[0]!.id, ...change })).toMatchObject({
      status,
      body: { code },
    })
  })
})

describe('a shift of more than 14 hours', () => {
  const days = { from: '2021-08-01', to: '2021-08-07' }
  const needs = async () => (await owner('GET /api/owner/needs')).body.long_shifts
  const file = async () => (await owner('GET /api/owner/timesheets/export', { query: days })).body
  it('waits in the list to review and counts only from then on', async () => {
    const before = await needs()
    await add(owner, {
      person_id: cam,
      started_at: '2021-08-02T12:00:00Z',
      ended_at: '2021-08-02T20:00:00Z',
    })
    const { id: shift_id } = await open.row<{ id: string }>(
      "insert into shifts (organization_id, person_id, started_at, ended_at) values ($1, $2, '2021-08-03T10:00:00Z', '2021-08-04T00:00:00Z') returning id",
      [open.world.green.id, cam],
    )
    expect(await needs()).toBe(before + 1)
    const { to_review, timesheets } = await read('2021-08-01', '2021-08-07')
    expect(to_review).toContainEqual(
      expect.objectContaining({
        name: 'Cam Reyes',
        shift: expect.objectContaining({ id: shift_id }),
      }),
    )
    expect(timesheets.find((one: { person_id: string }) => one.person_id === cam)).toMatchObject({
      total_minutes: 480,
      review_minutes: 840,
    })
    expect(await file()).toContain(
      'Reyes,Cam,crew@green-acres.example,2021-08-01,8.00,0.00,480,840',
    )
    expect((await patch(manager, { shift_id, reason: 'A storm' })).status).toBe(200)
    expect(await needs()).toBe(before)
    expect(await sheetOf(cam, days.from, days.to)).toMatchObject({
      total_minutes: 1320,
      review_minutes: 0,
    })
    expect(await file()).toContain(
      'Reyes,Cam,crew@green-acres.example,2021-08-01,22.00,0.00,1320,0',
    )
  })
})

describe('a break', () => {
  const luis = () => open.world.green.people['leader']!.id
  const forgetShifts = async () => {
    for (const table of ['shift_edits', 'shift_breaks'])
      await open.rows(
        `delete from ${table} where shift_id in (select id from shifts where person_id = $1)`,
        [luis()],
      )
    await open.rows('delete from shifts where person_id = $1', [luis()])
  }
  beforeEach(forgetShifts)
  afterAll(forgetShifts)
  const minute = 60_000
  /** A shift of eight hours, some days ago, with what was pressed so many minutes into it. */
  async function shiftWith(days: number, acts: [kind: string, minutes: number, more?: object][]) {
    const began_ms = days * day_ms + 480 * minute
    const commands = [['clock_in', 0] as const, ...acts, ['clock_out', 480] as const].map(
      ([kind, minutes, more]) => {
        const waited_ms = began_ms - minutes * minute
        const at = new Date(Date.now() - waited_ms).toISOString()
        return { client_id: randomUUID(), kind, at, waited_ms, ...more }
      },
    )
    const leader = await open.as('leader@green-acres.example')
    const { body } = await leader('POST /api/crew/commands', { body: { commands } })
    const { shift_id } = body.answers.at(-1)!.shift!
    const sheet = await sheetOf(luis(), dayAgo(began_ms), dayAgo(0))
    return sheet!.shifts.find(({ id }: { id: string }) => id === shift_id)
  }
  const minutesOf = ({ started_at, ended_at }: { started_at: string; ended_at: string | null }) =>
    Math.round((Date.parse(ended_at!) - Date.parse(started_at)) / minute)

  it.each<[string, [string, number, object?][], number, boolean]>([
    [
      'of 90 minutes counts',
      [
        ['break_start', 120],
        ['break_end', 210],
      ],
      90,
      false,
    ],
    [
      'of more waits to be checked',
      [
        ['break_start', 120],
        ['break_end', 212],
      ],
      92,
      true,
    ],
    ['that went on until the clock-out, too', [['break_start', 360]], 120, true],
    [
      'whose end was entered later ends then, and waits to be checked',
      [
        ['break_start', 120],
        ['break_end', 300, { earlier_ms: 150 * minute }],
      ],
      30,
      true,
    ],
    [
      'whose end is said to be before its start has no length',
      [
        ['break_start', 120],
        ['break_end', 180, { earlier_ms: 90 * minute }],
      ],
      0,
      true,
    ],
    [
      'that work on a stop ended waits, too',
      [
        ['break_start', 120],
        ['finish', 150],
      ],
      30,
      true,
    ],
  ])('%s', async (_, acts, minutes, toCheck) => {
    const shift = await shiftWith(2, acts)
    expect(shift!.breaks.map(minutesOf)).toEqual([minutes])
    expect(shift).toMatchObject({ needs_review: toCheck, break_to_check: toCheck })
    const { to_review } = await read(shift!.started_at.slice(0, 10), shift!.started_at.slice(0, 10))
    const waits = to_review.some((one: { shift: { id: string } }) => one.shift.id === shift!.id)
    expect(waits).toBe(toCheck)
    if (toCheck)
      expect(
        (await patch(owner, { shift_id: shift!.id, reason: 'Luis says so' })).body,
      ).toMatchObject({ needs_review: false })
  })
})

describe('time on site', () => {
  it('compares each completed visit with its plan, by visit, service and team', async () => {
    const [visit] = await open.rows(
      "select series_id, original_date from visits where organization_id = $1 and status = 'completed' and service_name is not null limit 1",
      [open.world.green.id],
    )
    await open.rows(
      "update visits set date = '2021-11-07', duration_minutes = 45, started_at = '2021-11-07T05:30:00Z', completed_at = '2021-11-07T06:30:30Z' where organization_id = $1 and series_id = $2 and original_date = $3",
      [open.world.green.id, visit!.series_id, visit!.original_date],
    )
    const range = { from: '2021-11-07', to: '2021-11-13' }
    const { body } = await manager('GET /api/owner/timesheets/on-site', { query: range })
    expect(body).toMatchObject({
      count: 1,
      visits: [{ planned_minutes: 45, minutes: 60 }],
      services: [{ visits: 1, planned_minutes: 45, minutes: 60 }],
      teams: [{ visits: 1, planned_minutes: 45, minutes: 60 }],
    })
    const file = async (by: 'visit' | 'service' | 'team') =>
      (await owner('GET /api/owner/timesheets/on-site/export', { query: { ...range, by } })).body
    // 1:30 AM comes twice that night.
    expect(await file('visit')).toContain(',01:30,01:30,45,60,15')
    for (const by of ['service', 'team'] as const) expect(await file(by)).toContain(',1,45,60,15')
    const stranger = await open.as('owner@bright-side.example')
    expect(
      (await stranger('GET /api/owner/timesheets/on-site', { query: range })).body.visits,
    ).toEqual([])
    expect(
      (await owner('GET /api/owner/timesheets/on-site', { query: { ...range, to: '2020-01-01' } }))
        .status,
    ).toBe(422)
  })
})

describe('approving', () => {
  const days = { from: '2021-05-02', to: '2021-05-08' }
  it('locks the days until somebody opens them with a reason', async () => {
    const made = await manager('POST /api/owner/timesheets/approve', { body: days })
    expect(made).toMatchObject({
      status: 201,
      body: { starts_on: '2021-05-02', ends_on: '2021-05-08', approved_by: 'Morgan Ellis' },
    })
    expect((await read('2021-05-02', '2021-05-08')).periods).toHaveLength(1)
    expect(
      await owner('POST /api/owner/timesheets/approve', {
        body: { from: '2021-05-08', to: '2021-05-10' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'already_approved' } })
    const { shifts } = (await sheetOf(cam, '2021-05-03', '2021-05-03'))!
    const locked = { status: 409, body: { code: 'period_locked' } }
    expect(await patch(owner, { shift_id: shifts[0]!.id, break_minutes: 0 })).toMatchObject(locked)
    expect(
      await add(owner, {
        person_id: cam,
        started_at: '2021-05-08T21:00:00Z',
        ended_at: '2021-05-08T22:00:00Z',
      }),
    ).toMatchObject(locked)
    // Nor can a shift be moved into approved days.
    const outside = await add(owner, {
      person_id: cam,
      started_at: '2021-05-10T12:00:00Z',
      ended_at: '2021-05-10T13:00:00Z',
    })
    expect(
      await patch(owner, { shift_id: outside.body.id, started_at: '2021-05-08T22:00:00Z' }),
    ).toMatchObject(locked)
    const { id } = made.body
    expect(
      (await owner('POST /api/owner/timesheets/open', { body: { id, reason: '' } })).status,
    ).toBe(422)
    expect(
      (
        await owner('POST /api/owner/timesheets/open', {
          body: { id, reason: 'A break was missing' },
        })
      ).status,
    ).toBe(200)
    expect((await patch(owner, { shift_id: shifts[0]!.id, break_minutes: 0 })).status).toBe(200)
  })
  it('is refused while somebody is on the clock or a long shift was not looked at; of two at once one wins', async () => {
    const range = { from: '2021-04-04', to: '2021-04-10' }
    await open.rows(
      "insert into shifts (organization_id, person_id, started_at, ended_at) values ($1, $2, '2021-04-05T12:00:00Z', '2021-04-06T12:00:00Z')",
      [open.world.green.id, cam],
    )
    const approve = (who: Caller) => who('POST /api/owner/timesheets/approve', { body: range })
    expect(await approve(owner)).toMatchObject({ status: 409, body: { code: 'hours_open' } })
    const { shifts } = (await sheetOf(cam, '2021-04-05', '2021-04-05'))!
    expect(shifts[0]).toMatchObject({ needs_review: true })
    await patch(owner, { shift_id: shifts[0]!.id, reason: 'It was a storm night' })
    const replies = await Promise.all([approve(owner), approve(manager)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })
  it('hours a phone sends after the approval are put before the office, and count once it has looked at them', async () => {
    const range = { from: dayAgo(3 * day_ms), to: dayAgo(day_ms) }
    const { body: period } = await owner('POST /api/owner/timesheets/approve', { body: range })
    const before = await sheetOf(cam, range.from, range.to)
    // Before the shift of that day.
    const night_ms = 2 * day_ms + 6 * 3_600_000
    const press = (kind: string, waited_ms: number) => ({
      client_id: randomUUID(),
      kind,
      at: new Date(Date.now() - waited_ms).toISOString(),
      waited_ms,
    })
    const sent = await crew('POST /api/crew/commands', {
      body: {
        commands: [press('clock_in', night_ms), press('clock_out', night_ms - 3_600_000)],
      },
    })
    expect(sent.body.answers).toMatchObject([{ result: 'done' }, { result: 'done' }])
    const after = await sheetOf(cam, range.from, range.to)
    expect(after!.total_minutes).toBe(before!.total_minutes)
    const late = after!.shifts.find((one: { came_late: boolean }) => one.came_late)
    expect(late).toMatchObject({ minutes: 60, needs_review: true })
    const { to_review } = await read(range.from, range.to)
    expect(to_review).toMatchObject([{ person_id: cam, shift: { id: late!.id, came_late: true } }])
    expect((await owner('GET /api/owner/needs')).body).toMatchObject({ long_shifts: 1 })

    const right = { shift_id: late!.id, reason: 'Luis saw it' }
    expect(await patch(owner, right)).toMatchObject({ body: { code: 'period_locked' } })
    await owner('POST /api/owner/timesheets/open', {
      body: { id: period.id, reason: 'A phone was out of reach' },
    })
    expect(await owner('POST /api/owner/timesheets/approve', { body: range })).toMatchObject({
      body: { code: 'hours_open' },
    })
    expect((await patch(owner, right)).status).toBe(200)
    expect((await sheetOf(cam, range.from, range.to))!.total_minutes).toBe(
      before!.total_minutes + 60,
    )
    expect((await read(range.from, range.to)).to_review).toEqual([])
  })
})

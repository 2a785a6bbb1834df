import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayText, zonedToUtcIso } from '../../../domain/base/dates.ts'
import type { Store, Wire } from '../../base/db/store.ts'
import { counted } from '../../../../test/scratch.ts'
import { inDays, openTestBed, today, zone, type TestBed } from '../../schedule/visits/test-bed.ts'
import { remindVisits } from './remind.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
/** The visits' day, which no other test uses. */
let day = today
let seen: string[] = []
beforeEach(async () => {
  day = inDays(20 + 10 * n++)
  seen = [crypto.randomUUID()]
  seen.push(...(await written()).map(({ id }) => id))
})

const app = (over: { store?: Store; billing?: boolean } = {}) =>
  ({
    store: over.store ?? bed.store,
    config: { PLATFORM_BILLING: over.billing ?? true },
    log: { error: (fault: object) => bed.faults.push(fault) },
  }) as never
/** Runs the job at a time of day, on the day before by default. */
const run = (clock = '09:00', date = addDays(day, -1), over: Parameters<typeof app>[0] = {}) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return remindVisits(app(over), zonedToUtcIso(date, hour * 60 + minute, zone))
}
const once = async (given: object = {}) =>
  (
    await bed.addRule({
      customer_id: bed.ids.bob,
      start_date: day,
      pattern: 'once',
      start_time: '10:00',
      ...given,
    })
  ).first
const written = () =>
  bed.owner((tx) =>
    tx
      .selectFrom('messages')
      .select([
        'id',
        'organization_id',
        'channel',
        'recipient',
        'subject',
        'text',
        'html',
        'template',
      ])
      .where('id', 'not in', seen)
      .orderBy('id')
      .execute(),
  )
const reminders = async () =>
  (await written()).filter(({ template }) => template === 'visit_reminder')
const reminded = async () => (await reminders()).map(({ recipient }) => recipient).toSorted()
const set = (table: 'customers' | 'organizations' | 'people', id: string, values: object) =>
  bed.owner((tx) =>
    tx
      .updateTable(table as 'customers')
      .set(values)
      .where('id', '=', id)
      .execute(),
  )
const settings = (values: object) =>
  set('organizations', bed.ids.org, { schedule_settings: JSON.stringify(values) })
const person = () => bed.actor('bob').person_id
const hold = (values: { released_at: string | null }) =>
  bed.owner((tx) =>
    tx
      .insertInto('payment_holds')
      .values({
        organization_id: bed.ids.org,
        customer_id: bed.ids.bob,
        owed_cents: 9000,
        ...values,
      })
      .onConflict((on) => on.columns(['organization_id', 'customer_id']).doUpdateSet(values))
      .execute(),
  )

describe('a reminder', () => {
  it('is sent once, the day before at nine, for an untouched visit', async () => {
    await bed.addRule({
      customer_id: bed.ids.bob,
      start_date: addDays(day, -14),
      pattern: 'weekly',
      start_time: '10:00',
      end_date: addDays(day, 7),
    })
    await run('08:59')
    expect(await reminded()).toEqual([])
    for (const clock of ['09:00', '09:15', '19:45']) await run(clock)
    const [letter, ...more] = await reminders()
    expect(more).toEqual([])
    const on = dayText(day, today)
    expect(letter).toMatchObject({
      organization_id: bed.ids.org,
      recipient: 'bob@example.com',
      subject: `Reminder: Mowing on ${on}`,
    })
    for (const part of [
      'Service: Mowing',
      `When: ${on} at 10:00 AM`,
      'Where: 1 Oak St, Durham',
      `http://localhost:3000/app?business=${bed.ids.org}`,
      'greenhill',
    ])
      expect(letter!.text).toContain(part)
    for (const part of [
      `${on} at 10:00 AM`,
      '1 Oak St, Durham',
      `href="http://localhost:3000/app?business=${bed.ids.org}"`,
    ])
      expect(letter!.html).toContain(part)
    await run('09:00', addDays(day, 6))
    expect(await reminded()).toHaveLength(2)
  })

  it('that was missed is sent later the same day, but never in the evening or at night', async () => {
    await once()
    for (const clock of ['05:00', '08:45', '20:00', '23:30']) await run(clock)
    expect(await reminded()).toEqual([])
    await run('19:59')
    expect(await reminded()).toEqual(['bob@example.com'])
  })

  it('is sent for a visit booked late, without repeating earlier ones', async () => {
    await once()
    await run('09:00')
    await once({ customer_id: bed.ids.cleo })
    await run('14:15')
    expect(await reminded()).toEqual(['bob@example.com', 'cleo@example.com'])
  })

  it('lists the day, arrival window and location of all visits of that day in one email', async () => {
    await settings({ arrival_window_minutes: 120 })
    await once()
    await once({ service_key: 'look', start_time: null })
    await run()
    await settings({})
    const on = dayText(day, today)
    expect((await reminders()).map(({ subject }) => subject)).toEqual([
      `Reminder: 2 visits on ${on}`,
    ])
    expect((await reminders())[0]!.text).toContain(
      `Mowing: ${on} at 10:00 AM – 12:00 PM, 1 Oak St, Durham\nLook around: ${on}, 1 Oak St, Durham`,
    )
  })

  it('is sent days ahead and at the hour the organization chose, still only once', async () => {
    await settings({ reminder_days_before: 3, reminder_hour: 17 })
    await once()
    await run('16:45', addDays(day, -3))
    expect(await reminded()).toEqual([])
    for (const before of [-3, -2, -1]) await run('17:00', addDays(day, before))
    await settings({})
    await run('09:15')
    expect(await reminded()).toHaveLength(1)
  })

  it('is sent again for the new date when the visit moves later', async () => {
    const visit = await once()
    await run()
    await bed.ask('olga', `POST /api/schedule/${visit}/reschedule`, { to_date: addDays(day, 1) })
    await run('10:00')
    await run('09:00', day)
    await run('09:15', day)
    expect((await written()).map(({ template }) => template)).toEqual([
      'visit_reminder',
      'visit_rescheduled',
      'visit_reminder',
    ])
    expect((await reminders())[1]!.subject).toContain(dayText(addDays(day, 1), today))
  })

  it('is skipped if the customer was notified of a move the same day', async () => {
    const visit = await once({ start_date: inDays(9) })
    await bed.ask('olga', `POST /api/schedule/${visit}/reschedule`, { to_date: inDays(1) })
    await once({ customer_id: bed.ids.cleo, start_date: inDays(1) })
    await once({ start_date: inDays(1), service_key: 'look' })
    await run('14:15', today)
    expect(
      (await reminders()).map(({ recipient, subject }) => `${recipient} ${subject}`).toSorted(),
    ).toEqual([
      `bob@example.com Reminder: Look around on ${dayText(inDays(1), today)}`,
      `cleo@example.com Reminder: Mowing on ${dayText(inDays(1), today)}`,
    ])
  })
})

describe('a visit like one that was moved onto its day', () => {
  it('is still reminded of', async () => {
    const location_id = await bed.addCabin(bed.ids.bob)
    const moved = await once({ start_date: inDays(8) })
    await bed.ask('olga', `POST /api/schedule/${moved}/reschedule`, { to_date: inDays(1) })
    await once({ start_date: inDays(1), start_time: '15:00', location_id })
    await run('14:15', today)
    const [reminder, ...more] = await reminders()
    expect(more).toEqual([])
    expect(reminder).toMatchObject({ recipient: 'bob@example.com' })
    expect(reminder!.text).toContain('3:00')
    expect(reminder!.text).not.toContain('10:00')
  })
})

describe('no reminder', () => {
  const bob = () => bed.ids.bob
  it.each<[string, (visit: string) => Promise<unknown>, (() => Promise<unknown>) | null]>([
    ['of a cancelled visit', (visit) => bed.ask('olga', `POST /api/schedule/${visit}/skip`), null],
    [
      'of a completed one',
      (visit) => bed.ask('olga', `POST /api/schedule/${visit}/complete`, { confirm_future: true }),
      null,
    ],
    [
      'of one that moved to another day',
      (visit) =>
        bed.ask('olga', `POST /api/schedule/${visit}/reschedule`, { to_date: addDays(day, 3) }),
      null,
    ],
    [
      'while the work is paused',
      (visit) => bed.ask('olga', `POST /api/schedule/${visit}/pause`, { from: day }),
      null,
    ],
    [
      'while the customer is paused',
      () => set('customers', bob(), { status: 'paused', paused_from: day }),
      () => set('customers', bob(), { status: 'active', paused_from: null }),
    ],
    [
      'while the visits wait for a payment',
      () => hold({ released_at: null }),
      () => hold({ released_at: new Date().toISOString() }),
    ],
    [
      'to an archived customer',
      () => set('customers', bob(), { status: 'archived' }),
      () => set('customers', bob(), { status: 'active' }),
    ],
    [
      'when the office turned it off',
      () => set('customers', bob(), { reminder_opt_in: false }),
      () => set('customers', bob(), { reminder_opt_in: true }),
    ],
    [
      'when the customer turned it off',
      () => set('people', person(), { notification_prefs: '{"email_general":false}' }),
      () => set('people', person(), { notification_prefs: '{"email_general":true}' }),
    ],
    [
      'to a customer who prefers calls',
      () => set('people', person(), { preferred_contact: 'phone' }),
      () => set('people', person(), { preferred_contact: 'email' }),
    ],
    [
      'when the organization sends none',
      () => settings({ reminder_days_before: 0 }),
      () => settings({}),
    ],
    [
      'from an organization that is closed',
      () => set('organizations', bed.ids.org, { status: 'inactive' }),
      () => set('organizations', bed.ids.org, { status: 'active' }),
    ],
    [
      'from one whose subscription has lapsed',
      () => set('organizations', bed.ids.org, { trial_ends_at: '2020-01-01T00:00:00Z' }),
      () => set('organizations', bed.ids.org, { trial_ends_at: null }),
    ],
  ])('%s', async (_, arrange, undo) => {
    const visit = await once()
    await arrange(visit)
    await run()
    expect(await reminded()).toEqual([])
    if (!undo) return
    // Turned on again by noon, it's still sent that day.
    await undo()
    await set('organizations', bed.ids.org, { reminded_on: null })
    await run('12:00')
    expect(await reminded()).toEqual(['bob@example.com'])
  })

  it('is sent by SMS only with consent: in addition to email, or alone if preferred', async () => {
    await set('customers', bob(), { phone_number: '+19195550123' })
    await once()
    await run()
    await set('customers', bob(), { sms_opt_in: true })
    await once({ start_date: addDays(day, 1) })
    await run('09:00', day)
    await set('people', person(), { preferred_contact: 'sms' })
    await once({ start_date: addDays(day, 2) })
    await run('09:00', addDays(day, 1))
    await set('people', person(), { preferred_contact: 'email' })
    await set('customers', bob(), { sms_opt_in: false })
    expect((await reminders()).map(({ channel }) => channel)).toEqual([
      'email',
      'email',
      'sms',
      'sms',
    ])
    expect((await reminders()).at(-1)!.text).toBe(
      `greenhill: reminder, ${dayText(addDays(day, 2), today)}: Mowing at 10:00 AM.`,
    )
  })
})

it('each organization has its own time zone and customers', async () => {
  await set('organizations', bed.ids.neighbour, { time_zone: 'America/Los_Angeles' })
  await bed.owner(async (tx) => {
    await sql`insert into rules (organization_id, customer_id, service_id, pattern, anchor_date, start_date, series_id)
      select ${bed.ids.neighbour}::uuid, ${bed.ids.theirs}::uuid, id, 'once', ${day}::date, ${day}::date, uuid7() from services where organization_id = ${bed.ids.neighbour}::uuid`.execute(
      tx,
    )
  })
  await once()
  const of = async () =>
    (await reminders()).map(({ recipient, organization_id }) => [
      recipient,
      organization_id === bed.ids.org,
    ])
  await run('09:00')
  expect(await of()).toEqual([['bob@example.com', true]])
  await run('11:45')
  expect(await of()).toHaveLength(1)
  await run('12:00')
  expect(await of()).toEqual([
    ['bob@example.com', true],
    ['ned@example.com', false],
  ])
})

describe('each reminder is sent exactly once', () => {
  it('with two processes running simultaneously', async () => {
    for (const customer_id of [bed.ids.ana, bed.ids.bob, bed.ids.cleo]) await once({ customer_id })
    const other = await bed.scratch.another()
    await Promise.all([
      run(),
      run('09:00', undefined, { store: other }),
      run('09:01'),
      run('09:01', undefined, { store: other }),
    ])
    expect(await reminded()).toEqual(['ana@example.com', 'bob@example.com', 'cleo@example.com'])
  })

  it('when a run dies after any statement, finished by the next', async () => {
    const theirs = async (date: string) => {
      for (const customer_id of [bed.ids.ana, bed.ids.bob])
        await once({ customer_id, start_date: date })
    }
    await theirs(day)
    const whole = (await sentBy((store) => run('09:00', undefined, { store }))).flat().length
    for (let cut = 1; cut < whole; cut++) {
      const date = addDays(day, cut)
      await theirs(date)
      const before = (await reminded()).length
      await run('09:00', addDays(date, -1), { store: cutAfter(cut) }).catch(() => {})
      await run('09:15', addDays(date, -1))
      await run('09:30', addDays(date, -1))
      expect([cut, (await reminded()).length - before]).toEqual([cut, 2])
    }
    expect(bed.faults.length).toBeGreaterThan(0)
    bed.faults.length = 0
    n += Math.ceil(whole / 10)
  })

  it('for hundreds of customers in few round trips to the database', async () => {
    await bed.owner((tx) =>
      sql`with many as (insert into customers (organization_id, name, email, status) select ${bed.ids.org}::uuid, 'Many ' || i, 'many' || i || '@example.com', 'active'
          from generate_series(1, 230) i returning id)
        insert into rules (organization_id, customer_id, service_id, pattern, anchor_date, start_date, series_id)
        select ${bed.ids.org}::uuid, many.id, ${bed.ids.mow}::uuid, 'once', ${day}::date, ${day}::date, uuid7() from many`.execute(
        tx,
      ),
    )
    const sent = await sentBy((store) => run('09:00', undefined, { store }))
    expect(sent.length).toBeLessThan(40)
    expect(new Set(await reminded()).size).toBe(230)
    expect(await reminded()).toHaveLength(230)
    // Nothing changed: one query for the organizations.
    const again = await sentBy((store) => run('09:15', undefined, { store }))
    expect(again.length).toBeLessThan(4)
  })
})

/** The statements sent, one list per round trip to the database. */
async function sentBy(work: (store: Store) => Promise<unknown>): Promise<string[][]> {
  const store = counted(bed.store)
  await work(store)
  return store.sent
}

/** A process that dies after this many statements: later ones don't reach the database. */
function cutAfter(limit: number): Store {
  let statements = 0
  return {
    ...bed.store,
    async acquire(): Promise<Wire> {
      const wire = await bed.store.acquire()
      return {
        ...wire,
        async query(text, values) {
          if (text !== 'rollback' && ++statements > limit) throw new Error('the process is gone')
          return wire.query(text, values)
        },
      }
    },
  }
}

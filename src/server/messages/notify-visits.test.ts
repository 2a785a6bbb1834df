import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, type TestBed } from '../schedule/visits/test-bed.ts'
import { dayText } from '../../domain/base/dates.ts'
import { notifyVisitsChanged } from './notify-visits.ts'
import { byDay } from '../../../test/clock.ts'

byDay()
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
let start = today
/** A visit in three days, for a customer no other test uses. */
const visitOf = async (customer_id: string, given: object = {}) =>
  (await bed.addRule({ customer_id, start_date: start, pattern: 'once', ...given })).first
const post = (who: Parameters<TestBed['ask']>[0], call: string, body: object = {}) =>
  bed.ask(who, `POST ${call}`, body)
/** Messages queued since the test began, as `recipient: subject`, in order. */
const letters = async (): Promise<string[]> =>
  (await written()).map(
    ({ channel, recipient, subject, text }) =>
      `${recipient}: ${channel === 'sms' ? text : subject}`,
  )
const refused = async () => (await written('refused')).map(({ reason }) => reason)
const written = (status: 'queued' | 'refused' = 'queued') =>
  bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['id', 'channel', 'recipient', 'subject', 'text', 'template', 'reason'])
      .where('id', 'not in', seen)
      .where('status', '=', status)
      .orderBy('id')
      .execute(),
  )
let seen: string[]
beforeEach(async () => {
  start = inDays(3 + 7 * n++)
  seen = [crypto.randomUUID()]
  const before = [...(await written()), ...(await written('refused'))]
  seen.push(...before.map(({ id }) => id))
})
const choose = (name: 'ana' | 'bob', choice: { prefs?: object; preferred_contact?: string }) =>
  bed.owner((tx) =>
    tx
      .updateTable('people')
      .set({
        ...(choice.prefs ? { notification_prefs: JSON.stringify(choice.prefs) } : {}),
        preferred_contact: choice.preferred_contact ?? 'email',
      })
      .where('id', '=', bed.actor(name).person_id)
      .execute(),
  )
const setCustomer = (id: string, values: object) =>
  bed.write((tx) => tx.updateTable('customers').set(values).where('id', '=', id).execute())

describe('a changed visit', () => {
  it.each(['olga', 'lea'] as const)(
    'notifies the customer of a move, a cancellation and a restore once each (%s)',
    async (who) => {
      const visit = await visitOf(bed.ids.bob, { start_time: '09:00' })
      const on = (date: string) => dayText(date, today)
      for (let twice = 0; twice < 2; twice++)
        await post(who, `/api/schedule/${visit}/reschedule`, { to_date: inDays(400) })
      for (let twice = 0; twice < 2; twice++) await post(who, `/api/schedule/${visit}/skip`)
      for (let twice = 0; twice < 2; twice++) await post(who, `/api/schedule/${visit}/restore`)
      expect(await letters()).toEqual([
        `bob@example.com: New date for your Mowing: ${on(inDays(400))}`,
        `bob@example.com: Your Mowing on ${on(inDays(400))} is cancelled`,
        `bob@example.com: Your Mowing on ${on(inDays(400))} is back on`,
      ])
      expect((await written())[0]!.text).toContain(
        `We moved your visit from ${on(start)} at 9:00 AM.`,
      )
      expect((await written())[0]!.text).toContain('http://localhost:3000/app')
    },
  )

  it('cancels the other day for a missed visit put back on its own day', async () => {
    const visit = await visitOf(bed.ids.bob, { start_date: inDays(-3) })
    await post('olga', `/api/schedule/${visit}/reschedule`, { to_date: start })
    await post('olga', `/api/schedule/${visit}/reschedule`, { to_date: inDays(-3) })
    const on = dayText(start, today)
    expect(await letters()).toEqual([
      `bob@example.com: New date for your Mowing: ${on}`,
      `bob@example.com: Your Mowing on ${on} is cancelled`,
    ])
  })

  it('notifies of a changed time, but not of a first one, a cleared one or another team', async () => {
    const visit = await visitOf(bed.ids.bob)
    const set = (body: object) =>
      post('olga', '/api/schedule/set-time', { rule_id: visit, ...body })
    await set({ start_time: '09:00' })
    await set({ team_id: bed.ids.south })
    expect(await letters()).toEqual([])
    await set({ start_time: '10:30' })
    await bed.ask('olga', `DELETE /api/schedule/${visit}/time`)
    expect(await letters()).toEqual([
      `bob@example.com: New time for your Mowing: ${dayText(start, today)} at 10:30 AM`,
    ])
  })

  it('includes the arrival window, like a reminder, for a moved, restored or repeatedly changed visit', async () => {
    const window = (minutes: number) =>
      bed.owner((tx) =>
        tx
          .updateTable('organizations')
          .set({
            schedule_settings: sql`schedule_settings || ${JSON.stringify({ arrival_window_minutes: minutes })}::text::jsonb`,
          })
          .where('slug', '=', 'greenhill')
          .execute(),
      )
    await window(120)
    const visit = await visitOf(bed.ids.bob, { start_time: '09:00' })
    const [from, to] = [dayText(start, today), dayText(inDays(401), today)]
    await post('olga', `/api/schedule/${visit}/reschedule`, { to_date: inDays(401) })
    await post('olga', `/api/schedule/${visit}/skip`)
    await post('olga', `/api/schedule/${visit}/restore`)
    await window(0)
    const [moved, , restored] = await written()
    expect(moved!.text).toContain(`We moved your visit from ${from} at 9:00 AM – 11:00 AM.`)
    expect(moved!.text).toContain(`When: ${to} at 9:00 AM – 11:00 AM`)
    expect(restored!.text).toContain(`When: ${to} at 9:00 AM – 11:00 AM`)
  })

  it('sends nothing for a refused or past edit', async () => {
    const visit = await visitOf(bed.ids.bob)
    expect(
      (await post('olga', `/api/schedule/${visit}/reschedule`, { to_date: inDays(-1) })).status,
    ).toBe(422)
    expect(
      (
        await post('olga', `/api/schedule/${visit}/reschedule`, {
          to_date: inDays(9),
          expected_version: 7,
        })
      ).body.code,
    ).toBe('version_conflict')
    expect(await letters()).toEqual([])
  })

  it('confirms a cancellation to the customer, and tells the office', async () => {
    const visit = await visitOf(bed.ids.bob)
    for (let twice = 0; twice < 2; twice++)
      await post('bob', '/api/users/cancel-service', { date: start, occurrence_id: visit })
    const [confirmed, ...office] = await letters()
    const day = dayText(start, today)
    expect(confirmed).toBe(`bob@example.com: You cancelled your Mowing on ${day}`)
    expect(office.map((letter) => letter.split(': ')[1])).toEqual([
      `Bob cancelled the visit on ${day}`,
      `Bob cancelled the visit on ${day}`,
    ])
  })
})

describe('notifyVisitsChanged', () => {
  const moved = (customer_id: string, from: string, to: string) => ({
    customer_id,
    kind: 'moved' as const,
    title: 'Mowing',
    from: { date: from, start_minutes: null },
    to: { date: to, start_minutes: null },
  })
  const tell = (...changes: Parameters<typeof notifyVisitsChanged>[1]) =>
    bed.write((tx) => notifyVisitsChanged(tx, changes))

  it('sends one email per customer, with all changes of a lost day in order of date', async () => {
    await tell(
      moved(bed.ids.bob, inDays(2), inDays(3)),
      moved(bed.ids.cleo, inDays(1), inDays(2)),
      {
        customer_id: bed.ids.bob,
        kind: 'cancelled',
        title: 'Edging',
        from: { date: inDays(1), start_minutes: 540 },
      },
    )
    expect(await letters()).toEqual([
      expect.stringMatching(
        /^(bob@example.com: 2 of your visits have changed|cleo@example.com: New date for your Mowing)/,
      ),
      expect.stringMatching(
        /^(bob@example.com: 2 of your visits have changed|cleo@example.com: New date for your Mowing)/,
      ),
    ])
    const both = (await written()).find(({ template }) => template === 'visits_changed')!.text
    expect(both.indexOf('Edging: Cancelled on')).toBeGreaterThan(0)
    expect(both.indexOf('Mowing: Moved from')).toBeGreaterThan(both.indexOf('Edging: Cancelled on'))
    expect(both).toContain(`${dayText(inDays(1), today)} at 9:00 AM`)
  })

  it('says at which address, to a customer with several', async () => {
    const location_id = await bed.addCabin(bed.ids.bob)
    const cabin = await visitOf(bed.ids.bob, { location_id, start_time: '09:00' })
    const home = await visitOf(bed.ids.bob, { start_time: '13:00' })
    await post('olga', `/api/schedule/${cabin}/skip`)
    await post('olga', `/api/schedule/${home}/hold`, { reason: 'Rain' })
    const on = dayText(start, today)
    expect(await letters()).toEqual([
      `bob@example.com: Your Mowing (7 Lake Rd) on ${on} is cancelled`,
      `bob@example.com: Your Mowing (1 Oak St) on ${on} needs a new date`,
    ])
    await bed.write((tx) =>
      sql`update service_locations set removed_at = now() where id = ${location_id}`.execute(tx),
    )
  })

  it('is part of its transaction, and skips past visits', async () => {
    await bed
      .write(async (tx) => {
        await notifyVisitsChanged(tx, [moved(bed.ids.bob, inDays(1), inDays(2))])
        throw new Error('changed my mind')
      })
      .catch(() => {})
    await tell(moved(bed.ids.bob, inDays(-2), inDays(-1)))
    await tell()
    expect(await letters()).toEqual([])
    await tell(moved(bed.ids.bob, inDays(-2), inDays(1)))
    expect(await letters()).toHaveLength(1)
  })

  it('sends SMS along with the email with consent, only SMS if preferred, and nothing if calls are preferred', async () => {
    const change = moved(bed.ids.bob, inDays(4), inDays(5))
    await setCustomer(bed.ids.bob, { sms_opt_in: true, phone_number: '+19195550123' })
    await tell(change)
    // Written in one millisecond, they may be listed either way.
    const [text, mail] = (await letters()).toSorted()
    expect([text, mail].map((line) => line?.split(':')[0])).toEqual([
      '+19195550123',
      'bob@example.com',
    ])
    expect(text).toBe(
      `+19195550123: greenhill: your Mowing moved from ${dayText(inDays(4), today)} to ${dayText(inDays(5), today)}.`,
    )
    await choose('bob', { preferred_contact: 'sms' })
    await tell(change)
    expect((await letters()).slice(2).map((line) => line.split(':')[0])).toEqual(['+19195550123'])
    await choose('bob', { preferred_contact: 'phone' })
    await tell(change)
    expect(await letters()).toHaveLength(3)
    await choose('bob', { prefs: { email_general: false } })
    await tell(change)
    expect((await letters()).slice(3).map((line) => line.split(':')[0])).toEqual(['+19195550123'])
    await choose('bob', { prefs: { email_general: true } })
    await setCustomer(bed.ids.bob, { sms_opt_in: false })
  })

  it('skips archived customers and those without an address', async () => {
    await setCustomer(bed.ids.cleo, { status: 'archived' })
    const unknown = await bed.addCustomer('Una')
    await setCustomer(unknown, { email: null })
    await tell(moved(bed.ids.cleo, inDays(1), inDays(2)), moved(unknown, inDays(1), inDays(2)))
    expect(await letters()).toEqual([])
    expect(new Set(await refused())).toEqual(new Set(['archived', 'no_address']))
  })
})

describe('a request', () => {
  const ask = async (visit: string, body: object = {}) =>
    (
      await post('bob', '/api/users/request-reschedule', {
        date: start,
        occurrence_id: visit,
        ...body,
      })
    ).body.request.id as string
  const toBob = async () => (await letters()).filter((line) => line.startsWith('bob@example.com'))

  it('is emailed to the owner and managers once, with its reason, preferred dates and a link', async () => {
    const visit = await visitOf(bed.ids.bob)
    await ask(visit, { reason: 'Away', preferred_dates: [inDays(300)] })
    await ask(visit)
    const told = await written()
    expect(new Set(told.map(({ recipient }) => recipient.split('@')[0]))).toEqual(
      new Set(['mike', 'olga']),
    )
    expect(told).toHaveLength(2)
    expect(told[0]!.subject).toBe('Request: Bob asks to move the visit')
    for (const part of [
      'Away',
      dayText(inDays(300), today),
      `/app/schedule?inbox=1&date=${start}&occurrence_id=${encodeURIComponent(visit)}&action=reschedule`,
    ])
      expect(told[0]!.text).toContain(part)
  })

  it('when resolved, notifies the customer with the reason', async () => {
    const id = await ask(await visitOf(bed.ids.bob))
    for (let twice = 0; twice < 2; twice++)
      await post('olga', `/api/owner/customer-requests/${id}/resolve`, {
        status: 'denied',
        reason: 'No crew that day',
      })
    expect(await toBob()).toEqual(['bob@example.com: About your request'])
    const answer = (await written()).find(({ template }) => template === 'request_decided')!.text
    expect(answer).toContain('The visit stays as it was.')
    expect(answer).toContain('No crew that day')
  })

  it('when fulfilled by an edit, sends no separate email for the edit', async () => {
    const moved = await visitOf(bed.ids.bob)
    await post('olga', `/api/schedule/${moved}/reschedule`, {
      to_date: inDays(390),
      request_id: await ask(moved),
    })
    expect(await toBob()).toEqual(['bob@example.com: Your request is approved'])
    expect((await written()).at(-1)!.text).toContain(
      `The visit moves to ${dayText(inDays(390), today)}.`,
    )
    start = inDays(3 + 7 * n++)
    const cancelled = await visitOf(bed.ids.bob)
    await post('olga', `/api/schedule/${cancelled}/skip`, { request_id: await ask(cancelled) })
    expect(await toBob()).toHaveLength(2)
  })

  it('when closed by a cancellation, notifies of that; by a completion, not before that is final', async () => {
    const cancelled = await visitOf(bed.ids.bob)
    await ask(cancelled)
    await post('olga', `/api/schedule/${cancelled}/skip`)
    expect(await toBob()).toEqual([
      `bob@example.com: Your Mowing on ${dayText(start, today)} is cancelled`,
    ])
    const done = await visitOf(bed.ids.bob, { start_date: today, service_key: 'look' })
    await ask(done)
    const before = await toBob()
    await post('olga', `/api/schedule/${done}/complete`)
    expect(await toBob()).toEqual(before)
  })

  it('when withdrawn, sends no email', async () => {
    const id = await ask(await visitOf(bed.ids.bob))
    await post('bob', `/api/users/requests/${id}/withdraw`)
    expect(await toBob()).toEqual([])
  })
})

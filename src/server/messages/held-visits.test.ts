import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayText } from '../../domain/base/dates.ts'
import { undoMinutes } from '../../domain/schedule/visit.ts'
import { jobHandlers } from '../job-handlers.ts'
import { createJobs } from '../base/jobs/jobs.ts'
import { createMail } from '../base/outside/mail.ts'
import { createSms } from '../base/outside/sms.ts'
import { inDays, openTestBed, today, type TestBed } from '../schedule/visits/test-bed.ts'
import { deliver } from './deliver.ts'
import { remindVisits } from '../flows/visit-reminders/remind.ts'
import { byDay } from '../../../test/clock.ts'
import type { Jobs } from '../base/call.ts'
import { deliveryNeeds } from '../delivery.ts'

byDay()
// What the office does at night is told in the morning: one truth for each visit and reader.
let bed: TestBed
let jobs: Jobs
const log = { error() {}, warn() {}, info() {} }
beforeAll(async () => {
  bed = await openTestBed()
  jobs = createJobs({ store: bed.store, runs: false, log })
  await jobs.prepare()
})
afterAll(async () => {
  await jobs.stop()
  await bed.close()
})

/** Makes it an hour of the day for the business and its customers. */
const clock = (hour: number) =>
  bed.owner(async (tx) => {
    await sql`update organizations set time_zone = (select name from pg_timezone_names where name like 'Etc/GMT%'
      and extract(hour from now() at time zone name) = ${hour}::int limit 1)`.execute(tx)
    await sql`update service_locations set zip = null`.execute(tx)
  })
/** Runs what the plans wait for, and hands over what waited for the morning. */
async function morning(): Promise<void> {
  await plansTold()
  await clock(12)
  await bed.owner((tx) =>
    sql`update messages set held_until = now() - interval '1 minute' where status = 'queued' and held_until is not null`.execute(
      tx,
    ),
  )
  const app = {
    store: bed.store,
    mail: createMail({ smtpUrl: null, from: 'Fieldhive <a@b.example>' }),
    sms: createSms({ accountSid: null, authToken: null, from: null }),
    log,
  }
  for (const { id } of await rows('queued')) await deliver(app as never, id, deliveryNeeds)
}
async function plansTold(): Promise<void> {
  await bed.owner((tx) =>
    sql`update pgboss.job set start_after = start_after - make_interval(mins => ${undoMinutes + 1}::int) where name = 'plan.tell' and state < 'active'`.execute(
      tx,
    ),
  )
  const idle = Object.fromEntries(
    Object.keys(jobHandlers).map((name) => [name, async () => {}]),
  ) as unknown as typeof jobHandlers
  const tells = { ...idle, 'plan.tell': jobHandlers['plan.tell'] }
  await jobs.drain({ store: bed.store } as never, tells)
}

let customer_id: string
const rows = (status?: string) =>
  bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['id', 'channel', 'subject', 'text', 'status', 'reason', 'template'])
      .where('customer_id', '=', customer_id)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id')
      .execute(),
  )
/** What the customer has got, as subjects of mail and words of texts. */
const got = async () =>
  (await rows('sent')).map(({ channel, subject, text }) => (channel === 'sms' ? text : subject))
const reasons = async () => (await rows('refused')).map(({ reason }) => reason)

const on = (days: number) => dayText(inDays(days), today)
const office = async (call: string, body: object = {}) => {
  const answer = await bed.ask('olga', call, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const move = (visit: string, days: number) =>
  office(`POST /api/schedule/${visit}/reschedule`, { to_date: inDays(days) })
const skip = (visit: string) => office(`POST /api/schedule/${visit}/skip`)
const restore = (visit: string) => office(`POST /api/schedule/${visit}/restore`)

let n = 0
beforeEach(async () => {
  customer_id = await bed.addCustomer(`Night ${n++}`)
  await clock(23)
})
/** A visit that its customer has known of for long. */
async function visitIn(days: number, given: object = {}): Promise<string> {
  const about = { customer_id, pattern: 'once', start_date: inDays(days), start_minutes: 540 }
  const { first } = await bed.addRule({ ...about, ...given })
  await bed.owner((tx) => sql`delete from pgboss.job where name = 'plan.tell'`.execute(tx))
  return first
}

describe('in the night, a visit', () => {
  it('is cancelled, on again and cancelled: one message in the morning', async () => {
    const visit = await visitIn(5)
    await skip(visit)
    await restore(visit)
    await skip(visit)
    await morning()
    expect(await got()).toEqual([`Your Mowing on ${on(5)} is cancelled`])
    expect(await reasons()).toEqual(['taken_back'])
  })

  it('is moved and moved again: the message names where it was and where it is', async () => {
    const visit = await visitIn(5)
    await move(visit, 6)
    await move(visit, 7)
    await morning()
    expect(await got()).toEqual([`New date for your Mowing: ${on(7)}`])
    expect((await rows('sent'))[0]!.text).toContain(`We moved your visit from ${on(5)} at 9:00 AM`)
    expect(await reasons()).toEqual(['replaced'])
  })

  it('is moved and moved back: nothing', async () => {
    const visit = await visitIn(5)
    await move(visit, 6)
    await move(visit, 5)
    await morning()
    expect(await got()).toEqual([])
    expect(await reasons()).toEqual(['taken_back'])
  })

  it('changes again after the morning: what was sent stays, and the new is said', async () => {
    const visit = await visitIn(5)
    await skip(visit)
    await morning()
    await clock(23)
    await restore(visit)
    await morning()
    expect(await got()).toEqual([
      `Your Mowing on ${on(5)} is cancelled`,
      `Your Mowing on ${on(5)} is back on`,
    ])
    expect(await reasons()).toEqual([])
  })

  it('is cancelled, and is being handed over while it is restored: both go', async () => {
    const visit = await visitIn(5)
    await skip(visit)
    await bed.write((tx) =>
      tx
        .updateTable('messages')
        .set({ status: 'sending', claimed_at: new Date().toISOString() })
        .where('customer_id', '=', customer_id)
        .execute(),
    )
    await restore(visit)
    expect((await rows()).map(({ status, subject }) => [status, subject])).toEqual([
      ['sending', `Your Mowing on ${on(5)} is cancelled`],
      ['queued', `Your Mowing on ${on(5)} is back on`],
    ])
  })

  it('changes alone among several: the others are still told', async () => {
    const ids = []
    for (const given of [{}, { service_key: 'look' }]) ids.push(await visitIn(5, given))
    await office('POST /api/schedule/lost-day', {
      date: inDays(5),
      team_ids: null,
      dry_run: false,
      act: 'skip',
      reason: 'weather',
      notify: true,
    })
    await restore(ids[0]!)
    await morning()
    expect(await got()).toEqual([`Your Look around on ${on(5)} is cancelled`])
  })

  it('is told by each way what is not said there yet', async () => {
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ sms_opt_in: true, phone_number: `+1919555${String(2000 + n)}` })
        .where('id', '=', customer_id)
        .execute(),
    )
    const visit = await visitIn(5)
    await skip(visit)
    // The mail is out already, the text waits.
    await bed.write((tx) =>
      tx
        .updateTable('messages')
        .set({ status: 'sent', held_until: null })
        .where('customer_id', '=', customer_id)
        .where('channel', '=', 'email')
        .execute(),
    )
    await restore(visit)
    await morning()
    expect(await got()).toEqual([
      `Your Mowing on ${on(5)} is cancelled`,
      `Your Mowing on ${on(5)} is back on`,
    ])
  })

  it('of another customer is another matter', async () => {
    const visit = await visitIn(5)
    await skip(visit)
    const first = customer_id
    customer_id = await bed.addCustomer('Neighbour')
    await clock(23)
    await skip(await visitIn(5))
    await morning()
    customer_id = first
    await morning()
    expect(await got()).toEqual([`Your Mowing on ${on(5)} is cancelled`])
  })
})

describe('before its plan is told, a visit', () => {
  const plan = (given: object = {}) =>
    bed.addRule({
      customer_id,
      start_date: inDays(3),
      start_minutes: 540,
      untold: true,
      ...given,
    })
  const known = async () => {
    await clock(12)
    const rule = await plan({ untold: undefined })
    await morning()
    return rule
  }
  const visits = async () =>
    (
      await bed.write((tx) =>
        tx
          .selectFrom('messages')
          .select('data')
          .where('customer_id', '=', customer_id)
          .where('template', '=', 'visits_planned')
          .where('status', '=', 'sent')
          .orderBy('id')
          .execute(),
      )
    ).map(({ data }) => (data as { visits: { on: string }[] }).visits.map((one) => one.on))

  it.each([12, 23])('of new work is part of the plan (at %i h)', async (hour) => {
    await clock(hour)
    const { visit } = await plan()
    await move(visit(inDays(3)), 4)
    await skip(visit(inDays(10)))
    expect(await rows()).toEqual([])
    await morning()
    expect((await rows()).map(({ template }) => template)).toEqual(['visits_planned'])
    expect(await visits()).toEqual([[inDays(4), inDays(17), inDays(24)]])
  })

  it('of new work is part of the plan that waits for the morning', async () => {
    const { visit } = await plan()
    await plansTold()
    expect((await rows('queued')).map(({ template }) => template)).toEqual(['visits_planned'])
    await move(visit(inDays(3)), 4)
    await morning()
    expect((await rows('sent')).map(({ template }) => template)).toEqual(['visits_planned'])
    expect(await visits()).toEqual([[inDays(4), inDays(10), inDays(17)]])
  })

  it('of a changed plan is part of that; a later one is told after it', async () => {
    const { rule_id, visit } = await known()
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes: 600 })
    await move(visit(inDays(3)), 4)
    await move(visit(inDays(38)), 39)
    expect((await rows('queued')).map(({ reason }) => reason)).toEqual(['plan_first', 'plan_first'])
    await morning()
    expect((await rows('sent')).map(({ template }) => template)).toEqual([
      'visits_planned',
      'visits_planned',
      'visit_rescheduled',
    ])
    expect((await visits())[1]).toEqual([inDays(4), inDays(10), inDays(17)])
  })

  it('is told by itself if the plan stays as it was', async () => {
    const { rule_id, visit } = await known()
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes: 600 })
    await move(visit(inDays(10)), 11)
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes: 540 })
    await morning()
    expect((await rows('sent')).map(({ template }) => template)).toEqual([
      'visits_planned',
      'visit_rescheduled',
    ])
  })

  it('changed twice in a night is one plan, and none if it is as it was', async () => {
    const { rule_id } = await known()
    await clock(23)
    const at = (start_minutes: number) =>
      office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes })
    await at(600)
    await plansTold()
    await at(660)
    await morning()
    expect(await visits()).toHaveLength(2)
    await clock(23)
    await at(600)
    await plansTold()
    await at(660)
    await morning()
    expect(await visits()).toHaveLength(2)
  })

  it('confirms to customers at once what they did themselves', async () => {
    await clock(12)
    customer_id = bed.ids.bob
    const before = (await rows()).length
    const { visit } = await plan()
    await bed.ask('bob', 'POST /api/users/cancel-service', {
      date: inDays(3),
      occurrence_id: visit(inDays(3)),
    })
    expect((await rows()).slice(before).map(({ template }) => template)).toEqual([
      'visit_cancelled',
    ])
  })
})

describe('a reminder that waits for the morning', () => {
  const app = () =>
    ({ store: bed.store, config: { PLATFORM_BILLING: true }, log: console }) as never
  /** Reminds at seven, of the next day: too early for any customer. */
  async function remind(): Promise<void> {
    await clock(7)
    await bed.owner((tx) =>
      sql`update organizations set schedule_settings = '{"reminder_hour": 6}', reminded_on = null where id = ${bed.ids.org}::uuid`.execute(
        tx,
      ),
    )
    await remindVisits(app())
    expect((await rows('queued')).map(({ template }) => template)).toEqual(['visit_reminder'])
  }
  const sent = async () => (await rows('sent')).map(({ template }) => template)
  const reminder = async () =>
    (await rows('sent')).find(({ template }) => template === 'visit_reminder')?.text ?? ''

  it('goes if its visit takes place as it says', async () => {
    await visitIn(1)
    await remind()
    await morning()
    expect(await sent()).toEqual(['visit_reminder'])
  })

  it('does not go if its visit is cancelled, and goes if it is on again', async () => {
    const visit = await visitIn(1)
    await remind()
    await skip(visit)
    await restore(visit)
    await skip(visit)
    await morning()
    expect(await sent()).toEqual(['visit_cancelled'])
    customer_id = await bed.addCustomer('Again')
    const again = await visitIn(1)
    await remind()
    await skip(again)
    await restore(again)
    await morning()
    expect(await sent()).toEqual(['visit_reminder'])
  })

  it('does not go if its visit is moved to another day: the news of that is enough', async () => {
    const visit = await visitIn(1)
    await remind()
    await move(visit, 2)
    await morning()
    expect(await sent()).toEqual(['visit_rescheduled'])
    expect(await reasons()).toContain('taken_back')
  })

  it('does not go if its visit is done already, or its customer pauses', async () => {
    const visit = await visitIn(1)
    await remind()
    await bed.owner((tx) =>
      sql`update rules set removed_at = now() where series_id = ${visit.split(':')[0]}::uuid`.execute(
        tx,
      ),
    )
    await morning()
    expect(await sent()).toEqual([])
    customer_id = await bed.addCustomer('Pausing')
    await visitIn(1)
    await remind()
    await bed.owner((tx) =>
      sql`update customers set status = 'paused' where id = ${customer_id}::uuid`.execute(tx),
    )
    await morning()
    expect(await sent()).toEqual([])
  })

  it('of several visits names those that are left', async () => {
    const nine = await visitIn(1)
    await visitIn(1, { start_minutes: 660 })
    await remind()
    expect((await rows('queued'))[0]!.text).toContain('9:00 AM')
    await skip(nine)
    await morning()
    // The one that takes its place.
    await morning()
    expect((await sent()).toSorted()).toEqual(['visit_cancelled', 'visit_reminder'])
    expect(await reminder()).toContain('11:00 AM')
    expect(await reminder()).not.toContain('9:00 AM')
    expect(await reasons()).toContain('replaced')
  })

  it('names the time that was set meanwhile', async () => {
    const visit = await visitIn(1, { start_minutes: null })
    await remind()
    await office(`PATCH /api/schedule/${visit}`, { scope: 'this', start_minutes: 840 })
    await morning()
    await morning()
    expect(await sent()).toEqual(['visit_reminder'])
    expect(await reminder()).toContain('2:00 PM')
  })
})

describe('news of a crew on its way that waits for the morning', () => {
  const setOut = async () => {
    const visit = await visitIn(0, { start_minutes: 400 })
    await clock(7)
    await office(`POST /api/schedule/${visit}/on-the-way`)
    expect((await rows('queued')).map(({ template }) => template)).toEqual(['on_the_way'])
    return visit
  }
  it('goes while they are', async () => {
    await setOut()
    await morning()
    expect((await rows('sent')).map(({ template }) => template)).toEqual(['on_the_way'])
  })

  it.each([
    ['they are done', 'complete'],
    ['the visit is cancelled', 'skip'],
  ])('does not go once %s', async (_, act) => {
    const visit = await setOut()
    await office(`POST /api/schedule/${visit}/${act}`)
    await morning()
    expect((await rows('sent')).map(({ template }) => template)).not.toContain('on_the_way')
  })
})

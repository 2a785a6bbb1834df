import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { eachDay, zonedToUtcIso, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { openChannels, type NeverReason } from '../../../domain/messages/message.ts'
import type { Channel, MessageKind } from '../../../domain/messages/message-kinds.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import { isRemindable, reminderDates } from '../../../domain/flows/reminder.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, onPlatform, type OrgTx, system } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { isServing } from '../../base/organizations/read.ts'
import { markReminded } from '../../base/organizations/write.ts'
import { readCalendar } from '../../schedule/week/calendar.ts'
import { pausesOf, type ResolvedVisit } from '../../schedule/week/rows.ts'
import { addressOf, readWindow, type WindowRead } from '../../schedule/week/window.ts'
import { readTouched, type CustomerRow } from '../../schedule/week/window-rows.ts'
import { homeUrl } from '../../messages/links.ts'
import { readReach, type ReachedCustomer } from '../../messages/recipient.ts'
import type { MessageData } from '../../messages/letters.ts'
import { reachedBy, titleOf, whenOf } from '../../messages/notify-visits.ts'
import { tell } from '../../messages/tell.ts'

type Reminding = Pick<App, 'config' | 'store' | 'log'>
/** What a reminder needs to know of a visit. */
type ComingVisit = {
  series_id: string
  original_date: LocalDate
  date: LocalDate
  customer_id: string
  service: string
  start_minutes: number | null
  where: string | null
}
type Day = { today: LocalDate; from: LocalDate; to: LocalDate; began: string }

const organizationsAtOnce = 200
const customersAtOnce = 200
/** How long we remember which visits had a reminder. */
const keptDays = 30

/**
 * Reminds customers of their coming visits, in every organization whose hour has come. It may run at any time, twice, or be killed: a
 * reminder is marked in the transaction that queues it. An organization where nothing changed since its last run is left alone.
 */
export async function remindVisits(app: Reminding, now = new Date().toISOString()): Promise<void> {
  for (let after: string | null = null; ;) {
    const organizations = await readOrganizations(app, after)
    for (const { id, time_zone, schedule_settings, revision, ...organization } of organizations) {
      const due = reminderDates(readScheduleSettings(schedule_settings), time_zone, now)
      if (!due || !isServing(app, organization)) continue
      if (organization.reminded_on === due.today && organization.reminded_revision === revision)
        continue
      try {
        await remindOrganization(app, id, { ...due, began: zonedToUtcIso(due.today, 0, time_zone) })
        await markDone(app, id, due.today, revision)
      } catch (fault) {
        app.log.error({ err: fault, organization_id: id }, 'reminders could not be sent')
      }
    }
    after = organizations.at(-1)?.id ?? null
    if (organizations.length < organizationsAtOnce) return
  }
}

const readOrganizations = (app: Reminding, after: string | null) =>
  onPlatform(app.store, system, (tx) => {
    const query = tx
      .selectFrom('organizations')
      .select([
        'id',
        'time_zone',
        'schedule_settings',
        'revision',
        'reminded_on',
        'reminded_revision',
      ])
      .select(['status', 'subscription_status', 'trial_ends_at', 'past_due_since'])
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(organizationsAtOnce)
    return (after ? query.where('id', '>', after) : query).execute()
  })

/** Works day by day and page by page: it never holds more than an organization's busiest day. */
async function remindOrganization(
  app: Reminding,
  organization_id: string,
  day: Day,
): Promise<void> {
  for (const date of eachDay(day.from, day.to)) {
    const coming = await inOrgAll(app.store, organization_id, system, (tx) => readComing(tx, date))
    for (const page of pagesOf(coming))
      await inOrgAll(app.store, organization_id, system, (tx) => remind(tx, day, date, page))
  }
}

const markDone = (
  app: Reminding,
  organization_id: string,
  today: LocalDate,
  revision: number,
): Promise<unknown> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    await markReminded(tx, today, revision)
    await sql`delete from visit_reminders where date < ${today}::date - ${keptDays}::int`.execute(
      tx,
    )
  })

/** The visits of a day that need a reminder, ordered by customer. */
async function readComing(tx: OrgTx, date: LocalDate): Promise<ComingVisit[]> {
  const coming = await readRemindable(tx, date)
  const sent = await tx
    .selectFrom('visit_reminders')
    .select(['series_id', 'original_date'])
    .where('date', '=', date)
    .execute()
  const reminded = new Set(sent.map((row) => occurrenceId(row.series_id, row.original_date)))
  return coming
    .filter((visit) => !reminded.has(occurrenceId(visit.series_id, visit.original_date)))
    .toSorted((a, b) =>
      a.customer_id < b.customer_id ? -1 : a.customer_id > b.customer_id ? 1 : 0,
    )
}

/** The visits of a day that take place, of one customer or all, in order of time. Visits that wait for a payment don't. */
async function readRemindable(
  tx: OrgTx,
  date: LocalDate,
  filter: { customer_id?: string } = {},
): Promise<ComingVisit[]> {
  const calendar = await readCalendar(tx)
  const read = await readWindow(tx, calendar, { from: date, to: date }, filter)
  return read.visits
    .filter(
      (visit) =>
        !read.customers.get(visit.customer_id)?.held_since &&
        isRemindable(visit, pausesFor(read.customers.get(visit.customer_id))),
    )
    .map((visit) => ({
      series_id: visit.series_id,
      original_date: visit.original_date,
      date: visit.date,
      customer_id: visit.customer_id,
      service: titleOf(visit),
      start_minutes: visit.start_minutes,
      where: placeOf(visit, read),
    }))
    .toSorted((a, b) => (a.start_minutes ?? 1440) - (b.start_minutes ?? 1440))
}

/** A customer paused without an end has no visits on any day. */
const pausesFor = (customer: CustomerRow | undefined) =>
  customer?.status === 'paused' && !customer.paused_from
    ? [{ from: '0001-01-01', resume_on: customer.resume_on }]
    : customer
      ? pausesOf(customer)
      : []

function placeOf(visit: ResolvedVisit, read: WindowRead): string | null {
  const place = addressOf(visit, read)
  return [place?.street, place?.city].filter(Boolean).join(', ') || null
}

/** Pages end where a customer ends, so that each customer gets one message a day. */
function* pagesOf(visits: readonly ComingVisit[]): Generator<ComingVisit[]> {
  let page: ComingVisit[] = []
  let customers = 0
  for (const visit of visits) {
    if (visit.customer_id !== page.at(-1)?.customer_id && customers++ === customersAtOnce) {
      yield page
      page = []
      customers = 1
    }
    page.push(visit)
  }
  if (page.length) yield page
}

/** Marks the visits as reminded and queues one message per customer. A visit that another run marked first is left out. */
async function remind(
  tx: OrgTx,
  day: Day,
  date: LocalDate,
  visits: readonly ComingVisit[],
): Promise<void> {
  const customer_ids = [...new Set(visits.map((visit) => visit.customer_id))]
  const [reach, rows, announced] = [
    await readReach(tx, customer_ids),
    await readTouched(tx, visits),
    await readAnnounced(tx, customer_ids, day.began),
  ]
  const touched = new Map(rows.map((row) => [occurrenceId(row.series_id, row.original_date), row]))
  const due = visits.filter((visit) => {
    const customer = reach.get(visit.customer_id)
    const row = touched.get(occurrenceId(visit.series_id, visit.original_date))
    if (
      !customer ||
      customer.reminders_off.length ||
      !openChannels(customer.recipient, 'visit_reminder').length ||
      announced.has(newsOf(date, occurrenceId(visit.series_id, visit.original_date)))
    )
      return false
    // It may have been moved or cancelled since the day was read.
    return !row || (row.status === 'scheduled' && row.date === date)
  })
  if (!due.length) return
  const marked = await tx
    .insertInto('visit_reminders')
    .values(
      due.map(({ series_id, original_date, customer_id }) => ({
        series_id,
        original_date,
        date,
        customer_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['series_id', 'original_date'])
    .execute()
  const ours = new Set(marked.map((row) => occurrenceId(row.series_id, row.original_date)))
  const letters = grouped(
    due.filter((visit) => ours.has(occurrenceId(visit.series_id, visit.original_date))),
    (visit) => visit.customer_id,
  )
  // Asked together they travel together.
  await Promise.all(
    [...letters].map(([customer_id, theirs]) => write(tx, reach.get(customer_id)!, theirs)),
  )
}

async function write(
  tx: OrgTx,
  customer: ReachedCustomer,
  visits: readonly ComingVisit[],
): Promise<void> {
  const { organization, name } = customer
  const data = {
    organization,
    customer_name: name,
    url: homeUrl('/app'),
    on: visits[0]!.date,
    visits: visits.map((visit) => remindedOf(visit, customer)),
  }
  const useful_until = zonedToUtcIso(visits[0]!.date, 0, organization.time_zone)
  await tell(tx, customer, { kind: 'visit_reminder', data, useful_until })
}

/** What a reminder keeps of a visit. */
const remindedOf = (visit: ComingVisit, { arrival_window_minutes }: ReachedCustomer) => ({
  visit: occurrenceId(visit.series_id, visit.original_date),
  service: visit.service,
  where: visit.where,
  ...whenOf(visit, arrival_window_minutes),
})

type Waiting = Pick<
  Selectable<Database['messages']>,
  'template' | 'customer_id' | 'channel' | 'held_until' | 'created_at' | 'data'
>

/**
 * Why a reminder that waited does not go out as it was written: its visits do not take place any more, or their customer is told
 * otherwise of them; another with what is left takes its place. Null if it says what is true.
 */
export async function overtakenReminder(
  tx: OrgTx,
  { template, customer_id, channel, held_until, created_at, data }: Waiting,
): Promise<NeverReason | null> {
  if (template !== ('visit_reminder' satisfies MessageKind) || !customer_id || !held_until)
    return null
  const said = data as MessageData['visit_reminder']
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  const ids = said.visits.flatMap(({ visit }) => visit ?? [])
  // One that an earlier version wrote does not say which visits it names.
  if (!customer || ids.length < said.visits.length) return null
  const told = await readToldChanges(tx, customer_id, created_at)
  const coming = await readRemindable(tx, said.on, { customer_id })
  const left = coming.filter(({ series_id, original_date }) => {
    const id = occurrenceId(series_id, original_date)
    return ids.includes(id) && !told.has(id)
  })
  if (left.length === 0) return 'taken_back'
  const slots = (visits: typeof said.visits) =>
    visits.map(({ visit, at }) =>
      at && typeof at === 'object' ? `${visit} ${at.start_minutes} ${at.window_minutes}` : visit,
    )
  const now = slots(left.map((visit) => remindedOf(visit, customer)))
  if (now.join() === slots(said.visits).join()) return null
  await write(tx, reachedBy(customer, [channel as Channel]), left)
  return 'replaced'
}

/** The visits whose changes a customer was told of, or is about to be, since a moment. */
async function readToldChanges(
  tx: OrgTx,
  customer_id: string,
  since: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ visit: string }>`
    select c ->> 'visit' as visit from messages m cross join jsonb_array_elements(m.changes) c
    where m.customer_id = ${customer_id}::uuid and m.created_at >= ${since}::timestamptz and m.tells is not null and c ->> 'visit' is not null`.execute(
    tx,
  )
  return new Set(rows.map(({ visit }) => visit))
}

const newsOf = (date: LocalDate, visit: string): string => `${date} ${visit}`

/** The visits that customers were notified of since the day began: they need no reminder the same day. */
async function readAnnounced(
  tx: OrgTx,
  customer_ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('messages')
    .select('tells')
    .where('customer_id', 'in', oneOf(customer_ids))
    .where('tells', 'is not', null)
    .where('created_at', '>=', since)
    .execute()
  return new Set(
    rows.flatMap(({ tells }) =>
      (tells as [LocalDate, string][]).map(([date, visit]) => newsOf(date, visit)),
    ),
  )
}

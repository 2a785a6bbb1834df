import { sql } from 'kysely'
import type { timesheets } from '../../../api/timesheets.ts'
import { addDays, startOfWeek, todayIn } from '../../../domain/base/dates.ts'
import { sumOnSite } from '../../../domain/schedule/on-site.ts'
import {
  DateRange,
  shiftNeedsReview,
  timesheetRules,
  type NewShift,
  type ShiftChange,
} from '../../../domain/people/timesheet.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import { lockName } from '../../base/db/lock-name.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { enforce, found, invalid } from '../../base/kit/refusals.ts'
import { addShift, correctShift } from '../../schedule/shifts/write-edits.ts'
import { exportHours } from './export.ts'
import { countWithoutStart, exportOnSite, readOnSite } from './on-site.ts'
import {
  daysOf,
  readPeriods,
  readRunning,
  readShiftRow,
  readShifts,
  readShiftView,
  readTimesheets,
  readToReview,
} from './read.ts'
import { addPeriod, openPeriod } from './write.ts'

export const timesheetHandlers: Handlers<typeof timesheets> = {
  'GET /api/owner/timesheets': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const time_zone = await readTimeZone(tx)
      const today = todayIn(time_zone, new Date().toISOString())
      const from = query.from ?? startOfWeek(query.to ?? today)
      const range = rangeOf({ from, to: query.to ?? addDays(from, 6) })
      return {
        ...range,
        time_zone,
        timesheets: await readTimesheets(tx, range, time_zone),
        periods: await readPeriods(tx, range),
        to_review: await readToReview(tx),
      }
    }),

  'GET /api/crew/hours': ({ readOrg, query, actor }) =>
    readOrg(async (tx) => {
      // Corrections, and what is approved, belong to the office; only the caller's own are returned.
      widenSight(tx)
      const time_zone = await readTimeZone(tx)
      const from = startOfWeek(query.on ?? todayIn(time_zone, new Date().toISOString()))
      const week = { from, to: addDays(from, 6) }
      const sheets = await readTimesheets(tx, week, time_zone)
      return {
        ...week,
        time_zone,
        hours: found(sheets.find(({ person_id }) => person_id === actor.person_id)),
        periods: (await readPeriods(tx, week)).map(({ starts_on, ends_on }) => ({
          starts_on,
          ends_on,
        })),
      }
    }),

  'GET /api/owner/timesheets/now': ({ readOrg }) =>
    readOrg(async (tx) => ({ people: await readRunning(tx) })),

  'GET /api/owner/timesheets/export': async ({ readOrg, query, reply }) => {
    const range = rangeOf(query)
    const file = await readOrg((tx) => exportHours(tx, range, query.by))
    return sendCsv(reply, `hours-${range.from}-to-${range.to}.csv`, file)
  },

  'GET /api/owner/timesheets/on-site': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const range = rangeOf(query)
      const visits = await readOnSite(tx, range)
      return {
        ...range,
        time_zone: await readTimeZone(tx),
        visits: visits.slice(0, shownVisits),
        count: visits.length,
        without_start: await countWithoutStart(tx, range),
        services: sumOnSite(visits, 'service'),
        teams: sumOnSite(visits, 'team'),
      }
    }),

  'GET /api/owner/timesheets/on-site/export': async ({ readOrg, query, reply }) => {
    const range = rangeOf(query)
    const file = await readOrg((tx) => exportOnSite(tx, range, query.by))
    return sendCsv(reply, `time-on-site-by-${query.by}-${range.from}-to-${range.to}.csv`, file)
  },

  'POST /api/owner/timesheets': ({ inOrg, body, actor }) =>
    inOrg(async (tx) => readShiftView(tx, await add(tx, body, actor.person_id))),

  'PATCH /api/owner/timesheets': ({ inOrg, body, actor }) =>
    inOrg(async (tx) => {
      await correct(tx, body, actor.person_id)
      return readShiftView(tx, body.shift_id)
    }),

  'POST /api/owner/timesheets/approve': (call) => call.inOrg((tx) => approve(tx, call, call.body)),

  'POST /api/owner/timesheets/open': ({ inOrg, body, actor }) =>
    inOrg(async (tx) => {
      await openPeriod(tx, body, actor.person_id)
      return { ok: true as const }
    }),
}

/** A longer list is for the file. */
const shownVisits = 500

async function sendCsv(reply: CallContext['reply'], name: string, file: string): Promise<never> {
  await reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(file)
  return undefined as never
}

function rangeOf(days: { from: string; to: string }): DateRange {
  const range = DateRange.safeParse(days)
  if (!range.success) throw invalid({ to: range.error.issues[0]?.message ?? 'Choose other days' })
  return range.data
}

/** Hours are changed and approved one at a time, so that nothing changes behind an approval. */
const oneAtATime = (tx: OrgTx) => lockName(`timesheets of ${tx.org}`).execute(tx)

async function correct(tx: OrgTx, change: ShiftChange, by: string): Promise<void> {
  await oneAtATime(tx)
  const row = await readShiftRow(tx, change.shift_id)
  const { reason, shift_id: _, ...times } = change
  const { started_at, ended_at, break_minutes } = { ...row, ...times }
  const after = { started_at, ended_at, break_minutes }
  await refuseEdit(tx, row.person_id, after, row)
  await correctShift(tx, row, after, { reason, by })
}

async function add(
  tx: OrgTx,
  { person_id, reason, ...times }: NewShift,
  by: string,
): Promise<string> {
  await oneAtATime(tx)
  found(
    await tx
      .selectFrom('memberships')
      .select('id')
      .where('person_id', '=', person_id)
      .where('role', '<>', 'user')
      .executeTakeFirst(),
  )
  await refuseEdit(tx, person_id, times, null)
  return addShift(tx, person_id, times, { reason, by })
}

type Times = { started_at: string; ended_at: string | null; break_minutes: number }

/** Both where the shift was and where it would be must be open. */
async function refuseEdit(
  tx: OrgTx,
  person_id: string,
  after: Times,
  before: (Times & { id: string }) | null,
): Promise<void> {
  const time_zone = await readTimeZone(tx)
  const now = new Date().toISOString()
  const locked = await Promise.all(
    [after, ...(before ? [before] : [])].map((span) => readPeriods(tx, daysOf(span, time_zone))),
  )
  const { rows } = await sql`
    select 1 from shifts where person_id = ${person_id}::uuid and id is distinct from ${before?.id ?? null}::uuid
      and started_at < ${after.ended_at ?? now}::timestamptz and coalesce(ended_at, now()) > ${after.started_at}::timestamptz limit 1`.execute(
    tx,
  )
  enforce(
    timesheetRules.edit({
      span: after,
      now,
      is_locked: locked.some((periods) => periods.length > 0),
      overlaps: rows.length > 0,
    }),
  )
}

async function approve(
  tx: OrgTx,
  { actor }: { actor: { person_id: string } } & Pick<CallContext, 'app'>,
  range: DateRange,
) {
  await oneAtATime(tx)
  const time_zone = await readTimeZone(tx)
  const now = new Date().toISOString()
  const shifts = await readShifts(tx, range, time_zone)
  const open = shifts.filter((row) => row.ended_at === null || shiftNeedsReview(row, now))
  const approved = await readPeriods(tx, range)
  enforce(timesheetRules.approve({ open: open.length, approved: approved.length }))
  const id = await addPeriod(tx, range, actor.person_id)
  return found((await readPeriods(tx, range)).find((one) => one.id === id))
}

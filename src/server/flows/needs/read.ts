import { sql } from 'kysely'
import { wallClockIn } from '../../../domain/base/dates.ts'
import { missedFrom } from '../../../domain/schedule/missed.ts'
import { missingTeams, type Needs } from '../../../domain/flows/needs.ts'
import { leftForDays } from '../../../domain/flows/new-signup.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { countExtraWork } from '../extra-work/read.ts'
import { countToSend, readTabs } from '../../money/invoices/read-to-bill.ts'
import { countWaiting } from '../../messages/write-waiting.ts'
import { readDisputes, readFailedRefunds } from '../../money/payments/read.ts'
import { listRequests } from '../../schedule/requests/read.ts'
import { readEndingSeries } from '../../schedule/series/end.ts'
import { toReview } from '../../schedule/shifts/read.ts'
import { leftSignups } from '../signup/office.ts'
import { countVisitsOnHold } from '../../schedule/tray/read.ts'
import { missedOf } from '../../schedule/visits/missed.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { readWindow } from '../../schedule/week/window.ts'

/** A number above it reads '99+', so counting further would be wasted. */
const most = 100

/** How many things of each kind wait for the office. */
export async function readNeeds(context: ScheduleContext): Promise<Needs> {
  const { tx } = context
  const bills = await readTabs(tx)
  const requests = await listRequests(context, { status: 'requested', limit: most })
  const { visit_requests, ...rows } = await readRows(tx)
  return {
    disputes: (await readDisputes(tx)).length,
    failed_refunds: (await readFailedRefunds(tx)).length,
    declined: bills.declined.count,
    late: bills.late.count,
    to_bill: await countToSend(tx),
    to_place: await countVisitsOnHold(tx),
    unfinished: (await leftSignups(tx, leftForDays).limit(most).execute()).length,
    ending: (await readEndingSeries(context, { limit: most })).items.length,
    unconfirmed: await countWaiting(tx),
    extra_work: await countExtraWork(tx),
    ...rows,
    requests: requests.items.length + visit_requests,
    ...(await readDay(context)),
  }
}

/** Rows that wait until someone in the office deals with them. */
async function readRows(tx: OrgTx) {
  const { rows } = await sql<
    Pick<Needs, 'crew_reports' | 'long_shifts' | 'leaving' | 'wishes' | 'signups' | 'payouts'> & {
      visit_requests: number
    }
  >`select
    (select count(*)::int from crew_reports where settled_as is null) as crew_reports,
    (select count(*)::int from shifts s where ${toReview}) as long_shifts,
    (select count(*)::int from payouts p where p.status = 'failed' and not exists (select 1 from payouts later
      where later.organization_id = p.organization_id and later.made_at > p.made_at and later.status in ('in_transit', 'paid'))) as payouts,
    (select count(*)::int from visit_requests where status = 'requested') as visit_requests,
    (select count(*)::int from leave_requests where status = 'requested') as leaving,
    (select count(*)::int from customers where wishes_changed_at is not null) as wishes,
    (select count(*)::int from customers where signup_completed_at is not null and signup_seen_at is null and status <> 'archived') as signups`.execute(
    tx,
  )
  return rows[0]!
}

/** Past visits nobody completed, today's without a team, and crews that should have begun. */
async function readDay({ tx, calendar }: ScheduleContext) {
  const { today, time_zone } = calendar
  const read = await readWindow(tx, calendar, { from: missedFrom(today), to: today })
  const visits = read.visits.filter(({ date }) => date === today)
  const planned = visits.filter(({ status }) => status === 'scheduled')
  const stops = visits
    .filter(({ status }) => status !== 'skipped')
    .map(({ team_id, start_minutes, status, row }) => ({
      team_id,
      start_minutes,
      hasBegun: status !== 'scheduled' || Boolean(row?.started_at),
    }))
  const { minutes } = wallClockIn(time_zone, new Date().toISOString())
  return {
    missed: missedOf(read, today).length,
    unassigned: planned.filter(({ team_id }) => team_id === null).length,
    not_clocked_in: missingTeams(stops, await readClocks(tx), minutes).length,
  }
}

/** Teams whose people used the clock within two weeks, and those with somebody on it now. */
async function readClocks(tx: OrgTx) {
  const { rows } = await sql<{ team_id: string; works: boolean }>`
    select t.team_id, bool_or(s.ended_at is null) as works
    from shifts s cross join lateral (select s.team_id union select l.team_id from memberships m join led_teams l on l.organization_id = m.organization_id and l.membership_id = m.id
        where m.organization_id = s.organization_id and m.person_id = s.person_id) t
    where t.team_id is not null and s.started_at > now() - interval '14 days' group by t.team_id`.execute(
    tx,
  )
  return {
    clocks: new Set(rows.map(({ team_id }) => team_id)),
    working: new Set(rows.filter(({ works }) => works).map(({ team_id }) => team_id)),
  }
}

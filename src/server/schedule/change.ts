import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { ScheduleWarning, VisitChanged } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import type { Visit } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit, type EventType } from '../events.ts'
import { notFound } from '../refusals.ts'
import type { Frame } from './frame.ts'
import { findVisit, gone, mayTouch, type Hand, type LockedVisit } from './locate.ts'
import { readRoute } from './route-spots.ts'
import { holdVisit, selectVisits, type HeldVisit } from './rows.ts'
import { readPlaces, visitView, type Onlooker } from './window.ts'

/** Writes to a locked visit and answers it as it stands then. */
export async function writeVisit(
  tx: OrgTx,
  frame: Frame,
  visit: LockedVisit,
  change: Omit<Updateable<Database['visits']>, 'version' | 'updated_at'>,
): Promise<LockedVisit> {
  const { series_id, original_date } = visit
  await tx
    .updateTable('visits')
    .set({
      ...(change.status === undefined || change.hold_reason !== undefined ? {} : notHeld),
      ...change,
      version: sql<number>`version + 1`,
      updated_at: sql<string>`now()`,
    })
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .execute()
  const row = await selectVisits(tx).where('v.series_id', '=', series_id).where('v.original_date', '=', original_date).executeTakeFirstOrThrow()
  return { ...holdVisit(visit.rule, row, visit.planned, original_date, frame), row, customer: visit.customer }
}

/** What is done, stands or is cancelled waits no more, unless whoever writes says that it does. */
const notHeld = { hold_reason: null, held_at: null, held_by: null }

/** Tells of a changed visit: its customer, and the teams that had it and have it now. */
export async function emitVisit(tx: OrgTx, type: EventType, after: HeldVisit, before: HeldVisit = after, more: object = {}): Promise<void> {
  await emit(
    tx,
    type,
    {
      occurrence_id: after.occurrence_id,
      rule_id: after.rule.id,
      series_id: after.series_id,
      date: after.date,
      original_date: after.original_date,
      old_date: before.date,
      team_id: after.team_id,
      old_team_id: before.team_id,
      start_minutes: after.start_minutes,
      status: after.status,
      skip_reason: after.skip_reason,
      invoice_id: after.row?.invoice_id ?? null,
      invoice_status: after.invoice_status,
      version: after.row?.version ?? 0,
      ...more,
    },
    { customer_id: after.customer_id, team_ids: [after.team_id, before.team_id] },
  )
}

/** The answer of every edit of one visit. */
export async function answerChange(
  tx: OrgTx,
  frame: Frame,
  who: Onlooker,
  visit: LockedVisit,
  { changed, warnings = [] }: { changed: boolean; warnings?: ScheduleWarning[] },
): Promise<VisitChanged> {
  const view = await viewOne(tx, frame, who, visit)
  return { ok: true, changed, visit: view, start_time: view.start_time, start_minutes: view.start_minutes, warnings }
}

/** One visit for whoever may change it. */
export async function readVisit(tx: OrgTx, frame: Frame, hand: Hand, ref: string, date: LocalDate | undefined): Promise<Visit> {
  const visit = await findVisit(tx, frame, ref, date)
  if (!mayTouch(hand, visit)) throw notFound(gone)
  return viewOne(tx, frame, hand, visit)
}

export async function viewOne(tx: OrgTx, frame: Frame, who: Onlooker, visit: HeldVisit & Pick<LockedVisit, 'customer'>): Promise<Visit> {
  const customers = new Map(visit.customer ? [[visit.customer_id, visit.customer]] : [])
  const [places, route] = await Promise.all([readPlaces(tx, [visit]), readRoute(tx, { from: visit.date, to: visit.date })])
  return visitView(visit, frame, { customers, places, route }, who)
}

import { sql } from 'kysely'
import { upcomingWindow, type requests, type Upcoming } from '../api/requests.ts'
import { addDays, zonedToUtcIso, weekdayOf, type LocalDate } from '../domain/dates.ts'
import {
  cancelsAtOnce,
  canonicalRequestStatus,
  requestRules,
  upcomingFlags,
  upcomingState,
  upcomingWindowDays,
  type CustomerRequest,
  type RequestAction,
  type RequestStatus,
} from '../domain/request.ts'
import { occurrenceId } from '../domain/visit.ts'
import type { Actor, App, CallContext, Handlers } from './call.ts'
import { inOrgAll, type OrgTx } from './db/door.ts'
import { emit } from './events.ts'
import { byId, pageOf } from './page.ts'
import { tellAsked } from './messages/tell-requests.ts'
import { withoutIntent } from './payments/intents.ts'
import { enforce, found, invalid, notFound } from './refusals.ts'
import { readFrame, type Frame } from './schedule/frame.ts'
import { findVisit, handOf, lockVisit, type Hand, type LockedVisit } from './schedule/locate.ts'
import type { HeldVisit } from './schedule/rows.ts'
import { closeRequest } from './schedule/settle.ts'
import { skipLocked } from './schedule/skip.ts'
import { readWindow, visitView, type WindowRead } from './schedule/window.ts'

const noRequest = 'This request does not exist.'

export const requestHandlers: Handlers<typeof requests> = {
  'GET /api/owner/customer-requests': ({ inOrg, actor, query }) => inOrg((tx) => listRequests(tx, actor, query)),

  'POST /api/owner/customer-requests/{id}/resolve': ({ app, inOrg, actor, params, body }) =>
    withoutIntent(app, actor.organization_id, () =>
      inOrg(async (tx) => {
        const frame = await readFrame(tx)
        const hand = handOf(actor, frame)
        const request = await lockedVisitOf(tx, frame, hand, params.id)
        const reason = body.reason || null
        if (request.status !== body.status) {
          enforce(requestRules.resolve(request))
          if (body.status === 'approved' && request.action === 'cancel')
            await skipLocked(tx, frame, request.visit, { reason: 'customer', request_id: params.id }, hand.by_crew)
          else await closeRequest(tx, request.visit, { id: params.id, action: request.action, date: request.date }, body.status, reason)
        }
        return { ok: true as const, request: await readRequest(tx, params.id) }
      }),
    ),

  'GET /api/users/upcoming-services': (call) =>
    forCustomer(call, async (tx, frame, customer_id) => {
      const from = call.query.from ?? frame.today
      const to = call.query.to ?? addDays(from, upcomingWindowDays)
      const window = upcomingWindow.safeParse({ from, to })
      if (!window.success) throw invalid({ to: window.error.issues[0]?.message ?? 'Choose other dates.' })
      const read = await readWindow(tx, frame, { from, to }, { customer_id })
      const asked = await readAsked(tx, customer_id)
      return { items: read.visits.map((held) => upcomingOf(held, frame, read, asked.get(held.occurrence_id))), from, to }
    }),

  'POST /api/users/request-reschedule': (call) =>
    forCustomer(call, async (tx, frame, customer_id) => {
      const { body } = call
      const visit = await lockOwn(tx, frame, customer_id, body)
      const past = body.preferred_dates.find((date) => date < frame.today)
      if (past) throw invalid({ preferred_dates: 'Choose dates that have not passed.' })
      enforce(requestRules.ask({ ...visit, today: frame.today }))
      const id = await ask(tx, visit, { action: 'reschedule', reason: body.reason ?? null, preferred_dates: body.preferred_dates })
      return { ok: true as const, ...(await answerAsked(tx, frame, visit, id)) }
    }),

  'POST /api/users/cancel-service': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      forCustomer(call, async (tx, frame, customer_id) => {
        const visit = await lockOwn(tx, frame, customer_id, call.body)
        if (visit.status === 'skipped' && visit.skip_reason === 'customer') {
          const known = await newestRequest(tx, visit)
          if (known) return { ok: true as const, outcome: 'cancelled' as const, ...(await answerAsked(tx, frame, visit, known)) }
        }
        enforce(requestRules.ask({ ...visit, today: frame.today }))
        if (!atOnce(visit, frame)) {
          const id = await ask(tx, visit, { action: 'cancel', reason: null, preferred_dates: [] })
          return { ok: true as const, outcome: 'requested' as const, ...(await answerAsked(tx, frame, visit, id)) }
        }
        const { visit: skipped } = await skipLocked(tx, frame, visit, { reason: 'customer' }, true)
        const id =
          (await newestRequest(tx, skipped, 'cancel')) ?? (await ask(tx, skipped, { action: 'cancel', reason: null, preferred_dates: [], approved: true }))
        return { ok: true as const, outcome: 'cancelled' as const, ...(await answerAsked(tx, frame, skipped, id)) }
      }),
    ),

  'POST /api/users/requests/{id}/withdraw': (call) =>
    forCustomer(call, async (tx, frame) => {
      const request = await lockedVisitOf(tx, frame, null, call.params.id)
      if (request.status !== 'withdrawn') {
        enforce(requestRules.withdraw(request))
        await closeRequest(tx, request.visit, { id: call.params.id, action: request.action, date: request.date }, 'withdrawn', null)
      }
      return { ok: true as const, request: await readRequest(tx, call.params.id) }
    }),
}

const forCustomer = <T>(
  { inOrg, actor }: Pick<CallContext, 'inOrg'> & { actor: Actor },
  work: (tx: OrgTx, frame: Frame, customer_id: string) => Promise<T>,
): Promise<T> =>
  inOrg(async (tx) => {
    if (!actor.customer_id) throw notFound()
    return work(tx, await readFrame(tx), actor.customer_id)
  })

// ── Reading requests ────────────────────────────────────────────────────────────────────────────────────────────────

type RequestRow = Omit<CustomerRequest, 'occurrence_id' | 'status'> & { status: RequestStatus; series_id: string; original_date: LocalDate }

/** A request with what its visit is now, each looked up by its key (`limit 1`), however large the business: its date, the team that has it, the service, the customer. An open one whose date has passed has expired. */
const requestColumns = (tx: OrgTx, today: LocalDate) => sql`
  select q.id, q.action, coalesce(v.date, q.date) as date, q.series_id, q.original_date, q.preferred_dates, q.reason, q.created_at, q.resolved_at, q.customer_id,
    case when q.status = 'requested' and coalesce(v.date, q.date) < ${today}::date then 'expired' else q.status end as status, q.resolution_reason,
    c.name as customer_name, c.email as user_email, s.name as service_label,
    case when v.team_is_own or v.status = 'completed' then v.team_id else r.team_id end as team_id
  from customer_requests q cross join lateral (select name, email from customers c where c.organization_id = q.organization_id and c.id = q.customer_id limit 1) c
  left join lateral (select * from visits v where v.organization_id = q.organization_id and v.series_id = q.series_id and v.original_date = q.original_date limit 1) v on true
  left join lateral (select * from rules r where r.organization_id = q.organization_id and r.series_id = q.series_id
    order by (r.removed_at is null) desc, (r.start_date <= q.original_date) desc, r.start_date desc limit 1) r on true
  left join lateral (select name from services s where s.organization_id = r.organization_id and s.id = r.service_id limit 1) s on true
  where q.organization_id = ${tx.org}::uuid`

const requestView = ({ series_id, original_date, ...row }: RequestRow): CustomerRequest => ({ ...row, occurrence_id: occurrenceId(series_id, original_date) })

async function readRequest(tx: OrgTx, id: string): Promise<CustomerRequest> {
  const { today } = await readFrame(tx)
  const { rows } = await sql<RequestRow>`${requestColumns(tx, today)} and q.id = ${id}::uuid`.execute(tx)
  return requestView(found(rows[0], noRequest))
}

type ListQuery = { status: string; from?: LocalDate | undefined; to?: LocalDate | undefined; cursor?: string | undefined; limit: number }

async function listRequests(tx: OrgTx, actor: Actor, query: ListQuery) {
  const frame = await readFrame(tx)
  const hand = handOf(actor, frame)
  const wanted = query.status === 'all' ? null : canonicalRequestStatus(query.status)
  const { rows } = await sql<RequestRow>`select * from (${requestColumns(tx, frame.today)}) as known
    where (${wanted}::text is null or status = ${wanted}::text)
      and (${query.from ?? null}::date is null or date >= ${query.from ?? null}::date) and (${query.to ?? null}::date is null or date <= ${query.to ?? null}::date)
      and (${query.cursor ?? null}::uuid is null or id < ${query.cursor ?? null}::uuid)
      and (not ${hand.by_crew}::boolean or team_id = any (${`{${hand.team_ids.join(',')}}`}::text::uuid[]))
    order by id desc limit ${query.limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, query.limit, byId)
  return { items: page.map(requestView), next_cursor }
}

// ── Requests that nobody answered in time ───────────────────────────────────────────────────────────────────────────

/** Closes open requests whose visit's day is over, and says so to the screens that show them. */
export async function expireRequests({ store }: Pick<App, 'store'>, organization_ids: readonly string[]): Promise<void> {
  for (const organization_id of organization_ids)
    await inOrgAll(store, organization_id, { person_id: null }, async (tx) => {
      const frame = await readFrame(tx)
      const { rows } = await sql<RequestRow>`select * from (${requestColumns(tx, frame.today)} and q.status = 'requested') as open
        where status = 'expired' order by id limit 1000`.execute(tx)
      for (const { id, action, series_id, original_date, date, team_id, customer_id } of rows) {
        const closed = await tx
          .updateTable('customer_requests')
          .set({ status: 'expired', resolution_reason: 'past', resolved_at: new Date().toISOString() })
          .where('organization_id', '=', tx.org)
          .where('id', '=', id)
          .where('status', '=', 'requested')
          .returning('id')
          .executeTakeFirst()
        if (!closed) continue
        const occurrence_id = occurrenceId(series_id, original_date)
        await emit(tx, 'request.resolved', { request_id: id, action, status: 'expired', occurrence_id, date, team_id }, { customer_id, team_ids: [team_id] })
      }
    })
}

// ── One request or visit under lock ─────────────────────────────────────────────────────────────────────────────────

/** Locks visit, then request: the order of every edit that answers one. */
async function lockedVisitOf(tx: OrgTx, frame: Frame, hand: Hand | null, id: string) {
  const read = () =>
    tx
      .selectFrom('customer_requests')
      .select(['action', 'status', 'series_id', 'original_date', 'date'])
      .where('organization_id', '=', tx.org)
      .where('id', '=', id)
  const seen = found(await read().executeTakeFirst(), noRequest)
  const visit = await lockVisit(tx, frame, hand, occurrenceId(seen.series_id, seen.original_date)).catch((fault) => {
    throw hand?.by_crew ? notFound(noRequest) : fault
  })
  const request = found(await read().forUpdate().executeTakeFirst(), noRequest)
  const expired = request.status === 'requested' && visit.date < frame.today
  return { action: request.action as RequestAction, date: request.date, status: (expired ? 'expired' : request.status) as RequestStatus, visit }
}

type VisitName = { date: LocalDate; occurrence_id?: string | undefined; service_id?: string | null | undefined }

/** The customer's own visit, by id, or by its date and service. */
async function lockOwn(tx: OrgTx, frame: Frame, customer_id: string, { date, occurrence_id, service_id }: VisitName): Promise<LockedVisit> {
  let ref = occurrence_id
  if (!ref) {
    const { visits } = await readWindow(tx, frame, { from: date, to: date }, { customer_id })
    ref = visits.find((visit) => !service_id || visit.service?.id === service_id || visit.service?.key === service_id)?.occurrence_id
    if (!ref) throw notFound('This visit is not on the schedule any more.')
  }
  if (!/^[0-9a-fA-F-]{36}(:\d{4}-\d{2}-\d{2})?$/.test(ref)) throw notFound('This visit is not on the schedule any more.')
  const seen = await findVisit(tx, frame, ref, date)
  if (seen.customer_id !== customer_id) throw notFound('This visit is not on the schedule any more.')
  return lockVisit(tx, frame, null, seen.occurrence_id)
}

// ── Asking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type Wish = { action: RequestAction; reason: string | null; preferred_dates: readonly LocalDate[]; approved?: true }

/** Writes the request; while one for the same is open for the visit, that is the one. */
async function ask(tx: OrgTx, visit: HeldVisit, wish: Wish): Promise<string> {
  const open = wish.approved ? null : await openRequest(tx, visit)
  if (open) {
    enforce(requestRules.askAgain({ open: open.action as RequestAction, action: wish.action }))
    return open.id
  }
  const { id } = await tx
    .insertInto('customer_requests')
    .values({
      organization_id: tx.org,
      customer_id: visit.customer_id,
      series_id: visit.series_id,
      original_date: visit.original_date,
      date: visit.date,
      action: wish.action,
      reason: wish.reason,
      preferred_dates: [...wish.preferred_dates],
      ...(wish.approved ? { status: 'approved', resolved_at: new Date().toISOString(), resolved_by: tx.doer.person_id } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(
    tx,
    'request.made',
    {
      request_id: id,
      action: wish.action,
      status: wish.approved ? 'approved' : 'requested',
      occurrence_id: visit.occurrence_id,
      rule_id: visit.rule.id,
      date: visit.date,
      team_id: visit.team_id,
    },
    { customer_id: visit.customer_id, team_ids: [visit.team_id] },
  )
  if (!wish.approved) await tellAsked(tx, visit, { id, ...wish })
  return id
}

const requestsOf = (tx: OrgTx, visit: HeldVisit) =>
  tx
    .selectFrom('customer_requests')
    .select(['id', 'action'])
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .orderBy('id', 'desc')
    .limit(1)

const openRequest = (tx: OrgTx, visit: HeldVisit) => requestsOf(tx, visit).where('status', '=', 'requested').executeTakeFirst()

async function newestRequest(tx: OrgTx, visit: HeldVisit, action?: RequestAction): Promise<string | null> {
  const query = requestsOf(tx, visit)
  return (await (action ? query.where('action', '=', action) : query).executeTakeFirst())?.id ?? null
}

type Asked = NonNullable<Upcoming['request']>

async function readAsked(tx: OrgTx, customer_id: string): Promise<Map<string, Asked>> {
  const rows = await tx
    .selectFrom('customer_requests')
    .distinctOn(['series_id', 'original_date'])
    .select(['id', 'action', 'status', 'resolution_reason', 'series_id', 'original_date'])
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .orderBy('series_id')
    .orderBy('original_date')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ series_id, original_date, ...asked }) => [occurrenceId(series_id, original_date), asked as Asked]))
}

async function answerAsked(tx: OrgTx, frame: Frame, visit: LockedVisit, id: string): Promise<{ request: CustomerRequest; item: Upcoming }> {
  const request = await readRequest(tx, id)
  const customers = new Map(visit.customer ? [[visit.customer_id, visit.customer]] : [])
  const { action, status, resolution_reason } = request
  return { request, item: upcomingOf(visit, frame, { customers, places: new Map() }, { id, action, status, resolution_reason }) }
}

/** A cancellation in good time needs nobody's leave. A visit without a time counts from the start of the working day. */
function atOnce(visit: HeldVisit, frame: Frame): boolean {
  const opens = frame.hours?.[weekdayOf(visit.date)]?.opens_minutes ?? frame.settings.default_start_minutes
  return cancelsAtOnce(zonedToUtcIso(visit.date, visit.start_minutes ?? opens, frame.time_zone), new Date().toISOString(), frame.settings.cancel_cutoff_hours)
}

function upcomingOf(held: HeldVisit, frame: Frame, read: Pick<WindowRead, 'customers' | 'places'>, asked: Asked | undefined): Upcoming {
  const visit = visitView(held, frame, read, { by_crew: false, sees_prices: true })
  const open_request = asked?.status === 'requested' ? asked.action : null
  const state = upcomingState({ ...visit, open_request })
  const { street, city, state: address_state, zip } = visit.customer
  return {
    occurrence_id: visit.occurrence_id,
    date: visit.date,
    original_date: visit.original_date,
    start_minutes: visit.start_minutes,
    service: { id: visit.service?.id ?? null, label: visit.service?.label ?? '' },
    address: { street, city, state: address_state, zip },
    ...upcomingFlags(state),
    status: visit.status,
    state,
    organization_name: frame.name,
    team: visit.team?.name ?? null,
    arrival_window_minutes: frame.settings.arrival_window_minutes,
    request: asked ?? null,
    cancel: atOnce(held, frame) ? 'immediate' : 'request',
  }
}

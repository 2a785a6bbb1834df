import { sql } from 'kysely'
import type { VisitCompleted } from '../../api/schedule.ts'
import type { LocalDate } from '../../domain/dates.ts'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { completionMessage, earlyCompletion, visitRules, type CompletionVia } from '../../domain/visit.ts'
import type { z } from 'zod'
import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { billVisit, type BillableVisit } from '../invoices/for-visit.ts'
import { planCharge } from '../payments/charge.ts'
import { referrerBy, tellReferrer } from '../referrals.ts'
import { enforce, Refused, refused } from '../refusals.ts'
import { emitVisit, viewOne, writeVisit } from './change.ts'
import type { Frame } from './frame.ts'
import { lockVisit, widenSight, type Hand, type LockedVisit } from './locate.ts'
import { choicesFor, holdCounted, recountAfter, type Recount } from './recount.ts'
import { settleRequests } from './settle.ts'

/** What completing answers apart from the visit; kept with it, for whoever asks again. */
type Outcome = {
  invoice_id: string | null
  status: InvoiceStatus | null
  collect_enqueued: boolean
  via: z.infer<typeof CompletionVia>
  charge_refused: { code: string; sentence: string } | null
  /** What counts from this visit and moved; absent in answers kept from before there was such a thing. */
  recount?: Recount | null
}
export type CompleteWish = { collect: boolean; confirm_future: boolean; done_on?: LocalDate | undefined; ask_next?: boolean | undefined }

/**
 * Completes a visit in one transaction: mark, keep what was true, bill, and plan the collection that was asked for or
 * agreed. A charge that is refused leaves the visit completed and its invoice open. A repeat answers the first answer.
 */
export async function completeVisit(
  tx: OrgTx,
  app: App,
  frame: Frame,
  hand: Hand,
  ref: string,
  date: string | undefined,
  wish: CompleteWish,
): Promise<VisitCompleted> {
  await holdCounted(tx, ref, date)
  const visit = await lockVisit(tx, frame, hand, ref, date)
  if (visit.status === 'completed') return answerCompletion(tx, frame, hand, visit, await keptOutcome(tx, visit), true)
  enforce(visitRules.complete({ ...visit, today: frame.today, by_crew: hand.by_crew }))
  enforce(earlyCompletion({ date: visit.date, today: frame.today, confirmed: wish.confirm_future }))
  // A crew may not read invoices, payment methods and other teams’ visits; completing deals with them on its behalf.
  if (hand.by_crew) await widenSight(tx)
  const asks = wish.ask_next && wish.done_on === undefined ? await choicesFor(tx, frame, visit) : []
  if (asks.some(({ moves }) => moves)) throw refused('next_moves', 'The next visit counts from the day this one is done.')

  const marked = writeVisit(tx, frame, visit, {
    status: 'completed',
    completed_at: new Date().toISOString(),
    completed_by: hand.person_id,
    service_name: visit.service?.name ?? null,
    price_cents: visit.price_cents,
    team_id: visit.team_id,
    start_minutes: visit.start_minutes,
    duration_minutes: visit.duration_minutes,
    skip_reason: null,
  })
  const [done, customer] = await Promise.all([marked, readPayer(tx, visit)])
  const billed = await billAndCollect(tx, app, done, hand, wish, customer)
  const outcome: Outcome = { ...billed, recount: await recountAfter(tx, frame, done, visit, wish.done_on) }
  const completed = await writeVisit(tx, frame, done, { invoice_id: outcome.invoice_id, completion_via: outcome.via, completion: JSON.stringify(outcome) })
  await settleRequests(tx, completed, frame)
  await emitVisit(tx, 'visit.completed', completed, visit, { via: outcome.via, collect_enqueued: outcome.collect_enqueued })
  await tellReferrer(tx, customer.referrer)
  return answerCompletion(tx, frame, hand, completed, outcome, false)
}

const nothingToBill: Outcome = { invoice_id: null, status: null, collect_enqueued: false, via: 'none', charge_refused: null }

async function billAndCollect(tx: OrgTx, app: App, visit: LockedVisit, hand: Hand, wish: CompleteWish, payer: Payer): Promise<Outcome> {
  if (visit.rule.billing_mode === 'none') return nothingToBill
  // Whether the customer agreed to be charged for this kind of visit without being asked.
  const autopay = payer.autopay_enabled && (visit.rule.pattern !== 'once' || payer.autopay_oneoffs)
  // Nobody of a crew takes money; the customer's own agreement does.
  const forced = wish.collect && !hand.by_crew
  const collects = visit.rule.billing_mode === 'per_visit' && (forced || autopay)
  const billed = await billVisit(tx, billable(visit), { open: collects })
  if (!billed) return nothingToBill
  const outcome: Outcome = { ...nothingToBill, ...billed, via: 'invoice_only' }
  // An agreed charge day: the invoice waits for it, unless the office collects now.
  if (!collects || (billed.status === 'scheduled' && !forced)) return outcome
  const via = autopay ? 'autopay' : 'card_on_file'
  await sql`savepoint charge`.execute(tx)
  try {
    await planCharge(tx, app, { invoice_id: billed.invoice_id, via: forced ? 'staff' : 'autopay', actor_id: hand.person_id })
    await sql`release savepoint charge`.execute(tx)
    return { ...outcome, via, status: 'processing', collect_enqueued: true }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    await sql`rollback to savepoint charge`.execute(tx)
    return { ...outcome, charge_refused: { code: fault.code, sentence: fault.message } }
  }
}

export const billable = (visit: LockedVisit): BillableVisit => ({
  series_id: visit.series_id,
  original_date: visit.original_date,
  rule_id: visit.rule.id,
  customer_id: visit.customer_id,
  date: visit.date,
  service_id: visit.service?.id ?? null,
  service_key: visit.service?.key ?? null,
  description: visit.row.service_name ?? visit.service?.name ?? 'Service',
  price_cents: visit.price_cents,
  location_id: visit.rule.location_id,
  team_id: visit.team_id,
})

type Payer = Awaited<ReturnType<typeof readPayer>>

/** What the customer agreed to, and who sent them if this is the first visit done for them. */
const readPayer = (tx: OrgTx, visit: LockedVisit) =>
  tx
    .selectFrom('customers as c')
    .select(['c.autopay_enabled', 'c.autopay_oneoffs', referrerBy(visit).as('referrer')])
    .where('c.organization_id', '=', tx.org)
    .where('c.id', '=', visit.customer_id)
    .executeTakeFirstOrThrow()

async function keptOutcome(tx: OrgTx, visit: LockedVisit): Promise<Outcome> {
  const row = await tx
    .selectFrom('visits')
    .select('completion')
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  // Completed before answers were kept: what its invoice says.
  return (
    (row?.completion as Outcome | null) ?? {
      ...nothingToBill,
      invoice_id: visit.row.invoice_id,
      status: visit.invoice_status,
      via: visit.row.invoice_id ? 'invoice_only' : 'none',
    }
  )
}

async function answerCompletion(tx: OrgTx, frame: Frame, hand: Hand, visit: LockedVisit, outcome: Outcome, replayed: boolean): Promise<VisitCompleted> {
  const { recount, ...said } = outcome
  return { ok: true, ...said, message: completionMessage(said), next: recount?.next ?? null, replayed, visit: await viewOne(tx, frame, hand, visit) }
}

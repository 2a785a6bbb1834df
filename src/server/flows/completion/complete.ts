import type { z } from 'zod'
import type { VisitCompleted } from '../../../api/completion.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { InvoiceStatus } from '../../../domain/money/invoice.ts'
import { mayComplete } from '../../../domain/base/roles.ts'
import {
  completionMessage,
  earlyCompletion,
  type CompletionVia,
} from '../../../domain/flows/completion.ts'
import { itemsOf } from '../../../domain/schedule/checklist.ts'
import { visitRules } from '../../../domain/schedule/visit.ts'
import { referrerBy } from '../../customers/read-referrals.ts'
import { emitReferrerChanged } from '../../customers/write-referrals.ts'
import { inSavepoint, type OrgTx } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { billConfirmed } from '../extra-work/bill.ts'
import { lockConfirmed } from '../extra-work/write.ts'
import { billVisit } from '../../money/invoices/for-visit.ts'
import { storeRefusal } from '../../money/invoices/write-charging.ts'
import { basisOfNew, planCharge, writeCharge } from '../../money/payments/charge.ts'
import type { ChargePlan } from '../../money/payments/write-attempts.ts'
import { ofNewBill, selectAgreed, type Agreed } from '../../money/consents/basis.ts'
import { readTaxFacts, type TaxFacts } from '../../money/tax/read.ts'
import { enforce, Refused, refused } from '../../base/kit/refusals.ts'
import { hasOpenRequest, settleRequest } from '../../schedule/requests/write.ts'
import {
  lockToComplete,
  previewRecounts,
  recountAfter,
  type Recount,
} from '../../schedule/series/recount.ts'
import { readDayRoute, viewVisit } from '../../schedule/visits/answer.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { listOf } from '../../schedule/week/window.ts'
import { readNamed, type LockedVisit } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import type { VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'
import type { Actor } from '../../base/actor.ts'
import type { BillableVisit } from '../../money/invoices/for-period.ts'

/**
 * The result of completing apart from the visit; stored with it, so that a repeat returns the same.
 */
export type Outcome = {
  invoice_id: string | null
  status: InvoiceStatus | null
  collect_enqueued: boolean
  via: z.infer<typeof CompletionVia>
  charge_refused: { code: string; sentence: string } | null
  /** What counts from this visit and moved; missing in results stored by older versions. */
  recount?: Recount | null
  /** Where it was planned when it was done elsewhere or by others; reopening puts it back. */
  was?: { date: LocalDate; team_id: string | null; team_is_own: boolean }
}
type FinishInput = {
  /** Charge now; `never`: not even by autopay. */
  collect: boolean | 'never'
  done_on?: LocalDate | undefined
}
type CompleteInput = FinishInput & {
  confirm_future: boolean
  ask_next?: boolean | undefined
}
/** What was done, where it differs from the plan. */
type Done = {
  at: string
  date: LocalDate
  team_id: string | null
  person_id: string | null
  /** Why something required was left open. */
  open_reason?: string | null
}

/**
 * Completes a visit in one transaction: marks it, freezes its details, bills it, and plans the
 * requested or agreed charge. If a charge is refused, the visit stays completed and its invoice
 * open. A repeat returns the first result.
 */
export async function completeVisit(
  ctx: ScheduleContext,
  { ref, named }: Awaited<ReturnType<typeof readToComplete>>,
  input: CompleteInput,
): Promise<VisitCompleted> {
  const { tx, calendar, may } = ctx
  const { today } = calendar
  const visit = await lockVisit(ctx, ref, named)
  if (visit.status === 'completed')
    return answerCompletion(ctx, visit, await readOutcome(tx, visit), { replayed: true })
  enforce(visitRules.complete({ ...visit, today, by_crew: may.by_crew }))
  enforce(earlyCompletion({ date: visit.date, today, confirmed: input.confirm_future }))
  // A crew may not read invoices, payment methods or other teams’ visits; completing uses them on its behalf.
  if (may.by_crew) widenSight(tx)
  await checkNextDay(ctx, visit, input)
  return finishVisit(ctx, visit, input)
}

/** What completing a visit begins with. */
export async function readToComplete(tx: OrgTx, ref: VisitRef) {
  await lockToComplete(tx, ref)
  return { ref, named: await readNamed(tx, ref) }
}

/** The same for a locked visit that may be completed, and what was done instead of the plan. Sees the whole organization. */
export async function finishVisit(
  ctx: ScheduleContext,
  visit: LockedVisit,
  input: FinishInput,
  as: Done = { ...visit, at: new Date().toISOString(), person_id: ctx.may.person_id },
): Promise<VisitCompleted> {
  const { tx } = ctx
  const [done, payer, extras, facts] = await Promise.all([
    markCompleted(ctx, visit, as),
    readPayer(tx, visit),
    // Confirmed under the visit's lock, which is ours.
    visit.row.extras.some(({ state }) => state === 'confirmed') ? lockConfirmed(tx, visit) : [],
    isBilledAlone(visit) ? readTaxFacts(tx, visit.customer_id, visit.rule) : undefined,
  ])
  const billed = await billAndCollect(ctx, done, { input, payer, extras, facts })
  const recount = await recountAfter(ctx, visit, done, input.done_on)
  const outcome: Outcome = { ...billed.outcome, recount, ...planBefore(visit, as) }
  const [, completed, , route] = await Promise.all([
    billed.charge?.(),
    writeVisit(ctx, done, {
      invoice_id: outcome.invoice_id,
      completion_via: outcome.via,
      completion: JSON.stringify(outcome),
    }),
    payer.has_request ? settleRequest(ctx, done) : false,
    readDayRoute(tx, done),
  ])
  const { via, collect_enqueued } = outcome
  await emitVisit(tx, 'visit.completed', completed, visit, { via, collect_enqueued })
  await emitReferrerChanged(tx, payer.referrer)
  return answerCompletion(ctx, completed, outcome, { replayed: false, route })
}

/** 409 next_moves if the caller wants to be asked which day the next visit counts from. */
async function checkNextDay(
  ctx: ScheduleContext,
  visit: LockedVisit,
  { ask_next, done_on }: CompleteInput,
): Promise<void> {
  if (!ask_next || done_on !== undefined) return
  if ((await previewRecounts(ctx, visit)).some(({ moves }) => moves))
    throw refused('next_moves', 'The next date counts from the day this visit is done.')
}

/**
 * Marks the visit completed and freezes its details, so that later changes to the rule or service
 * do not affect it.
 */
const markCompleted = (
  ctx: ScheduleContext,
  visit: LockedVisit,
  { at, date, team_id, person_id, open_reason = null }: Done,
): Promise<LockedVisit> =>
  writeVisit(ctx, visit, {
    status: 'completed',
    completed_at: at,
    completed_by: person_id,
    date,
    team_id,
    service_name: visit.service?.name ?? null,
    price_cents: visit.price_cents,
    start_minutes: visit.start_minutes,
    duration_minutes: visit.duration_minutes,
    skip_reason: null,
    checklist: JSON.stringify(itemsOf({ ...listOf(visit), status: 'in_progress' })),
    open_reason,
  })

const planBefore = (visit: LockedVisit, { date, team_id }: Done): Pick<Outcome, 'was'> =>
  date === visit.date && team_id === visit.team_id
    ? {}
    : { was: { date: visit.date, team_id: visit.team_id, team_is_own: visit.row.team_is_own } }

const nothingToBill: Outcome = {
  invoice_id: null,
  status: null,
  collect_enqueued: false,
  via: 'none',
  charge_refused: null,
}

/** Bills the visit. `charge` writes what collects it, along with the visit. */
async function billAndCollect(
  { tx, may, undo_seconds }: ScheduleContext,
  visit: LockedVisit,
  {
    input,
    payer,
    extras,
    facts,
  }: { input: FinishInput; payer: Payer; extras: Extras; facts: TaxFacts | undefined },
): Promise<{ outcome: Outcome; charge?: () => Promise<unknown> }> {
  if (visit.rule.billing_mode === 'none') return { outcome: nothingToBill }
  // True if the customer agreed to automatic charges for this kind of visit.
  const autopay = payer.autopay_enabled && (visit.rule.pattern !== 'once' || payer.autopay_oneoffs)
  // Crews do not collect; only the customer's own consent does.
  const forced = input.collect === true && !may.by_crew
  const collects =
    visit.rule.billing_mode === 'per_visit' && input.collect !== 'never' && (forced || autopay)
  const billed = await billWithExtras(tx, visit, { open: collects, extras, facts })
  if (!billed) return { outcome: nothingToBill }
  const { invoice_id, status, issued } = billed
  const outcome: Outcome = { ...nothingToBill, invoice_id, status, via: 'invoice_only' }
  // The invoice waits for the agreed charge day, unless the office collects now; free work with extras has a draft only.
  if (!collects || status === 'draft' || (status === 'scheduled' && !forced)) return { outcome }
  // The customer's credit covers it.
  if (status === 'paid') return { outcome }
  const plan: ChargePlan = {
    invoice_id,
    issued,
    via: forced ? 'staff' : 'autopay',
    actor_id: may.person_id,
    // A crew's tap can be a mistake; the office asks before it collects.
    wait_seconds: may.by_crew ? undo_seconds : 0,
  }
  const charge = await tryCharge(tx, plan, { ...payer, ...ofNewBill })
  if ('refusal' in charge) {
    const { code, sentence } = charge.refusal
    await storeRefusal(tx, invoice_id, { code, message: sentence })
    return { outcome: { ...outcome, charge_refused: charge.refusal } }
  }
  const via = autopay ? 'autopay' : 'card_on_file'
  return { ...charge, outcome: { ...outcome, via, status: 'processing', collect_enqueued: true } }
}

/** The visit's bill, together with the extra work the office confirmed before. */
async function billWithExtras(
  tx: OrgTx,
  visit: LockedVisit,
  { extras, ...options }: { open: boolean; extras: Extras; facts: TaxFacts | undefined },
): ReturnType<typeof billVisit> {
  const bill = billable(visit)
  if (!extras.length) return billVisit(tx, bill, options)
  const billed = await billVisit(tx, bill, { open: false })
  const draft = await billConfirmed(tx, {
    ...visit,
    extras,
    invoice_id: billed?.invoice_id ?? null,
  })
  return (options.open && (await billVisit(tx, bill, options))) || draft
}

/** Checks a charge, which `charge` then writes; a bill that was issued before is charged at once. */
async function tryCharge(
  tx: OrgTx,
  plan: ChargePlan,
  agreed: Agreed,
): Promise<
  { charge?: () => Promise<unknown> } | { refusal: NonNullable<Outcome['charge_refused']> }
> {
  const { issued: invoice } = plan
  try {
    if (!invoice) {
      await inSavepoint(tx, () => planCharge(tx, plan))
      return {}
    }
    const basis = basisOfNew(invoice, agreed, plan.via)
    return { charge: () => writeCharge(tx, plan, { invoice, agreed, basis }) }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    return { refusal: { code: fault.code, sentence: fault.message } }
  }
}

/** Whether this person may report what was done. */
export const mayReportDone = (
  { calendar }: Pick<ScheduleContext, 'calendar'>,
  { roles }: Pick<Actor, 'roles'>,
): boolean => mayComplete(roles, calendar.settings.crew_can_complete)

export const billable = (visit: LockedVisit): BillableVisit => ({
  series_id: visit.series_id,
  original_date: visit.original_date,
  rule_id: visit.rule.id,
  billing_mode: visit.rule.billing_mode,
  customer_id: visit.customer_id,
  date: visit.date,
  service_id: visit.service?.id ?? null,
  service_key: visit.service?.key ?? null,
  description: visit.row.service_name ?? visit.service?.name ?? 'Service',
  price_cents: visit.price_cents,
  location_id: visit.rule.location_id,
  team_id: visit.team_id,
})

type Extras = Awaited<ReturnType<typeof lockConfirmed>>
type Payer = Awaited<ReturnType<typeof readPayer>>

/** What the customer agreed to and asked for, and who referred them if this is their first completed visit. */
const readPayer = (tx: OrgTx, visit: LockedVisit) =>
  selectAgreed(tx, { customer_id: visit.customer_id, rule_id: visit.rule.id })
    .select(['c.autopay_enabled', 'c.autopay_oneoffs', referrerBy(visit).as('referrer')])
    .select(hasOpenRequest(visit).as('has_request'))
    .executeTakeFirstOrThrow()

/** A bill of its own, so that its taxes can be asked for ahead. */
const isBilledAlone = ({ rule, price_cents }: LockedVisit): boolean =>
  rule.billing_mode === 'per_visit' && Boolean(price_cents)

/** The stored result of a completed visit. */
export async function readOutcome(tx: OrgTx, visit: LockedVisit): Promise<Outcome> {
  const row = await tx
    .selectFrom('visits')
    .select('completion')
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  const stored = row?.completion as Outcome | null | undefined
  if (stored) return stored
  // Completed before results were stored, so derive it from the invoice.
  const { invoice_id } = visit.row
  const via = invoice_id ? 'invoice_only' : 'none'
  return { ...nothingToBill, invoice_id, status: visit.invoice_status, via }
}

async function answerCompletion(
  ctx: ScheduleContext,
  visit: LockedVisit,
  outcome: Outcome,
  { replayed, route }: { replayed: boolean; route?: Awaited<ReturnType<typeof readDayRoute>> },
): Promise<VisitCompleted> {
  const { invoice_id, status, collect_enqueued, via, charge_refused, recount } = outcome
  return {
    ok: true,
    invoice_id,
    status,
    collect_enqueued,
    via,
    charge_refused,
    message: completionMessage(outcome),
    next: recount?.next ?? null,
    replayed,
    visit: await viewVisit(ctx, visit, route),
  }
}

import type { LocalDate } from '../../../domain/base/dates.ts'
import { extraRules, type ExtraPrice } from '../../../domain/flows/extra-work.ts'
import type { InvoiceStatus } from '../../../domain/money/invoice.ts'
import { inSavepoint, type OrgTx } from '../../base/db/door.ts'
import { taxOf } from '../../money/invoices/line-tax.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../../money/invoices/row.ts'
import { planBill, planBillAgain } from '../../money/invoices/send-due.ts'
import { createInvoice } from '../../money/invoices/write-issue.ts'
import { addLine } from '../../money/invoices/write.ts'
import { enforce, Refused } from '../../base/kit/refusals.ts'
import { readTaxFacts } from '../../money/tax/read.ts'
import type { LockedVisit } from '../../schedule/visits/find.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { visitRef } from '../../schedule/visits/ref.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { readExtra } from './read.ts'
import { emitExtra, lockExtra, markBilled, settleExtra, type lockConfirmed } from './write.ts'

type Line = ExtraPrice & { service_id: string | null }
type Billed = { invoice_id: string; status: InvoiceStatus }

/**
 * Confirms extra work at a price, once. The draft of its visit gets the line; a visit still to be
 * completed brings it along then (null); where the bill is out already, it gets a draft of its own.
 */
export async function confirmExtra(
  ctx: ScheduleContext,
  id: string,
  price: ExtraPrice,
): Promise<string | null> {
  const { tx } = ctx
  const { extra, visit } = await lockBoth(ctx, id)
  enforce(extraRules.confirm(extra))
  const draft = await lockDraft(tx, visit?.row.invoice_id ?? null)
  const follows = !draft && !extra.is_left && visit !== null && isToCome(visit, ctx.calendar.today)
  if (follows) await settleExtra(tx, id, { state: 'confirmed', ...price })
  const billed = follows
    ? null
    : await billNow(tx, { ...extra, draft, line: { ...price, service_id: extra.service_id } })
  if (billed)
    await settleExtra(tx, id, { state: 'billed', invoice_id: billed.invoice_id, ...price })
  if (draft) await planBillAgain(tx, draft.id)
  else if (billed) await planBill(tx, { ...billed, collect_enqueued: false, charge_refused: null })
  await emitExtra(tx, extra, [visit?.team_id ?? null])
  return billed?.invoice_id ?? null
}

/** Leaves extra work off every bill; a bill that waited for it goes out. */
export async function rejectExtra(ctx: ScheduleContext, id: string, reason: string): Promise<void> {
  const { tx } = ctx
  const { extra, visit } = await lockBoth(ctx, id)
  enforce(extraRules.reject(extra))
  await settleExtra(tx, id, { state: 'rejected', reason })
  await planBillAgain(tx, visit?.row.invoice_id ?? null)
  await emitExtra(tx, extra, [visit?.team_id ?? null])
}

/** The visit first, as completing it does. */
async function lockBoth(ctx: ScheduleContext, id: string) {
  const visit = await lockIfThere(ctx, await readExtra(ctx.tx, id))
  await lockExtra(ctx.tx, id)
  return { extra: await readExtra(ctx.tx, id), visit }
}

async function lockIfThere(
  ctx: ScheduleContext,
  named: { series_id: string; original_date: LocalDate },
): Promise<LockedVisit | null> {
  try {
    return await inSavepoint(ctx.tx, () => lockVisit(ctx, visitRef(named)))
  } catch (fault) {
    if (fault instanceof Refused && fault.status === 404) return null
    throw fault
  }
}

const isToCome = ({ status, date }: LockedVisit, today: LocalDate): boolean =>
  (status === 'scheduled' || status === 'in_progress') && date >= today

async function lockDraft(tx: OrgTx, invoice_id: string | null): Promise<InvoiceRow | null> {
  const row = invoice_id && (await lockInvoice(tx, invoice_id))
  return row && row.doc === 'draft' ? row : null
}

/** Puts a line on this draft, or on a new one. */
async function billNow(
  tx: OrgTx,
  {
    draft,
    line,
    ...of
  }: { draft: InvoiceRow | null; line: Line; customer_id: string; done_on: LocalDate },
): Promise<Billed> {
  if (!draft) {
    const { row } = await createInvoice(tx, {
      customer_id: of.customer_id,
      source: 'manual',
      visit_date: of.done_on,
      open: false,
      lines: [line],
    })
    return { invoice_id: row.id, status: statusOf(row) }
  }
  const facts = await readTaxFacts(tx, draft.customer_id, { zip: draft.zip })
  const row = await addLine(tx, draft, { ...line, service_key: null, ...taxOf(line, facts) })
  return { invoice_id: row.id, status: statusOf(row) }
}

type Completing = {
  extras: Awaited<ReturnType<typeof lockConfirmed>>
  customer_id: string
  date: LocalDate
  invoice_id: string | null
}

/** A visit is completed: what was confirmed for it joins its draft, or gets one; if the bill is out already, it stays for the office. */
export async function billConfirmed(
  tx: OrgTx,
  { extras, customer_id, date, invoice_id }: Completing,
): Promise<Billed | null> {
  let draft = invoice_id === null ? null : await lockInvoice(tx, invoice_id)
  if (draft && draft.doc !== 'draft') return { invoice_id: draft.id, status: statusOf(draft) }
  for (const { service_id, description, quantity, unit_price_cents } of extras) {
    const line = { service_id, description, quantity, unit_price_cents: unit_price_cents ?? 0 }
    const billed = await billNow(tx, { draft, line, customer_id, done_on: date })
    draft = await lockInvoice(tx, billed.invoice_id)
  }
  if (!draft) return null
  await markBilled(tx, extras, draft.id)
  return { invoice_id: draft.id, status: statusOf(draft) }
}

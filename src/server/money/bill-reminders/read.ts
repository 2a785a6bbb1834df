import { sql } from 'kysely'
import {
  nextStep,
  stopOf,
  type BillReminders,
  type ReminderFacts,
  type ReminderStop,
} from '../../../domain/money/bill-reminder.ts'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { balanceOf, invoiceNumber } from '../../../domain/money/invoice.ts'
import { neverReasons, type NeverReason } from '../../../domain/messages/message.ts'
import {
  readScheduleSettings,
  type OrganizationSettings,
} from '../../../domain/base/organization.ts'
import { isChargedLater } from '../consents/basis.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { lockInvoice, readInvoiceRow, type InvoiceRow } from '../invoices/row.ts'
import { readOrganizationRow } from '../../base/organizations/read.ts'
import { lateFeeCents, lateFeeDay, type LateFee } from '../../../domain/money/late-fee.ts'
import { reached } from '../../messages/write-bill-reminders.ts'
import type { Standing } from '../../../domain/flows/portal.ts'
import { owedCents, toPay } from '../../base/sums/owed.ts'
import type { App } from '../../base/call.ts'
import { payUrl } from '../invoices/pay-link.ts'

type Facts = Omit<ReminderFacts, 'today'> & { invoice: InvoiceRow; stop: ReminderStop | null }

/** What decides whether a bill is reminded of; the bill is locked. */
export const readFacts = async (
  tx: OrgTx,
  id: string,
  settings: OrganizationSettings,
): Promise<Facts> => factsOf(tx, await lockInvoice(tx, id), settings)

async function factsOf(
  tx: OrgTx,
  invoice: InvoiceRow,
  settings: OrganizationSettings,
): Promise<Facts> {
  const { customer_on, time_zone } = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['c.bill_reminders as customer_on', 'o.time_zone'])
    .where('c.id', '=', invoice.customer_id)
    .executeTakeFirstOrThrow()
  const due = invoice.effective_due_date ?? todayIn(time_zone, invoice.created_at)
  const marks = await tx
    .selectFrom('bill_reminders')
    .select('step')
    .where('invoice_id', '=', invoice.id)
    .where('due_on', '=', due)
    .execute()
  const { sent_at, issued_at, created_at, failure_code } = invoice
  const stop = stopOf({
    ...invoice,
    balance_cents: balanceOf(invoice),
    is_on: settings.bill_reminders_on && settings.bill_reminder_steps.length > 0,
    customer_on,
    is_told: sent_at !== null || failure_code !== null,
    is_charged_later: await isChargedLater(tx, invoice),
  })
  return {
    invoice,
    stop,
    due,
    told_on: todayIn(time_zone, sent_at ?? issued_at ?? created_at),
    steps: settings.bill_reminder_steps,
    done: marks.map(({ step }) => step),
  }
}

/** The reminders of a bill: which went out, and which comes next or why none does. */
export async function readReminders(tx: OrgTx, id: string): Promise<BillReminders> {
  const { schedule_settings, time_zone } = await readOrganizationRow(tx)
  const invoice = await readInvoiceRow(tx, id)
  const { stop, ...facts } = await factsOf(tx, invoice, readScheduleSettings(schedule_settings))
  const { rows } = await sql<{
    step: number
    due_on: string
    at: string
    status: string | null
    reason: NeverReason | null
  }>`
    select r.step, r.due_on, r.created_at as at, m.status, m.reason from bill_reminders r
      left join lateral (select l.status, l.reason from messages l where l.organization_id = r.organization_id
        and (l.id = r.message_id or l.resend_of = r.message_id) order by l.id desc limit 1) m on true
    where r.invoice_id = ${id}::uuid order by r.created_at, r.step`.execute(tx)
  const today = todayIn(time_zone, new Date().toISOString())
  return {
    sent: rows.map(({ status, reason, ...row }) => ({
      ...row,
      problem: problemOf(status, reason),
    })),
    next: stop ? null : nextStep({ ...facts, today }),
    late_fee: await readLateFee(tx, invoice, facts.due, stop !== null),
    stopped: stop,
  }
}

const problemOf = (status: string | null, reason: NeverReason | null): string | null =>
  status === 'refused' || status === 'failed' || status === 'bounced'
    ? ((reason && neverReasons[reason]) ?? 'The message could not be handed over')
    : null

type AnnouncedFee = { cents: number; on: LocalDate }

/**
 * The fee that a reminder of a locked invoice announces; null if none will come. A fee that was
 * announced before keeps its day.
 */
export async function announcedFee(
  tx: OrgTx,
  invoice: InvoiceRow,
  due: LocalDate,
  { today, settings: { late_fee } }: { today: LocalDate; settings: { late_fee: LateFee | null } },
): Promise<AnnouncedFee | null> {
  if (!late_fee || invoice.source === 'late_fee' || (await readFee(tx, invoice.id))) return null
  const cents = lateFeeCents(late_fee, balanceOf(invoice))
  if (cents <= 0) return null
  const before = await readAnnounced(tx, invoice.id, due)
  return { cents, on: before?.on ?? lateFeeDay(late_fee, due, today) }
}

/** The late fee of an invoice for its page: added, or announced if nothing `stopped` it. */
async function readLateFee(
  tx: OrgTx,
  invoice: InvoiceRow,
  due: LocalDate,
  stopped: boolean,
): Promise<BillReminders['late_fee']> {
  const fee = await readFee(tx, invoice.id)
  if (fee) return { cents: fee.total_cents, on: fee.added_on, invoice_id: fee.id }
  const announced = stopped ? null : await readAnnounced(tx, invoice.id, due)
  return announced && { ...announced, invoice_id: null }
}

/** The invoice of the late fee of an invoice, waived ones too. */
export const readFee = (tx: OrgTx, invoice_id: string) =>
  tx
    .selectFrom('invoices')
    .select(['id', 'total_cents'])
    .select(
      sql<LocalDate>`(issued_at at time zone (select time_zone from organizations where id = app_org()))::date`.as(
        'added_on',
      ),
    )
    .where('late_fee_of_id', '=', invoice_id)
    .executeTakeFirst()

/** The lowest fee and the last day that messages announced which left. */
export async function readAnnounced(
  tx: OrgTx,
  invoice_id: string,
  due: LocalDate,
): Promise<AnnouncedFee | null> {
  const { rows } = await sql<AnnouncedFee>`
    select min(r.late_fee_cents)::bigint as cents, max(r.late_fee_on) as on from bill_reminders r
    where r.invoice_id = ${invoice_id}::uuid and r.due_on = ${due}::date and r.late_fee_cents is not null
      and ${reached} having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}

/** Since when a customer's visits wait for a payment, and what is overdue; null if they do not wait. */
export async function readHeld(tx: OrgTx, customer_id: string): Promise<Standing['held']> {
  const overdue = sql`i.organization_id = h.organization_id and i.customer_id = h.customer_id
    and i.effective_due_date < (now() at time zone (select time_zone from organizations where id = app_org()))::date`
  const { rows } = await sql<{ since: string; overdue_cents: number }>`
    select h.held_at as since, ${owedCents(overdue)}::bigint as overdue_cents from payment_holds h
    where h.customer_id = ${customer_id}::uuid and h.released_at is null`.execute(tx)
  return rows[0] ?? null
}

/** The unpaid bill of a customer that is due first, locked, and where it is paid; null if nothing is left to pay. */
export async function lockOldest(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  customer_id: string,
): Promise<{ invoice_number: string; url: string } | null> {
  const oldest = await tx
    .selectFrom('invoices as i')
    .select('i.id')
    .where('i.customer_id', '=', customer_id)
    .where(sql<boolean>`${toPay}`)
    .orderBy('i.effective_due_date')
    .orderBy('i.id')
    .executeTakeFirst()
  if (!oldest) return null
  const invoice = await lockInvoice(tx, oldest.id)
  return { invoice_number: invoiceNumber(invoice), url: await payUrl(tx, app, invoice) }
}

import { sql } from 'kysely'
import {
  nextStep,
  stopOf,
  type BillReminders,
  type ReminderFacts,
  type ReminderStop,
} from '../../domain/bill-reminder.ts'
import { todayIn } from '../../domain/dates.ts'
import { balanceOf } from '../../domain/invoice.ts'
import { neverReasons, type NeverReason } from '../../domain/message.ts'
import { readScheduleSettings, type OrganizationSettings } from '../../domain/organization.ts'
import { isChargedLater } from '../consents/basis.ts'
import type { OrgTx } from '../db/door.ts'
import { lockInvoice, readInvoiceRow, type InvoiceRow } from '../invoices/row.ts'
import { readOrganizationRow } from '../organizations/read.ts'
import { readLateFee } from './read-late-fee.ts'

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

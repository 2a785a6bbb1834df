import { sql } from 'kysely'
import { reminderToday } from '../../../domain/money/bill-reminder.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { balanceOf, invoiceNumber } from '../../../domain/money/invoice.ts'
import { lateFeeCents, lateFeeDueDays } from '../../../domain/money/late-fee.ts'
import { localeFrom } from '../../../domain/base/locale.ts'
import {
  readScheduleSettings,
  type OrganizationSettings,
} from '../../../domain/base/organization.ts'
import { letterPhrases as en } from '../../../words/en/letter-phrases.ts'
import { letterPhrases as es } from '../../../words/es/letter-phrases.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { sendBill } from '../invoices/send.ts'
import { createInvoice } from '../invoices/write-issue.ts'
import { isServing } from '../../base/organizations/read.ts'
import { readAnnounced, readFee, readFacts } from './read.ts'

type Charging = Pick<App, 'config' | 'store' | 'log' | 'secret'>
type Day = { today: LocalDate; settings: OrganizationSettings }
/**
 * Adds the late fees whose day has come. It may run at any time, twice, or be killed: a fee is written in one transaction with its
 * message, under the lock of the invoice it is for, and the database takes one for each invoice.
 */
export async function addLateFees(app: Charging, now = new Date().toISOString()): Promise<void> {
  for (const { id, time_zone, schedule_settings, ...organization } of await readCharging(app)) {
    const settings = readScheduleSettings(schedule_settings)
    const today = reminderToday(settings, time_zone, now)
    if (!today || !settings.late_fee || !isServing(app, organization)) continue
    const due = await inOrgAll(app.store, id, system, (tx) => readDue(tx, today))
    for (const invoice_id of due)
      await inOrgAll(app.store, id, system, (tx) =>
        addLateFee(tx, app, invoice_id, { today, settings }),
      ).catch((fault: unknown) =>
        app.log.error({ err: fault, invoice_id }, 'a late fee could not be added'),
      )
  }
}

const readCharging = (app: Charging) =>
  readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'time_zone', 'schedule_settings'])
      .select(['status', 'subscription_status', 'trial_ends_at', 'past_due_since'])
      .where('status', '=', 'active')
      .where(sql<boolean>`schedule_settings -> 'late_fee' <> 'null'`)
      .orderBy('id')
      .execute(),
  )

async function readDue(tx: OrgTx, today: LocalDate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from invoices i join bill_reminders r on r.organization_id = i.organization_id and r.invoice_id = i.id and r.due_on = i.effective_due_date
    where i.doc = 'open' and i.money in ('none', 'partial', 'failed') and i.total_cents > i.paid_cents and i.source <> 'late_fee'
      and r.late_fee_on <= ${today}::date and not exists (select 1 from invoices f where f.organization_id = i.organization_id and f.late_fee_of_id = i.id)
    order by i.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function addLateFee(tx: OrgTx, app: Charging, id: string, { today, settings }: Day) {
  const { invoice, stop, due } = await readFacts(tx, id, settings)
  const announced = await readAnnounced(tx, id, due)
  if (stop || !announced || announced.on > today || (await readFee(tx, id))) return
  const cents = Math.min(announced.cents, lateFeeCents(settings.late_fee!, balanceOf(invoice)))
  if (cents <= 0) return
  const description = (await phrasesFor(tx, invoice)).lateFeeOf(invoiceNumber(invoice))
  const { row } = await createInvoice(tx, {
    customer_id: invoice.customer_id,
    source: 'late_fee',
    late_fee_of_id: id,
    lines: [{ description, quantity: 1, unit_price_cents: cents, taxable: false }],
    due_date: addDays(today, lateFeeDueDays),
    open: true,
  })
  await sendBill(tx, app, row)
}

async function phrasesFor(tx: OrgTx, { customer_id }: InvoiceRow) {
  const { locale } = await tx
    .selectFrom('customers as c')
    .leftJoin('people as p', 'p.id', 'c.person_id')
    .select(sql<string | null>`coalesce(c.locale, p.locale)`.as('locale'))
    .where('c.id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return localeFrom(locale) === 'es' ? es : en
}

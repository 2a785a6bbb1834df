import { sql } from 'kysely'
import {
  reminderGrace,
  reminderToday,
  stageOf,
  stepDue,
} from '../../../domain/money/bill-reminder.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import {
  readScheduleSettings,
  type OrganizationSettings,
} from '../../../domain/base/organization.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { useCredits } from '../invoices/credit.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { remindOf } from '../../messages/notify-bill.ts'
import { isServing } from '../../base/organizations/read.ts'
import { announcedFee, readFacts } from './read.ts'

type Reminding = Pick<App, 'config' | 'store' | 'log' | 'secret'>
type Day = { today: LocalDate; settings: OrganizationSettings }
type Candidate = {
  id: string
  customer_id: string
  due: LocalDate
  told_on: LocalDate
  done: number[]
}

/**
 * Reminds customers of unpaid bills on the days their business chose. It may run at any time, twice, or be killed: a bill is marked in the
 * transaction that writes its reminder.
 */
export async function remindOfBills(app: Reminding, now = new Date().toISOString()): Promise<void> {
  for (const { id, time_zone, schedule_settings, ...organization } of await readReminding(app)) {
    const settings = readScheduleSettings(schedule_settings)
    const today = reminderToday(settings, time_zone, now)
    if (!today || !settings.bill_reminder_steps.length || !isServing(app, organization)) continue
    try {
      await remindOrganization(app, id, { today, settings })
    } catch (fault) {
      app.log.error({ err: fault, organization_id: id }, 'payment reminders could not be sent')
    }
  }
}

const readReminding = (app: Reminding) =>
  readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'time_zone', 'schedule_settings'])
      .select(['status', 'subscription_status', 'trial_ends_at', 'past_due_since'])
      .where('status', '=', 'active')
      .where(sql<boolean>`(schedule_settings ->> 'bill_reminders_on')::boolean`)
      .orderBy('id')
      .execute(),
  )

async function remindOrganization(app: Reminding, organization_id: string, day: Day) {
  const candidates = await inOrgAll(app.store, organization_id, system, (tx) =>
    readCandidates(tx, day),
  )
  const due = candidates.filter(
    (one) =>
      stepDue({ ...one, today: day.today, steps: day.settings.bill_reminder_steps }) !== null,
  )
  for (const [customer_id, bills] of grouped(due, (bill) => bill.customer_id))
    await inOrgAll(app.store, organization_id, system, (tx) => remind(tx, app, day, bills)).catch(
      (fault: unknown) =>
        app.log.error({ err: fault, customer_id }, 'a customer could not be reminded'),
    )
}

/** Unpaid bills that were sent and whose due date is near a step of the schedule. */
async function readCandidates(tx: OrgTx, { today, settings }: Day): Promise<Candidate[]> {
  const steps = settings.bill_reminder_steps
  const from = addDays(today, -steps.at(-1)! - reminderGrace)
  const to = addDays(today, -steps[0]!)
  const { rows } = await sql<Candidate>`
    select i.id, i.customer_id, i.effective_due_date as due, (coalesce(i.sent_at, i.issued_at) at time zone o.time_zone)::date as told_on,
      coalesce((select json_agg(r.step) from bill_reminders r where r.organization_id = i.organization_id and r.invoice_id = i.id
        and r.due_on = i.effective_due_date), '[]') as done
    from invoices i join organizations o on o.id = i.organization_id
      join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
    where i.doc = 'open' and i.money in ('none', 'partial', 'failed') and i.total_cents > i.paid_cents and i.next_retry_at is null
      and (i.sent_at is not null or i.failure_code is not null) and c.bill_reminders
      and i.effective_due_date between ${from}::date and ${to}::date
    order by i.customer_id, i.id`.execute(tx)
  return rows
}

/** One message for the bills of a customer that are due for a step, read again under their locks. */
async function remind(tx: OrgTx, app: Reminding, day: Day, bills: Candidate[]) {
  const { today, settings } = day
  const due = []
  await useCredits(tx, bills[0]!.customer_id)
  for (const { id } of bills) {
    const { invoice, stop, ...facts } = await readFacts(tx, id, settings)
    const step = stop ? null : stepDue({ ...facts, today })
    if (step === null) continue
    const late_fee = await announcedFee(tx, invoice, facts.due, day)
    const url = await payUrl(tx, app, invoice)
    due.push({ invoice, due_on: facts.due, step, url, late_fee })
  }
  const [first, ...others] = due.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1))
  if (first) await remindOf(tx, [first, ...others], stageOf(first.due_on, today))
}

import { sql, type RawBuilder } from 'kysely'
import { chargeRunMinutes } from '../../../domain/money/autopay.ts'
import { readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { MoneyApp } from './facts.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { leaveToOffice, stopRetrying } from '../invoices/write-charging.ts'
import { todayOf } from '../../base/organizations/read.ts'

type DueInvoice = { organization_id: string; id: string }

/** How many are looked up in one query. */
const atOnce = 100

/** The organization’s date, which for charges begins at 9:00. */
const chargeDate = sql`(now() at time zone o.time_zone - make_interval(mins => ${chargeRunMinutes}))::date`

/** The organization’s date. */
const today = sql`(now() at time zone o.time_zone)::date`

/** What automatic charges there are, each with the condition under which an invoice `i` is due on a day. */
const kindsOn = (day: RawBuilder<unknown>) =>
  ({
    /** A charge that failed is tried again. */
    retries: sql`i.next_retry_at <= now()`,
    /** A period is over. */
    periods: sql`i.source = 'period' and i.doc = 'draft' and i.period_end < ${day}`,
    /** The customer’s charge day has come. */
    scheduled: sql`i.doc = 'scheduled' and i.money in ('none', 'partial') and i.charge_on <= ${day}`,
    /** An invoice falls due, and its customer agreed before that to be charged. What they owed elsewhere and late fees are charged by hand. */
    due: sql`i.doc = 'open' and i.source not in ('import', 'late_fee') and i.money in ('none', 'partial') and i.failure_code is null and i.total_cents > i.paid_cents
    and i.effective_due_date <= ${day} and (i.due_tried_on is null or i.due_tried_on < i.effective_due_date)
    and exists (select 1 from customers c where c.organization_id = i.organization_id and c.id = i.customer_id and c.autopay_enabled)
    and exists (select 1 from consents k where k.organization_id = i.organization_id and k.customer_id = i.customer_id and k.kind = 'autopay'
      and k.accepted and k.revoked_at is null and (k.accepted_at at time zone o.time_zone)::date <= i.effective_due_date)`,
  }) satisfies Record<string, RawBuilder<unknown>>
const kinds = kindsOn(chargeDate)
export type DueKind = keyof typeof kinds
export const dueKinds = Object.keys(kinds) as DueKind[]

/** The invoices of all active organizations that are due for an automatic charge, in pages. */
export async function* readDueCharges(
  app: Pick<MoneyApp, 'store'>,
  kind: DueKind,
): AsyncGenerator<DueInvoice[]> {
  for (let after: string | null = null; ;) {
    const page: DueInvoice[] = await readPage(app, kind, after)
    if (page.length) yield page
    if (page.length < atOnce) return
    after = page.at(-1)!.id
  }
}

const readPage = (
  app: Pick<MoneyApp, 'store'>,
  kind: DueKind,
  after: string | null,
): Promise<DueInvoice[]> =>
  readPlatform(app.store, system, async (tx) => {
    const { rows } = await sql<DueInvoice>`
      select i.organization_id, i.id from invoices i join organizations o on o.id = i.organization_id
      where ${kinds[kind]} and o.status = 'active' and (${after}::uuid is null or i.id > ${after}::uuid) order by i.id limit ${atOnce}`.execute(
      tx,
    )
    return rows
  })

/**
 * The automatic charges of an organization whose day has come, today's before 9:00 too: what would
 * be charged at once as it opens again.
 */
async function readMissedCharges(tx: OrgTx): Promise<{ kind: DueKind; id: string }[]> {
  const missed = kindsOn(today)
  const one = (kind: DueKind) => sql`select ${kind}::text as kind, i.id from invoices i
    join organizations o on o.id = i.organization_id join customers k on k.organization_id = i.organization_id and k.id = i.customer_id
    where ${missed[kind]} and k.autopay_enabled and k.status <> 'archived'`
  const { rows } = await sql<{ kind: DueKind; id: string }>`${sql.join(
    dueKinds.map(one),
    sql` union all `,
  )}`.execute(tx)
  return rows
}

/** Days its customer gets to pay an invoice that was due while the business was closed. */
const daysToPay = 14

/**
 * Leaves the automatic charges whose day passed while the business was closed to the office, as it
 * opens again: nobody is charged for months at once. Returns how many.
 */
export async function holdMissedCharges(tx: OrgTx): Promise<number> {
  const missed = await readMissedCharges(tx)
  const due_date = addDays(await todayOf(tx), daysToPay)
  for (const { kind, id } of missed)
    await (kind === 'retries' ? stopRetrying(tx, id) : leaveToOffice(tx, id, due_date))
  return missed.length
}

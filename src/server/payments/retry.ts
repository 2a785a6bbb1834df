import { sql } from 'kysely'
import { chargeRunMinutes } from '../../domain/autopay.ts'
import { todayIn, wallClockIn } from '../../domain/dates.ts'
import { inOrgAll, onPlatform, type OrgTx, system } from '../db/door.ts'
import { voidInvoice, changeInvoice, stopRetrying } from '../invoices/write.ts'
import { openInvoice } from '../invoices/write-issue.ts'
import { lockInvoice, statusOf } from '../invoices/row.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { Refused } from '../refusals.ts'
import { planCharge, type ChargePlan } from './charge.ts'
import type { MoneyApp } from './facts.ts'
import { sendPayLink } from '../messages/notify-money.ts'

/**
 * Retries failed charges that are due, and charges invoices whose charge day has come, from 9:00 in
 * the organization's time zone.
 */
export async function runAutopay(app: MoneyApp): Promise<void> {
  const due = await onPlatform(app.store, system, async (tx) => ({
    retries: await tx
      .selectFrom('invoices')
      .select(['organization_id', 'id'])
      .where('next_retry_at', '<=', sql<string>`now()`)
      .orderBy('next_retry_at')
      .limit(500)
      .execute(),
    periods: await tx
      .selectFrom('invoices as i')
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .select(['i.organization_id', 'i.id'])
      .where('i.source', '=', 'period')
      .where('i.doc', '=', 'draft')
      .where(
        'i.period_end',
        '<=',
        sql<string>`(now() at time zone o.time_zone - make_interval(mins => ${chargeRunMinutes}))::date`,
      )
      .orderBy('i.period_end')
      .limit(500)
      .execute(),
    scheduled: await tx
      .selectFrom('invoices as i')
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .select(['i.organization_id', 'i.id', 'i.charge_on', 'o.time_zone'])
      .where('i.doc', '=', 'scheduled')
      .where('i.money', '=', 'none')
      .where('i.charge_on', '<=', sql<string>`(now() at time zone o.time_zone)::date`)
      .orderBy('i.charge_on')
      .limit(500)
      .execute(),
  }))
  for (const { organization_id, id } of due.retries)
    await guard(app, id, () =>
      inOrgAll(app.store, organization_id, system, (tx) => retryInvoice(tx, app, id)),
    )
  for (const { organization_id, id } of due.periods)
    await guard(app, id, () =>
      inOrgAll(app.store, organization_id, system, (tx) => closePeriod(tx, app, id)),
    )
  const now = new Date().toISOString()
  for (const { organization_id, id, charge_on, time_zone } of due.scheduled) {
    const clock = wallClockIn(time_zone, now)
    if (
      charge_on! > todayIn(time_zone, now) ||
      (charge_on === clock.date && clock.minutes < chargeRunMinutes)
    )
      continue
    await guard(app, id, () =>
      inOrgAll(app.store, organization_id, system, (tx) => chargeScheduled(tx, app, id)),
    )
  }
}

async function guard(app: MoneyApp, invoice_id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (fault) {
    app.log.error({ err: fault, invoice_id }, 'an automatic charge could not be planned')
  }
}

const mayCharge = async (tx: OrgTx, customer_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('customers as c')
      .innerJoin('organizations as o', 'o.id', 'c.organization_id')
      .select('c.id')
      .where('c.id', '=', customer_id)
      .where('c.autopay_enabled', '=', true)
      .where('c.status', '<>', 'archived')
      .where('o.status', '=', 'active')
      .executeTakeFirst(),
  )

/**
 * The second and third attempts; none if autopay is off, the charging rule refuses, or the money
 * came some other way.
 */
async function retryInvoice(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const invoice = await lockInvoice(tx, id)
  if (!invoice.next_retry_at || Date.parse(invoice.next_retry_at) > Date.now()) return
  const stop = () => stopRetrying(tx, id)
  if (statusOf(invoice) !== 'failed' || !(await mayCharge(tx, invoice.customer_id))) return stop()
  await planOr(tx, app, { invoice_id: id, via: 'retry' }, stop)
}

async function chargeScheduled(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const invoice = await lockInvoice(tx, id)
  if (statusOf(invoice) !== 'scheduled') return
  const askInstead = async () => {
    const open = await openInvoice(tx, invoice, { now: true })
    const sent = await sendPayLink(tx, open, await payUrl(tx, app, open))
    if (sent) await changeInvoice(tx, open, { sent_at: new Date().toISOString() })
  }
  if (!(await mayCharge(tx, invoice.customer_id))) return askInstead()
  await planOr(tx, app, { invoice_id: id, via: 'autopay' }, askInstead)
}

async function planOr(
  tx: OrgTx,
  app: MoneyApp,
  plan: ChargePlan,
  otherwise: () => Promise<unknown>,
): Promise<void> {
  try {
    await planCharge(tx, plan)
  } catch (fault) {
    // Refusals are thrown before anything is written.
    if (!(fault instanceof Refused)) throw fault
    await otherwise()
  }
}

/** A period is over: its draft is issued, then charged where agreed, or else sent with a link. */
async function closePeriod(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const draft = await lockInvoice(tx, id)
  if (draft.doc !== 'draft') return
  if (draft.total_cents <= 0) return void (await voidInvoice(tx, draft))
  const open = await openInvoice(tx, draft, { now: true })
  const send = async () => {
    if (await sendPayLink(tx, open, await payUrl(tx, app, open)))
      await changeInvoice(tx, open, { sent_at: new Date().toISOString() })
  }
  if (!(await mayCharge(tx, open.customer_id))) return send()
  await planOr(tx, app, { invoice_id: id, via: 'autopay' }, send)
}

import { dueWhileClosed } from '../../../domain/money/autopay.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { markTriedWhenDue, stopRetrying, storeRefusal } from '../invoices/write-charging.ts'
import { voidInvoice } from '../invoices/write.ts'
import { openInvoice } from '../invoices/write-issue.ts'
import { applyCredit } from '../invoices/credit.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { sendBill } from '../invoices/send.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { planCharge } from './charge.ts'
import { dueKinds, readDueCharges, type DueKind } from './due-charges.ts'
import type { MoneyApp } from './facts.ts'
import { sendPayLink } from '../../messages/notify-bill.ts'
import type { ChargePlan } from './write-attempts.ts'

/**
 * Makes every automatic charge that is due: retries, periods that are over, charge days that have
 * come and invoices that fall due. From 9:00 in the organization's time zone.
 */
export async function runAutopay(app: MoneyApp): Promise<void> {
  for (const kind of dueKinds)
    for await (const due of readDueCharges(app, kind))
      await spread(due, ({ organization_id, id }) => {
        const work = (tx: OrgTx) => steps[kind](tx, app, id)
        return inOrgAll(app.store, organization_id, system, work).catch((fault: unknown) =>
          app.log.error({ err: fault, invoice_id: id }, 'an automatic charge could not be planned'),
        )
      })
}

const steps: Record<DueKind, (tx: OrgTx, app: MoneyApp, id: string) => Promise<void>> = {
  retries: retryInvoice,
  periods: closePeriod,
  scheduled: chargeScheduled,
  due: chargeWhenDue,
}

/** How many are planned concurrently. */
const concurrency = 4

async function spread<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** What credit pays is not charged. */
const lockToCharge = async (tx: OrgTx, id: string): Promise<InvoiceRow> =>
  applyCredit(tx, await lockInvoice(tx, id))

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
async function retryInvoice(tx: OrgTx, _app: MoneyApp, id: string): Promise<void> {
  const invoice = await lockToCharge(tx, id)
  if (!invoice.next_retry_at || Date.parse(invoice.next_retry_at) > Date.now()) return
  const stop = () => stopRetrying(tx, id)
  if (statusOf(invoice) !== 'failed' || !(await mayCharge(tx, invoice.customer_id))) return stop()
  await planOr(tx, { invoice_id: id, via: 'retry' }, stop)
}

/** An open invoice falls due: it is charged where agreed; if refused, it goes out unless it did. */
async function chargeWhenDue(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const invoice = await lockToCharge(tx, id)
  const status = statusOf(invoice)
  if ((status !== 'open' && status !== 'sent') || !(await mayCharge(tx, invoice.customer_id)))
    return
  await markTriedWhenDue(tx, id)
  await planOr(tx, { invoice_id: id, via: 'autopay' }, async ({ code }) => {
    if (code !== payingIsOff && !invoice.sent_at && !invoice.send_at)
      await sendBill(tx, app, invoice)
  })
}

async function chargeScheduled(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const invoice = await lockToCharge(tx, id)
  if (statusOf(invoice) !== 'scheduled') return
  const askInstead = async (refusal?: Refused) => {
    const open = await openInvoice(tx, invoice, { now: true })
    if (refusal?.code === payingIsOff) return
    await sendPayLink(tx, open, await payUrl(tx, app, open))
  }
  if (!(await mayCharge(tx, invoice.customer_id))) return askInstead()
  await planOr(tx, { invoice_id: id, via: 'autopay' }, askInstead)
}

/** The refusal while the organization cannot take payments: a link would lead nowhere either. */
const payingIsOff = 'org_not_charge_ready'

/** Plans a charge; if refused, the office finds the reason on its list. */
async function planOr(
  tx: OrgTx,
  plan: ChargePlan,
  otherwise: (refusal: Refused) => Promise<unknown>,
): Promise<void> {
  try {
    await planCharge(tx, plan)
  } catch (fault) {
    // Refusals are thrown before anything but credit is written.
    if (!(fault instanceof Refused)) throw fault
    await otherwise(fault)
    await storeRefusal(tx, plan.invoice_id, fault)
  }
}

/** A period is over: its draft is issued, then charged where agreed, or else sent with a link. */
async function closePeriod(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const draft = await lockInvoice(tx, id)
  if (draft.doc !== 'draft') return
  if (draft.total_cents <= 0) return void (await voidInvoice(tx, draft))
  const open = await openInvoice(tx, draft, { now: true })
  if (balanceOf(open) === 0) return void (await sendBill(tx, app, open))
  // The business was closed as the period ended.
  if (draft.refusal_code === dueWhileClosed.code) return markTriedWhenDue(tx, id)
  const send = async (refusal?: Refused) => {
    if (refusal?.code === payingIsOff) return
    await sendPayLink(tx, open, await payUrl(tx, app, open))
  }
  if (!(await mayCharge(tx, open.customer_id))) return send()
  await planOr(tx, { invoice_id: id, via: 'autopay' }, send)
}

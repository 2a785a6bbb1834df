import { sql } from 'kysely'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import { closedMoney, type InvoiceStatus } from '../../../domain/money/invoice.ts'
import { SendingPolicy, sendsAt } from '../../../domain/messages/sending.ts'
import type { App } from '../../base/call.ts'
import { isChargedLater } from '../consents/basis.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { lockInvoice, statusOf } from './row.ts'
import { sendBill } from './send.ts'
import { setSendAt } from './write.ts'

type Sends = Pick<App, 'store' | 'config' | 'secret' | 'log'>
type Bill = { organization_id: string; invoice_id: string }

/** In the transaction that completes a visit: its bill goes out when business or customer want it. */
export async function planBill(
  tx: OrgTx,
  completed: {
    invoice_id: string | null
    status: InvoiceStatus | null
    collect_enqueued: boolean
    charge_refused: unknown
  },
): Promise<void> {
  const { invoice_id, status, collect_enqueued, charge_refused } = completed
  if (!invoice_id || collect_enqueued) return
  // A paid one was paid with a credit, and its customer learns of it.
  if (status !== 'draft' && status !== 'open' && status !== 'scheduled' && status !== 'paid') return
  // A charge that is agreed to is announced ahead of its day instead.
  if (status === 'scheduled' && (await isChargedLater(tx, await lockInvoice(tx, invoice_id))))
    return
  const { source, policy, zone } = await readPolicy(tx, invoice_id)
  // The bill of a period goes out when the period ends.
  if (source === 'period') return
  // Extra work on it waits for a price: its customer gets one bill, once that is settled.
  if (status === 'draft' && (await hasExtraWaiting(tx, invoice_id)))
    return setSendAt(tx, invoice_id, null)
  // Somebody who expects to be charged learns at once that they were not.
  const send_at = sendsAt(charge_refused ? 'on_completion' : policy, new Date().toISOString(), zone)
  setSendAt(tx, invoice_id, send_at)
  if (!send_at) return
  const bill = { organization_id: tx.org, invoice_id }
  await enqueue(tx, 'invoice.send', bill, { key: invoice_id, startAfter: new Date(send_at) })
}

const hasExtraWaiting = async (tx: OrgTx, invoice_id: string): Promise<boolean> =>
  (await tx
    .selectFrom('extra_work as e')
    .innerJoin('visits as v', (join) =>
      join
        .onRef('v.series_id', '=', 'e.series_id')
        .onRef('v.original_date', '=', 'e.original_date'),
    )
    .select('e.id')
    .where('v.invoice_id', '=', invoice_id)
    .where('e.state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** The bill of a visit whose extra work changed: it waits while there is some without a price, and goes out like any other then. */
export async function planBillAgain(tx: OrgTx, invoice_id: string | null): Promise<void> {
  const row = invoice_id && (await lockInvoice(tx, invoice_id))
  if (!row || row.doc !== 'draft') return
  const status = statusOf(row)
  await planBill(tx, { invoice_id: row.id, status, collect_enqueued: false, charge_refused: null })
}

async function readPolicy(tx: OrgTx, invoice_id: string) {
  const row = await tx
    .selectFrom('invoices as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(['i.source', 'c.invoice_sending', 'o.schedule_settings', 'o.time_zone as zone'])
    .where('i.id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const usual = readScheduleSettings(row.schedule_settings).invoice_sending
  const own = row.invoice_sending === null ? null : SendingPolicy.parse(row.invoice_sending)
  return { source: row.source, zone: row.zone, policy: own ?? usual }
}

/** Sends a bill whose time has come; in one transaction, so that it goes once. */
export async function sendWhenDue(
  app: Sends,
  { organization_id, invoice_id }: Bill,
): Promise<void> {
  await inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await lockInvoice(tx, invoice_id)
    if (!(await isTime(tx, invoice_id))) return
    const status = statusOf(row)
    const isCovered = status === 'paid' && row.credit_cents === row.paid_cents
    const isSettled =
      (closedMoney.has(status) && !isCovered) || status === 'processing' || row.total_cents <= 0
    if (isSettled) return setSendAt(tx, invoice_id, null)
    await sendBill(tx, app, row)
  })
}

/** By the database's clock, which planned the time and finds the bills that are due. */
const isTime = async (tx: OrgTx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    .where('send_at', '<=', sql<string>`now()`)
    .executeTakeFirst()) !== undefined

/** How many are looked up in one query. */
const atOnce = 500

/** Sends every bill whose time has come, of all businesses. */
export async function sendAllDue(app: Sends): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const due = (await readDue(app)).filter(({ invoice_id }) => !tried.has(invoice_id))
    if (!due.length) return
    for (const bill of due) {
      tried.add(bill.invoice_id)
      await sendWhenDue(app, bill).catch((fault: unknown) => {
        if (fault instanceof Refused) return giveUp(app, bill)
        app.log.error({ err: fault, ...bill }, 'a bill could not be sent')
      })
    }
  }
}

/** A bill that a rule refuses waits for a person. */
const giveUp = (app: Sends, { organization_id, invoice_id }: Bill): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => setSendAt(tx, invoice_id, null))

const readDue = (app: Sends): Promise<Bill[]> =>
  readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('invoices as i')
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .select(['i.organization_id', 'i.id as invoice_id'])
      .where('i.send_at', '<=', sql<string>`now()`)
      .where('o.status', '=', 'active')
      .orderBy('i.send_at')
      .limit(atOnce)
      .execute(),
  )

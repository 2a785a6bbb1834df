import { balanceOf, invoiceRules } from '../../../domain/money/invoice.ts'
import { neverReasons, planTelling } from '../../../domain/messages/message.ts'
import type { App } from '../../base/call.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { inOrgAll, inSavepoint, system, type OrgTx } from '../../base/db/door.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { readGoing } from '../../messages/notify-bill.ts'
import { readReach, type ReachedCustomer } from '../../messages/recipient.ts'
import { Refused, refused } from '../../base/kit/refusals.ts'
import { lockInvoice, statusOf, type InvoiceRow } from './row.ts'
import { sendBill } from './send.ts'
import { datesOf, readTerms } from './terms.ts'
import { addRun, lockRun, readHeld, readRun, setReached } from './write-runs.ts'

type Sends = Pick<App, 'store' | 'config' | 'secret' | 'log'>
type Many = { ids: readonly string[]; dry_run: boolean; author_id: string }

/** Says what goes out and who gets none, by the rules that decide it when they are sent; then begins. */
export async function sendMany(tx: OrgTx, { ids, dry_run, author_id }: Many) {
  // A second press waits for the first, and finds what it began.
  if (!dry_run) await lockName(`bills:${tx.org}`).execute(tx)
  const rows = await readRows(tx, [...new Set(ids)])
  const reach = await readReach(
    tx,
    rows.map(({ customer_id }) => customer_id),
  )
  const [held, gone] = [await readHeld(tx), await readGoing(tx, ids)]
  const none = []
  const going: InvoiceRow[] = []
  for (const row of rows) {
    const reason = held.has(row.id)
      ? 'Is being sent already'
      : (goingReasons[gone.get(row.id) ?? 'no'] ??
        (await whyNot(tx, row, reach.get(row.customer_id))))
    if (reason === null) going.push(row)
    else none.push({ id: row.id, number: row.number, customer_name: row.customer_name, reason })
  }
  if (!dry_run && !going.length) throw refused('nothing_to_send', 'None of these can go out.')
  const run_id = dry_run ? null : await begin(tx, going, author_id)
  return {
    dry_run,
    count: going.length,
    total_cents: going.reduce((sum, row) => sum + balanceOf(row), 0),
    none,
    run: run_id ? await readRun(tx, run_id) : null,
  }
}

const goingReasons = {
  no: null,
  waits: 'It already goes out automatically',
  just_sent: 'Went out a few minutes ago',
} as const

const readRows = (tx: OrgTx, ids: readonly string[]) =>
  tx.selectFrom('invoices').selectAll().where('id', 'in', ids).execute() as Promise<InvoiceRow[]>

/** Why a bill would not go out; null if it would. */
async function whyNot(
  tx: OrgTx,
  row: InvoiceRow,
  to: ReachedCustomer | undefined,
): Promise<string | null> {
  const refusal = invoiceRules.payLink({ status: statusOf(row), total_cents: balanceOf(row) })
  if (refusal) return refusal.sentence
  const waits = row.doc === 'scheduled' || (row.doc === 'draft' && (await isScheduled(tx, row)))
  if (waits) return 'Is charged automatically on its day'
  if (!to) return neverReasons.no_address
  const { sent_at, customer_email } = row
  const recipient = { ...to.recipient, email: to.recipient.email ?? customer_email }
  const [plan] = planTelling(
    recipient,
    sent_at ? 'pay_link' : 'invoice_sent',
    new Date().toISOString(),
  )
  return plan?.verdict.do === 'never' ? neverReasons[plan.verdict.reason] : null
}

async function isScheduled(tx: OrgTx, row: InvoiceRow): Promise<boolean> {
  const terms = await readTerms(tx, row.customer_id)
  const dates = { due_date: row.due_date_overridden ? row.due_date : null, visit_date: null }
  return terms !== undefined && datesOf(terms, dates).doc === 'scheduled'
}

async function begin(tx: OrgTx, rows: readonly InvoiceRow[], author_id: string): Promise<string> {
  const invoice_ids = rows.map(({ id }) => id)
  const run_id = await addRun(tx, { invoice_ids, author_id })
  await enqueue(tx, 'invoices.send', { organization_id: tx.org, run_id }, { key: run_id })
  return run_id
}

/** How many bills one transaction sends: progress shows, and others wait briefly. */
const atOnce = 10

/**
 * Sends the bills of a run, each part in one transaction with how far it has come: after a crash it
 * goes on where it was, and each bill goes out once.
 */
export async function sendRun(
  app: Sends,
  { organization_id, run_id }: { organization_id: string; run_id: string },
): Promise<void> {
  for (;;)
    if (await inOrgAll(app.store, organization_id, system, (tx) => sendPart(tx, app, run_id)))
      return
}

/** True once all had their turn. */
async function sendPart(tx: OrgTx, app: Sends, run_id: string): Promise<boolean> {
  const run = await lockRun(tx, run_id)
  if (run.done_at) return true
  const ids = run.invoice_ids.slice(run.next_index, run.next_index + atOnce)
  let sent = 0
  for (const id of ids) if (await sendOne(tx, app, id, run.created_at)) sent++
  const next_index = run.next_index + ids.length
  const isDone = next_index >= run.invoice_ids.length
  await setReached(tx, run, { next_index, sent, not_sent: ids.length - sent, is_done: isDone })
  return isDone
}

/** `begun_at`: what went out since, or shortly before, does not go again. */
async function sendOne(tx: OrgTx, app: Sends, id: string, begun_at: string): Promise<boolean> {
  try {
    return await inSavepoint(tx, async () => {
      const row = await lockInvoice(tx, id)
      const refusal = invoiceRules.payLink({ status: statusOf(row), total_cents: balanceOf(row) })
      if (refusal || (await readGoing(tx, [id], begun_at)).has(id)) return false
      return (await sendBill(tx, app, row)).sent
    })
  } catch (fault) {
    // Paid, voided or changed since it was chosen.
    if (fault instanceof Refused) return false
    throw fault
  }
}

import type { NeverReason } from '../../../domain/messages/message.ts'
import type { App } from '../../base/call.ts'
import { isChargedLater } from '../consents/basis.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { sendInvoice, sendPayLink } from '../../messages/notify-bill.ts'
import { applyCredit } from './credit.ts'
import { payUrl } from './pay-link.ts'
import { lockInvoice, type InvoiceRow } from './row.ts'
import { openInvoice } from './write-issue.ts'
import { setSendAt, changeInvoice } from './write.ts'

type Sends = Pick<App, 'config' | 'secret'>
/** `at`: when it goes out, if that is later. `waits`: until the mailbox of its sender is proven. */
type Sent = {
  invoice: InvoiceRow
  sent: boolean
  at: string | null
  waits: boolean
  reason: NeverReason | null
}

/** A locked bill, issued, and paid as far as its customer's credit goes. */
const issued = async (tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> =>
  row.doc === 'draft' ? openInvoice(tx, row) : applyCredit(tx, row)

/**
 * Issues a locked bill if it is a draft and sends it to its customer with a link to pay. One that
 * waits for its charge day is announced ahead of that day instead, unless its customer did not agree
 * to the charge; one that was sent before goes as its pay link.
 */
export const sendBill = async (tx: OrgTx, app: Sends, row: InvoiceRow): Promise<Sent> =>
  sendIssued(tx, app, await issued(tx, row))

async function sendIssued(tx: OrgTx, app: Sends, invoice: InvoiceRow): Promise<Sent> {
  if (invoice.send_at) setSendAt(tx, invoice.id, null)
  const isAhead = invoice.doc === 'scheduled' && (await isChargedLater(tx, invoice))
  if (isAhead || !isIssued(invoice))
    return { invoice, sent: false, at: null, waits: false, reason: null }
  const url = await payUrl(tx, app, invoice)
  if (invoice.sent_at) return sendLink(tx, invoice, url)
  const { going, at, waits, reason } = await sendInvoice(
    tx,
    invoice,
    url,
    await isChargedLater(tx, invoice),
  )
  return { invoice, sent: going, at, waits, reason }
}

async function sendLink(tx: OrgTx, invoice: InvoiceRow, url: string): Promise<Sent> {
  const { going, at, waits } = await sendPayLink(tx, invoice, url)
  return { invoice, sent: going, at, waits, reason: null }
}

const isIssued = ({ doc }: InvoiceRow): boolean => doc === 'open' || doc === 'scheduled'

/**
 * Sends a bill because a person asks for it: the invoice the first time, then its pay link. Who
 * wants no invoices by mail still gets what the business sends by hand, and a planned charge stays
 * planned.
 */
export async function sendByHand(tx: OrgTx, app: Sends, row: InvoiceRow): Promise<Sent> {
  const open = await issued(tx, row)
  if (open.doc === 'scheduled') return sendLink(tx, open, await payUrl(tx, app, open))
  const first = await sendIssued(tx, app, open)
  if (first.sent || first.reason !== 'switched_off') return first
  return sendLink(tx, open, await payUrl(tx, app, open))
}

/** An invoice counts as sent once a message that carries it has left. */
export async function markSent({ store }: Pick<App, 'store'>, message_id: string): Promise<void> {
  const message = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('messages')
      .select(['organization_id', 'invoice_id', 'sent_at'])
      .where('id', '=', message_id)
      .where('status', 'in', ['sent', 'delivered'])
      .executeTakeFirst(),
  )
  const { organization_id, invoice_id, sent_at } = message ?? {}
  if (!organization_id || !invoice_id || !sent_at) return
  await inOrgAll(store, organization_id, system, async (tx) => {
    const row = await lockInvoice(tx, invoice_id)
    if (!row.sent_at) await changeInvoice(tx, row, { sent_at })
  })
}

import type { closing } from '../../../api/closing.ts'
import { invoiceRules } from '../../../domain/money/invoice.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import {
  applyCredit,
  lockWithInvoices,
  takeCreditOff,
  useCredits,
} from '../../money/invoices/credit.ts'
import { checkNoIntent } from '../../money/invoices/live-intent.ts'
import { readDetail } from '../../money/invoices/read.ts'
import { replaceInvoice } from '../../money/invoices/replace.ts'
import { invoiceFacts, lockInvoice, type InvoiceRow } from '../../money/invoices/row.ts'
import { tellFeeGone, settleFeeOf } from '../../money/invoices/fee-gone.ts'
import { restoreInvoice, writeOffInvoice } from '../../money/invoices/write.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { moveToInvoice } from '../../schedule/visits/write.ts'

export const closingHandlers: Handlers<typeof closing> = {
  'POST /api/invoices/{id}/replacement': (call) =>
    onUnpaid(call, call.actor.organization_id, call.params.id, async (tx, row) => {
      enforce(invoiceRules.replace({ ...row, ...invoiceFacts(row) }))
      const ended = await settleFeeOf(tx, row.id, 'replaced')
      const draft = await replaceInvoice(tx, row)
      await useCredits(tx, row.customer_id)
      await tellFeeGone(tx, ended)
      await moveToInvoice(tx, row.id, draft.id)
      return readDetail(tx, draft.id, call.actor)
    }),

  'POST /api/invoices/{id}/write-off': (call) =>
    onUnpaid(call, call.actor.organization_id, call.params.id, async (tx, row) => {
      enforce(invoiceRules.writeOff(invoiceFacts(row)))
      // Its customer hears neither of the invoice that was given up nor of its fee.
      await settleFeeOf(tx, row.id, 'given_up')
      await writeOffInvoice(tx, row)
      await useCredits(tx, row.customer_id)
      return readDetail(tx, row.id, call.actor)
    }),

  'DELETE /api/invoices/{id}/credit': (call) =>
    onUnpaid(call, call.actor.organization_id, call.params.id, async (tx, row) => {
      enforce(invoiceRules.takeCreditOff({ ...row, ...invoiceFacts(row) }))
      await takeCreditOff(tx, row)
      return readDetail(tx, row.id, call.actor)
    }),

  'DELETE /api/invoices/{id}/write-off': ({ inOrg, actor, params }) =>
    inOrg(async (tx) => {
      const row = await lockInvoice(tx, params.id)
      enforce(invoiceRules.restore(invoiceFacts(row)))
      await applyCredit(tx, await restoreInvoice(tx, row))
      return readDetail(tx, row.id, actor)
    }),
}

/** Works on a locked invoice, which cannot be paid meanwhile. */
const onUnpaid = <T>(
  { app, inOrg }: CallContext,
  organization_id: string,
  id: string,
  work: (tx: OrgTx, row: InvoiceRow) => Promise<T>,
): Promise<T> =>
  withoutIntent(app, organization_id, () =>
    inOrg(async (tx) => {
      const [row] = await Promise.all([lockWithInvoices(tx, id), checkNoIntent(tx, id)])
      return work(tx, row)
    }),
  )

import type { closing } from '../../api/closing.ts'
import { invoiceRules } from '../../domain/invoice.ts'
import type { CallContext, Handlers } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { applyCredit, lockWithBills, takeCreditOff, useCredits } from '../invoices/credit.ts'
import { checkNoIntent } from '../invoices/live-intent.ts'
import { readDetail } from '../invoices/read.ts'
import { replaceInvoice } from '../invoices/replace.ts'
import { invoiceFacts, lockInvoice, type InvoiceRow } from '../invoices/row.ts'
import { tellFeeGone } from '../invoices/fee-gone.ts'
import { settleFeeOf } from '../invoices/settle-fee.ts'
import { restoreInvoice, writeOffInvoice } from '../invoices/write-off.ts'
import { withoutIntent } from '../payments/intents.ts'
import { enforce } from '../refusals.ts'
import { moveToInvoice } from '../visits/write.ts'

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
      const [row] = await Promise.all([lockWithBills(tx, id), checkNoIntent(tx, id)])
      return work(tx, row)
    }),
  )

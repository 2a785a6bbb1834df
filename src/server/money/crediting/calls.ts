import type { credits } from '../../../api/credits.ts'
import type { Handlers } from '../../base/call.ts'
import { lockCustomer } from '../../customers/write-row.ts'
import { useCredits } from '../invoices/credit.ts'
import { found } from '../../base/kit/refusals.ts'
import { readCredits } from '../credits/read.ts'
import { payBackCredit, undoPayBack } from '../credits/pay-back.ts'
import { giveCredit, takeBackCredit } from '../credits/write.ts'

export const creditHandlers: Handlers<typeof credits> = {
  'GET /api/owner/customers/{id}/credits': ({ readOrg, params }) =>
    readOrg(async (tx) => {
      const known = tx.selectFrom('customers').select('id').where('id', '=', params.id)
      const { id } = found(await known.executeTakeFirst(), 'Customer not found')
      return readCredits(tx, id)
    }),

  'POST /api/owner/customers/{id}/credits': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const { id } = await lockCustomer(tx, params.id)
      await giveCredit(tx, id, body)
      await useCredits(tx, id)
      return readCredits(tx, id)
    }),

  'DELETE /api/owner/credits/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => readCredits(tx, (await takeBackCredit(tx, params.id)).customer_id)),

  'POST /api/owner/credits/{id}/payback': ({ inOrg, params, body }) =>
    inOrg(async (tx) => readCredits(tx, (await payBackCredit(tx, params.id, body)).customer_id)),

  'DELETE /api/owner/credits/{id}/payback': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const { customer_id } = await undoPayBack(tx, params.id)
      await useCredits(tx, customer_id)
      return readCredits(tx, customer_id)
    }),
}

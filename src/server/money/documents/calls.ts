import type { documents } from '../../../api/documents.ts'
import type { Handlers } from '../../base/call.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { invoicePaper, receiptOf } from './invoice-paper.ts'
import { readInvoiceFacts } from './read.ts'
import { invoiceOf } from '../../flows/pay-page/find.ts'
import { sendPaper } from './render.ts'
import type { receivables } from '../../../api/receivables.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { readReceivables } from '../invoices/read-receivables.ts'
import { readRevenue } from '../invoices/read-revenue.ts'
import { todayOf } from '../../base/organizations/read.ts'
import { found, invalid } from '../../base/kit/refusals.ts'
import { readStatement } from './read-statement.ts'
import { statementPaper } from './statement-paper.ts'

export const documentHandlers: Handlers<typeof documents> = {
  'GET /api/invoices/{id}/pdf': async ({ readOrg, params, reply }) => {
    const facts = await readOrg((tx) => readInvoiceFacts(tx, params.id))
    return sendPaper(reply, invoicePaper(facts))
  },

  'GET /api/invoices/{id}/receipt': async ({ readOrg, params, reply }) => {
    const facts = await readOrg((tx) => readInvoiceFacts(tx, params.id))
    return sendPaper(reply, receiptOf(facts))
  },

  'GET /api/public/pay/{token}/pdf': async ({ app, params, reply }) => {
    const { organization_id, id } = await invoiceOf(app, params.token)
    const facts = await inOrgAll(app.store, organization_id, system, (tx) =>
      readInvoiceFacts(tx, id),
    )
    return sendPaper(reply, invoicePaper(facts))
  },
}

/** How many days a statement covers unless said otherwise. */
const usualDays = 90

export const receivableHandlers: Handlers<typeof receivables> = {
  'GET /api/owner/receivables': ({ readOrg }) =>
    readOrg(async (tx) => readReceivables(tx, await todayOf(tx))),

  'GET /api/owner/revenue': ({ readOrg, query: { by, ...period } }) =>
    readOrg((tx) => readRevenue(tx, by, period)),

  'GET /api/users/statement': async ({ readOrg, actor, reply }) => {
    const own = found(actor.customer_id)
    const facts = await readOrg(async (tx) => {
      const to = await todayOf(tx)
      return readStatement(tx, own, { from: addDays(to, -usualDays), to })
    })
    return sendPaper(reply, statementPaper(facts))
  },

  'GET /api/owner/customers/{id}/statement': async ({ readOrg, params, query, reply }) => {
    const facts = await readOrg(async (tx) => {
      const to = query.to ?? (await todayOf(tx))
      const from = query.from ?? addDays(to, -usualDays)
      if (from > to) throw invalid({ from: 'The first day is after the last.' })
      return readStatement(tx, params.id, { from, to })
    })
    return sendPaper(reply, statementPaper(facts))
  },
}

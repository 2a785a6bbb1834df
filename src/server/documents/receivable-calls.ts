import type { receivables } from '../../api/receivables.ts'
import { addDays } from '../../domain/dates.ts'
import type { Handlers } from '../call.ts'
import { readReceivables } from '../invoices/read-receivables.ts'
import { readRevenue } from '../invoices/read-revenue.ts'
import { todayOf } from '../organizations/read-time-zone.ts'
import { found, invalid } from '../refusals.ts'
import { sendPaper } from './calls.ts'
import { readStatement } from './read-statement.ts'
import { statementPaper } from './statement-paper.ts'

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

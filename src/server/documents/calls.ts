import type { FastifyReply } from 'fastify'
import type { documents } from '../../api/documents.ts'
import type { Handlers } from '../call.ts'
import { inOrgAll, system } from '../db/door.ts'
import { invoiceOf } from '../pay-page/calls.ts'
import { invoicePaper, receiptOf } from './invoice-paper.ts'
import type { Paper } from './paper.ts'
import { readInvoiceFacts } from './read.ts'
import { renderPaper } from './render.ts'

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

export async function sendPaper(reply: FastifyReply, paper: Paper): Promise<never> {
  const bytes = await renderPaper(paper)
  await reply
    .header('content-disposition', `attachment; filename="${paper.file}"`)
    .header('cache-control', 'no-store')
    .type('application/pdf')
    .send(Buffer.from(bytes))
  return undefined as never
}

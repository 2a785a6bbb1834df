import type { toBill } from '../../api/to-bill.ts'
import type { Handlers } from '../call.ts'
import { readQueue, readSummary, readTabs } from './read-to-bill.ts'
import { sendMany } from './send-many.ts'
import { enqueue } from '../jobs/jobs.ts'
import { refused } from '../refusals.ts'
import { planMissed } from './write-charging.ts'
import { readLastRun } from './write-runs.ts'

export const toBillHandlers: Handlers<typeof toBill> = {
  'GET /api/owner/billing/summary': ({ readOrg }) => readOrg(readSummary),

  'GET /api/owner/billing/queue': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const [page, tabs, run] = await Promise.all([
        readQueue(tx, query),
        readTabs(tx),
        readLastRun(tx),
      ])
      return { ...page, tabs, run }
    }),

  'POST /api/owner/billing/charge-missed': ({ inOrg }) =>
    inOrg(async (tx) => {
      const { stripe_charges_enabled } = await tx
        .selectFrom('organizations')
        .select('stripe_charges_enabled')
        .where('id', '=', tx.org)
        .executeTakeFirstOrThrow()
      if (!stripe_charges_enabled)
        throw refused('org_not_charge_ready', 'Connect your payments first.')
      const count = await planMissed(tx)
      if (count) await enqueue(tx, 'autopay.retry', {})
      return { ok: true as const, count }
    }),

  'POST /api/invoices/send-many': ({ inOrg, body, actor }) =>
    inOrg((tx) => sendMany(tx, { ...body, author_id: actor.person_id })),
}

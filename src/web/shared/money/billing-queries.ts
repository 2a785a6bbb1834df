import { sendLimit, type BillTab } from '../../../domain/money/to-bill.ts'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'

const queue = api['GET /api/owner/billing/queue']
const summary = api['GET /api/owner/billing/summary']

export const queueQuery = (tab: BillTab) => queue.query({ query: { tab, limit: sendLimit } })
export const summaryQuery = summary.query()
export const receivablesQuery = api['GET /api/owner/receivables'].query()

/** Refetches what waits for money, wherever it is shown. */
export const reloadBilling = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: queue.key() }),
    queryClient.invalidateQueries({ queryKey: summary.key() }),
    queryClient.invalidateQueries({ queryKey: receivablesQuery.queryKey }),
  ])

import { api } from '../../client.ts'
import { onLive } from '../../live.ts'
import { queryClient } from '../../query-client.ts'

export const failedRefundsQuery = api['GET /api/owner/failed-refunds'].query()

export const reloadFailedRefunds = () =>
  queryClient.invalidateQueries({ queryKey: failedRefundsQuery.queryKey })
onLive(['payment_updated'], () => void reloadFailedRefunds())

import { api } from '../../client.ts'
import { onLive } from '../../live.ts'
import { queryClient } from '../../query-client.ts'

export const disputesQuery = api['GET /api/owner/disputes'].query()

export const reloadDisputes = () =>
  queryClient.invalidateQueries({ queryKey: disputesQuery.queryKey })
onLive(['invoice_updated'], () => void reloadDisputes())

import { api } from '../../client.ts'
import { onLive } from '../../live.ts'

/** Days off from today on. */
export const timeOffQuery = api['GET /api/owner/time-off'].query()

onLive(['organization_updated'], (_event, cache) => {
  void cache.invalidateQueries({ queryKey: timeOffQuery.queryKey })
})

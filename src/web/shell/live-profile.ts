import { onLive } from '../live.ts'
import { meQuery } from '../me.ts'

onLive(['profile_updated', 'organization_updated'], (event, cache) => {
  // After a gap anything may have changed, so refetch everything on screen.
  if (event.type === 'resync') void cache.invalidateQueries()
  else void cache.invalidateQueries({ queryKey: meQuery.queryKey })
})

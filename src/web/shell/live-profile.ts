import { onLive } from '../live.ts'
import { meQuery } from '../me.ts'

onLive(['profile_updated', 'organization_updated'], (event, cache) => {
  // After a gap nobody knows what changed; everything on screen is asked for again.
  if (event.type === 'resync') void cache.invalidateQueries()
  else void cache.invalidateQueries({ queryKey: meQuery.queryKey })
})

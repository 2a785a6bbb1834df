import type { PlannedEvent } from '../../api/week.ts'
import type { Visit } from '../../domain/visit.ts'
import { isSameSpot, spotOf } from './spots.ts'

/** What this tab itself did: `moved` the visit at all, `put` it just where it now is, `ordered` it just there among those without a time. */
type Own = {
  moved: (id: string) => boolean
  put: (visit: Visit) => boolean
  ordered: (visit: Visit) => boolean
}

/** The cards of `kept` where they are, with everything else from `latest`. */
export function stillWith(
  kept: readonly Visit[],
  latest: readonly Visit[],
  own: Own,
): { visits: Visit[]; waiting: number } {
  const now = new Map(latest.map((visit) => [visit.id, visit]))
  const before = new Set(kept.map(({ id }) => id))
  let waiting = 0
  const visits = kept.flatMap((old) => {
    const visit = now.get(old.id)
    if (!visit && own.moved(old.id)) return []
    if (visit && (isSameSpot(spotOf(visit), spotOf(old)) || own.put(visit))) {
      if (visit.route_position === old.route_position || own.ordered(visit)) return [visit]
      waiting++
      return [{ ...visit, route_position: old.route_position }]
    }
    waiting++
    if (!visit) return [old]
    // Keep the old version too: a move from here is based on the old state, and the server must refuse it.
    const { date, team_id, team, start_minutes, start_time, route_position, version } = old
    return [{ ...visit, date, team_id, team, start_minutes, start_time, route_position, version }]
  })
  for (const visit of latest) {
    if (before.has(visit.id)) continue
    if (own.put(visit)) visits.push(visit)
    else waiting++
  }
  return { visits, waiting }
}

/** How many events of `latest` are new, changed or gone since `kept`. */
export function eventsBehind(
  kept: readonly PlannedEvent[],
  latest: readonly PlannedEvent[],
): number {
  const before = new Map(kept.map((event) => [event.id, JSON.stringify(event)]))
  const now = new Set(latest.map(({ id }) => id))
  return (
    latest.filter((event) => before.get(event.id) !== JSON.stringify(event)).length +
    kept.filter(({ id }) => !now.has(id)).length
  )
}

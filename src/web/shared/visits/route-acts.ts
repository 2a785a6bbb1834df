import { placedAt } from '../../../domain/schedule/route.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { api, ApiError } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { toast } from '../../ui/toast.tsx'
import { cachedVisits, patchVisits, reloadSchedule } from './queries.ts'
import { customerText } from './visit-text.ts'
import { rememberPlaces } from './own-changes.ts'

// The order of a team's visits without a time: shown at once, sent one after the other.

type RouteDay = Pick<Visit, 'date' | 'team_id'>

/** Of these visits, in their order, those of a team's day that have no time. */
const routeOf = (visits: readonly Visit[], { date, team_id }: RouteDay): Visit[] =>
  visits.filter(
    (visit) => visit.date === date && visit.team_id === team_id && visit.start_minutes === null,
  )

/** Where a visit stands in its route, from 0, and how long that is; -1 for one with a time. */
export function placeOf(
  visit: Visit,
  visits: readonly Visit[] = cachedVisits(visit.id),
): { at: number; of: number } {
  const route = routeOf(visits, visit)
  return { at: route.findIndex(({ id }) => id === visit.id), of: route.length }
}

function show(ids: readonly string[]): void {
  const places = new Map(ids.map((id, index) => [id, index + 1]))
  rememberPlaces(places)
  patchVisits(
    queryClient,
    ({ id }) => places.has(id),
    ({ id }) => ({ route_position: places.get(id) ?? null }),
  )
}

/** Orders waiting to be sent, the latest of each team's day. */
const waiting = new Map<string, RouteDay & { ids: string[] }>()
let isSending = false

/** Puts a visit at a place in its team's route, counted from 0. Answers what to say of it, null when it stands there already. */
export function putInRoute(visit: Visit, at: number): string | null {
  const { date, team_id } = visit
  const before = routeOf(cachedVisits(visit.id), visit).map(({ id }) => id)
  const ids = placedAt(before, visit.id, at)
  if (before.includes(visit.id) && ids.join() === before.join()) return null
  show(ids)
  waiting.set(`${date} ${team_id}`, { date, team_id, ids })
  void sendWaiting()
  return `${customerText(visit)}, stop ${ids.indexOf(visit.id) + 1} of ${ids.length}`
}

/** One place up (-1) or down (1). */
export const stepInRoute = (visit: Visit, by: -1 | 1): string | null =>
  putInRoute(visit, Math.max(0, placeOf(visit).at + by))

async function sendWaiting(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (const [key, { date, team_id, ids }] of waiting) {
      waiting.delete(key)
      const answer = await api['PUT /api/schedule/route'].safe({
        body: { date, team_id, occurrence_ids: ids },
      })
      if (answer.ok) {
        // What others added meanwhile is in the answer; what was ordered here since is not yet.
        if (!waiting.has(key)) show(answer.data.occurrence_ids)
        continue
      }
      const { error } = answer
      toast.failed(
        error instanceof ApiError && error.status === 404 ? undefined : error,
        'Failed to change the order',
      )
      void reloadSchedule()
    }
  } finally {
    isSending = false
  }
}

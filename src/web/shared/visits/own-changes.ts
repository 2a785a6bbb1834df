import { skipToken, useQuery } from '@tanstack/react-query'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { queryClient } from '../../app/query-client.ts'
import { keyOf, spotOf, type Spot, isSameSpot } from './drop-targets.ts'
import type { PlannedEvent } from '../../../api/week.ts'

/** What this tab did to visits, by visit id. A board that keeps still for the pointer still follows its own user. */
type OwnChanges = {
  /** Where it put them, as `keyOf` writes a spot. */
  spots: Readonly<Record<string, string>>
  /** Where it put them among the stops without a time. */
  places: Readonly<Record<string, number | null>>
  /** Those whose move was just refused: where they really are is the answer to one's own act. */
  refused: readonly string[]
}

const queryKey = ['own changes']
const none: OwnChanges = { spots: {}, places: {}, refused: [] }
const read = () => queryClient.getQueryData<OwnChanges>(queryKey) ?? none
const write = (change: Partial<OwnChanges>) =>
  void queryClient.setQueryData<OwnChanges>(queryKey, { ...read(), ...change })

export const rememberSpot = (id: string, spot: Spot): void =>
  write({ spots: { ...read().spots, [id]: keyOf(spot) } })
export const rememberPlaces = (places: Iterable<readonly [string, number | null]>): void =>
  write({ places: { ...read().places, ...Object.fromEntries(places) } })

const answer_ms = 1000

/** Marks visits whose move was refused until a moment after `known`, when the board has heard where they are. */
export function markRefused(ids: readonly string[], known: Promise<unknown>): void {
  write({ refused: [...read().refused, ...ids] })
  const clear = () => write({ refused: read().refused.filter((id) => !ids.includes(id)) })
  void known.finally(() => setTimeout(clear, answer_ms))
}

/** True if this tab put the visit where it now is. */
export const isOwnSpot = (visit: Visit): boolean =>
  read().refused.includes(visit.id) || read().spots[visit.id] === keyOf(spotOf(visit))
/** True if this tab moved the visit at all. */
export const isOwnVisit = (id: string): boolean => id in read().spots
/** True if this tab put the visit at its place in the route. */
export const isOwnPlace = ({ id, route_position }: Visit): boolean =>
  id in read().places && read().places[id] === route_position

/** The visits whose move was just refused. */
export const useRefused = (): readonly string[] =>
  useQuery<OwnChanges>({ queryKey, queryFn: skipToken, staleTime: Infinity }).data?.refused ??
  none.refused

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

import { skipToken, useQuery } from '@tanstack/react-query'
import type { Visit } from '../../domain/visit.ts'
import { queryClient } from '../query-client.ts'
import { keyOf, spotOf, type Spot } from './spots.ts'

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

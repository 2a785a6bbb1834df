import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { onLive } from '../../live.ts'

export const teamsQuery = api['GET /api/owner/teams'].query()
export const crewQuery = api['GET /api/owner/crew-members'].query()

/** Teams and their people are shown from two calls, and a change to one is a change to the other. */
export const refreshCrews = (cache: QueryClient): Promise<unknown> =>
  Promise.all([cache.invalidateQueries({ queryKey: teamsQuery.queryKey }), cache.invalidateQueries({ queryKey: crewQuery.queryKey })])

onLive(['team.*', 'profile_updated'], (_event, cache) => void refreshCrews(cache))

export const personLabel = (person: { name: string | null; email: string | null }): string => person.name ?? person.email ?? 'Somebody'

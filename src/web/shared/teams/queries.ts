import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { asksAgain, onLive } from '../../app/live.ts'

export const teamsQuery = api['GET /api/owner/teams'].query()
export const crewQuery = api['GET /api/owner/crew-members'].query()

const keys = [
  teamsQuery.queryKey,
  crewQuery.queryKey,
  api['GET /api/owner/invitations/recent'].key(),
  api['GET /api/owner/customers'].key(),
]

/**
 * Teams, members and invitations come from several calls, and a deleted team passes its customers
 * to another.
 */
export const refreshCrews = (cache: QueryClient): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))

onLive(['team.*', 'profile_updated'], (_event, cache) => void refreshCrews(cache))
// Each says how many customers it has.
asksAgain(['customer_updated'], teamsQuery.queryKey)

export const personLabel = (person: { name: string | null; email: string | null }): string =>
  person.name ?? person.email ?? 'Unnamed'

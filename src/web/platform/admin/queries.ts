import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import type { Tone } from '../../ui/StatusChip.tsx'

/** After any change: roles, owners and counts show in several lists. */
export const refreshAdmin = (cache: QueryClient): Promise<unknown> =>
  cache.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/admin/'),
  })

/** Lets somebody who lost their second factor sign in without it. */
export function useResetFactor() {
  const cache = useQueryClient()
  return async ({ id }: { id: string }) => {
    await api['POST /api/admin/users/{id}/second-factor-reset']({ params: { id } })
    await refreshAdmin(cache)
  }
}

/** Organizations to choose from, by name. */
export const organizationChoices = api['GET /api/admin/organizations'].query({
  query: { limit: 1000 },
})

export const statusTones: Record<string, Tone> = {
  active: 'good',
  invited: 'info',
  inactive: 'calm',
  pending: 'wait',
  sent: 'info',
  opened: 'wait',
  accepted: 'good',
  failed: 'bad',
  expired: 'calm',
  revoked: 'calm',
}
/** 'active' → 'Active'. */
export const statusLabel = (status: string): string =>
  status.charAt(0).toUpperCase() + status.slice(1)

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from './client.ts'

const profileKey = 'GET /api/users/me'

/** A "may not" can mean that this person's role was changed while they were signed in. */
function recheckRole(error: unknown): void {
  if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'no_organization'))
    void queryClient.invalidateQueries({ queryKey: [profileKey] })
}

/** One cache for the whole application. A refusal is never repeated; no answer or a broken one is, twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== profileKey && recheckRole(error) }),
  mutationCache: new MutationCache({ onError: recheckRole }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { retry: false },
  },
})

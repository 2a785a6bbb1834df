import {
  MutationCache,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryFilters,
} from '@tanstack/react-query'
import { forgetAnswers } from './auth.ts'
import { ApiError, isTransient } from './client.ts'

const profileKey = 'GET /api/users/me'

const rightsCodes = new Set(['forbidden', 'no_organization', 'organization_inactive'])

/** A refusal may mean that this person's role changed while they were signed in. */
function recheckRole(error: unknown): void {
  if (!(error instanceof ApiError)) return
  if (error.code === 'second_factor_required')
    location.assign(
      `/second-factor?next=${encodeURIComponent(location.pathname + location.search)}`,
    )
  if (rightsCodes.has(error.code)) void queryClient.invalidateQueries({ queryKey: [profileKey] })
}

/** What a phone kept opens before the server is asked: who is refused then may not go on reading it. */
function forgetRefused(error: unknown, { queryKey, state }: Query<unknown, unknown>): void {
  // A network's own page may answer 403, too: only the server's sentence counts.
  if (!(error instanceof ApiError) || error.status !== 403 || !error.spoken) return
  void forgetAnswers()
  // Asked again without it, and then the refusal shows.
  if (state.data !== undefined) queryClient.removeQueries({ queryKey, exact: true })
}

/**
 * Also refetches queries whose first fetch is in flight: their response may predate the change, and
 * the library would keep it.
 */
class Cache extends QueryClient {
  override async invalidateQueries<K extends readonly unknown[] = readonly unknown[]>(
    filters: InvalidateQueryFilters<K> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters as QueryFilters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (begun.length > 0)
      await super.invalidateQueries(
        { predicate: (query) => begun.some(({ queryHash }) => queryHash === query.queryHash) },
        options,
      )
  }
}

/**
 * One cache for the whole application. Refusals are never retried; missing or broken responses are,
 * twice.
 */
export const queryClient = new Cache({
  queryCache: new QueryCache({
    onError: (error, query) =>
      query.queryKey[0] === profileKey ? forgetRefused(error, query) : recheckRole(error),
  }),
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

import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { asksAgain, onLive } from '../../app/live.ts'

export const productsQuery = api['GET /api/products'].query()
export const applicatorsQuery = api['GET /api/owner/applicators'].query()
export const applications = api['GET /api/owner/applications']

export const refreshProducts = (cache: QueryClient): Promise<unknown> =>
  Promise.all([
    cache.invalidateQueries({ queryKey: productsQuery.queryKey }),
    cache.invalidateQueries({ queryKey: applications.key() }),
  ])

onLive(['occurrence_updated', 'organization_updated'], (_event, cache) => {
  void refreshProducts(cache)
})
asksAgain(['team_updated', 'profile_updated', 'organization_updated'], applicatorsQuery.queryKey)

import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { addDays } from '../../domain/base/dates.ts'
import { portalRules } from '../../domain/flows/portal.ts'
import { upcomingWindowDays } from '../../domain/schedule/request.ts'
import type { Refusal } from '../../domain/base/rule.ts'
import { api } from '../app/client.ts'
import { asksAgain, onLive } from '../app/live.ts'
import { queryClient } from '../app/query-client.ts'
import { homeQuery } from '../shared/home-query.ts'

const upcoming = api['GET /api/users/upcoming-services']

/** The next 30 days, then 30 more on request. */
export const upcomingQuery = infiniteQueryOptions({
  queryKey: [...upcoming.key(), 'windows'],
  queryFn: ({ signal, pageParam }) =>
    upcoming({
      signal,
      query: pageParam ? { from: pageParam, to: addDays(pageParam, upcomingWindowDays) } : {},
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ to }, pages) => (pages.length < 12 ? addDays(to, 1) : null),
})

const openDates = api['GET /api/users/open-dates']
/** The days one visit may move to. */
export const openDatesQuery = (occurrence_id: string) =>
  openDates.query({ query: { occurrence_id } })

export const billingQuery = api['GET /api/users/billing/status'].query({ timeout_ms: 5000 })
export const settingsQuery = api['GET /api/users/billing-settings'].query()

/** The higher limit the customer is asked to agree to. */
export const limitQuery = api['GET /api/users/consent-request'].query()

export const creditsQuery = api['GET /api/users/credits'].query()
export const standingQuery = api['GET /api/users/standing'].query()
export const ownSeriesQuery = api['GET /api/users/series'].query()
export const leavingQuery = api['GET /api/users/leaving'].query()
export const locationsQuery = api['GET /api/users/locations'].query()
export const preferencesQuery = api['GET /api/users/preferences'].query()
export const referralQuery = api['GET /api/users/referral'].query()
/** The days to wish for in a request for a visit. */
export const visitDaysQuery = api['GET /api/users/visit-days'].query()
export const servicesQuery = api['GET /api/users/services'].query()

/** Why the customer can no longer change anything here; null while they can. */
export const useClosed = (): Refusal | null => {
  const { data } = useQuery(standingQuery)
  return data ? portalRules.act(data) : null
}

export const reloadHome = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: homeQuery.queryKey })
export const reloadStanding = (): Promise<unknown> =>
  Promise.all(
    [standingQuery, leavingQuery, locationsQuery, preferencesQuery, referralQuery].map(
      ({ queryKey }) => queryClient.invalidateQueries({ queryKey }),
    ),
  )
export const reloadUpcoming = async (): Promise<void> => {
  await Promise.all(
    [upcoming, openDates, api['GET /api/users/series']].map((call) =>
      queryClient.invalidateQueries({ queryKey: call.key() }),
    ),
  )
}
export const reloadBilling = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: billingQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: limitQuery.queryKey }),
  ])

// A customer's visits may wait for a payment, or go on.
onLive(
  [
    'schedule.*',
    'occurrence_updated',
    'request_updated',
    'organization_updated',
    'customer_updated',
  ],
  (event) => {
    if (event.type !== 'resync') void reloadUpcoming()
  },
)
asksAgain(['payment_updated', 'customer_updated', 'invoice.*'], creditsQuery.queryKey)
onLive(['payment_updated', 'customer_updated', 'schedule.*'], (event) => {
  if (event.type !== 'resync') void reloadBilling()
})
onLive(
  [
    'invoice.*',
    'payment_updated',
    'schedule.*',
    'occurrence_updated',
    'request_updated',
    'organization_updated',
  ],
  (event) => {
    if (event.type !== 'resync') void reloadHome()
  },
)
onLive(['customer_updated'], (event) => {
  if (event.type !== 'resync') void reloadStanding()
})
// Before leaving, a customer reads what is planned and owed.
asksAgain(
  ['invoice.*', 'payment_updated', 'schedule.*', 'occurrence_updated'],
  leavingQuery.queryKey,
)

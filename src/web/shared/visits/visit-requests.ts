import { useQuery } from '@tanstack/react-query'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import type { OpenVisitRequest } from '../../../domain/schedule/visit-request.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'

const list = api['GET /api/owner/visit-requests']

/** As many as are shown; more follow once these are answered. */
const visitRequestsQuery = list.query({ query: { limit: 200 } })

const none: OpenVisitRequest[] = []
/** Visits that customers ask for and the office has not answered; `isKnown` once there was an answer. */
export function useVisitRequests(): { requests: readonly OpenVisitRequest[]; isKnown: boolean } {
  const { roles } = useMe()
  const { data, error } = useQuery({
    ...visitRequestsQuery,
    enabled: hasRole(roles, officeRoles),
    select: ({ items }) => items,
  })
  return { requests: data ?? none, isKnown: data !== undefined || error !== null }
}

asksAgain(['request_updated'], list.key())

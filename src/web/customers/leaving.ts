import { useQuery } from '@tanstack/react-query'
import type { OpenLeaveRequest } from '../../domain/leaving.ts'
import { hasRole, officeRoles } from '../../domain/roles.ts'
import { api } from '../client.ts'
import { onLive } from '../live.ts'
import { useMe } from '../me.ts'

const list = api['GET /api/owner/leave-requests']

/** As many as are shown; more follow once these are answered. */
const leaveQuery = list.query({ query: { limit: 200 } })

const none: OpenLeaveRequest[] = []
/** Requests waiting for an answer, for those who may give one. */
export function useLeaveRequests(): readonly OpenLeaveRequest[] {
  const { roles } = useMe()
  return (
    useQuery({ ...leaveQuery, enabled: hasRole(roles, officeRoles), select: ({ items }) => items })
      .data ?? none
  )
}

onLive(
  ['customer_updated'],
  (_event, cache) => void cache.invalidateQueries({ queryKey: list.key() }),
)

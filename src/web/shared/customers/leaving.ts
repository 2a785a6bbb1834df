import { useQuery } from '@tanstack/react-query'
import type { OpenLeaveRequest } from '../../../domain/customers/leaving.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'

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

asksAgain(['customer_updated'], list.key())

import { queryOptions } from '@tanstack/react-query'
import type { InvitationStatus } from '../../domain/invitation.ts'
import { api } from '../client.ts'
import { onLive } from '../live.ts'
import type { Tone } from '../ui/StatusChip.tsx'

export const permanentQuery = queryOptions({
  ...api['GET /api/owner/invitations/permanent'].query(),
  staleTime: 60_000,
})
export const recentKey = api['GET /api/owner/invitations/recent'].key()

// Accepting creates a customer or a colleague.
onLive(
  ['invitation_updated', 'customer_updated', 'team_updated'],
  (_event, cache) => void cache.invalidateQueries({ queryKey: recentKey }),
)

export const statusTones: Record<InvitationStatus, Tone> = {
  pending: 'wait',
  sent: 'info',
  waiting: 'wait',
  failed: 'bad',
  opened: 'info',
  accepted: 'good',
  revoked: 'calm',
  expired: 'calm',
}

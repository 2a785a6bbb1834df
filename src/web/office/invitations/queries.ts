import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { InvitationStatus, Invitation } from '../../../domain/people/invitation.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import type { Tone } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { wordsNow } from '../../app/words.ts'
import { invitationWords } from '../../../words/en/invitations.ts'

export const permanentQuery = queryOptions({
  ...api['GET /api/owner/invitations/permanent'].query(),
  staleTime: 60_000,
})
export const recentKey = api['GET /api/owner/invitations/recent'].key()

// Accepting creates a customer or a colleague.
asksAgain(['invitation_updated', 'customer_updated', 'team_updated'], recentKey)

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

const needsKey = api['GET /api/owner/needs'].key()

/** Says that an invitation was sent, or that it waits, and reads the lists that show it again. */
export function saySent(cache: QueryClient, { status }: Invitation, sent: string): void {
  if (status === 'waiting') toast.note(wordsNow(invitationWords).waits)
  else toast.done(sent)
  for (const queryKey of [recentKey, needsKey]) void cache.invalidateQueries({ queryKey })
}

import type { QueryClient } from '@tanstack/react-query'
import type { Invitation } from '../../domain/invitation.ts'
import { api } from '../client.ts'
import { toast } from '../ui/toast.tsx'
import { wordsNow } from '../words.ts'
import { recentKey } from './queries.ts'
import { invitationWords } from './words.ts'

const needsKey = api['GET /api/owner/needs'].key()

/** Says that an invitation was sent, or that it waits, and reads the lists that show it again. */
export function saySent(cache: QueryClient, { status }: Invitation, sent: string): void {
  if (status === 'waiting') toast.note(wordsNow(invitationWords).waits)
  else toast.done(sent)
  for (const queryKey of [recentKey, needsKey]) void cache.invalidateQueries({ queryKey })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { Sent } from '../../../api/kit.ts'
import type { LoggedMessage, MessageState } from '../../../domain/messages/message-log.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import type { Tone } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'

const list = 'GET /api/owner/messages'
export type LogFilter = Omit<
  NonNullable<Sent<typeof list, Calls[typeof list]>['query']>,
  'cursor' | 'limit'
>

/** The log, page by page. */
export const logQuery = (query: LogFilter, limit = 50) =>
  api[list].pages({ query: { ...query, limit } })

export const stateTones: Record<MessageState, Tone> = {
  queued: 'info',
  held: 'wait',
  sending: 'info',
  sent: 'good',
  delivered: 'good',
  bounced: 'bad',
  failed: 'bad',
  refused: 'calm',
  received: 'info',
}

/** Sends a message once more and says what became of it. */
export function useResend() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: LoggedMessage) =>
      api['POST /api/owner/messages/{id}/resend']({
        params: { id },
        idempotency_key: newIdempotencyKey(),
      }),
    onSuccess: ({ state, state_text }) => {
      toast.done(state === 'held' ? state_text : 'Message is on its way', 'customers')
      void cache.invalidateQueries({ queryKey: api[list].key() })
    },
    onError: (error) => toast.failed(error, 'Failed to send'),
  })
}

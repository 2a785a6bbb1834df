import { z } from 'zod'
import { channels } from '../domain/message-kinds.ts'
import { allKinds, LoggedMessage, messageStates, resendRule } from '../domain/message-log.ts'
import { anyOffice, defineCalls, Id, PageById } from './kit.ts'

const filter = {
  customer_id: Id.optional(),
  kind: z.enum(allKinds).optional(),
  channel: z.enum(channels).optional(),
  state: z.enum(messageStates).optional(),
  /** Searches recipient, customer, subject and text. */
  q: z.string().trim().max(200).optional(),
}

export const messages = defineCalls({
  'GET /api/owner/messages': {
    summary: 'The log of messages, newest first: what became of each and what allowed it',
    roles: anyOffice,
    query: z.object({ ...PageById(200, 50), ...filter }),
    ok: z.object({ messages: z.array(LoggedMessage), next_cursor: z.string().nullable() }),
  },
  'GET /api/owner/messages/export': {
    summary: 'Export the filtered messages as a CSV file',
    roles: anyOffice,
    query: z.object(filter),
    ok: z.any(),
    raw: 'text/csv',
    per_minute: 20,
  },
  'POST /api/owner/messages/{id}/resend': {
    summary: 'Send a message once more; the current consents and choices decide whether it goes',
    roles: anyOffice,
    ok: LoggedMessage,
    status: 201,
    idempotent: true,
    rules: [resendRule],
    errors: { message_not_allowed: 409 },
    per_minute: 60,
  },
})

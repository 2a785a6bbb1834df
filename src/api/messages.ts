import { z } from 'zod'
import { channels } from '../domain/messages/message-kinds.ts'
import {
  allKinds,
  LoggedMessage,
  messageStates,
  resendRule,
} from '../domain/messages/message-log.ts'
import { MessageWording, WholeWords, WordingKey } from '../domain/messages/wording.ts'
import { anyOffice, defineCalls, Id, ownerOnly, PageById } from './kit.ts'

const filter = {
  customer_id: Id.optional(),
  kind: z.enum(allKinds).optional(),
  channel: z.enum(channels).optional(),
  state: z.enum(messageStates).optional(),
  /** Searches recipient, customer, subject and text. */
  q: z.string().trim().max(200).optional(),
}

const Reworded = WordingKey.extend({ words: WholeWords })

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
    inactive: 'allow',
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
  'GET /api/owner/messages/wordings': {
    summary: 'The messages a business may put in its own words, in each language',
    roles: anyOffice,
    ok: z.object({ wordings: z.array(MessageWording) }),
  },
  'POST /api/owner/messages/wordings/preview': {
    summary: 'A message with example values, in words that need not be saved',
    roles: anyOffice,
    body: Reworded,
    ok: z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      /** The text message; null if the kind has none. */
      sms: z.string().nullable(),
      characters: z.int(),
      segments: z.int(),
    }),
    per_minute: 120,
  },
  'POST /api/owner/messages/wordings/save': {
    summary: 'Put a message in the business’s own words',
    roles: ownerOnly,
    body: Reworded,
    ok: MessageWording,
  },
  'POST /api/owner/messages/wordings/reset': {
    summary: 'Put a message back in our words',
    roles: ownerOnly,
    body: WordingKey,
    ok: MessageWording,
  },
})

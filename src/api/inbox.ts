import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { threadRules, threadStates } from '../domain/messages/thread.ts'
import { requestRules } from '../domain/schedule/request.ts'
import { anyOffice, defineCalls, Flag, Id, Ok, Page } from './kit.ts'

const Channel = z.enum(['email', 'sms'])

export const ThreadLine = z.object({
  id: Id,
  customer_id: Id.nullable(),
  /** The customer's name, else what the sender calls themselves, else their address. */
  name: z.string(),
  state: z.enum(threadStates),
  assignee: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  needs_care: z.boolean(),
  last_at: Moment,
  /** The newest message in a few words. */
  last_text: z.string(),
  is_unread: z.boolean(),
})
export type ThreadLine = z.infer<typeof ThreadLine>

export const ThreadMessage = z.object({
  id: Id,
  direction: z.enum(['in', 'out']),
  channel: z.enum(['email', 'sms', 'push']),
  /** The other side's address. */
  address: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  status: z.string(),
  /** False for mail whose sender may be somebody else. */
  verified: z.boolean(),
  from_name: z.string().nullable(),
  author: z.string().nullable(),
  at: Moment,
})
export type ThreadMessage = z.infer<typeof ThreadMessage>

const ThreadVisit = z.object({
  occurrence_id: z.string(),
  date: LocalDateText,
  start_minutes: z.int().nullable(),
  service: z.string(),
  /** What the customer asked for it and is not answered yet. */
  request: z.enum(['reschedule', 'cancel']).nullable(),
})

export const Thread = ThreadLine.extend({
  messages: z.array(ThreadMessage),
  /** By which a reply can go, the usual one first. */
  channels: z.array(Channel),
  /** Nothing is texted to a number they wrote from, until somebody says whether they want texts. */
  texts_on_hold: z.boolean(),
  /** The visit it is about. */
  occurrence_id: z.string().nullable(),
  visits: z.array(ThreadVisit),
  /** Who works in the office and may be given the conversation. */
  members: z.array(z.object({ id: Id, name: z.string() })),
  balance_cents: z.int().nullable(),
})
export type Thread = z.infer<typeof Thread>

const CannedText = {
  title: z.string().trim().min(1, 'Enter a name').max(80),
  text: z.string().trim().min(1, 'Enter a text').max(1000),
}
const CannedReply = z.object({ id: Id, title: z.string(), text: z.string() })

/** What customers write, and what the office answers. */
export const inbox = defineCalls({
  'GET /api/owner/threads': {
    summary: 'List conversations, the newest first',
    roles: anyOffice,
    query: z.object({
      state: z.enum([...threadStates, 'all']).default('all'),
      unread: Flag.optional(),
      /** Those given to the caller, or to no one. */
      assignee: z.enum(['mine', 'none']).optional(),
      q: z.string().trim().max(200).optional(),
      ...Page(),
    }),
    ok: z.object({ items: z.array(ThreadLine), next_cursor: z.string().nullable() }),
  },
  'GET /api/owner/threads/unread': {
    summary: 'How many conversations the caller has not read',
    roles: anyOffice,
    ok: z.object({ unread: z.int() }),
  },
  'GET /api/owner/threads/{id}': {
    summary: 'A conversation with its messages, the customer’s next visits and their balance',
    roles: anyOffice,
    ok: Thread,
  },
  'POST /api/owner/customers/{id}/thread': {
    summary: 'The conversation with a customer, to write to them first',
    roles: anyOffice,
    ok: z.object({ id: Id }),
    errors: { no_address: 409 },
  },
  'PATCH /api/owner/threads/{id}': {
    summary: 'Assign, close or reopen a conversation, or link it to a visit',
    roles: anyOffice,
    body: z.object({
      state: z.enum(['open', 'closed']).optional(),
      assignee_id: Id.nullable().optional(),
      occurrence_id: z.string().max(60).nullable().optional(),
      /** Somebody has looked whether it asks us to stop. */
      needs_care: z.literal(false).optional(),
      /** What they found: texts to this number end, or go on. Absent with `needs_care`: they go on. */
      texts: z.enum(['stop', 'resume']).optional(),
    }),
    ok: Thread,
  },
  'POST /api/owner/threads/{id}/replies': {
    summary: 'Answer; refused if a message came in after the last one the caller has seen',
    roles: anyOffice,
    body: z.object({
      text: z.string().trim().min(1, 'Write an answer first').max(5000),
      channel: Channel,
      seen_id: Id.nullable(),
    }),
    ok: Thread,
    rules: [threadRules.reply],
    errors: { reply_refused: 409 },
    idempotent: true,
  },
  'POST /api/owner/threads/{id}/reads': {
    summary: 'The caller has read a conversation',
    roles: anyOffice,
    body: z.object({ upto: Moment }),
    ok: Ok,
  },
  'POST /api/owner/threads/{id}/customer': {
    summary: 'Link an unknown sender to a customer; their conversations become one',
    roles: anyOffice,
    body: z.object({ customer_id: Id }),
    ok: Thread,
    rules: [threadRules.match],
  },
  'POST /api/owner/threads/{id}/requests': {
    summary: 'Make a message the customer’s request to move or cancel a visit',
    roles: anyOffice,
    body: z.object({
      message_id: Id,
      occurrence_id: z.string().max(60),
      action: z.enum(['reschedule', 'cancel']),
    }),
    ok: Thread,
    rules: [requestRules.ask, requestRules.askAgain],
  },
  'GET /api/owner/canned-replies': {
    summary: 'Saved replies',
    roles: anyOffice,
    ok: z.object({ items: z.array(CannedReply) }),
  },
  'POST /api/owner/canned-replies': {
    summary: 'Save a reply for later',
    roles: anyOffice,
    body: z.object(CannedText),
    ok: CannedReply,
    status: 201,
  },
  'PATCH /api/owner/canned-replies/{id}': {
    summary: 'Change a saved reply',
    roles: anyOffice,
    body: z.object({ title: CannedText.title.optional(), text: CannedText.text.optional() }),
    ok: CannedReply,
  },
  'DELETE /api/owner/canned-replies/{id}': {
    summary: 'Delete a saved reply',
    roles: anyOffice,
    ok: Ok,
  },
})

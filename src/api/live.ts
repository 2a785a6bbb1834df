import { z } from 'zod'
import { defineCalls } from './kit.ts'

const Text = z.string().max(8000)

export const live = defineCalls({
  'POST /api/sse/ticket': {
    summary:
      'A ticket that opens one live stream within 30 seconds, so that no access token appears in a URL',
    roles: 'signed_in',
    ok: z.object({ ticket: z.string(), expires_in: z.int() }),
    errors: { no_organization: 403 },
  },
  'GET /api/sse': {
    summary:
      'Live events of the organization, filtered by role. Opened with a ticket, an Authorization header, or an access token in the query. ' +
      'Sends a comment every 15 seconds. Last-Event-ID (or last_event_id) resumes without loss for five minutes; after that a resync event asks the client to reload. On a first connection, since_ms says how long ago the page began to load its data',
    roles: 'public',
    query: z.object({
      organization_id: Text.optional(),
      orgId: Text.optional(),
      ticket: Text.optional(),
      access_token: Text.optional(),
      last_event_id: Text.optional(),
      /** On a first connection: how long ago the page began to load, in milliseconds; events since then are sent. */
      since_ms: Text.optional(),
    }),
    ok: z.undefined(),
    raw: 'text/event-stream',
    errors: { no_organization: 403 },
  },
})

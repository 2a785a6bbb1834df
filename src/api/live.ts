import { z } from 'zod'
import { defineCalls } from './kit.ts'

const Text = z.string().max(8000)

export const live = defineCalls({
  'POST /api/sse/ticket': {
    summary:
      'A ticket that opens one live stream within 30 seconds, so that no access token appears in an address',
    roles: 'signed_in',
    ok: z.object({ ticket: z.string(), expires_in: z.int() }),
    errors: { no_organization: 403 },
  },
  'GET /api/sse': {
    summary:
      'Live events of the organization, filtered by role. Opened by a ticket, an Authorization header, or an access token in the query. ' +
      'A comment comes every 15 seconds; Last-Event-ID (or last_event_id) resumes without loss for five minutes, later a resync event asks to load anew; a first opening may say with since_ms how long its page has been reading',
    roles: 'public',
    query: z.object({
      organization_id: Text.optional(),
      orgId: Text.optional(),
      ticket: Text.optional(),
      access_token: Text.optional(),
      last_event_id: Text.optional(),
      /** For a first opening: how long ago its page began to load, in milliseconds; what happened since then is told. */
      since_ms: Text.optional(),
    }),
    ok: z.undefined(),
    raw: 'text/event-stream',
    errors: { no_organization: 403 },
  },
})

import { z } from 'zod'
import { FeedScope, OfferedFeed } from '../domain/customers/calendar-feed.ts'
import { anyCrew, anyOffice, customer, defineCalls, Id } from './kit.ts'

const anyone = { ...anyOffice, ...anyCrew, ...customer }
const Feeds = z.object({ feeds: z.array(OfferedFeed) })

/** The signed-in person's visits in the calendar of their phone or computer, by secret links. */
export const calendarFeeds = defineCalls({
  'GET /api/me/calendars': {
    summary: 'Calendars you can subscribe to, with the links you have',
    roles: anyone,
    ok: Feeds,
    impersonation: 'deny',
  },
  'POST /api/me/calendars': {
    summary: 'Make a link to one of them; a link made before ends',
    roles: anyone,
    body: z.object({ scope: FeedScope, team_id: Id.nullable().default(null) }),
    ok: Feeds,
    errors: { forbidden: 403 },
    impersonation: 'deny',
    per_minute: 20,
  },
  'DELETE /api/me/calendars/{id}': {
    summary: 'End a link: calendars that use it stop getting updates',
    roles: anyone,
    ok: Feeds,
    impersonation: 'deny',
    closed: 'allow',
    per_minute: 20,
  },
  'GET /api/public/calendar/{token}': {
    summary: 'A calendar for programs that subscribe to it (RFC 5545); no gate codes or notes',
    roles: 'public',
    params: z.object({ token: z.string().regex(/^[0-9a-z]{26}\.ics$/) }),
    ok: z.any(),
    raw: 'text/calendar',
    per_minute: 60,
  },
})

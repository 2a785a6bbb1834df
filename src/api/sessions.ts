import { z } from 'zod'
import { Moment } from '../domain/base/dates.ts'
import { defineCalls, Ok } from './kit.ts'

const Session = z.object({
  id: z.string(),
  /** 'Chrome on Windows'. */
  device: z.string(),
  ip: z.string().nullable(),
  started_at: Moment,
  seen_at: Moment,
  /** The one this call came with. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** Where the signed-in person is signed in. */
export const sessions = defineCalls({
  'GET /api/me/sessions': {
    summary: 'The devices you are signed in on; none if another provider keeps the sign-ins',
    roles: 'signed_in',
    ok: z.object({ sessions: z.array(Session) }),
    impersonation: 'deny',
  },
  'POST /api/me/sessions/end': {
    summary: 'Sign out on one device',
    roles: 'signed_in',
    body: z.object({ id: z.string().min(1).max(100) }),
    ok: Ok,
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 60,
  },
  'POST /api/me/sessions/end-others': {
    summary: 'Sign out everywhere else',
    roles: 'signed_in',
    ok: z.object({ ended: z.int().min(0) }),
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 20,
  },
})

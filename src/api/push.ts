import { z } from 'zod'
import { PushDevice, PushSubscription } from '../domain/messages/push.ts'
import { anyOffice, defineCalls, Id, Ok } from './kit.ts'

/** Notices on the devices of the signed-in person. */
export const push = defineCalls({
  'GET /api/me/push': {
    summary: 'Your devices that show notices, and the key a browser subscribes with',
    roles: anyOffice,
    ok: z.object({
      /** VAPID, base64url. */
      public_key: z.string(),
      /** True if a device without a push service can be added: its notices stay in the outbox. */
      takes_outbox: z.boolean(),
      devices: z.array(PushDevice),
    }),
  },
  'POST /api/me/push/subscribe': {
    summary: 'Show notices on this device; a device that showed somebody else’s shows yours now',
    roles: anyOffice,
    body: PushSubscription,
    ok: PushDevice,
    errors: { push_service_unknown: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 20,
  },
  'POST /api/me/push/unsubscribe': {
    summary: 'Stop notices on one of your devices',
    roles: anyOffice,
    body: z.object({ id: Id }),
    ok: Ok,
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 60,
  },
  'POST /api/me/push/test': {
    summary: 'Show a test notice on all of your devices',
    roles: anyOffice,
    ok: Ok,
    errors: { no_device: 409 },
    impersonation: 'deny',
    read_only: 'allow',
    per_minute: 5,
  },
})

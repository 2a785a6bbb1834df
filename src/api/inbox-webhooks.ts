import { z } from 'zod'
import { defineCalls, Id } from './kit.ts'

const Verdict = z.string().max(40).optional()

/** One thing that happened to mail, in the shape every mail service is translated into. */
export const MailEvent = z.looseObject({
  /** The service's id of this event; one that comes twice is taken once. */
  id: z.string().min(1).max(200),
  kind: z.enum(['inbound', 'delivered', 'bounced', 'complained']),
  at: z.iso.datetime({ offset: true }).optional(),
  /** The Message-ID of the mail; of ours, unless it is inbound. */
  message_id: z.string().max(400).nullable().optional(),
  from: z.string().max(400).optional(),
  from_name: z.string().max(400).nullable().optional(),
  to: z.array(z.string().max(400)).max(100).optional(),
  subject: z.string().max(2000).nullable().optional(),
  text: z.string().max(500_000).nullable().optional(),
  in_reply_to: z.string().max(400).nullable().optional(),
  references: z.array(z.string().max(400)).max(200).optional(),
  /** Whether the sender is who they say; anything but a DMARC pass is shown as unproven. */
  auth: z.looseObject({ spf: Verdict, dkim: Verdict, dmarc: Verdict }).optional(),
  bounce: z
    .looseObject({ permanent: z.boolean(), code: z.string().max(200).optional() })
    .optional(),
})
export type MailEvent = z.infer<typeof MailEvent>

export const inboxWebhooks = defineCalls({
  'POST /api/webhooks/sms': {
    summary: 'A text message came in: a form signed by the provider',
    roles: 'public',
    ok: z.undefined(),
    raw: 'text/xml',
    raw_body: true,
    errors: { bad_signature: 403 },
    per_minute: 60_000,
  },
  'POST /api/webhooks/sms/status': {
    summary: 'What became of a text of ours: a form signed by the provider',
    roles: 'public',
    query: z.object({ message: Id }),
    ok: z.undefined(),
    raw: 'text/xml',
    raw_body: true,
    errors: { bad_signature: 403 },
    per_minute: 60_000,
  },
  'POST /api/webhooks/mail': {
    summary:
      'A mail came in, arrived or bounced. Signed in `Fieldhive-Signature: t=SECONDS,v1=HEX`, where HEX is HMAC-SHA256 over the seconds, a dot and the body; at most five minutes old',
    roles: 'public',
    body: MailEvent,
    ok: z.object({ received: z.literal(true) }),
    raw_body: true,
    errors: { bad_signature: 403 },
    per_minute: 60_000,
  },
})

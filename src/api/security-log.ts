import { z } from 'zod'
import { adminRoles } from '../domain/base/roles.ts'
import {
  PlatformAct,
  SecurityEntry,
  securityEventNames,
  SignIn,
} from '../domain/base/security-log.ts'
import { allow, defineCalls, Id, PageById } from './kit.ts'

const adminOnly = allow(adminRoles, 'all')
const who = { person_id: Id.optional(), organization_id: Id.optional() }
const next_cursor = z.string().nullable()

/** Who signed in, was refused or took data out, and what the platform's own people did. */
export const securityLog = defineCalls({
  'GET /api/admin/security-events': {
    summary: 'The security log, newest first, kept for a year',
    roles: adminOnly,
    query: z.object({ ...PageById(200, 50), kind: z.enum(securityEventNames).optional(), ...who }),
    ok: z.object({ entries: z.array(SecurityEntry), next_cursor }),
    impersonation: 'deny',
  },
  'GET /api/admin/audit': {
    summary: 'What the platform’s own people did, newest first, kept for seven years',
    roles: adminOnly,
    query: z.object({ ...PageById(200, 50), ...who }),
    ok: z.object({ entries: z.array(PlatformAct), next_cursor }),
    impersonation: 'deny',
  },
  'GET /api/me/sign-ins': {
    summary:
      'Your sign-ins of the last year and the tries that failed, newest first; none if another provider keeps them',
    roles: 'signed_in',
    query: z.object(PageById(100, 10)),
    ok: z.object({ sign_ins: z.array(SignIn), next_cursor }),
    impersonation: 'deny',
  },
})

import { z } from 'zod'
import { Export, exportRules } from '../domain/flows/export.ts'
import { defineCalls, ownerOnly } from './kit.ts'

export const dataExports = defineCalls({
  'GET /api/owner/exports': {
    summary: 'Copies of everything the business has with us, newest first',
    roles: ownerOnly,
    ok: z.object({ exports: z.array(Export) }),
    inactive: 'allow',
  },
  'POST /api/owner/exports': {
    summary: 'Prepare a copy of everything; a message says when it can be downloaded',
    roles: ownerOnly,
    body: z.object({}),
    ok: Export,
    status: 202,
    rules: [exportRules.start],
    impersonation: 'deny',
    read_only: 'allow',
    inactive: 'allow',
    per_minute: 6,
  },
  'GET /api/owner/exports/{id}/archive': {
    summary: 'Download a copy',
    roles: ownerOnly,
    ok: z.any(),
    raw: 'application/gzip',
    rules: [exportRules.download],
    impersonation: 'deny',
    inactive: 'allow',
    per_minute: 20,
  },
})

import { z } from 'zod'
import { Worker } from '../domain/flows/crew-command.ts'
import { fileRules, uploadMaxBytes, VisitFile, VisitFilePurpose } from '../domain/base/file.ts'
import { OccurrenceId } from '../domain/schedule/visit.ts'
import { anyCrew, anyOffice, customer, defineCalls, Ok } from './kit.ts'

const workers = { ...anyOffice, ...anyCrew } as const

/** Photos of visits, and signatures: added by those who work there, seen by the office and by the visit's own customer. */
export const files = defineCalls({
  'PUT /api/photos/{client_id}': {
    summary:
      'Add a photo or a signature to a visit under an id of the device; repeating changes nothing. JPEG, PNG or WebP; where it was taken is removed',
    roles: workers,
    // Work was done, whether or not the subscription is paid.
    read_only: 'allow',
    sending_key: 'allow',
    query: z.object({
      visit: OccurrenceId,
      purpose: VisitFilePurpose,
      /** How long ago it was made, as the device measured it. */
      waited_ms: z.coerce.number<number>().min(0).default(0),
      /** Who signed. */
      label: z.string().trim().min(1).max(120).optional(),
      worker: Worker,
    }),
    ok: VisitFile,
    file: { max_bytes: uploadMaxBytes },
    rules: [fileRules.add],
    errors: { file_too_large: 413, file_unreadable: 422, other_worker: 403 },
    per_minute: 120,
  },
  'GET /api/photos/{id}': {
    summary: 'A photo or a signature, as JPEG, or small as WebP',
    roles: { ...workers, ...customer },
    query: z.object({ size: z.enum(['full', 'small']).default('full') }),
    ok: z.any(),
    raw: 'image/jpeg',
  },
  'DELETE /api/photos/{id}': {
    summary: 'Remove a photo: the office any, a crew its own of today; repeating changes nothing',
    roles: workers,
    read_only: 'allow',
    query: z.object({ worker: Worker }),
    ok: Ok,
    rules: [fileRules.remove],
    errors: { other_worker: 403 },
  },
})

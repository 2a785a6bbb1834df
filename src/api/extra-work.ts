import { z } from 'zod'
import { DismissReason } from '../domain/flows/crew-report.ts'
import { ExtraPrice, extraRules, ExtraWork, OfferedService } from '../domain/flows/extra-work.ts'
import { anyCrew, anyOffice, defineCalls, Id, Ok } from './kit.ts'

/** Work customers ask for at the door: crews add it, the office gives it a price. */
export const extraWork = defineCalls({
  'GET /api/crew/services': {
    summary: 'What a crew can add at a stop, by name; prices only where crews see them',
    roles: anyCrew,
    ok: z.object({ services: z.array(OfferedService) }),
  },
  'GET /api/owner/extra-work': {
    summary: 'Extra work that waits for a price, oldest first',
    roles: anyOffice,
    ok: z.object({ items: z.array(ExtraWork) }),
  },
  'POST /api/owner/extra-work/{id}/confirm': {
    summary:
      'Confirm extra work at a price: on the draft of its visit, with the visit once that is completed, or else on a draft of its own',
    roles: anyOffice,
    body: ExtraPrice,
    ok: z.object({ ok: z.literal(true), invoice_id: Id.nullable() }),
    rules: [extraRules.confirm],
  },
  'POST /api/owner/extra-work/{id}/reject': {
    summary: 'Leave extra work off every invoice; the crew reads why',
    roles: anyOffice,
    body: z.object({ reason: DismissReason }),
    ok: Ok,
    rules: [extraRules.reject],
  },
})

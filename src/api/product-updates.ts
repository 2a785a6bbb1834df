import { z } from 'zod'
import {
  NewProductUpdate,
  ProductUpdate,
  productUpdateRules,
  UpdateLetter,
} from '../domain/flows/product-update.ts'
import { adminRoles } from '../domain/base/roles.ts'
import { allow, defineCalls, Ok } from './kit.ts'

const adminOnly = allow(adminRoles, 'all')
/** The version of the draft on screen. */
const Seen = z.object({ version: z.int().min(1) })

/** A draft as it was kept, its letters, and how many people would get it. */
const Kept = z.object({
  update: ProductUpdate,
  letters: z.array(UpdateLetter),
  people: z.int(),
})

/** News of the product, which administrators of the platform send to the people who chose it. */
export const productUpdates = defineCalls({
  'GET /api/admin/product-updates': {
    summary:
      'The last hundred product updates, newest first: drafts, and what became of those sent',
    roles: adminOnly,
    ok: z.object({ updates: z.array(ProductUpdate) }),
    impersonation: 'deny',
  },
  'POST /api/admin/product-updates': {
    summary: 'Keep a draft; answers its letters and how many people would get it',
    roles: adminOnly,
    body: NewProductUpdate,
    ok: Kept,
    status: 201,
    impersonation: 'deny',
    per_minute: 60,
  },
  'PUT /api/admin/product-updates/{id}': {
    summary: 'Change a draft',
    roles: adminOnly,
    body: NewProductUpdate.safeExtend(Seen.shape),
    ok: Kept,
    rules: [productUpdateRules.change],
    impersonation: 'deny',
    per_minute: 60,
  },
  'DELETE /api/admin/product-updates/{id}': {
    summary: 'Delete a draft',
    roles: adminOnly,
    ok: Ok,
    rules: [productUpdateRules.remove],
    impersonation: 'deny',
  },
  'POST /api/admin/product-updates/{id}/test': {
    summary: 'Send the letters of an update to oneself, in each language it is written in',
    roles: adminOnly,
    body: z.object({}).optional(),
    ok: z.object({ sent_to: z.string() }),
    errors: { message_not_allowed: 409 },
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/admin/product-updates/{id}/send': {
    summary: 'Send a draft, once, to everybody who chose product updates',
    roles: adminOnly,
    body: Seen,
    ok: z.object({ update: ProductUpdate }),
    rules: [productUpdateRules.send],
    impersonation: 'deny',
    per_minute: 10,
  },
})

import { z } from 'zod'
import { LocalDateText } from '../domain/base/dates.ts'
import { NewProduct, Product, ProductApplication } from '../domain/flows/product.ts'
import { applicationRules, voidReasonMax } from '../domain/flows/product-void.ts'
import { roles } from '../domain/base/roles.ts'
import { tooLong } from '../domain/base/text.ts'
import { anyCrew, anyOffice, defineCalls, Id, Ok, officeAndAdmin } from './kit.ts'

/** Somebody who works here, with the license they apply products under. */
const Applicator = z.object({
  id: Id,
  name: z.string().nullable(),
  role: z.enum(roles),
  license_number: z.string().nullable(),
})

const filter = z.object({
  from: LocalDateText,
  to: LocalDateText,
  customer_id: Id.optional(),
  product_id: Id.optional(),
})

/** Products applied at visits, and the record of it. */
export const products = defineCalls({
  'GET /api/products': {
    summary: 'The products the business applies, by name',
    roles: { ...officeAndAdmin, ...anyCrew },
    ok: z.object({ products: z.array(Product) }),
  },
  'POST /api/owner/products': {
    summary: 'Add a product',
    roles: anyOffice,
    body: NewProduct,
    ok: Product,
    status: 201,
    idempotent: true,
    errors: { name_taken: 409 },
  },
  'PATCH /api/owner/products/{id}': {
    summary: 'Update a product; what was recorded stays as it was',
    roles: anyOffice,
    body: z
      .object({
        name: NewProduct.shape.name,
        epa_number: NewProduct.shape.epa_number.unwrap(),
        unit: NewProduct.shape.unit,
        active: z.boolean(),
      })
      .partial(),
    ok: Product,
    errors: { name_taken: 409 },
  },
  'GET /api/owner/applications': {
    summary: 'Products applied between two dates, newest first; at most 500, voided ones included',
    roles: officeAndAdmin,
    query: filter,
    ok: z.object({
      items: z.array(ProductApplication),
      /** There are more: narrow the dates, or export them. */
      is_cut: z.boolean(),
    }),
  },
  'GET /api/owner/applications/export': {
    summary: 'The same as a CSV file for an inspector, oldest first, at most 20,000 rows',
    roles: officeAndAdmin,
    query: filter,
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 20,
  },
  'POST /api/owner/applications/{id}/void': {
    summary: 'Mark a record as a mistake; it stays in the list with the reason',
    roles: anyOffice,
    body: z.object({
      reason: z
        .string('Say why.')
        .trim()
        .min(1, 'Say why.')
        .max(voidReasonMax, tooLong(voidReasonMax)),
    }),
    ok: ProductApplication,
    rules: [applicationRules.void],
  },
  'GET /api/owner/applicators': {
    summary: 'Who works here, with their applicator license numbers',
    roles: anyOffice,
    ok: z.object({ people: z.array(Applicator) }),
  },
  'PUT /api/owner/applicators/{id}': {
    summary: 'Set somebody’s applicator license number; null removes it',
    roles: anyOffice,
    body: z.object({ license_number: z.string().trim().min(1).max(60, tooLong(60)).nullable() }),
    ok: Ok,
  },
})

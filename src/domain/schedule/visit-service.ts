import { z } from 'zod'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'

/** What a visit shows of its service. */
export const VisitService = z.object({
  id: Id.nullable(),
  key: z.string().nullable(),
  name: z.string(),
  /** Same as name. */
  label: z.string(),
  price_cents: Cents.nullable(),
  estimated_minutes: z.int().nullable(),
  /** What to bring, and what the team should know. */
  equipment_needed: z.string().nullable(),
  materials: z.string().nullable(),
  notes: z.string().nullable(),
  /** The crew records which products it applied. */
  records_products: z.boolean(),
  /** The crew asks the customer to sign. */
  asks_signature: z.boolean(),
})

import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { tooLong } from '../base/text.ts'

export const productUnits = ['fl oz', 'oz', 'pt', 'qt', 'gal', 'lb', 'g', 'kg', 'ml', 'l'] as const
export const ProductUnit = z.enum(productUnits)
export type ProductUnit = z.infer<typeof ProductUnit>

const nameMax = 120
const epaMessage = 'Enter it as on the label, such as 524-475.'
/** '524-475' or '524-475-10404'; a distributor's product has three parts. */
const EpaNumber = z
  .string()
  .trim()
  .regex(/^\d{1,6}-\d{1,6}(?:-\d{1,6})?$/, epaMessage)

/** A product of the business. */
export const Product = z.object({
  id: Id,
  name: z.string(),
  /** Null for what needs no registration, such as fertilizer. */
  epa_number: z.string().nullable(),
  unit: ProductUnit,
  /** Crews can choose it. */
  active: z.boolean(),
})
export type Product = z.infer<typeof Product>

export const NewProduct = z.object({
  name: z
    .string('Enter the name on the label.')
    .trim()
    .min(1, 'Enter the name on the label.')
    .max(nameMax, tooLong(nameMax)),
  epa_number: EpaNumber.nullable().default(null),
  unit: ProductUnit,
  active: z.boolean().default(true),
})
export type NewProduct = z.infer<typeof NewProduct>

const detail = z.string().trim().max(120, tooLong(120)).nullish()

/** What a crew says of a product it applied. */
export const Applied = z.object({
  product_id: Id,
  /** As the phone knew it. */
  product_name: z.string().trim().min(1).max(nameMax),
  epa_number: z.string().max(40).nullish(),
  amount: z.number('Enter how much.').positive('Enter how much.').max(100_000, 'This is too much.'),
  unit: ProductUnit,
  /** Where, and how large: 'Back lawn, 4,000 sq ft'. */
  area: detail,
  /** Against what: 'Crabgrass'. */
  target: detail,
  method: detail,
  wind_mph: z
    .number('Enter a number.')
    .min(0, 'Enter at least 0.')
    .max(150, 'Enter at most 150.')
    .nullish(),
  temperature_f: z
    .number('Enter a number.')
    .min(-60, 'Enter at least -60.')
    .max(150, 'Enter at most 150.')
    .nullish(),
})
export type Applied = z.infer<typeof Applied>

/** A product applied at a visit, as the visit shows it. */
export const VisitProduct = z.object({
  id: Id,
  product_name: z.string(),
  amount: z.number(),
  unit: z.string(),
  by: z.string().nullable(),
  at: Moment,
})
export type VisitProduct = z.infer<typeof VisitProduct>

/** One line of the record an inspector asks for, as it was then. */
export const ProductApplication = z.object({
  id: Id,
  applied_at: Moment,
  applied_on: LocalDateText,
  customer_id: Id,
  customer_name: z.string().nullable(),
  address: z.string().nullable(),
  service_name: z.string().nullable(),
  product_id: Id.nullable(),
  product_name: z.string(),
  epa_number: z.string().nullable(),
  amount: z.number(),
  unit: z.string(),
  area: z.string().nullable(),
  target: z.string().nullable(),
  method: z.string().nullable(),
  wind_mph: z.number().nullable(),
  temperature_f: z.number().nullable(),
  applicator_name: z.string().nullable(),
  license_number: z.string().nullable(),
  void_reason: z.string().nullable(),
  voided_at: Moment.nullable(),
  voided_by: z.string().nullable(),
})
export type ProductApplication = z.infer<typeof ProductApplication>

/** '2.5 gal'. */
export const amountText = ({ amount, unit }: { amount: number; unit: string }): string =>
  `${amount} ${unit}`

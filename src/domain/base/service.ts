import { z } from 'zod'
import { Checklist, ChecklistItem } from '../schedule/checklist.ts'
import { Moment } from './dates.ts'
import { Id, Version } from './id.ts'
import { Currency, maxCents, PriceCents } from './money.ts'
import { keyFromName, tooLong } from './text.ts'

export const formSummary = 'Please complete the required fields.'

export const Service = z.object({
  id: Id,
  /** Never changes; rules and invoices refer to the service by it. */
  key: z.string(),
  name: z.string(),
  /** Same as name. */
  label: z.string(),
  description: z.string(),
  equipment_needed: z.string().nullable(),
  price_cents: PriceCents,
  estimated_minutes: z.int().min(0),
  crew_members_needed: z.int().min(0).nullable(),
  materials: z.string().nullable(),
  notes: z.string().nullable(),
  active: z.boolean(),
  /** Sales tax is added to its price. */
  taxable: z.boolean(),
  /** What the crew does at each visit, in order. */
  checklist: z.array(ChecklistItem),
  /** The crew records which products it applied. */
  records_products: z.boolean(),
  /** The crew asks the customer to sign. */
  asks_signature: z.boolean(),
  version: Version,
  created_at: Moment,
  updated_at: Moment,
})
export type Service = z.infer<typeof Service>

/** Counts the running series that take their price, or their minutes, from the service. */
export const ServiceFollowers = z.object({ follow_price: z.int(), follow_minutes: z.int() })

const optionalText = z.string().trim().max(2000).nullable().default(null)

export const NewService = z.object({
  name: z
    .string('Service name is required.')
    .trim()
    .min(1, 'Service name is required.')
    .max(120, tooLong(120)),
  price_cents: z
    .int('Price is required.')
    .min(0, 'Price is required.')
    .max(maxCents, 'The price is too high.'),
  estimated_minutes: z
    .int('Estimated time is required.')
    .min(0, 'Estimated time is required.')
    .max(1440, 'Enter at most 1440 minutes.'),
  description: z
    .string('Description is required.')
    .trim()
    .min(1, 'Description is required.')
    .max(2000, tooLong(2000)),
  crew_members_needed: z
    .int()
    .min(0)
    .max(100, 'Enter at most 100 people.')
    .nullable()
    .default(null),
  equipment_needed: optionalText,
  materials: optionalText,
  notes: optionalText,
  active: z.boolean().default(true),
  taxable: z.boolean().default(false),
  checklist: Checklist.default([]),
  records_products: z.boolean().default(false),
  asks_signature: z.boolean().default(false),
})
export type NewService = z.infer<typeof NewService>

/** Fields to change, or `active` alone; absent leaves a field unchanged. `version` is the one that was edited. */
export const ServicePatch = z
  .object({
    name: NewService.shape.name,
    price_cents: NewService.shape.price_cents,
    estimated_minutes: NewService.shape.estimated_minutes,
    description: NewService.shape.description,
    crew_members_needed: NewService.shape.crew_members_needed.unwrap(),
    equipment_needed: optionalText.unwrap(),
    materials: optionalText.unwrap(),
    notes: optionalText.unwrap(),
    active: z.boolean(),
    taxable: z.boolean(),
    checklist: Checklist,
    records_products: z.boolean(),
    asks_signature: z.boolean(),
    version: Version,
  })
  .partial()
export type ServicePatch = z.infer<typeof ServicePatch>

/** A service as offered to someone signing up. */
export const OfferedService = z.object({
  key: z.string(),
  label: z.string(),
  /** What the work is; empty if the owner wrote nothing. */
  description: z.string(),
  price_cents: PriceCents.nullable(),
  currency: Currency,
  active: z.boolean(),
  /** Sales tax is added to its price. */
  taxable: z.boolean(),
})
export type OfferedService = z.infer<typeof OfferedService>

/** A new service's key from its name. */
export const serviceKey = (name: string, taken: readonly string[] = []): string =>
  keyFromName(name, { separator: '_', fallback: 'service', taken })

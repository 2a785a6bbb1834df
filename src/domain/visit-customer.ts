import { z } from 'zod'
import { PostalAddress } from './contact.ts'
import { DayKey, Moment } from './dates.ts'
import { Id } from './id.ts'

/** What visits show of their customer. A field named like a column is read from it. */
export const VisitCustomer = PostalAddress.extend({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  has_gate_code: z.boolean(),
  available_days: z.array(DayKey),
  has_card_on_file: z.boolean(),
  /** Since when their visits wait for a payment; null if they do not. */
  held_since: Moment.nullable(),
})
export type VisitCustomer = z.infer<typeof VisitCustomer>
/** A customer we know only the id of. */
export const unknownCustomer = (id: string): VisitCustomer => ({
  id,
  name: null,
  email: null,
  phone_number: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  has_gate_code: false,
  available_days: [],
  has_card_on_file: false,
  held_since: null,
})

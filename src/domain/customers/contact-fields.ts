import { z } from 'zod'
import {
  AddressInput,
  AddressPatch,
  EmailText,
  emptyToNull,
  OptionalPhone,
  PostalAddress,
} from '../base/contact.ts'
import { DayKey, Moment } from '../base/dates.ts'
import { Id, Version } from '../base/id.ts'
import { nameLine } from '../base/name.ts'
import { tooLong } from '../base/text.ts'

// The fields of a customer that the office edits and visits show. Everything else of a customer is in customer.ts.

/** What visits, and the customer itself, show. A field named like a column is read from it. */
export const VisitCustomer = PostalAddress.extend({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** The code itself is in no list; who sees it is written down. */
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

const optionalName = z.preprocess(
  (name) => emptyToNull(typeof name === 'string' ? nameLine(name) : name),
  z.string().max(200, tooLong(200)).nullable(),
)

const GateCode = z.preprocess(emptyToNull, z.string().trim().max(40, tooLong(40)).nullable())

export const NewCustomer = AddressInput.partial().extend({
  name: z.string('Enter a name').overwrite(nameLine).min(1, 'Enter a name').max(200, tooLong(200)),
  email: z.preprocess(emptyToNull, EmailText.nullable()).default(null),
  phone_number: OptionalPhone.default(null),
  gate_code: GateCode.default(null),
  status: z.enum(['lead', 'active']).default('lead'),
  tags: z.array(z.string().max(60)).max(50).default([]),
})
export type NewCustomer = z.infer<typeof NewCustomer>

/** Edit contact: absent leaves a field unchanged, null or '' clears it. */
export const ContactPatch = AddressPatch.extend({
  name: optionalName.optional(),
  email: z.preprocess(emptyToNull, EmailText.nullable()).optional(),
  phone_number: OptionalPhone.optional(),
  gate_code: GateCode.optional(),
  version: Version.optional(),
})
export type ContactPatch = z.infer<typeof ContactPatch>

import { phoneText } from '../../../domain/base/contact.ts'
import { emailLine, isEmail } from '../../../domain/base/email.ts'
import { isPhone } from '../../../domain/base/phone.ts'
import { tidyTags, type Customer } from '../../../domain/customers/customer.ts'
import { type ContactPatch } from '../../../domain/customers/contact-fields.ts'

/** What the form edits: each field of the patch, so that a new one does not compile until the form shows what is stored. */
export type ContactValues = Record<Exclude<keyof ContactPatch, 'version'>, string> & {
  /** The code there was is in the form, so that an empty field takes it away; otherwise it stays. */
  knows_code: boolean
  status: 'lead' | 'active'
  tags: string
}

/** The form's initial values; null is a new customer. */
export const contactValues = (
  customer: Pick<
    Customer,
    Exclude<keyof ContactValues, 'gate_code' | 'knows_code' | 'status' | 'tags'> | 'has_gate_code'
  > | null,
): ContactValues => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone_number: phoneText(customer?.phone_number ?? ''),
  street: customer?.street ?? '',
  city: customer?.city ?? '',
  state: customer?.state ?? '',
  zip: customer?.zip ?? '',
  gate_code: '',
  knows_code: !customer?.has_gate_code,
  status: 'active',
  tags: '',
})

/** Empty parts of a new customer's address are unknown, not wrong. */
export function newCustomerBody({
  street,
  city,
  state,
  zip,
  tags,
  knows_code: _knows,
  ...rest
}: ContactValues) {
  const address = Object.fromEntries(
    Object.entries({ street, city, state, zip }).filter(([, text]) => text.trim() !== ''),
  )
  return { ...rest, ...address, tags: tidyTags([tags]) }
}

export const contactBody = ({
  status: _status,
  tags: _tags,
  gate_code,
  knows_code,
  ...contact
}: ContactValues) => ({ ...contact, ...(knows_code || gate_code.trim() ? { gate_code } : {}) })

/** What to search other customers for: complete values that were not there before. */
export function lookalikeQuery(now: ContactValues, before: ContactValues) {
  const { email, phone_number, street, zip } = now
  const isNew = (field: keyof ContactValues) => now[field] !== before[field]
  return {
    ...(isEmail(email) && isNew('email') ? { email: emailLine(email) } : {}),
    ...(isPhone(phone_number) && isNew('phone_number')
      ? { phone_number: phone_number.trim() }
      : {}),
    ...(street.trim() && zip.length === 5 && (isNew('street') || isNew('zip'))
      ? { street: street.trim(), zip }
      : {}),
  }
}

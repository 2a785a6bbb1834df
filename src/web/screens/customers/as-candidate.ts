import type { Candidate } from '../../../api/candidates.ts'
import type { Customer } from '../../../domain/customer.ts'

/** A customer as the forms that search for one know them. */
export const asCandidate = (customer: Customer): Candidate => ({
  id: customer.id,
  name: customer.name,
  email: customer.email,
  phone_number: customer.phone_number,
  street: customer.street,
  city: customer.city,
  state: customer.state,
  zip: customer.zip,
  status: customer.status === 'archived' ? 'paused' : customer.status,
  disabled_reason: null,
  team_id: customer.team_id,
  available_days: customer.available_days,
  has_card_on_file: customer.has_card_on_file,
  services: [],
  preference: null,
})

import type { CrewCustomer } from '../../api/crew.ts'
import { api } from '../client.ts'
import { addressText } from '../visits/visit-text.ts'

/** The active customers of the teams a leader leads; all of them at once, to be looked through at hand. */
export const customersQuery = api['GET /api/crew/customers'].query()

export const nameOf = (customer: CrewCustomer): string =>
  customer.name ?? customer.email ?? 'Customer'

/** What of a customer is looked through. */
export const textOf = (customer: CrewCustomer): string =>
  [customer.name, customer.email, customer.phone_number?.replace(/\D/g, ''), addressText(customer)]
    .filter(Boolean)
    .join(' ')

import type { CrewCustomer } from '../../../api/crew.ts'
import { api } from '../../app/client.ts'
import { addressText } from '../visits/visit-text.ts'
import { visitWords } from '../../../words/en/visits.ts'
import { wordsNow } from '../../app/words.ts'

/** The active customers of a leader's teams, all of them, for searching locally. */
export const customersQuery = api['GET /api/crew/customers'].query()

export const nameOf = (customer: CrewCustomer): string =>
  customer.name ?? customer.email ?? wordsNow(visitWords).customer

/** The customer fields that are searched. */
export const textOf = (customer: CrewCustomer): string =>
  [customer.name, customer.email, customer.phone_number?.replace(/\D/g, ''), addressText(customer)]
    .filter(Boolean)
    .join(' ')

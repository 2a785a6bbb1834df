import { hasAllTags, tagsInFilter, type Customer, type CustomerStatus } from '../../../domain/customer.ts'
import { addressLine } from '../../../domain/contact.ts'

/** What is in the address bar. */
export type CustomerSearch = {
  tab?: 'teams'
  q?: string
  status?: CustomerStatus
  team?: string
  service?: string
  frequency?: string
  tag?: string
  autopay?: 1
  due?: 1
}
export const filterNames = ['q', 'status', 'team', 'service', 'frequency', 'tag', 'autopay', 'due'] as const
export const isFiltered = (search: CustomerSearch): boolean => filterNames.some((name) => search[name] !== undefined)

const textOf = (customer: Customer): string =>
  [customer.name, customer.email, customer.phone_number, addressLine(customer), ...customer.tags].filter(Boolean).join(' ').toLowerCase()
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Every word must be found somewhere; a phone number is found however it is typed. */
function isFound(customer: Customer, q: string): boolean {
  const digits = digitsOf(q)
  if (digits.length >= 4 && digits.length >= q.replace(/[\s().+-]/g, '').length && digitsOf(customer.phone_number ?? '').includes(digits)) return true
  const text = textOf(customer)
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The customers the filters let through. */
export function filtered(customers: readonly Customer[], search: CustomerSearch): Customer[] {
  const tags = tagsInFilter(search.tag ?? '')
  return customers.filter(
    (customer) =>
      (!search.status || customer.status === search.status) &&
      (!search.team || (search.team === 'none' ? customer.team_id === null : customer.team_id === search.team)) &&
      (!search.service || customer.services.includes(search.service)) &&
      (!search.frequency || customer.frequency === search.frequency) &&
      (tags.length === 0 || hasAllTags(customer.tags, tags)) &&
      (!search.autopay || customer.has_autopay) &&
      (!search.due || customer.outstanding_balance_cents > 0) &&
      (!search.q || isFound(customer, search.q)),
  )
}

/** The customer a new one looks like, and by what. */
export function lookalike(
  customers: readonly Customer[],
  given: { email: string; phone_number: string; street: string; zip: string },
): { customer: Customer; by: string } | null {
  const email = given.email.trim().toLowerCase()
  const phone = digitsOf(given.phone_number).slice(-10)
  const place = `${given.street} ${given.zip}`.toLowerCase().replace(/[^a-z0-9]/g, '')
  for (const customer of customers) {
    if (email && customer.email?.toLowerCase() === email) return { customer, by: 'e-mail' }
    if (phone.length === 10 && digitsOf(customer.phone_number ?? '').endsWith(phone)) return { customer, by: 'phone number' }
    if (given.street.trim() && given.zip.length === 5 && `${customer.street ?? ''} ${customer.zip ?? ''}`.toLowerCase().replace(/[^a-z0-9]/g, '') === place)
      return { customer, by: 'address' }
  }
  return null
}

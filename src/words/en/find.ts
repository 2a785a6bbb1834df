import { table } from '../table.ts'

/** The search for a customer, from any page. */
export const findWords = table('find', {
  what: 'Name, email, phone or address',
  found: 'Customers found',
  retry: 'Retry',
  failed: 'Failed to load customers',
  noAddress: 'No address',
  hint: 'Type part of a name, address or number. Typos are OK.',
  looking: 'Looking…',
  none: (typed: string) => `No one found for “${typed}”.`,
  first: (count: number) => `The first ${count}. Type more to find others.`,
  count: (count: number) => (count === 1 ? 'One customer' : `${count} customers`),
})

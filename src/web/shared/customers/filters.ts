import type { CustomerSort } from '../../../domain/customers/customer-sort.ts'
import type { Sent } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { customerFrequencies } from '../../../domain/base/cadence.ts'

/** The filters in the URL. */
export type CustomerSearch = {
  tab?: 'overview' | 'teams'
  sort?: CustomerSort
  /** From the highest to the lowest. */
  down?: 1
  /** The customer selected from search: shown alone, with all details. */
  customer?: string
  q?: string
  status?: CustomerStatus
  team?: string
  service?: string
  frequency?: string
  tag?: string
  autopay?: 1
  due?: 1
  wishes?: 1
}
const filterNames = [
  'customer',
  'q',
  'status',
  'team',
  'service',
  'frequency',
  'tag',
  'autopay',
  'due',
  'wishes',
] as const
export const isFiltered = (search: CustomerSearch): boolean =>
  filterNames.some((name) => search[name] !== undefined)

/** True if something under "Filters" is set, so they are shown. */
export const hasChoices = ({ q: _q, customer: _customer, ...chosen }: CustomerSearch): boolean =>
  isFiltered(chosen)

/** The URL change that clears all filters. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const list = 'GET /api/owner/customers/totals'
export type CustomerFilter = NonNullable<Sent<typeof list, Calls[typeof list]>['query']>

/** The URL's filters as the calls take them. Invalid values are dropped. */
export function filterOf({
  customer,
  q,
  status,
  team,
  service,
  frequency,
  tag,
  autopay,
  due,
  wishes,
}: CustomerSearch): CustomerFilter {
  const wanted: CustomerFilter = {
    customer_id: customer && isUuid(customer) ? customer : undefined,
    q: q?.slice(0, 200),
    status,
    team_id: team === 'none' || (team && isUuid(team)) ? team : undefined,
    service: service && /^[\w-]{1,80}$/.test(service) ? service : undefined,
    frequency: customerFrequencies.find((word) => word === frequency),
    tag: tag?.slice(0, 200),
    autopay: autopay && '1',
    due: due && '1',
    wishes: wishes && '1',
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

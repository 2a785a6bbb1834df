import { customerStatuses, type CustomerStatus } from '../../../domain/customers/customer.ts'
import { isFiltered, type CustomerSearch } from '../../shared/customers/filters.ts'

export type Counts = Record<CustomerStatus, number>

export const countOf = (
  counts: Counts,
  statuses: readonly CustomerStatus[] = customerStatuses,
): number => statuses.reduce((n, status) => n + counts[status], 0)

/** One customer was searched for and found: shown alone, with all details. */
export const isOneFound = ({ customer }: CustomerSearch, found: Counts | null): boolean =>
  customer !== undefined && found !== null && countOf(found) > 0

type CustomerList = {
  title: string
  /** The statuses the filter allows. */
  statuses: readonly CustomerStatus[]
  /** Null while unknown. */
  count: number | null
  /** Shown if it is empty. */
  empty: string
}

const kinds: { title: string; statuses: CustomerStatus[]; empty: string }[] = [
  {
    title: 'Active & Paused',
    statuses: ['active', 'paused'],
    empty: 'No active customers yet.',
  },
  { title: 'Leads', statuses: ['lead'], empty: 'No leads right now.' },
  { title: 'Archived', statuses: ['archived'], empty: 'No archived customers.' },
]

/** The lists to show; `found` counts the filtered customers. Only the office sees leads. */
export const customerLists = (
  search: CustomerSearch,
  found: Counts | null,
  canManage: boolean,
): CustomerList[] =>
  kinds
    .map(({ title, statuses, empty }) => ({
      title,
      statuses: statuses.filter(
        (status) =>
          (search.status === undefined || status === search.status) &&
          (canManage || status !== 'lead'),
      ),
      empty: isFiltered(search) ? 'No one here matches the filters.' : empty,
    }))
    .map((list) => ({ ...list, count: found && countOf(found, list.statuses) }))
    .filter(
      ({ statuses, count }) => statuses.length > 0 && (!isOneFound(search, found) || count !== 0),
    )

const number = new Intl.NumberFormat('en-US')
export const numberText = (n: number): string => number.format(n)

export const wishesChangedText = (n: number): string =>
  n === 1
    ? 'A customer changed their preferences.'
    : `${numberText(n)} customers changed their preferences.`

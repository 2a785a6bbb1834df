import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { cardLimits, type Customer, type CustomerStatus } from '../../../domain/customer.ts'
import { api, ApiError } from '../../client.ts'
import { onLive } from '../../live.ts'
import { toast } from '../../ui/toast.tsx'

const list = 'GET /api/owner/customers'
type Page = Answer<Calls[typeof list]>
export type AllCustomers = Pick<Page, 'customers' | 'counts'>

/** Every customer of the organization: filters and counters work on all of them, not on a page. */
export const customersQuery = queryOptions({
  queryKey: [...api[list].key(), 'all'],
  queryFn: async ({ signal }): Promise<AllCustomers> => {
    const first = await api[list]({ query: { limit: 1000 }, signal })
    const customers = [...first.customers]
    for (let cursor = first.next_cursor; cursor;) {
      const page = await api[list]({ query: { limit: 1000, cursor }, signal })
      customers.push(...page.customers)
      cursor = page.next_cursor
    }
    return { customers, counts: first.counts }
  },
})

export const refreshCustomers = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: api[list].key() })

onLive(['customer_updated', 'payment_updated', 'invoice_paid', 'schedule_completed', 'schedule_removed'], (_event, cache) => void refreshCustomers(cache))

const put = (cache: QueryClient, customer: Customer): void => {
  cache.setQueryData<AllCustomers>(
    customersQuery.queryKey,
    (known) => known && { ...known, customers: known.customers.map((one) => (one.id === customer.id ? customer : one)) },
  )
}

export const customerName = (customer: { name: string | null; email: string | null; phone_number: string | null }): string =>
  customer.name ?? customer.email ?? customer.phone_number ?? 'No name'

type StatusChange = { customer: Customer; status: CustomerStatus; done: string; failure: string }

/** Changes to one customer; each shows its answer at once and then counts anew. */
export function useCustomerActs() {
  const cache = useQueryClient()
  const shown = (customer: Customer) => {
    put(cache, customer)
    void refreshCustomers(cache)
  }
  return {
    status: useMutation({
      mutationFn: ({ customer, status }: StatusChange) => api['POST /api/owner/customers/{id}/status']({ params: { id: customer.id }, body: { status } }),
      onSuccess: (customer, { done }) => (shown(customer), toast.done(done, 'customers')),
      onError: (error, { status, failure }) => {
        if (status === 'archived' && error instanceof ApiError && error.status === 403) toast.problem('Owner/Manager role required to archive')
        else toast.failed(error, failure)
      },
    }),
    assign: useMutation({
      mutationFn: ({ customer, team_id }: { customer: Customer; team_id: string | null }) =>
        api['POST /api/owner/customers/{id}/assign-team']({ params: { id: customer.id }, body: { team_id } }),
      onSuccess: (customer) => (shown(customer), toast.done(customer.team_id ? 'Customer assigned to team' : 'Removed from team', 'customers')),
      onError: (error, { team_id }) => toast.failed(error, team_id ? 'Failed to assign' : 'Failed to remove'),
    }),
    note: useMutation({
      mutationFn: ({ customer, text }: { customer: Customer; text: string }) =>
        api['POST /api/owner/customers/{id}/notes']({ params: { id: customer.id }, body: { text } }),
      onSuccess: (note, { customer }) => put(cache, { ...customer, notes: [note, ...customer.notes].slice(0, cardLimits.notes) }),
      onError: (error) => toast.failed(error, 'Failed to add note'),
    }),
    convertMany: useMutation({
      mutationFn: (ids: string[]) => api['POST /api/owner/customers/bulk-status']({ body: { ids, status: 'active' } }),
      onSuccess: ({ updated, failed }) => {
        void refreshCustomers(cache)
        if (failed.length > 0) toast.problem(`${updated.length} converted, ${failed.length} failed`)
        else toast.done('Selected leads converted to active.', 'customers')
      },
      onError: (error) => toast.failed(error, 'Failed to convert selected leads'),
    }),
  }
}

import {
  keepPreviousData,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { CustomerOverview } from '../../../api/customer-page.ts'
import type { Answer } from '../../../api/kit.ts'
import {
  cardLimits,
  type Customer,
  type CustomerStatus,
} from '../../../domain/customers/customer.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { SendingPolicy } from '../../../domain/messages/sending.ts'
import type { TaxExemption } from '../../../domain/money/tax.ts'
import { api, ApiError, newIdempotencyKey } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import type { Tone } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import type { CustomerFilter } from './filters.ts'

const list = 'GET /api/owner/customers'
const totals = 'GET /api/owner/customers/totals'
const overview = 'GET /api/owner/customers/{id}/overview'
type Page = Answer<Calls[typeof list]>

const pageSize = 30

/** A list of customers, page by page; the last result stays on screen while a filter changes. */
export const listQuery = (filter: CustomerFilter, statuses: readonly CustomerStatus[]) => ({
  ...api[list].pages({ query: { ...filter, status: statuses.join(','), limit: pageSize } }),
  placeholderData: keepPreviousData,
})

/** How many the filter finds, and their revenue. */
export const totalsQuery = (filter: CustomerFilter) => ({
  ...api[totals].query({ query: filter }),
  placeholderData: keepPreviousData,
})

/** Lists of customers, and what is shown of one. */
export const refreshCustomers = (cache: QueryClient): Promise<unknown> =>
  cache.invalidateQueries({ predicate: ({ queryKey: [call] }) => String(call).startsWith(list) })

onLive(
  [
    'customer_updated',
    'payment_updated',
    'invoice.*',
    'schedule.*',
    'occurrence_updated',
    'team_updated',
  ],
  (_event, cache) => void refreshCustomers(cache),
)

/**
 * Updates a changed customer everywhere it is shown, and removes it from lists of another status or
 * team.
 */
function put(cache: QueryClient, customer: Customer): void {
  cache.setQueryData<CustomerOverview>(
    api[overview].key({ params: { id: customer.id } }),
    (known) => (known?.work ? { ...known, work: { ...known.work, customer } } : known),
  )
  for (const [key, known] of cache.getQueriesData<InfiniteData<Page>>({
    queryKey: api[list].key(),
  })) {
    const { status, team_id } = (key[1] as { query?: CustomerFilter } | undefined)?.query ?? {}
    const stays =
      (!status || status.split(',').includes(customer.status)) &&
      (!team_id || team_id === (customer.team_id ?? 'none'))
    const changed = (page: Page): Page => ({
      ...page,
      customers: page.customers.flatMap((one) =>
        one.id !== customer.id ? [one] : stays ? [customer] : [],
      ),
    })
    if (known)
      cache.setQueryData<InfiniteData<Page>>(key, { ...known, pages: known.pages.map(changed) })
  }
}

export const customerName = (customer: {
  name: string | null
  email?: string | null
  phone_number?: string | null
}): string => customer.name ?? customer.email ?? customer.phone_number ?? 'No name'

export const statusTones: Record<CustomerStatus, Tone> = {
  lead: 'wait',
  active: 'good',
  paused: 'info',
  archived: 'calm',
}

/** Search parameters that open the schedule's "Add" sheet for a customer. */
export const toSchedule = (customer: string) => ({ add: 1, customer })

type StatusChange = { customer: Customer; status: CustomerStatus; done: string; failure: string }
type PauseInput = {
  customer: Customer
  reason: string | null
  from: LocalDate | null
  resume_on: LocalDate | null
}
type TeamInput = { customer: Customer; team_id: string | null; future_visits?: boolean }

const of = (customer: Customer) => ({ params: { id: customer.id } })

/** Changes to one customer; each shows its result immediately, then refetches the counts. */
export const useCustomerActs = () => ({
  status: useStatusAct(),
  pause: useAct<PauseInput>({
    send: ({ customer, ...input }) =>
      api['POST /api/owner/customers/{id}/pause']({ ...of(customer), body: input }),
    done: () => 'Customer paused',
  }),
  resume: useAct<Customer>({
    send: (customer) => api['POST /api/owner/customers/{id}/resume'](of(customer)),
    done: () => 'Customer resumed',
    failure: () => 'Failed to update status',
  }),
  assign: useAct<TeamInput>({
    send: ({ customer, team_id, future_visits = true }) =>
      api['POST /api/owner/customers/{id}/assign-team']({
        ...of(customer),
        body: { team_id, future_visits },
      }),
    done: ({ team_id }) => (team_id ? 'Customer assigned to team' : 'Removed from team'),
    failure: ({ team_id }) => (team_id ? 'Failed to assign' : 'Failed to remove'),
  }),
  reminders: useAct<{ customer: Customer; enabled: boolean }>({
    send: ({ customer, enabled }) =>
      api['POST /api/owner/customers/{id}/reminders']({ ...of(customer), body: { enabled } }),
    failure: () => 'Failed to update reminder setting',
  }),
  sending: useAct<{ customer: Customer; invoice_sending: SendingPolicy | null }>({
    send: ({ customer, invoice_sending }) =>
      api['PUT /api/owner/customers/{id}/invoice-sending']({
        ...of(customer),
        body: { invoice_sending },
      }),
    failure: () => 'Failed to save',
  }),
  exemption: useAct<{ customer: Customer; exemption: TaxExemption }>({
    send: ({ customer, exemption }) =>
      api['PUT /api/owner/customers/{id}/tax-exemption']({ ...of(customer), body: exemption }),
  }),
  billReminders: useAct<{ customer: Customer; bill_reminders: boolean }>({
    send: ({ customer, bill_reminders }) =>
      api['PUT /api/owner/customers/{id}/bill-reminders']({
        ...of(customer),
        body: { bill_reminders },
      }),
    failure: () => 'Failed to update reminder setting',
  }),
  wishesSeen: useAct<Customer>({
    send: (customer) => api['POST /api/owner/customers/{id}/wishes-seen'](of(customer)),
    failure: () => 'Failed to save',
  }),
  tags: useAct<{ customer: Customer; tags: string[] }>({
    send: ({ customer, tags }) =>
      api['PUT /api/owner/customers/{id}/tags']({ ...of(customer), body: { tags } }),
    failure: () => 'Failed to save',
  }),
  note: useNoteAct(),
})

type Act<W> = {
  send: (input: W) => Promise<Customer>
  done?: (customer: Customer) => string
  /** Absent if the form shows the error itself. */
  failure?: (input: W) => string
}

function useAct<W>({ send, done = () => 'Saved', failure }: Act<W>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (customer) => {
      shown(cache, customer)
      toast.done(done(customer), 'customers')
    },
    onError: (error, input) => failure && toast.failed(error, failure(input)),
  })
}

function shown(cache: QueryClient, customer: Customer): void {
  put(cache, customer)
  void refreshCustomers(cache)
}

function useStatusAct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ customer, status }: StatusChange) =>
      api['POST /api/owner/customers/{id}/status']({ ...of(customer), body: { status } }),
    onSuccess: (customer, { done }) => {
      shown(cache, customer)
      toast.done(done, 'customers')
    },
    onError: (error, { status, failure }) => {
      if (status === 'archived' && error instanceof ApiError && error.status === 403)
        toast.problem('Owner/Manager role required to archive')
      else toast.failed(error, failure)
    },
  })
}

function useNoteAct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ customer, text }: { customer: Customer; text: string }) =>
      api['POST /api/owner/customers/{id}/notes']({ ...of(customer), body: { text } }),
    onSuccess: (note, { customer }) => {
      put(cache, { ...customer, notes: [note, ...customer.notes].slice(0, cardLimits.notes) })
      void cache.invalidateQueries({ queryKey: notesQuery(customer.id).queryKey })
      void cache.invalidateQueries({ queryKey: api[overview].key() })
    },
    onError: (error) => toast.failed(error, 'Failed to add note'),
  })
}

/** All notes about a customer. */
export const notesQuery = (id: string) =>
  api['GET /api/owner/customers/{id}/notes'].pages({ params: { id } })

type BulkResult = Answer<Calls['POST /api/owner/customers/bulk-status']>

/** Converts many leads; each has its own result. */
export function useConvertMany(onResult: (result: BulkResult) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) =>
      api['POST /api/owner/customers/bulk-status']({ body: { ids, status: 'active' } }),
    onSuccess: (result) => {
      const { updated, failed } = result
      if (failed.length > 0) toast.problem(`${updated.length} converted, ${failed.length} failed`)
      else toast.done('Selected leads converted to active.', 'customers')
      onResult(result)
      return refreshCustomers(cache)
    },
    onError: (error) => toast.failed(error, 'Failed to convert selected leads'),
  })
}

/** Sends an offer; reports success, or who was skipped and why. */
export const sendOffer = (
  customer: Customer,
  message: string,
  idempotency_key = newIdempotencyKey(),
) =>
  api['POST /api/owner/customers/{id}/promotions/send']({
    params: { id: customer.id },
    body: { message },
    idempotency_key,
  })

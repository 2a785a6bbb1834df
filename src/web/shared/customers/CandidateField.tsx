import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Candidate } from '../../../api/candidates.ts'
import { customerStatusLabels } from '../../../domain/customers/customer.ts'
import { api, errorText, newIdempotencyKey } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { addressText } from '../visits/visit-text.ts'
import { refreshCustomers } from './queries.ts'

type Props = {
  value: Candidate | null
  onChange: (customer: Candidate | null) => void
  error?: ReactNode
  /** Paused customers get no visits, but bills. */
  takesPaused?: boolean
  /** Offers to add a person whose typed name is not found. */
  creates?: boolean
  /** A new customer is being added, or no longer. */
  onCreating?: (isUnderWay: boolean) => void
}

const nameOf = (customer: Candidate): string => customer.name ?? customer.email ?? 'Customer'

/** A customer found by name, phone, e-mail or address; paused ones are shown with the reason why not. */
export function CandidateField({
  value,
  onChange,
  error,
  takesPaused = false,
  creates = false,
  onCreating,
}: Props) {
  const [text, setText] = useState('')
  // The field's own text comes back as a search once a customer is chosen; that would find only them.
  const isSearch = value === null || text !== labelOf(value)
  const [q] = useDebouncedValue(isSearch ? text.trim() : '', 250)
  const query = { limit: 50, include_leads: '1' as const, ...(q ? { q } : {}) }
  const found = useQuery({
    ...api['GET /api/schedule/candidates'].query({ query }),
    placeholderData: keepPreviousData,
  })
  const customers = found.data?.customers ?? []
  const choices =
    value && !customers.some(({ id }) => id === value.id) ? [value, ...customers] : customers
  const create = useCreate(onChange, onCreating)
  const typed = isSearch ? text.trim() : ''
  const isKnown = choices.some((one) => nameOf(one).toLowerCase() === typed.toLowerCase())
  // Only the answer for this very text says that nobody has the name yet.
  const isAnswered = q === typed && found.isSuccess && !found.isPlaceholderData
  return (
    <Select
      label="Customer"
      required
      withAsterisk
      searchable
      clearable
      data-autofocus
      openOnFocus={false}
      placeholder="Search by name, phone or address"
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'No one found'}
      data={[
        ...choices.map((customer) => ({
          value: customer.id,
          label: labelOf(customer),
          disabled: customer.status === 'paused' && !takesPaused,
        })),
        ...(creates && typed && isAnswered && !isKnown
          ? [{ value: newOne, label: `+ ${typed}` }]
          : []),
      ]}
      disabled={create.isPending}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={value?.id ?? null}
      onChange={(id) => {
        if (id === newOne) create.mutate(typed)
        else onChange(choices.find((customer) => customer.id === id) ?? null)
      }}
      renderOption={({ option }) =>
        option.value === newOne ? (
          <span style={{ fontWeight: 600 }}>Add “{typed}” as a new customer</span>
        ) : (
          <Choice customer={choices.find(({ id }) => id === option.value)} />
        )
      }
      description={value ? addressText(value) : undefined}
      error={
        error ?? (found.error ? errorText(found.error, 'Failed to load customers') : undefined)
      }
    />
  )
}

const newOne = 'new'

/** Adds a customer by name alone; the rest can wait until their page is opened. */
function useCreate(onMade: (customer: Candidate) => void, onCreating: Props['onCreating']) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (name: string): Promise<Candidate | undefined> => {
      const { id } = await api['POST /api/owner/customers']({
        body: { name, status: 'active' },
        idempotency_key: newIdempotencyKey(),
      })
      const { customers } = await api['GET /api/schedule/candidates']({
        query: { customer_id: id, limit: 1 },
      })
      return customers[0]
    },
    onMutate: () => onCreating?.(true),
    onSuccess: (customer) => {
      if (customer) onMade(customer)
      toast.done(`${customer ? nameOf(customer) : 'Customer'} added`, 'customers')
      void refreshCustomers(cache)
    },
    onSettled: () => onCreating?.(false),
    onError: (error) => toast.failed(error, 'Failed to add customer'),
  })
}

const labelOf = (customer: Candidate): string => nameOf(customer)

function Choice({ customer }: { customer: Candidate | undefined }) {
  if (!customer) return null
  return (
    <span style={{ minWidth: 0 }}>
      <span style={{ fontWeight: 600 }}>{nameOf(customer)}</span>
      {customer.status !== 'active' && (
        <span>
          {' '}
          ·{' '}
          {customer.disabled_reason && customer.status === 'paused'
            ? customer.disabled_reason
            : customerStatusLabels[customer.status]}
        </span>
      )}
      <span style={{ display: 'block', fontSize: 13, opacity: 0.85 }}>
        {[addressText(customer), customer.phone_number].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
}

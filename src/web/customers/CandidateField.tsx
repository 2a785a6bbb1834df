import { Select, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Candidate } from '../../api/candidates.ts'
import { customerStatusLabels } from '../../domain/customer.ts'
import { api, errorText } from '../client.ts'
import { addressText } from '../visits/visit-text.ts'

type Props = {
  value: Candidate | null
  onChange: (customer: Candidate | null) => void
  error?: ReactNode
  /** Paused customers get no visits, but bills. */
  takesPaused?: boolean
}

const nameOf = (customer: Candidate): string => customer.name ?? customer.email ?? 'Customer'

/** A customer found by name, phone, e-mail or address; paused ones are shown with the reason why not. */
export function CandidateField({ value, onChange, error, takesPaused = false }: Props) {
  const [text, setText] = useState('')
  const [leads, setLeads] = useState(false)
  // The field's own text comes back as a search once a customer is chosen; that would find only them.
  const isSearch = value === null || text !== labelOf(value)
  const [q] = useDebouncedValue(isSearch ? text.trim() : '', 250)
  const query = {
    limit: 50,
    ...(q ? { q } : {}),
    ...(leads ? { include_leads: '1' as const } : {}),
  }
  const found = useQuery({
    ...api['GET /api/schedule/candidates'].query({ query }),
    placeholderData: keepPreviousData,
  })
  const customers = found.data?.customers ?? []
  const choices =
    value && !customers.some(({ id }) => id === value.id) ? [value, ...customers] : customers
  return (
    <div>
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
        data={choices.map((customer) => ({
          value: customer.id,
          label: labelOf(customer),
          disabled: customer.status === 'paused' && !takesPaused,
        }))}
        filter={({ options }) => options}
        searchValue={text}
        onSearchChange={setText}
        value={value?.id ?? null}
        onChange={(id) => onChange(choices.find((customer) => customer.id === id) ?? null)}
        renderOption={({ option }) => (
          <Choice customer={choices.find(({ id }) => id === option.value)} />
        )}
        description={value ? addressText(value) : undefined}
        error={
          error ?? (found.error ? errorText(found.error, 'Failed to load customers') : undefined)
        }
      />
      <Switch
        mt={8}
        label="Include leads"
        checked={leads}
        onChange={(event) => setLeads(event.currentTarget.checked)}
      />
    </div>
  )
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

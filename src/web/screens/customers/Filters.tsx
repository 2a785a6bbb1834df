import { ActionIcon, Button, Card, Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, Search, X } from 'lucide-react'
import { useState } from 'react'
import { customerFrequencyLabels, customerStatuses, customerStatusLabels, type Customer } from '../../../domain/customer.ts'
import { unassignedGroup, type Team } from '../../../domain/team.ts'
import classes from './customers.module.css'
import { filterNames, isFiltered, type CustomerSearch } from './filters.ts'

const route = getRouteApi('/app/customers')
const options = <K extends string>(labels: Record<K, string>) => Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

/** All filters live in the address, so a filtered list can be kept and sent to a colleague. */
export function Filters({ customers, teams }: { customers: readonly Customer[]; teams: readonly Team[] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isOpen, setOpen] = useState(() => filterNames.some((name) => name !== 'q' && search[name] !== undefined))
  const set = (change: Partial<Record<keyof CustomerSearch, unknown>>) =>
    void navigate({ search: (now) => ({ ...now, ...change }) as CustomerSearch, replace: true, resetScroll: false })
  // The boxes keep what is being typed for themselves; clearing gives them a new start.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    set(Object.fromEntries(filterNames.map((name) => [name, undefined])))
  }
  const services = [...new Set(customers.flatMap((customer) => customer.services))].toSorted()
  const common = { clearable: true, clearButtonProps: { 'aria-label': 'Clear' } } as const
  return (
    <Card component="section" aria-label="Filters" padding="md">
      <div className={classes.searchLine}>
        <SearchBox key={cleared} value={cleared ? '' : (search.q ?? '')} onChange={(q) => set({ q: q || undefined })} />
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls="customer-filters"
          rightSection={<ChevronDown size={16} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        {isFiltered(search) && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      <div id="customer-filters" hidden={!isOpen} className={classes.filters}>
        <Select
          label="Status"
          placeholder="Any"
          data={customerStatuses.map((value) => ({ value, label: customerStatusLabels[value] }))}
          value={search.status ?? null}
          onChange={(status) => set({ status: status ?? undefined })}
          {...common}
        />
        <Select
          label="Team"
          placeholder="Any"
          data={[{ value: 'none', label: unassignedGroup }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          value={search.team ?? null}
          onChange={(team) => set({ team: team ?? undefined })}
          {...common}
        />
        <Select
          label="Service"
          placeholder="Any"
          data={services}
          value={search.service ?? null}
          onChange={(service) => set({ service: service ?? undefined })}
          {...common}
        />
        <Select
          label="Frequency"
          placeholder="Any"
          data={options(customerFrequencyLabels)}
          value={search.frequency ?? null}
          onChange={(frequency) => set({ frequency: frequency ?? undefined })}
          {...common}
        />
        <TagBox key={cleared} value={cleared ? '' : (search.tag ?? '')} onChange={(tag) => set({ tag: tag || undefined })} />
        <div className={classes.flags}>
          <Checkbox label="Autopay on" checked={search.autopay === 1} onChange={(event) => set({ autopay: event.currentTarget.checked ? 1 : undefined })} />
          <Checkbox label="Balance due" checked={search.due === 1} onChange={(event) => set({ due: event.currentTarget.checked ? 1 : undefined })} />
        </div>
      </div>
    </Card>
  )
}

type BoxProps = { value: string; onChange: (text: string) => void }

function SearchBox({ value, onChange }: BoxProps) {
  const [typed, setTyped] = useState(value)
  const later = useDebouncedCallback((text: string) => onChange(text.trim()), 250)
  return (
    <TextInput
      aria-label="Search customers"
      type="search"
      placeholder="Name, e-mail, phone or address"
      className={classes.searchBox}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        typed && (
          <ActionIcon variant="subtle" color="gray" aria-label="Clear search" onClick={() => (setTyped(''), onChange(''))}>
            <X size={16} aria-hidden />
          </ActionIcon>
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
    />
  )
}

function TagBox({ value, onChange }: BoxProps) {
  const [typed, setTyped] = useState(value)
  const later = useDebouncedCallback((text: string) => onChange(text.trim()), 300)
  return (
    <TextInput
      label="Tags"
      placeholder="gate, dog"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
    />
  )
}

import { Button, Card, Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  customerFrequencyLabels,
  customerStatuses,
  customerStatusLabels,
} from '../../../domain/customer.ts'
import { unassignedGroup, type Team } from '../../../domain/team.ts'
import { api } from '../../client.ts'
import classes from './customers.module.css'
import { filterNames, isFiltered } from './filters.ts'
import { SearchBox, useSetFilter } from './SearchBox.tsx'
import { useTyped } from '../../customers/use-typed.ts'

const route = getRouteApi('/app/customers')
const options = <K extends string>(labels: Record<K, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))
const servicesQuery = api['GET /api/owner/services'].query()

/** All filters live in the address, so a filtered list can be kept and sent to a colleague. */
export function Filters({ teams }: { teams: readonly Team[] }) {
  const search = route.useSearch()
  const services = useQuery(servicesQuery).data?.services ?? []
  const [isOpen, setOpen] = useState(() =>
    filterNames.some((name) => name !== 'q' && name !== 'customer' && search[name] !== undefined),
  )
  const set = useSetFilter()
  const common = { clearable: true, clearButtonProps: { 'aria-label': 'Clear' } } as const
  return (
    <Card component="section" aria-label="Filters" padding="md">
      <div className={classes.searchLine}>
        <SearchBox
          aria-label="Search customers"
          placeholder="Name, e-mail, phone, address or tag"
          className={classes.searchBox}
        />
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls="customer-filters"
          rightSection={
            <ChevronDown size={16} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
        {isFiltered(search) && (
          <Button
            variant="subtle"
            onClick={() => set(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
          >
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
          data={[
            { value: 'none', label: unassignedGroup },
            ...teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={search.team ?? null}
          onChange={(team) => set({ team: team ?? undefined })}
          {...common}
        />
        <Select
          label="Service"
          placeholder="Any"
          data={services.map(({ key, name }) => ({ value: key, label: name }))}
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
        <TagBox value={search.tag ?? ''} onChange={(tag) => set({ tag: tag || undefined })} />
        <div className={classes.flags}>
          <Checkbox
            label="Autopay on"
            checked={search.autopay === 1}
            onChange={(event) => set({ autopay: event.currentTarget.checked ? 1 : undefined })}
          />
          <Checkbox
            label="Balance due"
            checked={search.due === 1}
            onChange={(event) => set({ due: event.currentTarget.checked ? 1 : undefined })}
          />
          <Checkbox
            label="Wishes changed"
            checked={search.wishes === 1}
            onChange={(event) => set({ wishes: event.currentTarget.checked ? 1 : undefined })}
          />
        </div>
      </div>
    </Card>
  )
}

type BoxProps = { value: string; onChange: (text: string) => void }

function TagBox({ value, onChange }: BoxProps) {
  const box = useTyped(value, onChange)
  return (
    <TextInput
      label="Tags"
      placeholder="gate, dog"
      maxLength={200}
      value={box.typed}
      onChange={(event) => box.type(event.currentTarget.value)}
    />
  )
}

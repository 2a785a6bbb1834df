import {
  Button,
  Card,
  Checkbox,
  Select,
  TextInput,
  ActionIcon,
  type TextInputProps,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, Search, X } from 'lucide-react'
import { useState } from 'react'
import { customerFrequencies } from '../../../domain/base/cadence.ts'
import {
  customerFrequencyLabels,
  customerStatuses,
  customerStatusLabels,
} from '../../../domain/customers/customer.ts'
import { unassignedGroup, type Team } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import classes from './customers.module.css'
import {
  hasChoices,
  isFiltered,
  noFilters,
  type CustomerSearch,
} from '../../shared/customers/filters.ts'
import { useTyped } from '../../shared/customers/use-typed.ts'

const route = getRouteApi('/app/customers')
const servicesQuery = api['GET /api/owner/services'].query()

/** All filters are in the URL, so a filtered list can be bookmarked and shared. */
export function Filters({ teams }: { teams: readonly Team[] }) {
  const search = route.useSearch()
  const [isOpen, setOpen] = useState(() => hasChoices(search))
  const set = useSetFilter()
  return (
    <Card component="section" aria-label="Filters" padding="md">
      <div className={classes.searchLine}>
        <SearchBox
          aria-label="Search customers"
          placeholder="Name, email, phone, address or tag"
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
          <Button variant="subtle" onClick={() => set(noFilters)}>
            Clear filters
          </Button>
        )}
      </div>
      <div id="customer-filters" hidden={!isOpen} className={classes.filters}>
        <Choices teams={teams} />
        <TagBox value={search.tag ?? ''} onChange={(tag) => set({ tag: tag || undefined })} />
        <div className={classes.flags}>
          <Flag name="autopay" label="Autopay on" />
          <Flag name="due" label="Balance due" />
          <Flag name="wishes" label="Preferences changed" />
        </div>
      </div>
    </Card>
  )
}

function Choices({ teams }: { teams: readonly Team[] }) {
  const services = useQuery(servicesQuery).data?.services ?? []
  return (
    <>
      <Choice
        name="status"
        label="Status"
        data={customerStatuses.map((value) => ({ value, label: customerStatusLabels[value] }))}
      />
      <Choice
        name="team"
        label="Team"
        data={[
          { value: 'none', label: unassignedGroup },
          ...teams.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Choice
        name="service"
        label="Service"
        data={services.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <Choice
        name="frequency"
        label="Frequency"
        data={customerFrequencies.map((value) => ({
          value,
          label: customerFrequencyLabels[value],
        }))}
      />
    </>
  )
}

type ChoiceProps = {
  name: 'status' | 'team' | 'service' | 'frequency'
  label: string
  data: { value: string; label: string }[]
}

function Choice({ name, label, data }: ChoiceProps) {
  const search = route.useSearch()
  const set = useSetFilter()
  return (
    <Select
      label={label}
      placeholder="Any"
      data={data}
      value={search[name] ?? null}
      onChange={(chosen) => set({ [name]: chosen ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  )
}

function Flag({ name, label }: { name: 'autopay' | 'due' | 'wishes'; label: string }) {
  const search = route.useSearch()
  const set = useSetFilter()
  return (
    <Checkbox
      label={label}
      checked={search[name] === 1}
      onChange={(event) => set({ [name]: event.currentTarget.checked ? 1 : undefined })}
    />
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

/**
 * Changes filters in the URL without a history entry: Back leaves the page instead of going through
 * every typed word. Also clears the selected customer.
 */
function useSetFilter(): (change: Partial<Record<keyof CustomerSearch, unknown>>) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({
      search: (now) => ({ ...now, customer: undefined, ...change }) as CustomerSearch,
      replace: true,
      resetScroll: false,
    })
}

/** The search text in the URL, used by both tabs. */
export function SearchBox(
  props: Pick<TextInputProps, 'aria-label' | 'placeholder' | 'className' | 'maw'>,
) {
  const set = useSetFilter()
  const box = useTyped(route.useSearch().q ?? '', (q) => set({ q: q || undefined }), 120)
  return (
    <TextInput
      type="search"
      maxLength={200}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        box.typed && (
          <ActionIcon variant="subtle" color="gray" aria-label="Clear search" onClick={box.clear}>
            <X size={16} aria-hidden />
          </ActionIcon>
        )
      }
      value={box.typed}
      onChange={(event) => box.type(event.currentTarget.value)}
      {...props}
    />
  )
}

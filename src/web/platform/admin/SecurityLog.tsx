import { Group, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import {
  securityEventNames,
  securityEvents,
  signInWays,
  type PlatformAct,
  type SecurityEntry,
  type SecurityEventName,
} from '../../../domain/base/security-log.ts'
import { api } from '../../app/client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import css from '../../ui/rows.module.css'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'

type Filter = { kind?: SecurityEventName; person_id?: string; organization_id?: string }
type View = 'events' | 'acts'

/** What happened at sign-ins, what was refused or taken out, and what the platform's own people did. */
export function SecurityLog() {
  const [view, setView] = useState<View>('events')
  const [filter, setFilter] = useState<Filter>({})
  const change = (next: Filter) => setFilter({ ...filter, ...next })
  return (
    <Stack gap="lg">
      <Select
        label="Log"
        allowDeselect={false}
        maw={280}
        value={view}
        onChange={(next) => setView(next === 'acts' ? 'acts' : 'events')}
        data={[
          { value: 'events', label: 'Sign-ins and refusals' },
          { value: 'acts', label: 'What Fieldhive staff did' },
        ]}
      />
      <Text>
        {view === 'events'
          ? 'Who signed in, what was refused, and what data was exported. Kept for a year.'
          : 'What admins and sales did, for themselves or acting as someone. Kept for seven years.'}
      </Text>
      <Filters filter={filter} change={change} view={view} />
      {view === 'events' ? <Events filter={filter} /> : <Acts filter={filter} />}
    </Stack>
  )
}

type FiltersProps = { filter: Filter; change: (next: Filter) => void; view: View }

function Filters({ filter, change, view }: FiltersProps) {
  return (
    <Group component="search" aria-label="Filter the log" align="flex-end" gap="sm">
      {view === 'events' && (
        <Select
          label="Kind"
          placeholder="Everything"
          clearable
          flex="1 1 200px"
          data={securityEventNames.map((value) => ({ value, label: securityEvents[value] }))}
          value={filter.kind ?? null}
          onChange={(chosen) => change({ kind: securityEventNames.find((one) => one === chosen) })}
        />
      )}
      <PersonFilter filter={filter} change={change} />
      <OrganizationFilter filter={filter} change={change} />
    </Group>
  )
}

/** Both lists are too long to hold: what is typed is looked up. */
function PersonFilter({ filter, change }: Omit<FiltersProps, 'view'>) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...api['GET /api/admin/users'].query({ query: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label="Person"
      placeholder="Everybody"
      clearable
      searchable
      flex="1 1 200px"
      data={(found.data?.users ?? []).map(({ id, name, email }) => ({
        value: id,
        label: [name, email].filter(Boolean).join(' · '),
      }))}
      filter={({ options }) => options}
      onSearchChange={(typed) => setSearch(typed.split(' · ')[0] ?? '')}
      value={filter.person_id ?? null}
      onChange={(chosen) => change({ person_id: chosen ?? undefined })}
    />
  )
}

function OrganizationFilter({ filter, change }: Omit<FiltersProps, 'view'>) {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...api['GET /api/admin/organizations'].query({ query: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label="Business"
      placeholder="Every business"
      clearable
      searchable
      flex="1 1 200px"
      data={(found.data?.organizations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={filter.organization_id ?? null}
      onChange={(chosen) => change({ organization_id: chosen ?? undefined })}
    />
  )
}

function Events({ filter }: { filter: Filter }) {
  const list = useInfiniteQuery({
    ...api['GET /api/admin/security-events'].pages({ query: { ...filter, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded of={list} failure="Failed to load the log" skeleton={<Bars rows={6} />}>
      {({ pages }) => (
        <Rows
          label="Security log"
          rows={pages
            .flatMap(({ entries }) => entries)
            .map((entry) => (
              <Event key={entry.id} entry={entry} />
            ))}
          of={list}
        />
      )}
    </Loaded>
  )
}

function Acts({ filter: { person_id, organization_id } }: { filter: Filter }) {
  const list = useInfiniteQuery({
    ...api['GET /api/admin/audit'].pages({ query: { person_id, organization_id, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded of={list} failure="Failed to load the log" skeleton={<Bars rows={6} />}>
      {({ pages }) => (
        <Rows
          label="What Fieldhive staff did"
          rows={pages
            .flatMap(({ entries }) => entries)
            .map((act) => (
              <Act key={act.id} act={act} />
            ))}
          of={list}
        />
      )}
    </Loaded>
  )
}

type RowsProps = {
  label: string
  rows: React.ReactNode[]
  of: Parameters<typeof LoadMore>[0]['of']
}

const Rows = ({ label, rows, of }: RowsProps) =>
  rows.length === 0 ? (
    <EmptyState title="Nothing matches" icon={<ShieldCheck size={22} />} />
  ) : (
    <div>
      <ul className={css.rows} aria-label={label}>
        {rows}
      </ul>
      <LoadMore of={of} label="Load older entries" />
    </div>
  )

const joined = (...parts: (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ')

function Event({ entry }: { entry: SecurityEntry }) {
  const { at, event, outcome, person, real_person, organization, ip, device, call, way } = entry
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{securityEvents[event as SecurityEventName] ?? event}</strong>
        <span>
          {person?.label ?? 'Nobody known'}
          {real_person && `, by ${real_person.label}`}
          {organization && ` · ${organization.label}`}
        </span>
        <span className={css.soft}>{joined(momentLabel(at), device, ip)}</span>
        <span className={css.soft}>{joined(way && signInWays[way], call, ...entry.details)}</span>
      </div>
      <div className={css.chips}>
        {outcome === 'failure' && <StatusChip tone="bad">Failed</StatusChip>}
      </div>
    </li>
  )
}

const Act = ({ act: { at, action, person, organization, ip, outcome } }: { act: PlatformAct }) => (
  <li className={css.row}>
    <div className={css.who}>
      <strong>{action}</strong>
      <span>{joined(person?.label, organization?.label)}</span>
      <span className={css.soft}>{joined(momentLabel(at), ip)}</span>
    </div>
    <div className={css.chips}>{outcome && <StatusChip tone="bad">{outcome}</StatusChip>}</div>
  </li>
)

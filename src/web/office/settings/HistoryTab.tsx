import { Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { HistoryEntry } from '../../../api/history.ts'
import type { Sent } from '../../../api/kit.ts'
import { historyKindLabels, historyKindNames } from '../../../domain/base/history.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { momentLabel } from '../../ui/when.ts'
import { ChangeList } from '../../shared/history/RecordHistory.tsx'
import css from '../../shared/history/history.module.css'

const list = 'GET /api/owner/audit'
type Filter = Omit<NonNullable<Sent<typeof list, Calls[typeof list]>['query']>, 'cursor' | 'limit'>
type FiltersProps = { filter: Filter; change: (next: Filter) => void }

/** What everybody did here, for seven years. */
export function HistoryTab() {
  const [filter, setFilter] = useState<Filter>({})
  return (
    <Stack gap="lg">
      <Text>Who changed what, and when. Kept for seven years.</Text>
      <Filters filter={filter} change={(next) => setFilter({ ...filter, ...next })} />
      <Entries filter={filter} />
    </Stack>
  )
}

function Filters({ filter, change }: FiltersProps) {
  const people = useQuery(api['GET /api/owner/people'].query())
  return (
    <search aria-label="Filter the history">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        <Select
          label="Who"
          placeholder="Everybody"
          clearable
          searchable
          data={(people.data?.people ?? []).map(({ id, name, email }) => ({
            value: id,
            label: name ?? email ?? '',
          }))}
          value={filter.person_id ?? null}
          onChange={(chosen) => change({ person_id: chosen ?? undefined })}
        />
        <Select
          label="About"
          placeholder="Everything"
          clearable
          data={historyKindNames.map((value) => ({ value, label: historyKindLabels[value] }))}
          value={filter.kind ?? null}
          onChange={(chosen) => change({ kind: historyKindNames.find((one) => one === chosen) })}
        />
        <DateField
          label="From"
          clearable
          value={filter.from ?? null}
          maxDate={filter.to}
          onChange={(day) => change({ from: day ?? undefined })}
        />
        <DateField
          label="To"
          clearable
          value={filter.to ?? null}
          minDate={filter.from}
          onChange={(day) => change({ to: day ?? undefined })}
        />
      </SimpleGrid>
      <ExportButton filter={filter} />
    </search>
  )
}

function Entries({ filter }: { filter: Filter }) {
  const entries = useInfiniteQuery({
    ...api[list].pages({ query: { ...filter, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded
      of={entries}
      failure="Failed to load the history"
      skeleton={<Bars rows={6} height={64} />}
    >
      {({ pages }) => {
        const all = pages.flatMap((page) => page.entries)
        if (all.length === 0)
          return <EmptyState title="Nothing was done then" icon={<History size={22} />} />
        return (
          <div>
            <ol className={css.entries} aria-label="History">
              {all.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
            <LoadMore of={entries} label="Load older entries" />
          </div>
        )
      }}
    </Loaded>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const zone = useMe().organization_timezone
  const { at, person, by_support, act, changes, refused, ip } = entry
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <strong>{act}</strong>
        <span className={css.soft}>{momentLabel(at, zone)}</span>
      </div>
      <p className={css.soft}>
        {person?.name ?? 'The system'}
        {by_support && ', by Fieldhive support'}
        {ip && ` · ${ip}`}
        {refused && ` · Refused (${refused})`}
      </p>
      <ChangeList changes={changes} />
    </li>
  )
}

const ExportButton = ({ filter }: { filter: Filter }) => (
  <SaveButton
    mt="sm"
    name="history.csv"
    read={() => api['GET /api/owner/audit/export']({ query: filter, timeout_ms: 60_000 })}
    failure="CSV export failed"
  >
    Export CSV
  </SaveButton>
)

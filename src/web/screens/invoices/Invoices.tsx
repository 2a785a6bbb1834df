import { Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  invoiceGroup,
  invoiceGroupLabels,
  invoiceStatuses,
  type InvoiceGroup,
  type InvoiceStatus,
} from '../../../domain/invoice.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { InvoiceRows } from '../../money/InvoiceRows.tsx'
import css from '../../money/invoices.module.css'
import '../../money/live-invoices.ts'
import { groupQuery, type InvoiceFilter } from '../../money/queries.ts'

const debounceMs = 400
const statusLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sent: 'Sent',
  open: 'Open',
  processing: 'Pending',
  failed: 'Failed',
  paid: 'Paid',
  refunded: 'Refunded',
  void: 'Void',
  uncollectible: 'Uncollectible',
}

/** The office's invoices: owed ones first, soonest due on top. */
export default function Invoices() {
  const { status, ...words } = useSearch({ strict: false }) as Record<
    keyof InvoiceFilter,
    string | undefined
  >
  const filter = {
    ...words,
    status: invoiceStatuses.find((known) => known === status),
  } as InvoiceFilter
  const navigate = useNavigate()
  const change = (next: Partial<Record<keyof InvoiceFilter, string | undefined>>) =>
    void navigate({ to: '.', search: { ...filter, ...next } as never, replace: true })
  const groups = (['open', 'paid', 'closed'] as const).filter(
    (group) => !filter.status || invoiceGroup(filter.status) === group,
  )
  return (
    <Page title="Invoices">
      <Stack gap="xl">
        <Filters filter={filter} change={change} />
        {groups.map((group) => (
          <Group key={group} group={group} filter={filter} />
        ))}
      </Stack>
    </Page>
  )
}

type FiltersProps = {
  filter: InvoiceFilter
  change: (next: Partial<Record<keyof InvoiceFilter, string | undefined>>) => void
}

function Filters({ filter, change }: FiltersProps) {
  const [typed, setTyped] = useState(filter.q ?? '')
  const [settled] = useDebouncedValue(typed, debounceMs)
  useEffect(() => {
    if (settled.trim() !== (filter.q ?? '')) change({ q: settled.trim() || undefined })
    // Only what was typed starts a search; the address follows it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return (
    <search aria-label="Filter invoices">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        <TextInput
          className={css.search}
          label="Search"
          placeholder="Customer, number or street"
          leftSection={<Search size={17} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          label="Status"
          placeholder="All"
          clearable
          data={invoiceStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          value={filter.status ?? null}
          onChange={(status) => change({ status: status ?? undefined })}
        />
        <DateField
          label="From"
          placeholder="Any date"
          clearable
          value={filter.date_from ?? null}
          onChange={(date_from) => change({ date_from: date_from ?? undefined })}
        />
        <DateField
          label="To"
          placeholder="Any date"
          clearable
          value={filter.date_to ?? null}
          onChange={(date_to) => change({ date_to: date_to ?? undefined })}
        />
      </SimpleGrid>
    </search>
  )
}

const emptyTexts: Record<InvoiceGroup, string> = {
  open: 'Nothing is due',
  paid: 'No paid invoices yet',
  closed: 'No closed invoices',
}

function Group({ group, filter }: { group: InvoiceGroup; filter: InvoiceFilter }) {
  const invoices = useInfiniteQuery(groupQuery(group, filter))
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <section aria-labelledby={`group-${group}`}>
      <Title order={2} id={`group-${group}`} mb="sm">
        {invoiceGroupLabels[group]}
      </Title>
      <Loaded
        of={invoices}
        failure="Failed to load invoices"
        skeleton={<Bars rows={group === 'open' ? 4 : 2} height={64} />}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0)
            return (
              <EmptyState
                title={isFiltered ? 'No invoices match' : emptyTexts[group]}
                icon={<FileText size={22} />}
              />
            )
          return (
            <>
              <InvoiceRows invoices={items} />
              <LoadMore
                of={invoices}
                label={`Load more ${invoiceGroupLabels[group].toLowerCase()} invoices`}
              />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

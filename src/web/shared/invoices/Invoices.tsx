import { Button, Group as Row, Select, SimpleGrid, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import {
  invoiceGroup,
  invoiceGroupLabels,
  invoiceStatuses,
  type InvoiceGroup,
  type InvoiceStatus,
} from '../../../domain/money/invoice.ts'
import {
  invoiceTileLabels,
  invoiceTiles,
  type InvoiceTile,
} from '../../../domain/money/invoice-tile.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { officeRoles } from '../../../domain/base/roles.ts'
import { useHasRole } from '../../app/me.ts'
import { summaryQuery } from '../money/billing-queries.ts'
import { PaymentsOff } from '../money/PaymentsOff.tsx'
import { InvoiceRows } from '../money/InvoiceRows.tsx'
import css from '../money/invoices.module.css'
import '../money/live-invoices.ts'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { groupQuery, type InvoiceFilter } from '../money/queries.ts'

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
  uncollectible: 'Written off',
}

type Change = Partial<Record<keyof InvoiceFilter | 'group', string | undefined>>

/** The office's invoices: owed ones first, soonest due on top. */
export default function Invoices() {
  const { status, group: only, ...words } = useSearch({ strict: false }) as Change
  const filter = {
    ...words,
    status: invoiceStatuses.find((known) => known === status),
  } as InvoiceFilter
  const navigate = useNavigate()
  const isOffice = useHasRole(...officeRoles)
  const change = (next: Change) =>
    void navigate({ to: '.', search: { ...filter, group: only, ...next } as never, replace: true })
  const groups = (['open', 'paid', 'closed'] as const).filter(
    (group) =>
      (!only || only === group) &&
      (!filter.status || invoiceGroup(filter.status) === group) &&
      (!filter.tile || group === 'open'),
  )
  return (
    <Page title="Invoices" actions={isOffice && <Actions />}>
      <Stack gap="xl">
        {isOffice && (
          <Tiles
            chosen={filter.tile}
            choose={(tile) => change({ tile, status: undefined, group: undefined })}
          />
        )}
        <Filters filter={filter} change={change} />
        {groups.map((group) => (
          <Group key={group} group={group} filter={filter} />
        ))}
      </Stack>
    </Page>
  )
}

type TilesProps = {
  chosen: InvoiceTile | undefined
  choose: (tile: InvoiceTile | undefined) => void
}

/** All that is open, and the tiles it adds up from; each shows only its own invoices. */
function Tiles({ chosen, choose }: TilesProps) {
  const summary = useQuery(summaryQuery)
  return (
    <Loaded of={summary} failure="Failed to load the sums" skeleton={<Bars rows={1} height={84} />}>
      {(sums) => (
        <Stack gap="sm">
          <PaymentsOff summary={sums} />
          <section aria-label="Open invoices" className={css.tiles}>
            {(['open', ...invoiceTiles] as const).map((key) => (
              <button
                key={key}
                type="button"
                className={css.tile}
                aria-pressed={key === (chosen ?? 'open')}
                data-calls={(isCalling(key) && sums[key].count > 0) || undefined}
                onClick={() => choose(key === 'open' ? undefined : key)}
              >
                <span>{key === 'open' ? 'All open' : invoiceTileLabels[key]}</span>
                <strong>{formatCents(sums[key].cents)}</strong>
                <span>
                  {sums[key].count} {sums[key].count === 1 ? 'invoice' : 'invoices'}
                </span>
              </button>
            ))}
          </section>
        </Stack>
      )}
    </Loaded>
  )
}

const isCalling = (key: InvoiceTile | 'open') => key === 'overdue' || key === 'declined'

const Actions = () => (
  <Row gap="xs">
    <Button component={Link} to="/app/invoices/to-bill" variant="default">
      To bill
    </Button>
    <Button component={Link} to="/app/receivables" variant="default">
      Receivables
    </Button>
    <NewInvoice />
  </Row>
)

function NewInvoice() {
  const sheet = useSheet('new-invoice')
  const navigate = useNavigate()
  return (
    <>
      <Button leftSection={<Plus size={17} aria-hidden />} onClick={() => sheet.show(true)}>
        New invoice
      </Button>
      <InvoiceSheet
        key={sheet.key}
        detail={null}
        opened={sheet.opened}
        onClose={sheet.hide}
        made={(id) => void navigate({ to: '/app/invoices/$id', params: { id } as never })}
      />
    </>
  )
}

type FiltersProps = {
  filter: InvoiceFilter
  change: (next: Change) => void
}

function Filters({ filter, change }: FiltersProps) {
  return (
    <search aria-label="Filter invoices">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        <SearchField
          className={css.search}
          label="Search"
          placeholder="Customer, number or street"
          value={filter.q ?? ''}
          change={(q) => change({ q: q || undefined })}
        />
        <Select
          className={css.search}
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

import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Banknote, ChevronLeft, ChevronRight, Search } from 'lucide-react'
import { type ReactNode } from 'react'
import {
  paymentStatuses,
  paymentStatusLabels,
  type Payment,
} from '../../../domain/money/payment.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { ApiError, errorText } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Failure, Page } from '../../ui/Page.tsx'
import '../../shared/money/live-invoices.ts'
import { reloadInvoices, reloadPayments } from '../../shared/money/queries.ts'
import { NoAccount } from './NoAccount.tsx'
import { PaymentRows } from './PaymentRows.tsx'
import css from './payments.module.css'
import { RefundSheet } from '../../shared/money/RefundSheet.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { usePayments, type FilterChange, type PaymentFilter } from './use-payments.ts'
import { useSheet } from '../../ui/use-sheet.ts'

type Props = {
  title: string
  sizes: readonly number[]
  usual: number
  /** Messages for a failed call, and for a failure in its response. */
  failure: { call: string; answer: string }
  /** Shown above the payments: what needs a person. */
  before?: ReactNode
  /** Shown below them: what is good to know. */
  after?: ReactNode
}

export function PaymentsReport({ title, sizes, usual, failure, before, after }: Props) {
  const payments = usePayments(usual, sizes)
  const refunding = useSheet<Payment>('refund')
  return (
    <Page
      title={title}
      about="Incoming payments for your Stripe Connect account"
      actions={
        <SaveButton
          name={`${title.toLowerCase()}.csv`}
          read={payments.exportCsv}
          failure="CSV export failed"
        >
          Export CSV
        </SaveButton>
      }
    >
      <Stack gap="lg">
        {before}
        <Filters filter={payments.filter} change={payments.change} sizes={sizes} />
        <Rows payments={payments} failure={failure} refund={refunding.show} />
        <Pages payments={payments} />
        {after}
      </Stack>
      {refunding.opened && refunding.about && (
        <RefundSheet
          payment={refunding.about}
          onClose={refunding.hide}
          onRefunded={() => void Promise.all([reloadPayments(), reloadInvoices()])}
        />
      )}
    </Page>
  )
}

type Payments = { payments: ReturnType<typeof usePayments> }

function Rows({
  payments: { rows, filter },
  failure,
  refund,
}: Payments & Pick<Props, 'failure'> & { refund: (payment: Payment) => void }) {
  const canRefund = hasRole(useMe().roles, officeRoles)
  if (!rows.data && !rows.error) return <Bars rows={6} height={56} />
  if (!rows.data) {
    // The call succeeded, but its response reports a failure.
    const isAnswered = rows.error instanceof ApiError && rows.error.status === 200
    return (
      <Failure
        text={errorText(rows.error, isAnswered ? failure.answer : failure.call)}
        retry={() => void rows.refetch()}
        busy={rows.isFetching}
      />
    )
  }
  if (rows.data.items.length === 0)
    return rows.data.hasAccount ? <NoPayments filter={filter} /> : <NoAccount />
  return (
    <div aria-busy={rows.isPlaceholderData} style={{ opacity: rows.isPlaceholderData ? 0.6 : 1 }}>
      <PaymentRows payments={rows.data.items} refund={canRefund ? refund : null} />
    </div>
  )
}

function NoPayments({ filter }: { filter: PaymentFilter }) {
  const isFiltered = Boolean(filter.q || filter.status || filter.from || filter.to)
  return (
    <EmptyState
      title={isFiltered ? 'No payments match' : 'No payments yet'}
      icon={<Banknote size={22} />}
    >
      {isFiltered ? 'Try other dates or another status.' : 'What your customers pay appears here.'}
    </EmptyState>
  )
}

function Pages({ payments: { page, rows, previous, next } }: Payments) {
  if (page === 1 && !rows.data?.has_more) return null
  return (
    <Group justify="center" component="nav" aria-label="Pages">
      <Button
        variant="default"
        leftSection={<ChevronLeft size={17} aria-hidden />}
        disabled={page === 1}
        onClick={previous}
      >
        Previous
      </Button>
      <Text>Page {page}</Text>
      <Button
        variant="default"
        rightSection={<ChevronRight size={17} aria-hidden />}
        disabled={!rows.data?.has_more}
        onClick={next}
      >
        Next
      </Button>
    </Group>
  )
}

// Several provider states share a label; the list offers each label once.
const offered = paymentStatuses.filter(
  (status) => !['requires_capture', 'requires_action'].includes(status),
)

function Filters({
  filter,
  change,
  sizes,
}: {
  filter: PaymentFilter
  change: (next: FilterChange) => void
  sizes: readonly number[]
}) {
  return (
    <search aria-label="Filter payments">
      <SimpleGrid cols={{ base: 2, lg: 5 }} spacing="sm">
        <TextInput
          className={css.search}
          label="Search"
          placeholder="Customer or payment"
          leftSection={<Search size={17} aria-hidden />}
          value={filter.q}
          maxLength={200}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
        <Select
          label="Status"
          placeholder="All"
          clearable
          data={offered.map((value) => ({ value, label: paymentStatusLabels[value] }))}
          value={filter.status}
          onChange={(status) => change({ status: status })}
        />
        <DateField
          label="From"
          placeholder="Any date"
          clearable
          value={filter.from}
          onChange={(from) => change({ from })}
        />
        <DateField
          label="To"
          placeholder="Any date"
          clearable
          value={filter.to}
          onChange={(to) => change({ to })}
        />
        <Select
          label="Per page"
          allowDeselect={false}
          data={sizes.map((size) => String(size))}
          value={String(filter.limit)}
          onChange={(limit) => change({ limit: Number(limit) })}
        />
      </SimpleGrid>
    </search>
  )
}

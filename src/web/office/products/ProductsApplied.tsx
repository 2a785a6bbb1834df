import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { addDays } from '../../../domain/base/dates.ts'
import { amountText, type ProductApplication } from '../../../domain/flows/product.ts'
import { applicationRules } from '../../../domain/flows/product-void.ts'
import { api } from '../../app/client.ts'
import { useToday, useZone } from '../../app/today.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import css from '../../ui/rows.module.css'
import { Licenses } from './Licenses.tsx'
import { ProductList } from './ProductList.tsx'
import { applications, productsQuery, refreshProducts } from './queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'

type Filter = { from: string; to: string; customer_id?: string; product_id?: string }
const usualDays = 30

/** The record of products applied, for the office and for an inspector. */
export default function ProductsApplied() {
  const today = useToday()
  const [filter, setFilter] = useState<Filter>({ from: addDays(today, -usualDays), to: today })
  const products = useQuery(productsQuery)
  return (
    <Page
      title="Products applied"
      about="What your crews applied, where and when, as they recorded it"
      actions={
        <SaveButton
          name={`products-applied-${filter.from}-${filter.to}.csv`}
          read={() => api['GET /api/owner/applications/export']({ query: filter })}
          failure="CSV export failed"
        >
          Export CSV
        </SaveButton>
      }
    >
      <Stack gap="lg">
        <Filters filter={filter} change={(next) => setFilter({ ...filter, ...next })} />
        <Lines filter={filter} />
        <Loaded of={products} failure="Failed to load products" skeleton={<Bars rows={2} />}>
          {(list) => <ProductList products={list.products} />}
        </Loaded>
        <Licenses />
      </Stack>
    </Page>
  )
}

type FiltersProps = { filter: Filter; change: (next: Partial<Filter>) => void }

function Filters({ filter, change }: FiltersProps) {
  const products = useQuery(productsQuery).data?.products ?? []
  const customers = useQuery(api['GET /api/schedule/candidates'].query()).data?.customers ?? []
  return (
    <search aria-label="Filter the record">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        <DateField
          label="From"
          value={filter.from}
          maxDate={filter.to}
          onChange={(from) => from && change({ from })}
        />
        <DateField
          label="To"
          value={filter.to}
          minDate={filter.from}
          onChange={(to) => to && change({ to })}
        />
        <Select
          label="Customer"
          placeholder="Everybody"
          clearable
          searchable
          limit={50}
          data={customers.map(({ id, name }) => ({ value: id, label: name ?? 'Unnamed' }))}
          value={filter.customer_id ?? null}
          onChange={(id) => change({ customer_id: id ?? undefined })}
        />
        <Select
          label="Product"
          placeholder="All products"
          clearable
          data={products.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.product_id ?? null}
          onChange={(id) => change({ product_id: id ?? undefined })}
        />
      </SimpleGrid>
    </search>
  )
}

function Lines({ filter }: { filter: Filter }) {
  const list = useQuery({
    ...applications.query({ query: filter }),
    placeholderData: keepPreviousData,
  })
  const voiding = useSheet<ProductApplication>('void')
  return (
    <Loaded of={list} failure="Failed to load the record" skeleton={<Bars rows={4} height={86} />}>
      {({ items, is_cut }) =>
        items.length === 0 ? (
          <EmptyState title="Nothing was applied then" icon={<FlaskConical size={22} />}>
            Crews record it at a stop, where the service says so.
          </EmptyState>
        ) : (
          <>
            {is_cut && (
              <Text>Only the latest 500 are shown: narrow the dates, or export them.</Text>
            )}
            <ol className={css.rows} aria-label="Products applied">
              {items.map((line) => (
                <Line key={line.id} line={line} onVoid={() => voiding.show(line)} />
              ))}
            </ol>
            {voiding.about && (
              <VoidSheet
                key={voiding.key}
                line={voiding.about}
                opened={voiding.opened}
                onClose={voiding.hide}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Line({ line, onVoid }: { line: ProductApplication; onVoid: () => void }) {
  return (
    <li className={css.row}>
      <Facts line={line} />
      {line.void_reason ? (
        <StatusChip tone="calm">Voided</StatusChip>
      ) : (
        <Refusable
          variant="default"
          size="xs"
          refusal={applicationRules.void({ ...line, crew: null })}
          aria-label={`Void ${line.product_name} at ${line.customer_name ?? 'customer'}`}
          onClick={onVoid}
        >
          Void
        </Refusable>
      )}
    </li>
  )
}

/** All that an inspector asks for. */
function Facts({ line }: { line: ProductApplication }) {
  const zone = useZone()
  const where = [line.area, line.target, line.method].filter(Boolean).join(' · ')
  const weather = [
    line.wind_mph !== null && `Wind ${line.wind_mph} mph`,
    line.temperature_f !== null && `${line.temperature_f} °F`,
  ]
    .filter(Boolean)
    .join(' · ')
  const what = `${line.product_name}, ${amountText(line)}`
  const license = line.license_number ? `license ${line.license_number}` : 'no license number'
  return (
    <div className={css.who}>
      <strong>{line.void_reason ? <s>{what}</s> : what}</strong>
      <span className={css.soft}>
        {line.epa_number ? `EPA Reg. No. ${line.epa_number}` : 'No EPA number'}
      </span>
      <span>
        <CustomerLink id={line.customer_id}>{line.customer_name ?? 'Customer'}</CustomerLink>
        {line.address && `, ${line.address}`}
      </span>
      {where && <span className={css.soft}>{where}</span>}
      {weather && <span className={css.soft}>{weather}</span>}
      <span className={css.soft}>
        {momentLabel(line.applied_at, zone)} · {line.applicator_name ?? 'Unnamed'}, {license}
      </span>
      {line.void_reason && (
        <span>
          Voided{line.voided_by && ` by ${line.voided_by}`}
          {line.voided_at && `, ${momentLabel(line.voided_at, zone)}`}: {line.void_reason}
        </span>
      )}
    </div>
  )
}

type Props = { line: ProductApplication; opened: boolean; onClose: () => void }

/** Marks a record as a mistake; it stays in the list. */
function VoidSheet({ line, opened, onClose }: Props) {
  const cache = useQueryClient()
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : 'Say why.') },
    failure: 'Failed to void the record',
    send: ({ reason }) =>
      api['POST /api/owner/applications/{id}/void']({
        params: { id: line.id },
        body: { reason: reason.trim() },
      }),
    sent: async () => {
      await refreshProducts(cache)
      toast.done('Voided')
      onClose()
    },
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`Void ${line.product_name}`}
      action="Void"
      size="sm"
    >
      <Text>The record stays in the list and in the file, marked as voided with your reason.</Text>
      <TextInput label="Reason" maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormSheet>
  )
}

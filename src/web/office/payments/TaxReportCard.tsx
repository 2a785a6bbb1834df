import { Card, Group, Select, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthNames } from '../../../domain/base/dates.ts'
import { taxLabel } from '../../../domain/money/tax.ts'
import type { EndingCertificate, TaxReportRow } from '../../../domain/money/tax-report.ts'
import { api } from '../../app/client.ts'
import { useTaxRates } from '../../shared/money/tax-rates.ts'
import { useToday } from '../../app/today.ts'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { dateLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import css from './revenue.module.css'

/** How many years back the report can be opened. */
const years = 7

/** Sales tax by month and rate; only for a business that has rates. */
export const TaxReportCard = () => (useTaxRates().length > 0 ? <Report /> : null)

function Report() {
  const thisYear = Number(useToday().slice(0, 4))
  const [year, setYear] = useState(String(thisYear))
  const query = { from: `${year}-01`, to: `${year}-12` }
  const report = useQuery({
    ...api['GET /api/owner/tax-report'].query({ query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card component="section" aria-labelledby="sales-tax">
      <Group justify="space-between" align="flex-end" gap="sm" mb="md">
        <Title order={2} id="sales-tax">
          Sales tax
        </Title>
        <Group gap="sm" align="flex-end">
          <Select
            label="Year"
            w={110}
            allowDeselect={false}
            data={Array.from({ length: years }, (_, at) => String(thisYear - at))}
            value={year}
            onChange={(value) => value && setYear(value)}
          />
          <SaveButton
            name={`sales-tax-${year}.csv`}
            read={() => api['GET /api/owner/tax-report']({ query: { ...query, format: 'csv' } })}
            failure="CSV export failed"
          >
            Export CSV
          </SaveButton>
        </Group>
      </Group>
      <Loaded
        of={report}
        failure="Failed to load sales tax"
        skeleton={<Bars rows={3} height={44} />}
      >
        {({ rows, certificates }) => (
          <>
            <Certificates certificates={certificates} />
            {rows.length ? (
              <Rows rows={rows} />
            ) : (
              <Text c="dimmed">Nothing was taxed in this year.</Text>
            )}
            <Text c="dimmed" fz="sm" mt="sm">
              Billed: by the month the invoice was issued, without void invoices. Collected: by the
              month of the payment, less refunds.
            </Text>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Certificates({ certificates }: { certificates: readonly EndingCertificate[] }) {
  if (certificates.length === 0) return null
  return (
    <Notice mb="md" title="Exemption certificates to renew">
      {certificates.map((one) => (
        <div key={one.customer_id}>
          <CustomerLink id={one.customer_id}>{one.customer_name ?? 'Customer'}</CustomerLink>
          {one.is_expired ? ': expired on ' : ': ends on '}
          {dateLabel(one.tax_exempt_until)}
        </div>
      ))}
    </Notice>
  )
}

function Rows({ rows }: { rows: readonly TaxReportRow[] }) {
  const sum = (field: 'sales_cents' | 'billed_cents' | 'collected_cents') =>
    rows.reduce((all, row) => all + row[field], 0)
  return (
    <div className={css.scroll}>
      <Table className={css.taxes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Month</Table.Th>
            <Table.Th scope="col">Rate</Table.Th>
            <Table.Th scope="col">Taxed sales</Table.Th>
            <Table.Th scope="col">Tax billed</Table.Th>
            <Table.Th scope="col">Tax collected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.month} ${row.rate_ppm} ${row.name}`}>
              <Table.Th scope="row">{monthName(row.month)}</Table.Th>
              <Table.Td>{taxLabel(row, 'Entered by hand')}</Table.Td>
              <Amounts of={[row.sales_cents, row.billed_cents, row.collected_cents]} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">All</Table.Th>
            <Table.Td />
            <Amounts of={[sum('sales_cents'), sum('billed_cents'), sum('collected_cents')]} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}

const Amounts = ({ of }: { of: readonly [number, number, number] }) =>
  of.map((cents, at) => (
    <Table.Td key={at}>
      <Money cents={cents} />
    </Table.Td>
  ))

const monthName = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`

import { Card, Group, Select, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, monthNames, type LocalDate } from '../../../domain/base/dates.ts'
import {
  RevenueGroup,
  revenueGroups,
  type Revenue,
  type RevenueRow,
} from '../../../domain/money/revenue.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useToday } from '../../app/today.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import css from './revenue.module.css'

const labels: Record<RevenueGroup, string> = {
  month: 'Month',
  service: 'Service',
  team: 'Team',
  customer: 'Customer',
}
const without: Record<RevenueGroup, string> = {
  month: '',
  service: 'Other lines',
  team: 'Without a team',
  customer: 'Customer',
}

const report = api['GET /api/owner/revenue']
asksAgain(['invoice.*', 'payment_updated'], report.key())

/** What was billed, where it comes from, and what was collected of it. */
export function RevenueCard() {
  const today = useToday()
  const [by, setBy] = useState<RevenueGroup>('month')
  const [from, setFrom] = useState<LocalDate>(() => addDays(today, -364))
  const [to, setTo] = useState<LocalDate>(today)
  const revenue = useQuery({
    ...report.query({ query: { by, from, to } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card component="section" aria-labelledby="revenue">
      <Title order={2} id="revenue" mb="md">
        Revenue
      </Title>
      <Group gap="sm" align="flex-end" mb="md">
        <Select
          label="By"
          w={140}
          allowDeselect={false}
          data={revenueGroups.map((value) => ({ value, label: labels[value] }))}
          value={by}
          onChange={(value) => setBy(RevenueGroup.parse(value))}
        />
        <DateField
          label="Issued from"
          w={190}
          value={from}
          onChange={(day) => day && setFrom(day)}
        />
        <DateField label="To" w={190} value={to} onChange={(day) => day && setTo(day)} />
      </Group>
      <Loaded
        of={revenue}
        failure="Failed to load revenue"
        skeleton={<Bars rows={3} height={44} />}
      >
        {({ rows, others }) =>
          rows.length ? (
            <Rows rows={rows} others={others} by={by} />
          ) : (
            <Text c="dimmed">Nothing was billed in this time.</Text>
          )
        }
      </Loaded>
    </Card>
  )
}

function Rows({ rows, others, by }: Revenue & { by: RevenueGroup }) {
  const sum = (field: 'billed_cents' | 'collected_cents') =>
    rows.reduce((all, row) => all + row[field], others?.[field] ?? 0)
  return (
    <div className={css.scroll}>
      <Table className={css.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{labels[by]}</Table.Th>
            <Table.Th scope="col">Invoices</Table.Th>
            <Table.Th scope="col">Billed</Table.Th>
            <Table.Th scope="col">Collected of it</Table.Th>
            <Table.Th scope="col">Not collected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key ?? ''}>
              <Table.Th scope="row">{nameOf(row, by)}</Table.Th>
              <Table.Td>{row.invoices}</Table.Td>
              <Amounts billed={row.billed_cents} collected={row.collected_cents} />
            </Table.Tr>
          ))}
          {others && (
            <Table.Tr>
              <Table.Th scope="row">{`${others.count} others`}</Table.Th>
              <Table.Td />
              <Amounts billed={others.billed_cents} collected={others.collected_cents} />
            </Table.Tr>
          )}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">All</Table.Th>
            <Table.Td />
            <Amounts billed={sum('billed_cents')} collected={sum('collected_cents')} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}

const Amounts = ({ billed, collected }: { billed: number; collected: number }) => (
  <>
    <Table.Td>
      <Money cents={billed} strong />
    </Table.Td>
    <Table.Td>
      <Money cents={collected} />
    </Table.Td>
    <Table.Td>
      <Money cents={billed - collected} />
    </Table.Td>
  </>
)

function nameOf({ key, label }: RevenueRow, by: RevenueGroup): string {
  if (by === 'month' && key)
    return `${monthNames[Number(key.slice(5)) - 1] ?? ''} ${key.slice(0, 4)}`
  return label ?? without[by]
}

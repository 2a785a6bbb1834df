import { Card, Group, Select, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { addDays, addMonthsClamped, monthNames } from '../../../domain/base/dates.ts'
import { api } from '../../app/client.ts'
import { useToday } from '../../app/today.ts'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'

/** How many months back the report can be opened. */
const months = 24

/** What customers tipped in a month, by team and person. */
export function TipsCard() {
  const today = useToday()
  const first = `${today.slice(0, 7)}-01`
  const [from, setFrom] = useState(first)
  const query = { from, to: addDays(addMonthsClamped(from, 1), -1) }
  const report = useQuery({
    ...api['GET /api/owner/tips'].query({ query }),
    placeholderData: keepPreviousData,
  })
  if (report.data && !report.data.is_on) return null
  return (
    <Card component="section" aria-labelledby="tips">
      <Head from={from} to={query.to} choose={setFrom} first={first} />
      <Loaded of={report} failure="Failed to load tips" skeleton={<Bars rows={2} height={44} />}>
        {(tips) =>
          tips.rows.length ? <Rows tips={tips} /> : <Text c="dimmed">No tips this month.</Text>
        }
      </Loaded>
      <Text c="dimmed" fz="sm" mt="sm">
        By the day they were paid, less refunds. Each is shared equally among those of the team who
        were on the clock on the day of the visit.
      </Text>
    </Card>
  )
}

type HeadProps = {
  from: string
  to: string
  /** The first day of this month. */
  first: string
  choose: (from: string) => void
}

const Head = ({ from, to, first, choose }: HeadProps) => (
  <Group justify="space-between" align="flex-end" gap="sm" mb="md">
    <Title order={2} id="tips">
      Tips
    </Title>
    <Group gap="sm" align="flex-end">
      <Select
        label="Month"
        w={180}
        allowDeselect={false}
        data={monthsUntil(first)}
        value={from}
        onChange={(value) => value && choose(value)}
      />
      <SaveButton
        name={`tips-${from.slice(0, 7)}.csv`}
        read={() => api['GET /api/owner/tips']({ query: { from, to, format: 'csv' } })}
        failure="CSV export failed"
      >
        Export CSV
      </SaveButton>
    </Group>
  </Group>
)

/** This month and those before, each by its first day. */
const monthsUntil = (first: string) =>
  Array.from({ length: months }, (_, at) => {
    const value = addMonthsClamped(first, -at)
    return { value, label: `${monthNames[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}` }
  })

type Tips = Answer<Calls['GET /api/owner/tips']>

const Rows = ({ tips: { rows, total_cents } }: { tips: Tips }) => (
  <Table>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">Team</Table.Th>
        <Table.Th scope="col">Person</Table.Th>
        <Table.Th scope="col" ta="right">
          Tips
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={`${row.team} ${row.person_id}`}>
          <Table.Td>{row.team ?? 'No team'}</Table.Td>
          <Table.Td>{personOf(row)}</Table.Td>
          <Table.Td ta="right">
            <Money cents={row.tip_cents} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
    <Sum cents={total_cents} />
  </Table>
)

const Sum = ({ cents }: { cents: number }) => (
  <Table.Tfoot>
    <Table.Tr>
      <Table.Th scope="row" colSpan={2}>
        All
      </Table.Th>
      <Table.Td ta="right">
        <Money cents={cents} strong />
      </Table.Td>
    </Table.Tr>
  </Table.Tfoot>
)

const personOf = ({ person, person_id }: Tips['rows'][number]): string =>
  person ?? (person_id ? 'Someone who left' : 'Nobody was on the clock')

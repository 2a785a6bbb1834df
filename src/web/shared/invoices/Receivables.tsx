import { Button, Card, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { HandCoins, Mail } from 'lucide-react'
import { useState } from 'react'
import { ages, type Age, type Receivables as Owed } from '../../../domain/money/receivables.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { useHasRole } from '../../app/me.ts'
import { officeRoles } from '../../../domain/base/roles.ts'
import { receivablesQuery } from '../money/billing-queries.ts'
import '../money/live-invoices.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { dateLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import css from './receivables.module.css'

const ageLabels: Record<Age, string> = {
  current: 'Current',
  d1_30: '1–30 days late',
  d31_60: '31–60 days',
  d61_90: '61–90 days',
  d91: 'Over 90 days',
}
type Debtor = Owed['customers'][number]

/** Who owes what, by how late it is. */
export default function Receivables() {
  const owed = useQuery(receivablesQuery)
  return (
    <Page
      title="Receivables"
      about="What customers owe, by how late it is"
      actions={owed.data && owed.data.customers.length > 0 && <MailToAll />}
    >
      <Loaded of={owed} failure="Failed to load receivables" skeleton={<Bars rows={4} />}>
        {(data) =>
          data.customers.length ? (
            <Shown owed={data} />
          ) : (
            <EmptyState title="Nobody owes you anything" icon={<HandCoins size={22} />} />
          )
        }
      </Loaded>
    </Page>
  )
}

const Shown = ({ owed }: { owed: Owed }) => (
  <Card component="section" aria-label="Receivables" p={0} className={css.card}>
    <Table className={css.table} verticalSpacing="sm" horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Customer</Table.Th>
          {ages.map((age) => (
            <Table.Th key={age} scope="col">
              {ageLabels[age]}
            </Table.Th>
          ))}
          <Table.Th scope="col">Total</Table.Th>
          <Table.Th scope="col">Statement</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {owed.customers.map((one) => (
          <Row key={one.customer_id} debtor={one} />
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">All customers</Table.Th>
          {ages.map((age) => (
            <Table.Td key={age} data-label={ageLabels[age]}>
              <Money cents={owed.sums[age]} strong />
            </Table.Td>
          ))}
          <Table.Td data-label="Total">
            <Money cents={owed.sums.total_cents} strong />
          </Table.Td>
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
    {owed.has_more && (
      <Text c="dimmed" p="md">
        Those who owe most are listed; the sums are of all customers.
      </Text>
    )}
  </Card>
)

function Row({ debtor }: { debtor: Debtor }) {
  const name = debtor.name ?? 'Customer'
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Name debtor={debtor} name={name} />
        <Text c="dimmed" fz="sm">
          {debtor.invoices} {debtor.invoices === 1 ? 'invoice' : 'invoices'}
          {debtor.oldest_due ? ` · oldest due ${dateLabel(debtor.oldest_due)}` : ''}
          {debtor.late_fee_cents > 0 ? ` · ${formatCents(debtor.late_fee_cents)} in late fees` : ''}
          {debtor.underway_cents > 0
            ? ` · ${formatCents(debtor.underway_cents)} on its way from the bank`
            : ''}
        </Text>
      </Table.Th>
      {ages.map((age) => (
        <Table.Td key={age} data-label={ageLabels[age]} data-none={!debtor[age] || undefined}>
          <Money cents={debtor[age]} />
        </Table.Td>
      ))}
      <Table.Td data-label="Total">
        <Money cents={debtor.total_cents} strong />
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <StatementButton id={debtor.customer_id} name={name} />
          <MailButton id={debtor.customer_id} name={name} />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

const Name = ({ debtor, name }: { debtor: Debtor; name: string }) => (
  <Text fw={600}>
    <CustomerLink id={debtor.customer_id}>{name}</CustomerLink>
  </Text>
)

/** Mails every customer who owes something a statement, after a question. */
function MailToAll() {
  const isOffice = useHasRole(...officeRoles)
  const asking = useSheet('mail-statements')
  if (!isOffice) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<Mail size={17} aria-hidden />}
        onClick={() => asking.show(true)}
      >
        Send statements
      </Button>
      <ConfirmDialog
        opened={asking.opened}
        onClose={asking.hide}
        title="Send a statement to everyone who owes you?"
        confirm="Send statements"
        failure="Failed to send the statements"
        onConfirm={async () => {
          const { count } = await api['POST /api/owner/receivables/statements']({ body: {} })
          toast.done(
            count === 1 ? '1 statement is on its way' : `${count} statements are on their way`,
          )
        }}
      >
        Each customer gets their invoices and payments of the past 90 days as PDF, with a link to
        pay what is due first. Each customer gets at most one a day this way, and none while a bank
        payment of all they owe is on its way.
      </ConfirmDialog>
    </>
  )
}

function MailButton({ id, name }: { id: string; name: string }) {
  const isOffice = useHasRole(...officeRoles)
  const [key, setKey] = useState(newIdempotencyKey)
  const send = useMutation({
    mutationFn: () =>
      api['POST /api/owner/customers/{id}/statement']({
        params: { id },
        body: {},
        idempotency_key: key,
      }),
    onSuccess: ({ sent, reason }) => {
      setKey(newIdempotencyKey())
      if (sent) toast.done(`On its way to ${name}`)
      else toast.problem(reason ?? 'It could not go out. The customer’s messages say why.')
    },
    onError: (error) => toast.failed(error, 'Failed to send the statement'),
  })
  if (!isOffice) return null
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={send.isPending}
      aria-label={`Email a statement to ${name}`}
      onClick={() => send.mutate()}
    >
      Email
    </Button>
  )
}

const StatementButton = ({ id, name }: { id: string; name: string }) => (
  <SaveButton
    size="compact-md"
    aria-label={`Statement of ${name}`}
    name="statement.pdf"
    read={() =>
      api['GET /api/owner/customers/{id}/statement']({
        params: { id },
        query: {},
        timeout_ms: 60_000,
      })
    }
    failure="The statement could not be made"
  >
    PDF
  </SaveButton>
)

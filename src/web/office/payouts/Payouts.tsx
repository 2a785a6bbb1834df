import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Landmark, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { todayIn } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type {
  Payout,
  PayoutLine,
  PayoutLineKind,
  PayoutStatus,
} from '../../../domain/money/payout.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { dateLabel } from '../../ui/when.ts'
import css from './payouts.module.css'

const list = api['GET /api/owner/payouts']
asksAgain(['payment_updated'], list.key())

const statuses: Record<PayoutStatus, [label: string, tone: Tone]> = {
  pending: ['On its way', 'wait'],
  in_transit: ['On its way', 'wait'],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'bad'],
  canceled: ['Canceled', 'calm'],
}
const kinds: Record<PayoutLineKind, string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Stripe fee',
  other: 'Adjustment',
}

/** What Stripe paid to the bank, and what each of these lines on the bank statement is made of. */
export default function Payouts() {
  const pages = useInfiniteQuery(list.pages({ query: { limit: 20 } }))
  return (
    <Page title="Payouts" about="What Stripe paid to your bank, and what each payout includes">
      <Loaded of={pages} failure="Failed to load payouts" skeleton={<Bars rows={4} height={84} />}>
        {({ pages: loaded }) => {
          const payouts = loaded.flatMap((page) => page.payouts)
          if (!payouts.length)
            return (
              <EmptyState title="No payouts yet" icon={<Landmark size={22} />}>
                Stripe pays out what your customers paid, usually after two working days.
              </EmptyState>
            )
          return (
            <>
              <ul className={css.list} aria-label="Payouts">
                {payouts.map((payout) => (
                  <Row key={payout.id} payout={payout} />
                ))}
              </ul>
              <LoadMore of={pages} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Row({ payout }: { payout: Payout }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const day = dateLabel(payout.arrival_date)
  return (
    <li className={css.payout}>
      <Head payout={payout} day={day} />
      {payout.status === 'failed' && <Failed payout={payout} />}
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`Details of the payout of ${day}`}
          rightSection={<ChevronDown size={15} aria-hidden className={css.chevron} />}
          onClick={() => setOpen(!isOpen)}
        >
          Details
        </Button>
        {payout.is_reconciled && <ExportButton payout={payout} day={day} />}
      </Group>
      <div id={id}>{isOpen && <Lines payout={payout} />}</div>
    </li>
  )
}

type Part = { payout: Payout; day: string }

function Head({ payout, day }: Part) {
  const [label, tone] = statuses[payout.status]
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <Text fw={650}>{day}</Text>
          <StatusChip tone={tone}>{label}</StatusChip>
        </Group>
        <Text c="dimmed" fz="sm">
          {sumsOf(payout)}
        </Text>
      </div>
      <Text fw={700} fz="lg" className={css.amount}>
        <Money cents={payout.amount_cents} />
      </Text>
    </Group>
  )
}

const ExportButton = ({ payout, day }: Part) => (
  <SaveButton
    size="xs"
    name={`payout-${payout.arrival_date}.csv`}
    read={() =>
      api['GET /api/owner/payouts/{id}/export']({ params: { id: payout.id }, timeout_ms: 60_000 })
    }
    failure="CSV export failed"
    aria-label={`Export the payout of ${day} as CSV`}
  >
    CSV
  </SaveButton>
)

function sumsOf(payout: Payout): string {
  if (!payout.is_reconciled)
    return payout.automatic
      ? 'Stripe has not sent the details yet.'
      : 'Sent manually: Stripe gives no details.'
  const parts: [string, number][] = [
    ['Payments', payout.payments_cents],
    ['refunds', payout.refunds_cents],
    ['fees', payout.fees_cents],
    ['other', payout.other_cents],
  ]
  return parts
    .filter(([name, cents]) => cents !== 0 || name === 'Payments')
    .map(([name, cents]) => `${name} ${formatCents(cents)}`)
    .join(' · ')
}

const Failed = ({ payout }: { payout: Payout }) => (
  <Alert
    color="red"
    variant="light"
    mt="xs"
    icon={<TriangleAlert size={20} aria-hidden />}
    title="This payout did not reach your bank"
  >
    {payout.failure_sentence} The money is back on your Stripe balance. Check the bank account in
    your{' '}
    <Anchor href="https://dashboard.stripe.com" target="_blank" rel="noreferrer" underline="always">
      Stripe Dashboard
    </Anchor>
    ; it goes out with the next payout.
  </Alert>
)

function Lines({ payout }: { payout: Payout }) {
  const of = useQuery(api['GET /api/owner/payouts/{id}'].query({ params: { id: payout.id } }))
  return (
    <Loaded of={of} failure="Failed to load the payout" skeleton={<Bars rows={2} />}>
      {({ lines }) =>
        lines.length ? (
          <Table className={css.table} mt="sm">
            <Table.Thead>
              <Table.Tr>
                {['Date', 'What', 'Customer and work', 'Amount', 'Fee', 'Net'].map((title) => (
                  <Table.Th key={title} scope="col">
                    {title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line) => (
                <Line key={line.transaction_id} line={line} />
              ))}
            </Table.Tbody>
          </Table>
        ) : (
          <Text c="dimmed" mt="sm">
            {sumsOf(payout)}
          </Text>
        )
      }
    </Loaded>
  )
}

function Line({ line }: { line: PayoutLine }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  return (
    <Table.Tr>
      <Table.Td data-label="Date">{dateLabel(todayIn(zone, line.made_at))}</Table.Td>
      <Table.Td data-label="What">{kinds[line.kind]}</Table.Td>
      <Table.Td>
        <About line={line} />
      </Table.Td>
      <Table.Td data-label="Amount">
        <Money cents={line.amount_cents} />
      </Table.Td>
      <Table.Td data-label="Fee">
        <Money cents={-line.fee_cents} />
      </Table.Td>
      <Table.Td data-label="Net">
        <Money cents={line.net_cents} strong />
      </Table.Td>
    </Table.Tr>
  )
}

const About = ({ line }: { line: PayoutLine }) => (
  <Stack gap={0}>
    {line.invoice_id && (
      <Anchor
        component={Link}
        to={`/app/invoices/${line.invoice_id}`}
        className="fh-own-line"
        w="fit-content"
      >
        {line.customer_name ?? 'Customer'}, invoice {line.invoice_number}
      </Anchor>
    )}
    {!line.invoice_id && line.customer_name}
    {line.work.length > 0 && (
      <Text c="dimmed" fz="sm">
        {line.work
          .map(({ description, date }) =>
            date ? `${description}, ${dateLabel(date)}` : description,
          )
          .join(' · ')}
      </Text>
    )}
  </Stack>
)

import { Anchor, Button, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCents } from '../../../domain/base/money.ts'
import { paymentState, type Payment } from '../../../domain/money/payment.ts'
import { Money } from '../../ui/Money.tsx'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { methodText } from '../../shared/money/method-text.ts'
import { PaymentChip } from '../../shared/money/PaymentChip.tsx'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import css from './payments.module.css'

type Props = {
  payments: readonly Payment[]
  /** Starts a refund; null if the reader may not. */
  refund: ((payment: Payment) => void) | null
}

/** A table on wide screens, cards on a phone. */
export function PaymentRows(props: Props) {
  return useIsPhone() ? <Cards {...props} /> : <Wide {...props} />
}

const payerOf = (payment: Payment): string =>
  payment.customer_name ?? payment.customer_email ?? 'Unknown'

function Wide({ payments, refund }: Props) {
  return (
    <div className={css.box}>
      <Table.ScrollContainer minWidth={860}>
        <Table verticalSpacing="sm" horizontalSpacing="md" className={css.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>Customer</Table.Th>
              <Table.Th>Method</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th className={css.number}>Amount</Table.Th>
              <Table.Th className={css.number}>Fee</Table.Th>
              <Table.Th className={css.number}>Net</Table.Th>
              {refund && <Table.Th>Actions</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {payments.map((payment) => (
              <Table.Tr key={payment.id}>
                <Table.Td className={css.nowrap}>{payment.created_fmt}</Table.Td>
                <Table.Td>
                  <Text fw={600}>
                    <CustomerLink id={payment.customer_id}>{payerOf(payment)}</CustomerLink>
                  </Text>
                  <About payment={payment} />
                </Table.Td>
                <Table.Td className={css.nowrap}>{methodText(payment) || '–'}</Table.Td>
                <Table.Td>
                  <PaymentChip payment={payment} />
                  <GoneBack payment={payment} />
                </Table.Td>
                <Table.Td className={css.number}>
                  <Money cents={payment.amount} strong />
                </Table.Td>
                <Table.Td className={css.number}>
                  {payment.fee_minor === null ? '–' : <Money cents={payment.fee_minor} />}
                </Table.Td>
                <Table.Td className={css.number}>
                  {payment.net_minor === null ? '–' : <Money cents={payment.net_minor} />}
                </Table.Td>
                {refund && (
                  <Table.Td>
                    <RefundButton payment={payment} refund={refund} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Totals payments={payments} hasActions={refund !== null} />
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </div>
  )
}

/** What the payments on this page add up to, without those that did not arrive or have not yet. */
function Totals({ payments, hasActions }: { payments: readonly Payment[]; hasActions: boolean }) {
  const arrived = payments.filter(({ net_minor }) => net_minor !== null)
  const sum = (cents: (payment: Payment) => number | null) =>
    arrived.reduce((total, payment) => total + (cents(payment) ?? 0), 0)
  return (
    <Table.Tr>
      <Table.Th colSpan={4}>
        {arrived.length === 1 ? '1 payment arrived' : `${arrived.length} payments arrived`} on this
        page
      </Table.Th>
      <Table.Th className={css.number}>
        <Money cents={sum(({ amount }) => amount)} strong />
      </Table.Th>
      <Table.Th className={css.number}>
        <Money cents={sum(({ fee_minor }) => fee_minor)} />
      </Table.Th>
      <Table.Th className={css.number}>
        <Money cents={sum(({ net_minor }) => net_minor)} />
      </Table.Th>
      {hasActions && <Table.Td />}
    </Table.Tr>
  )
}

function Cards({ payments, refund }: Props) {
  return (
    <ul className={css.cards}>
      {payments.map((payment) => (
        <li key={payment.id} className={css.card}>
          <div className={css.line}>
            <Text fw={650}>
              <CustomerLink id={payment.customer_id}>{payerOf(payment)}</CustomerLink>
            </Text>
            <Money cents={payment.amount} strong />
          </div>
          <div className={css.line}>
            <Text c="dimmed" fz="sm">
              {payment.created_fmt}
            </Text>
            <PaymentChip payment={payment} />
          </div>
          <Text c="dimmed" fz="sm">
            {methodText(payment)}
          </Text>
          <About payment={payment} />
          <GoneBack payment={payment} />
          <div className={css.line}>
            <Text fz="sm" c="dimmed">
              {payment.fee_minor === null
                ? 'Fee not available yet'
                : `Fee ${formatCents(payment.fee_minor)}`}
              {payment.net_minor === null ? '' : ` · Net ${formatCents(payment.net_minor)}`}
            </Text>
            {refund && <RefundButton payment={payment} refund={refund} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function About({ payment }: { payment: Payment }) {
  const text = payment.description ?? (payment.invoice_id ? 'Invoice' : null)
  return (
    <>
      {text &&
        (payment.invoice_id ? (
          <Anchor
            component={Link}
            to={`/app/invoices/${payment.invoice_id}`}
            className="fh-own-line"
            fz="sm"
            underline="always"
          >
            {text}
          </Anchor>
        ) : (
          <Text fz="sm" c="dimmed">
            {text}
          </Text>
        ))}
      {payment.failure_message && (
        <Text fz="sm" c="var(--mantine-color-error)">
          {payment.failure_message}
        </Text>
      )}
    </>
  )
}

/** What the net is short of, beside the fee. */
const GoneBack = ({ payment }: { payment: Payment }) =>
  goneTexts(payment).map((text) => (
    <Text key={text} fz="sm" c="dimmed">
      {text}
    </Text>
  ))

function goneTexts(payment: Payment): string[] {
  const { refunded_minor, credited_minor, disputed_minor, dispute_fee_minor } = payment
  const out_minor = refunded_minor - credited_minor
  const state = paymentState(payment)
  const how =
    state === 'returned' ? 'returned' : state === 'dispute_lost' ? 'lost' : 'set aside by the bank'
  return [
    ...(out_minor > 0 ? [`${formatCents(out_minor)} refunded`] : []),
    ...(credited_minor > 0 ? [`${formatCents(credited_minor)} refunded as credit`] : []),
    ...(disputed_minor > 0 ? [`${formatCents(disputed_minor)} ${how}`] : []),
    ...(dispute_fee_minor > 0 ? [`Dispute fee ${formatCents(dispute_fee_minor)}`] : []),
  ]
}

const RefundButton = ({
  payment,
  refund,
}: {
  payment: Payment
  refund: (payment: Payment) => void
}) =>
  payment.refundable ? (
    <Button
      size="xs"
      variant="default"
      onClick={() => refund(payment)}
      aria-label={`Refund ${formatCents(payment.amount)} of ${payerOf(payment)}`}
    >
      Refund
    </Button>
  ) : null

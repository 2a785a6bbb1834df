import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '../../../domain/invoice.ts'
import type { Payment } from '../../../domain/payment.ts'
import { hasRole, officeRoles } from '../../../domain/roles.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { methodText } from '../../money/method-text.ts'
import { PaymentChip } from '../../money/PaymentChip.tsx'
import { RefundSheet } from '../../money/RefundSheet.tsx'
import { reloadAround } from './invoice-acts.ts'
import { useSheet } from '../../ui/use-sheet.ts'

/** All payments, attempts and refunds of one invoice. */
export function PaymentHistory({ invoice }: { invoice: Invoice }) {
  const canRefund = hasRole(useMe().roles, officeRoles)
  const refunding = useSheet<Payment>('refund')
  const payments = useQuery({
    ...api['GET /api/owner/stripe/payments'].query({
      query: { limit: 100, ...(invoice.customer_name ? { q: invoice.customer_name } : {}) },
    }),
    enabled: invoice.status !== 'draft',
    select: ({ items }) => items.filter((payment) => payment.invoice_id === invoice.id),
  })
  if (invoice.status === 'draft') return null
  return (
    <Card component="section" aria-label="Payment history">
      <Title order={2} fz="h3" mb="sm">
        Payment history
      </Title>
      <Loaded
        of={payments}
        failure="Failed to fetch payments"
        skeleton={<Bars rows={1} height={52} />}
      >
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">Nothing has been paid yet.</Text>
          ) : (
            <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((payment) => (
                <Entry
                  key={payment.id}
                  payment={payment}
                  refund={canRefund && payment.refundable ? refunding.show : null}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {refunding.opened && refunding.about && (
        <RefundSheet
          payment={refunding.about}
          onClose={refunding.hide}
          onRefunded={() => void reloadAround(invoice.id)}
        />
      )}
    </Card>
  )
}

type EntryProps = { payment: Payment; refund: ((payment: Payment) => void) | null }

const Entry = ({ payment, refund }: EntryProps) => (
  <Group component="li" justify="space-between" align="flex-start" gap="sm">
    <div>
      <Group gap="xs">
        <Money cents={payment.amount} strong />
        <PaymentChip payment={payment} />
      </Group>
      <Text c="dimmed" fz="sm">
        {[payment.created_fmt, methodText(payment)].filter(Boolean).join(' · ')}
      </Text>
      {payment.failure_message && (
        <Text fz="sm" c="var(--mantine-color-error)">
          {payment.failure_message}
        </Text>
      )}
      {payment.refunded_minor > 0 && (
        <Text fz="sm">
          Refunded <Money cents={payment.refunded_minor} />
        </Text>
      )}
    </div>
    {refund && (
      <Button variant="default" size="xs" className="fh-no-print" onClick={() => refund(payment)}>
        Refund
      </Button>
    )}
  </Group>
)

import { Anchor, Button, Card, Group, Stack, Text, Title, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Invoice } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type { Payment } from '../../../domain/money/payment.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { paymentsQuery } from '../money/queries.ts'
import { methodText } from '../money/method-text.ts'
import { PaymentChip } from '../money/PaymentChip.tsx'
import { RefundSheet } from '../money/RefundSheet.tsx'
import { reloadAround } from './invoice-acts.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { useState } from 'react'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

type Props = {
  invoice: Invoice
  /** What of refunds could not be delivered, in cents. */
  due: number
}

/** All payments, attempts and refunds of one invoice. */
export function PaymentHistory({ invoice, due }: Props) {
  const canRefund = hasRole(useMe().roles, officeRoles)
  const refunding = useSheet<Payment>('refund')
  const takingBack = useSheet<Payment>('take-back')
  const payments = useQuery({
    ...paymentsQuery(invoice.id),
    enabled: invoice.status !== 'draft',
    select: ({ items }) => items,
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
          items.length === 0 && invoice.credit_cents === 0 ? (
            <Text c="dimmed">Nothing has been paid yet.</Text>
          ) : (
            <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {invoice.credit_cents > 0 && (
                <li>
                  <Money cents={invoice.credit_cents} strong />
                  <Text c="dimmed" fz="sm">
                    Paid with the customer’s credit
                  </Text>
                </li>
              )}
              {items.map((payment) => (
                <Entry
                  key={payment.id}
                  payment={payment}
                  refund={canRefund && payment.refundable ? refunding.show : null}
                  takeBack={canRefund && payment.reversible ? takingBack.show : null}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {due > 0 && (
        <Text fz="sm" mt="sm">
          A refund of {formatCents(due)} did not reach the customer.{' '}
          <Anchor component={Link} to="/app/payments" underline="always" className="fh-no-print">
            Settle it
          </Anchor>
        </Text>
      )}
      {refunding.opened && refunding.about && (
        <RefundSheet
          payment={refunding.about}
          onClose={refunding.hide}
          onRefunded={() => void reloadAround(invoice.id)}
        />
      )}
      {takingBack.opened && takingBack.about && (
        <TakeBackSheet payment={takingBack.about} onClose={takingBack.hide} />
      )}
    </Card>
  )
}

type Act = ((payment: Payment) => void) | null
type EntryProps = { payment: Payment; refund: Act; takeBack: Act }

const Entry = ({ payment, refund, takeBack }: EntryProps) => (
  <Group component="li" justify="space-between" align="flex-start" gap="sm">
    <div>
      <Group gap="xs">
        <Money cents={payment.amount} strong />
        <PaymentChip payment={payment} />
      </Group>
      <Text c="dimmed" fz="sm">
        {[payment.created_fmt, methodText(payment)].filter(Boolean).join(' · ')}
      </Text>
      <Notes payment={payment} />
    </div>
    {refund && (
      <Button variant="default" size="xs" className="fh-no-print" onClick={() => refund(payment)}>
        Refund
      </Button>
    )}
    {takeBack && (
      <Button variant="default" size="xs" className="fh-no-print" onClick={() => takeBack(payment)}>
        Undo payment
      </Button>
    )}
  </Group>
)

/** What became of a payment. */
const Notes = ({ payment }: { payment: Payment }) => (
  <>
    {payment.failure_message && (
      <Text fz="sm" c="var(--mantine-color-error)">
        {payment.failure_message}
      </Text>
    )}
    {payment.dispute && <DisputeLine dispute={payment.dispute} />}
    {payment.reversal_reason && <Text fz="sm">Undone: {payment.reversal_reason}</Text>}
    {payment.refunded_minor > 0 && (
      <Text fz="sm">
        Refunded <Money cents={payment.refunded_minor} />
      </Text>
    )}
    {payment.credited_minor > 0 && (
      <Text fz="sm">
        <Money cents={payment.credited_minor} /> of the refunds kept as credit
      </Text>
    )}
    {payment.tip_minor > 0 && (
      <Text fz="sm">
        With a tip of <Money cents={payment.tip_minor} />
      </Text>
    )}
    {payment.kept_minor > 0 && (
      <Text fz="sm">
        <Money cents={payment.kept_minor} /> of it kept as credit
      </Text>
    )}
    <Earned payment={payment} />
  </>
)

const disputeTexts: Record<string, string> = {
  won: 'The bank decided for you.',
  lost: 'The bank decided for the customer.',
  under_review: 'The bank has your answer.',
}

/** How a dispute stands, and where to answer it. */
function DisputeLine({ dispute }: { dispute: NonNullable<Payment['dispute']> }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const known = disputeTexts[dispute.status]
  return (
    <Text fz="sm">
      Disputed. {known ?? (dispute.due_by ? `Answer by ${momentLabel(dispute.due_by, zone)}.` : '')}{' '}
      <Anchor component={Link} to="/app/payments" underline="always" className="fh-no-print">
        Open disputes
      </Anchor>
    </Text>
  )
}

/** What was left of it, and the provider's own figure if money moved since. */
function Earned({ payment: { fee_minor, net_minor, provider_net_minor } }: { payment: Payment }) {
  if (!fee_minor || net_minor === null) return null
  return (
    <Text c="dimmed" fz="sm" className="fh-no-print">
      Fee {formatCents(fee_minor)} · Net {formatCents(net_minor)}
      {provider_net_minor !== null && provider_net_minor !== net_minor
        ? ` (${formatCents(provider_net_minor)} at Stripe before refunds)`
        : ''}
    </Text>
  )
}

type TakeBackProps = { payment: Payment; onClose: () => void }

/** Takes back a payment that was recorded by hand by mistake. */
function TakeBackSheet({ payment, onClose }: TakeBackProps) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() ? null : 'Enter a reason.') },
    failure: 'Failed to save changes',
    send: ({ reason }) =>
      api['POST /api/payments/{id}/reversal']({
        params: { id: payment.id },
        body: { reason },
        idempotency_key: key,
      }),
    sent: async ({ invoice_id }) => {
      toast.done('Payment undone')
      onClose()
      await reloadAround(invoice_id)
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Undo payment" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(payment.amount)} recorded on {payment.created_fmt} will be owed again. Both
            entries stay in the history.
          </Text>
          <TextInput
            label="Reason"
            description="For example, recorded on the wrong invoice"
            maxLength={500}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" color="red" loading={form.sending}>
            Undo payment
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

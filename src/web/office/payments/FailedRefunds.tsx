import { Anchor, Button, Card, Group, Stack, Text, Title, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCents } from '../../../domain/base/money.ts'
import {
  knownRefundFailure,
  refundFailures,
  type FailedRefund,
  type RefundSettled,
} from '../../../domain/money/refund.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { useMe } from '../../app/me.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { useState } from 'react'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { reloadInvoices, reloadPayments } from '../../shared/money/queries.ts'
import { refundedText } from '../../shared/money/refund-text.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { onLive } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'

/** Refunds that the bank sent back, until each is paid another way; nothing if there are none. */
export function FailedRefunds() {
  const isOffice = hasRole(useMe().roles, officeRoles)
  const items = useQuery({ ...failedRefundsQuery, enabled: isOffice }).data?.items ?? []
  const settling = useSheet<FailedRefund>('settle-refund')
  if (items.length === 0) return null
  return (
    <Card component="section" aria-labelledby="failed-refunds" padding="md">
      <Title order={2} id="failed-refunds" fz="h4">
        Refunds that failed ({items.length})
      </Title>
      <Text c="dimmed" mb="xs">
        The money is back on your balance, and the customer still waits for it.
      </Text>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((one) => (
          <Row key={one.id} one={one} settle={() => settling.show(one)} />
        ))}
      </Stack>
      {settling.opened && settling.about && (
        <SettleRefundSheet refund={settling.about} onClose={settling.hide} />
      )}
    </Card>
  )
}

/** Why it failed, as far as the provider says. */
function reasonOf({ reason }: FailedRefund): string {
  const known = knownRefundFailure(reason)
  return known ? refundFailures[known] : (reason ?? '')
}

function Row({ one, settle }: { one: FailedRefund; settle: () => void }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const name = one.customer_name ?? 'A customer'
  return (
    <Group component="li" justify="space-between" gap="sm" py="xs" wrap="wrap">
      <div>
        <Text>
          <CustomerLink id={one.customer_id}>{name}</CustomerLink>, {formatCents(one.amount_cents)}
          {one.invoice_id && (
            <>
              {', '}
              <Anchor component={Link} to={`/app/invoices/${one.invoice_id}`} underline="always">
                Invoice #{one.invoice_number}
              </Anchor>
            </>
          )}
        </Text>
        <Text fz="sm" c="dimmed">
          {momentLabel(one.failed_at, zone)}: {reasonOf(one)}.{' '}
          {one.was_told ? 'The customer was told.' : 'The customer has not heard of this refund.'}
        </Text>
      </div>
      <Group gap="sm">
        <StatusChip tone="bad">Failed</StatusChip>
        <Button mih={44} onClick={settle} aria-label={`Settle the refund of ${name}`}>
          Settle
        </Button>
      </Group>
    </Group>
  )
}

type Props = { refund: FailedRefund; onClose: () => void }

const ways: readonly [as: RefundSettled, label: string, about: string][] = [
  ['again', 'Refund it again', 'To the same card or bank account, for example once it works again'],
  ['check', 'Paid by check', 'You gave or mailed the customer a check'],
  ['cash', 'Paid in cash', 'You gave the customer cash'],
  ['other', 'Paid another way', 'For example by transfer'],
  ['credit', 'Keep it as credit', 'It pays the customer’s next invoices'],
  ['dropped', 'No refund after all', 'Nothing is paid, and the customer is not told'],
]

/** What becomes of a refund that failed; the customer is told. */
function SettleRefundSheet({ refund, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { as: 'again' as RefundSettled },
    failure: 'Failed to save changes',
    send: ({ as }) =>
      api['POST /api/refunds/{id}/settlement']({
        params: { id: refund.id },
        body: { as },
        idempotency_key: `${key}-${as}`,
        timeout_ms: 20_000,
      }),
    sent: async ({ state }, { as }) => {
      if (as === 'again' && state !== 'succeeded')
        toast.note(refundedText(state, refund.amount_cents))
      else toast.done(as === 'again' ? refundedText(state, refund.amount_cents) : 'Refund settled')
      onClose()
      await Promise.all([reloadFailedRefunds(), reloadPayments(), reloadInvoices()])
    },
  })
  const open = ways.filter(
    ([as]) =>
      (as !== 'dropped' || !refund.was_told) && (as !== 'credit' || refund.customer_id !== null),
  )
  return (
    <Sheet opened onClose={onClose} title="Settle a failed refund" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(refund.amount_cents)} for {refund.customer_name ?? 'a customer'}
          </Text>
          <Radio.Group label="How does the customer get it?" {...form.getInputProps('as')}>
            <Stack gap="xs" mt="xs">
              {open.map(([as, label, about]) => (
                <Radio.Card key={as} value={as} p="sm" aria-label={label}>
                  <Group wrap="nowrap" align="flex-start">
                    <Radio.Indicator />
                    <div>
                      <Text fw={600}>{label}</Text>
                      <Text fz="sm" c="dimmed">
                        {about}
                      </Text>
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Save
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

const failedRefundsQuery = api['GET /api/owner/failed-refunds'].query()

const reloadFailedRefunds = () =>
  queryClient.invalidateQueries({ queryKey: failedRefundsQuery.queryKey })
onLive(['payment_updated'], () => void reloadFailedRefunds())

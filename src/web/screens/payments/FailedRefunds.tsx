import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCents } from '../../../domain/money.ts'
import { knownRefundFailure, refundFailures, type FailedRefund } from '../../../domain/refund.ts'
import { hasRole, officeRoles } from '../../../domain/roles.ts'
import { useMe } from '../../me.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { failedRefundsQuery } from './failed-refunds-query.ts'
import { SettleRefundSheet } from './SettleRefundSheet.tsx'

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

import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CreditCard, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { reloadBilling } from './billing-queries.ts'

type Summary = Answer<Calls['GET /api/owner/billing/summary']>

const offTexts = {
  disconnected: 'Your Stripe account is no longer connected.',
  paused: 'Stripe has paused your payments.',
}

/** What stands in the way of collecting: payments that are off, charges missed meanwhile, and a run under way. */
export function PaymentsOff({ summary: { payments, collecting } }: { summary: Summary }) {
  const { off, missed } = payments
  return (
    <>
      {off && (
        <Alert color="red" variant="light" icon={<TriangleAlert size={20} aria-hidden />}>
          {offTexts[off]} Nobody can pay online, and automatic charges wait.{' '}
          <Anchor
            component={Link}
            to="/app/settings"
            search={{ section: 'payments' } as never}
            underline="always"
          >
            Open payment settings
          </Anchor>
        </Alert>
      )}
      {missed.count > 0 && <Missed missed={missed} canCharge={off === null} />}
      {collecting && <Collecting {...collecting} />}
    </>
  )
}

type MissedProps = { missed: Summary['payments']['missed']; canCharge: boolean }

function Missed({ missed: { count, cents }, canCharge }: MissedProps) {
  const [key] = useState(newIdempotencyKey)
  const charge = useMutation({
    mutationFn: () =>
      api['POST /api/owner/billing/charge-missed']({ body: {}, idempotency_key: key }),
    onSuccess: (answer) => toast.note(`Charging ${answer.count}…`),
    onError: (error) => toast.failed(error, 'Charge failed'),
    onSettled: () => reloadBilling(),
  })
  return (
    <Alert color="honey" variant="light" icon={<CreditCard size={20} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text>
          {count === 1 ? '1 automatic charge' : `${count} automatic charges`} ({formatCents(cents)})
          could not be made while payments were off.{' '}
          <Anchor
            component={Link}
            to="/app/invoices/to-bill"
            search={{ tab: 'refused' } as never}
            underline="always"
          >
            See them
          </Anchor>
        </Text>
        {canCharge && (
          <Button loading={charge.isPending} onClick={() => charge.mutate()}>
            Charge {formatCents(cents)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

const Collecting = ({ total, done, declined }: NonNullable<Summary['collecting']>) => (
  <output aria-live="polite">
    <Text>
      Collecting automatic charges: {done} of {total}
      {declined > 0 && `, ${declined} declined`}
    </Text>
    <Progress mt={6} value={(100 * done) / total} aria-label={`${done} of ${total} charges`} />
  </output>
)

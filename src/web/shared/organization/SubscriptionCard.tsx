import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '../../../domain/base/money.ts'
import {
  subscriptionLabels,
  type PlatformBilling,
  type SubscriptionStatus,
} from '../../../domain/money/platform.ts'
import { api, ApiError } from '../../app/client.ts'
import { nowMs } from '../../app/server-time.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel } from '../../ui/when.ts'
import { CardHead } from './CardHead.tsx'

type Act = 'confirm-subscription' | 'pay' | 'cancel' | 'restart'
/** Messages for success, refusal, and no response. */
const words: Record<Act, [string, string, string]> = {
  'confirm-subscription': [
    'Subscription active',
    'Could not start subscription',
    'Failed to start subscription',
  ],
  pay: ['The bill is paid', 'The payment was declined. Use another method.', 'Failed to pay'],
  cancel: [
    'Subscription set to cancel at period end',
    'Could not cancel subscription',
    'Failed to cancel subscription',
  ],
  restart: [
    'Subscription restarted',
    'Could not restart subscription',
    'Failed to restart subscription',
  ],
}
const tones: Record<SubscriptionStatus, Tone> = {
  none: 'calm',
  trialing: 'info',
  active: 'good',
  past_due: 'bad',
  canceled: 'calm',
}

function useSubscription() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (act: Act) => api[`POST /api/owner/platform-billing/${act}`]({ body: {} }),
    onSuccess: (_answer, act) => toast.done(words[act][0]),
    onError: (error, act) =>
      toast.failed(
        error,
        words[act][error instanceof ApiError && error.status > 0 && error.status < 500 ? 1 : 2],
      ),
    onSettled: () =>
      cache.invalidateQueries({ queryKey: api['GET /api/owner/platform-billing/status'].key() }),
  })
}

export function SubscriptionCard({ billing }: { billing: PlatformBilling }) {
  const run = useSubscription()
  const cancelling = useSheet('cancel-subscription')
  const { subscription_status: status, open_bill_cents: open_cents } = billing
  // The amount may be unknown.
  const owes = status === 'past_due' || Boolean(open_cents)
  const isEnding = billing.cancel_at_period_end || status === 'canceled'
  const runs = billing.platform_subscription_id !== null && !isEnding
  return (
    <Card component="section" aria-labelledby="billing-subscription">
      <Stack gap="sm" h="100%">
        <CardHead id="billing-subscription" title="Manage subscription">
          <StatusChip tone={tones[status]}>{subscriptionLabels[status]}</StatusChip>
        </CardHead>
        <Dates billing={billing} />
        <Group mt="auto" gap="xs">
          {isEnding && (
            <Button loading={run.isPending} onClick={() => run.mutate('restart')}>
              Restart subscription
            </Button>
          )}
          {!isEnding && !runs && (
            <Button
              variant={billing.default_payment_method ? 'filled' : 'default'}
              loading={run.isPending}
              onClick={() => run.mutate('confirm-subscription')}
            >
              Start subscription
            </Button>
          )}
          {owes && billing.default_payment_method && (
            <Button
              variant={status === 'past_due' ? 'filled' : 'default'}
              loading={run.isPending}
              onClick={() => run.mutate('pay')}
            >
              Pay the open bill{open_cents ? ` (${formatCents(open_cents)})` : ''}
            </Button>
          )}
          {runs && (
            <Button variant="default" loading={run.isPending} onClick={() => cancelling.show(true)}>
              Cancel subscription
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={cancelling.opened}
        onClose={cancelling.hide}
        title="Cancel at period end?"
        confirm="Cancel subscription"
        cancel="Keep it"
        danger
        onConfirm={() => run.mutateAsync('cancel').catch(() => undefined)}
      >
        You can use everything until the period you have paid for ends. After that your staff can
        only read; customers can still pay their invoices.
      </ConfirmDialog>
    </Card>
  )
}

const dayOf = (moment: string): string => dateLabel(moment.slice(0, 10))

/** What keeps staff working, and until when. */
const untilThen = (readOnlyAt: string, [todo, done]: readonly [string, string]): string =>
  Date.parse(readOnlyAt) > nowMs()
    ? `${todo} by ${dayOf(readOnlyAt)}, or your staff can only read from then on.`
    : `Your staff can only read until ${done}.`
const start = ['Start the subscription', 'you start the subscription'] as const
const pay = ['Pay the open bill', 'the open bill is paid'] as const

function Dates({ billing }: { billing: PlatformBilling }) {
  const { subscription_status: status, trial_ends_at, next_payment, ends_at } = billing
  const { read_only_from: readOnlyAt, platform_subscription_id: id, open_bill_cents } = billing
  const lines: string[] = []
  if (status === 'trialing' && trial_ends_at) lines.push(`Free until ${dayOf(trial_ends_at)}.`)
  if (ends_at) lines.push(`Ends on ${dayOf(ends_at)}.`)
  if (status === 'past_due')
    lines.push('The last payment failed. A new payment method pays the open bill at once.')
  // A trial whose subscription was started goes on by itself.
  if (readOnlyAt && status === 'past_due') lines.push(untilThen(readOnlyAt, pay))
  else if (readOnlyAt && (id === null || status === 'canceled'))
    lines.push(untilThen(readOnlyAt, start))
  else if (next_payment) lines.push(`Next payment on ${dayOf(next_payment)}.`)
  if (status === 'canceled' && open_bill_cents)
    lines.push(
      `A bill of ${formatCents(open_bill_cents)} is still open. Restarting the subscription pays it first.`,
    )
  if (status === 'none') lines.push('No subscription yet.')
  return (
    <div>
      <Text>
        <strong>{formatCents(billing.amount_current_cents)}</strong> a month at present
      </Text>
      {lines.map((line) => (
        <Text key={line} c="dimmed" fz="sm">
          {line}
        </Text>
      ))}
    </div>
  )
}

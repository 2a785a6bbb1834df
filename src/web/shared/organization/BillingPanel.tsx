import { Alert, Anchor, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, Landmark, TriangleAlert } from 'lucide-react'
import type { PaymentMethodSummary, PlatformBilling } from '../../../domain/money/platform.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { FeePreview } from './FeePreview.tsx'
import { CardHead } from './CardHead.tsx'
import { PaymentMethodSheet } from './PaymentMethodSheet.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'

const billingQuery = {
  ...api['GET /api/owner/platform-billing/status'].query({ timeout_ms: 8000 }),
  staleTime: 15_000,
}

function refusalText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'Your session expired. Please log in again.'
  if (status === 403) return 'You are not permitted to view billing for this org right now.'
  return errorText(error, 'Failed to load platform billing status')
}

/** What Fieldhive costs this business and how it pays: method, subscription, price. */
export function BillingPanel({ isOwner = true }: { isOwner?: boolean }) {
  const billing = useQuery({ ...billingQuery, enabled: isOwner })
  if (!isOwner) return <NotOwner />
  if (billing.data)
    return billing.data.billing_enabled ? (
      <Panel billing={billing.data} />
    ) : (
      <Text c="dimmed">This installation does not charge a subscription.</Text>
    )
  if (billing.error)
    return (
      <Failure
        text={refusalText(billing.error)}
        retry={() => void billing.refetch()}
        busy={billing.isFetching}
      />
    )
  // As high as what comes, so that the buttons below stay where they are.
  return <Bars rows={2} height={215} />
}

const NotOwner = () => (
  <Stack gap="md">
    <Alert color="honey" variant="light" icon={<TriangleAlert size={20} aria-hidden />}>
      You are not signed in to an owner account. Finish onboarding and add billing later from{' '}
      <Anchor href="/app/settings" underline="always">
        Settings → Organization
      </Anchor>
      .
    </Alert>
    <Group>
      <Button disabled>Add payment method</Button>
      <Button disabled variant="default">
        Start subscription
      </Button>
    </Group>
  </Stack>
)

function Panel({ billing }: { billing: PlatformBilling }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <MethodCard billing={billing} />
        <SubscriptionCard billing={billing} />
      </SimpleGrid>
      <FeePreview users={billing.active_users} />
      <Text c="dimmed" fz="sm">
        {billing.active_users} active {billing.active_users === 1 ? 'user' : 'users'} at present:{' '}
        {billing.staff_users} of your staff and {billing.customer_users}{' '}
        {billing.customer_users === 1 ? 'customer who signs' : 'customers who sign'} in. Leads and
        archived customers do not count. The people active on the bill’s date count; nothing is
        charged for part of a month. The fee is invoiced automatically to the payment method on
        file.
      </Text>
    </Stack>
  )
}

function methodText(method: PaymentMethodSummary): string {
  if (method.type === 'us_bank_account')
    return `${method.bank_name ?? 'Bank account'} •••• ${method.last4 ?? '????'}`
  const brand = method.brand
    ? method.brand.slice(0, 1).toUpperCase() + method.brand.slice(1)
    : 'Card'
  const expires =
    method.exp_month && method.exp_year
      ? `, expires ${String(method.exp_month).padStart(2, '0')}/${String(method.exp_year).slice(-2)}`
      : ''
  return `${brand} •••• ${method.last4 ?? '????'}${expires}`
}

function MethodCard({ billing }: { billing: PlatformBilling }) {
  const cache = useQueryClient()
  const adding = useSheet('payment-method')
  const method = billing.default_pm_summary
  const hasMethod = billing.default_payment_method !== null
  const label = hasMethod ? 'Update payment method' : 'Add payment method'
  return (
    <Card component="section" aria-labelledby="billing-method">
      <Stack gap="sm" h="100%">
        <CardHead id="billing-method" title="Payment method">
          <StatusChip tone={hasMethod ? 'good' : 'wait'}>
            {hasMethod ? 'On file' : 'Missing'}
          </StatusChip>
        </CardHead>
        {method ? (
          <Group gap="xs" wrap="nowrap">
            {method.type === 'card' ? (
              <CreditCard size={20} aria-hidden />
            ) : (
              <Landmark size={20} aria-hidden />
            )}
            <Text fw={600}>{methodText(method)}</Text>
          </Group>
        ) : (
          <Text c="dimmed">
            {hasMethod
              ? 'A payment method is on file.'
              : 'A card or a US bank account. Bank accounts keep fees low.'}
          </Text>
        )}
        <Button
          mt="auto"
          w="fit-content"
          variant={hasMethod ? 'default' : 'filled'}
          onClick={() => adding.show(true)}
        >
          {label}
        </Button>
      </Stack>
      <PaymentMethodSheet
        key={adding.key}
        title={label}
        opened={adding.opened}
        onClose={adding.hide}
        onSaved={(next) => {
          cache.setQueryData(billingQuery.queryKey, next)
          adding.hide()
        }}
      />
    </Card>
  )
}

import { Card, Group, Text } from '@mantine/core'
import { formatCents } from '../../../domain/base/money.ts'
import { feeCapCents, platformFee } from '../../../domain/money/platform.ts'

/** A month's cost for a number of active users, tier by tier. */
export function FeePreview({ users }: { users: number }) {
  const fee = platformFee(users)
  return (
    <Card
      padding="md"
      bg="var(--mantine-color-body)"
      component="section"
      aria-label="Price preview"
    >
      <Group justify="space-between" align="baseline" component="output">
        <Text fw={600}>
          {fee.users.toLocaleString('en-US')} active {fee.users === 1 ? 'user' : 'users'}
        </Text>
        <Text fw={700} fz={24} lh={1.1} className="fh-money">
          {formatCents(fee.amount_cents)}
          <Text span c="dimmed" fz="sm" fw={400}>
            {' '}
            / month
          </Text>
        </Text>
      </Group>
      <ul style={{ listStyle: 'none', margin: '12px 0 0', padding: 0 }}>
        {fee.tiers.map((tier) => (
          <li key={tier.from}>
            <Group justify="space-between" gap="xs">
              <Text fz="sm" c="dimmed">
                {tier.users.toLocaleString('en-US')} × {formatCents(tier.unit_cents)} (users{' '}
                {tier.to ? `${tier.from}–${tier.to}` : `from ${tier.from}`})
              </Text>
              <Text fz="sm" c="dimmed" className="fh-money">
                {formatCents(tier.amount_cents)}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
      <Text fz="sm" mt="sm">
        {fee.capped
          ? `Never more than ${formatCents(feeCapCents)} a month, however large you grow.`
          : `Capped at ${formatCents(feeCapCents)} a month.`}
      </Text>
    </Card>
  )
}

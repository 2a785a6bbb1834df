import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { todayIn } from '../../../domain/dates.ts'
import { formatCents } from '../../../domain/money.ts'
import { useMe } from '../../me.ts'
import { creditsQuery } from '../../portal/queries.ts'
import { portalWords } from '../../portal/words.ts'
import { Money } from '../../ui/Money.tsx'
import { dateLabel } from '../../ui/when.ts'
import { useWords } from '../../words.ts'

/** What the business gave the customer; nothing if it never did. */
export function OwnCredits() {
  const words = useWords(portalWords)
  const zone = useMe().organization_timezone ?? 'UTC'
  const { data } = useQuery(creditsQuery)
  if (!data?.credits.length) return null
  return (
    <Card component="section" aria-labelledby="credits">
      <Title order={2} fz="h3" id="credits">
        {words.credits}
      </Title>
      <Text c="dimmed" mb="sm">
        {data.left_cents > 0 ? words.creditsLeft(formatCents(data.left_cents)) : words.creditsUsed}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.credits.map(({ id, amount_cents, used_cents, paid_back_cents, given_at }) => (
          <Group key={id} component="li" justify="space-between" gap="sm">
            <div>
              <Text>{dateLabel(todayIn(zone, given_at))}</Text>
              <Text c="dimmed" fz="sm">
                {[
                  (used_cents > paid_back_cents || paid_back_cents === 0) &&
                    words.creditUsed(formatCents(used_cents - paid_back_cents)),
                  paid_back_cents > 0 && words.creditPaidBack(formatCents(paid_back_cents)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Money cents={amount_cents} strong />
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

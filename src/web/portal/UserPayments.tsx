import { Stack, Card, Group, Text, Title } from '@mantine/core'
import { Page } from '../ui/Page.tsx'
import { Autopay } from './Autopay.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { useClosed, creditsQuery } from './queries.ts'
import { LimitNotice } from './PaymentNotices.tsx'
import { StandingNotice } from './StandingNotice.tsx'
import { frameWords } from '../../words/en/frame.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'
import { useQuery } from '@tanstack/react-query'
import { todayIn } from '../../domain/base/dates.ts'
import { formatCents } from '../../domain/base/money.ts'
import { useMe } from '../app/me.ts'
import { Money } from '../ui/Money.tsx'
import { dateLabel } from '../ui/when.ts'

/** How a customer pays: saved cards and bank accounts, and whether they are charged by themselves. */
export default function UserPayments() {
  const words = useWords(portalWords)
  const frame = useWords(frameWords)
  const closed = useClosed()
  return (
    <Page title={frame.title('Payments')} about={words.paymentsAbout} narrow>
      <Stack gap="lg">
        <StandingNotice />
        <LimitNotice />
        <OwnCredits />
        <PaymentMethods />
        {!closed && <Autopay />}
      </Stack>
    </Page>
  )
}

/** What the business gave the customer; nothing if it never did. */
function OwnCredits() {
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

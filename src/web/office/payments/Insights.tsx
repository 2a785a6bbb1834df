import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCents } from '../../../domain/base/money.ts'
import { earningsMonths, type Balance } from '../../../domain/money/payment.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { EarningsChart, EarningsSpace } from './EarningsChart.tsx'
import { NoAccount } from './NoAccount.tsx'
import css from './payments.module.css'
import { RevenueCard } from './RevenueCard.tsx'
import { TipsCard } from './TipsCard.tsx'
import { TaxReportCard } from './TaxReportCard.tsx'

const balanceQuery = api['GET /api/owner/stripe/balance'].query({ timeout_ms: 15_000 })
const earningsQuery = api['GET /api/owner/stripe/earnings'].query({
  query: { months: earningsMonths },
})

asksAgain(['payment_updated', 'invoice.*'], balanceQuery.queryKey, earningsQuery.queryKey)

/** The provider's balance, and earnings of the last twelve months. */
export default function Insights() {
  const balance = useQuery(balanceQuery)
  const earnings = useQuery(earningsQuery)
  return (
    <Page title="Insights" about="Your balance and the past 12 months’ earnings">
      <Stack gap="xl">
        <section aria-label="Balance">
          <Loaded
            of={balance}
            failure="Failed to load Stripe balance"
            skeleton={<Bars rows={1} height={127} />}
          >
            {(data) => (data.hasAccount ? <BalanceTiles balance={data} /> : <NoAccount />)}
          </Loaded>
        </section>
        <Card component="section" aria-labelledby="earnings">
          <Title order={2} id="earnings" mb="md">
            Net earnings
          </Title>
          <Loaded of={earnings} failure="Failed to load earnings" skeleton={<EarningsSpace />}>
            {({ buckets }) => <EarningsChart buckets={buckets} />}
          </Loaded>
        </Card>
        <Reports />
      </Stack>
    </Page>
  )
}

const Reports = () => (
  <>
    <RevenueCard />
    <TaxReportCard />
    <TipsCard />
  </>
)

const sum = (rows: Balance['available']): number =>
  rows.reduce(
    (total, { amount, currency }) => total + (currency.toLowerCase() === 'usd' ? amount : 0),
    0,
  )

const BalanceTiles = ({ balance }: { balance: Balance }) => (
  <div className={css.tiles}>
    <Tile
      label="Available"
      cents={sum(balance.available)}
      about={
        sum(balance.available) < 0 ? 'Taken from your next payments' : 'Ready for your next payout'
      }
    />
    <Tile label="Pending" cents={sum(balance.pending)} about="Paid, not yet settled" />
  </div>
)

const Tile = ({ label, cents, about }: { label: string; cents: number; about: string }) => (
  <Card>
    <Text c="dimmed" fw={600}>
      {label}
    </Text>
    <span className={css.amount}>{formatCents(cents)}</span>
    <Text c="dimmed" fz="sm">
      {about}
    </Text>
  </Card>
)

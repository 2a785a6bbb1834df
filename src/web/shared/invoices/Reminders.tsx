import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  reminderStops,
  stepText,
  type BillReminders,
  type ReminderStop,
} from '../../../domain/money/bill-reminder.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import type { Invoice } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { useMe } from '../../app/me.ts'
import { remindersQuery } from '../money/queries.ts'
import { dateLabel } from '../../ui/when.ts'

/** Nothing needs saying about these. */
const quiet: ReadonlySet<ReminderStop | null> = new Set(['settled', 'processing', 'disputed'])

/** Which reminders went out, and which is next. */
export function Reminders({ invoice }: { invoice: Invoice }) {
  const { data } = useQuery({
    ...remindersQuery(invoice.id),
    enabled: invoice.status !== 'draft' && invoice.status !== 'void',
  })
  if (!data || (!data.sent.length && !data.late_fee && quiet.has(data.stopped))) return null
  return (
    <Card component="section" aria-labelledby="reminders" className="fh-no-print">
      <Title order={2} fz="h3" id="reminders" mb="sm">
        Reminders
      </Title>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.sent.map((one) => (
          <Sent key={`${one.due_on} ${one.step}`} sent={one} />
        ))}
      </Stack>
      <Text c="dimmed" fz="sm" mt={data.sent.length ? 'xs' : 0}>
        {nextText(data)}
      </Text>
      {data.late_fee && <LateFee fee={data.late_fee} />}
    </Card>
  )
}

function Sent({ sent }: { sent: BillReminders['sent'][number] }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  return (
    <li>
      <Text>{dateLabel(todayIn(zone, sent.at))}</Text>
      <Text c="dimmed" fz="sm">
        {stepText(sent.step)}
        {sent.step === 0 ? '' : ' the due date'}
      </Text>
      {sent.problem && (
        <Text fz="sm" c="var(--mantine-color-error)">
          Not sent: {sent.problem}
        </Text>
      )}
    </li>
  )
}

function LateFee({ fee }: { fee: NonNullable<BillReminders['late_fee']> }) {
  const amount = formatCents(fee.cents)
  if (!fee.invoice_id)
    return (
      <Text fz="sm" mt="xs">
        A late fee of {amount} is added on {dateLabel(fee.on)}
      </Text>
    )
  return (
    <Anchor
      component={Link}
      to="/app/invoices/$id"
      params={{ id: fee.invoice_id } as never}
      className="fh-own-line"
      fz="sm"
      mt="xs"
      display="inline-block"
    >
      Late fee of {amount}, added {dateLabel(fee.on)}
    </Anchor>
  )
}

function nextText({ next, stopped, sent }: BillReminders): string {
  if (stopped) return reminderStops[stopped]
  if (next) return `Next: ${dateLabel(next.on)}`
  return sent.length ? 'That was the last one. Call the customer.' : 'No reminder is left.'
}

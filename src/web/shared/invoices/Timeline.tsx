import { Anchor, Card, Text, Title } from '@mantine/core'
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
import { paymentState, paymentStateLabels, type Payment } from '../../../domain/money/payment.ts'
import { useMe } from '../../app/me.ts'
import { methodText } from '../money/method-text.ts'
import css from '../money/invoices.module.css'
import { paymentsQuery, remindersQuery } from '../money/queries.ts'
import { dateLabel } from '../../ui/when.ts'

/** Nothing needs saying about these. */
const quiet: ReadonlySet<ReminderStop | null> = new Set(['settled', 'processing', 'disputed'])

type Entry = { at: string; text: string; problem?: string | null }

/** What happened to an invoice so far, and the reminder that comes next. */
export function Timeline({ invoice }: { invoice: Invoice }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const isIssued = invoice.status !== 'draft'
  const { data: payments } = useQuery({ ...paymentsQuery(invoice.id), enabled: isIssued })
  const { data: reminders } = useQuery({
    ...remindersQuery(invoice.id),
    enabled: isIssued && invoice.status !== 'void',
  })
  const entries = [
    { at: invoice.created_at, text: 'Created' },
    ...(invoice.sent_at ? [{ at: invoice.sent_at, text: 'Sent' }] : []),
    ...(reminders?.sent.map(reminded) ?? []),
    ...(payments?.items.map(moved) ?? []),
  ] satisfies Entry[]
  return (
    <Card component="section" aria-labelledby="timeline" className="fh-no-print">
      <Title order={2} fz="h3" id="timeline" mb="sm">
        Timeline
      </Title>
      <ol className={css.timeline}>
        {entries
          .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ at, text, problem }: Entry) => (
            <li key={`${at} ${text}`}>
              <span>{dateLabel(todayIn(zone, at))}</span>
              <span>
                {text}
                {problem && (
                  <Text fz="sm" c="var(--mantine-color-error)">
                    {problem}
                  </Text>
                )}
              </span>
            </li>
          ))}
      </ol>
      {reminders && !quiet.has(reminders.stopped) && (
        <Text c="dimmed" fz="sm" mt="sm">
          {nextText(reminders)}
        </Text>
      )}
      {reminders?.late_fee && <LateFee fee={reminders.late_fee} />}
    </Card>
  )
}

function reminded({ at, step, problem }: BillReminders['sent'][number]): Entry {
  const when = step === 0 ? 'on the due date' : `${stepText(step)} the due date`
  return problem
    ? { at, text: `Reminder ${when}`, problem: `Not sent: ${problem}` }
    : { at, text: `Reminded ${when}` }
}

/** 'Paid $45.00 · Visa •••• 4242, $10.00 refunded'. */
function moved(payment: Payment): Entry {
  const state = paymentState(payment)
  const isIn = ['succeeded', 'refunded', 'partially_refunded'].includes(state)
  const method = methodText(payment)
  const text = [
    `${isIn ? 'Paid' : paymentStateLabels[state]} ${formatCents(payment.amount)}`,
    method && ` · ${method}`,
    payment.refunded_minor > 0 && `, ${formatCents(payment.refunded_minor)} refunded`,
  ]
  return { at: payment.created_at, text: text.filter(Boolean).join('') }
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

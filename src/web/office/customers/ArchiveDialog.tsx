import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { creditLeft } from '../../../domain/money/credit.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { useToday } from '../../app/today.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { customerName, useCustomerActs } from '../../shared/customers/queries.ts'
import { creditsQuery, type ListedCredits } from './credits-query.ts'

/** What archiving ends and what it keeps, for this customer. */
function consequences(
  customer: Customer,
  credits: ListedCredits['credits'],
  today: LocalDate,
): string[] {
  const { next_visit_at, services, outstanding_balance_cents } = customer
  const own_cents = credits
    .filter(({ paid_in }) => paid_in)
    .reduce((sum, credit) => sum + creditLeft(credit), 0)
  const hasWork = customer.status !== 'lead' && services.length > 0
  return [
    ...(hasWork
      ? [`Their work ends today: ${services.join(', ')}.`, 'Visits after today are removed.']
      : []),
    ...(next_visit_at?.startsWith(today) ? ['The visit on today’s schedule stays there.'] : []),
    ...(customer.status === 'paused' ? ['The pause ends with it.'] : []),
    ...(customer.has_autopay ? ['Autopay is turned off.'] : []),
    ...(hasWork
      ? ['They get no message about it, unless they asked to leave. Tell them yourself.']
      : []),
    ...(outstanding_balance_cents > 0
      ? [`${formatCents(outstanding_balance_cents)} is still due; the invoices stay payable.`]
      : []),
    ...(own_cents > 0
      ? [`You hold ${formatCents(own_cents)} of their own money as credit. Pay it back to them.`]
      : []),
    'History, invoices, credit and notes are kept.',
  ]
}

/**
 * Archiving ends future work for good, even if the customer is restored, so it lists the
 * consequences.
 */
export function ArchiveDialog({
  customer,
  opened,
  onClose,
}: {
  customer: Customer | null
  opened: boolean
  onClose: () => void
}) {
  const acts = useCustomerActs()
  const { data } = useQuery({ ...creditsQuery(customer?.id ?? ''), enabled: opened && !!customer })
  const today = useToday()
  if (!customer) return null
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Archive ${customerName(customer)}?`}
      confirm="Archive"
      danger
      onConfirm={() =>
        acts.status
          .mutateAsync({
            customer,
            status: 'archived',
            done: 'Customer archived',
            failure: 'Failed to archive customer',
          })
          .catch(() => undefined)
      }
    >
      <Stack gap="xs">
        <List spacing={4}>
          {consequences(customer, data?.credits ?? [], today).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Text c="dimmed" fz="sm">
          {customer.status === 'lead'
            ? 'You can unarchive them later.'
            : 'You can unarchive them later, but you will have to schedule their work again.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

import { List, Stack, Text } from '@mantine/core'
import type { Customer } from '../../../domain/customer.ts'
import { formatCents } from '../../../domain/money.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { customerName, useCustomerActs } from './queries.ts'

/** Archiving ends future work, and bringing a customer back does not bring that back: so it says what will happen. */
export function ArchiveDialog({ customer, opened, onClose }: { customer: Customer | null; opened: boolean; onClose: () => void }) {
  const acts = useCustomerActs()
  if (!customer) return null
  const ends = [
    customer.status !== 'lead' && 'Their schedule ends today and coming visits are removed.',
    customer.has_autopay && 'Autopay is turned off.',
    customer.outstanding_balance_cents > 0 && `${formatCents(customer.outstanding_balance_cents)} is still due; the invoices stay payable.`,
    'History, invoices and notes are kept.',
  ].filter((line) => line !== false)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Archive ${customerName(customer)}?`}
      confirm="Archive"
      danger
      onConfirm={() =>
        acts.status.mutateAsync({ customer, status: 'archived', done: 'Customer archived', failure: 'Failed to archive customer' }).catch(() => undefined)
      }
    >
      <Stack gap="xs">
        <List spacing={4}>
          {ends.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Text c="dimmed" fz="sm">
          You can unarchive them later; a new schedule has to be made then.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

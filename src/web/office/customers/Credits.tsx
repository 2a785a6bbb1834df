import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import {
  creditLeft,
  creditRules,
  NewCredit,
  type Credit,
  type PayBack,
} from '../../../domain/money/credit.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { formatCents, parseDollars, priceMessage } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { customerName } from '../../shared/customers/queries.ts'
import { manualKindLabels, ManualKind } from '../../shared/money/ManualKind.tsx'
import { useZone } from '../../app/today.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel } from '../../ui/when.ts'
import classes from './customers.module.css'
import { creditsQuery, type ListedCredits } from './credits-query.ts'
import type { Heading } from './Section.tsx'

/** The money that the office gave a customer, and what is left of it. */
export default function Credits({
  customer,
  heading: Name = 'h4',
}: Heading & { customer: Customer }) {
  const giving = useSheet(`credit-${customer.id}`)
  const { credits = [], left_cents = 0 } = useQuery(creditsQuery(customer.id)).data ?? {}
  const name = customerName(customer)
  return (
    <section aria-label={`Credits of ${name}`}>
      <Group justify="space-between" gap="sm">
        <Name className={classes.small}>
          Credits{left_cents > 0 && `: ${formatCents(left_cents)} left`}
        </Name>
        <Button
          variant="default"
          size="xs"
          leftSection={<Gift size={15} aria-hidden />}
          aria-label={`Give ${name} a credit`}
          onClick={() => giving.show(true)}
        >
          Give credit
        </Button>
      </Group>
      {credits.length > 0 && (
        <ul className={classes.plain}>
          {credits.map((credit) => (
            <Row key={credit.id} credit={credit} customer={customer} />
          ))}
        </ul>
      )}
      {giving.key > 0 && (
        <Give key={giving.key} customer={customer} opened={giving.opened} onClose={giving.hide} />
      )}
    </section>
  )
}

function Row({ credit, customer }: { credit: Credit; customer: Customer }) {
  const zone = useZone()
  const amount = formatCents(credit.amount_cents)
  const left = formatCents(creditLeft(credit))
  const paysBack = useSheet(`pay-back-${credit.id}`)
  return (
    <Group component="li" justify="space-between" gap="sm" py={4}>
      <div>
        <strong>{amount}</strong> – {credit.reason}
        <Text fz="sm" c="dimmed">
          {[dateLabel(todayIn(zone, credit.given_at)), credit.given_by_name, stateOf(credit)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {credit.paybacks.map(({ amount_cents, method, note, by_name, at }) => (
          <Text key={at} fz="sm" c="dimmed">
            {formatCents(amount_cents)} paid back:{' '}
            {[dateLabel(todayIn(zone, at)), by_name, manualKindLabels[method], note]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        ))}
      </div>
      {creditRules.payBack(credit) === null && (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Pay back ${left} of the customer’s own money`}
          onClick={() => paysBack.show(true)}
        >
          Pay back
        </Button>
      )}
      {creditRules.takeBack(credit) === null && (
        <Ending
          label={`Remove the credit of ${amount}`}
          title={`Remove ${amount} of credit?`}
          action="Remove"
          about={`${customerName(customer)} no longer has this credit.`}
          end={() => api['DELETE /api/owner/credits/{id}']({ params: { id: credit.id } })}
          ended="Credit removed"
          customer={customer}
        />
      )}
      {creditRules.undoPayBack(credit) === null && (
        <Ending
          label={`Undo: ${formatCents(credit.paid_back_cents)} paid back`}
          title="Undo the latest payback?"
          action="Undo"
          about={`The record was a mistake, and ${customerName(customer)} has the money as credit again. If they read that you paid it back, they get a message about the mistake.`}
          end={() => api['DELETE /api/owner/credits/{id}/payback']({ params: { id: credit.id } })}
          ended="Kept as credit again"
          customer={customer}
        />
      )}
      {paysBack.key > 0 && (
        <PayBackSheet
          key={paysBack.key}
          credit={credit}
          customer={customer}
          opened={paysBack.opened}
          onClose={paysBack.hide}
        />
      )}
    </Group>
  )
}

type EndingProps = {
  label: string
  title: string
  action: string
  about: string
  end: () => Promise<ListedCredits>
  ended: string
  customer: Customer
}

/** A button that takes something about a credit back, after a question. */
function Ending({ label, title, action, about, end, ended, customer }: EndingProps) {
  const cache = useQueryClient()
  const [asks, setAsks] = useState(false)
  const ending = useMutation({
    mutationFn: end,
    onSuccess: (listed) => {
      cache.setQueryData(creditsQuery(customer.id).queryKey, listed)
      toast.done(ended)
    },
  })
  return (
    <>
      <Button variant="subtle" size="xs" aria-label={label} onClick={() => setAsks(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={title}
        confirm={action}
        danger
        failure="Failed to take it back"
        onConfirm={() => ending.mutateAsync()}
      >
        {about}
      </ConfirmDialog>
    </>
  )
}

function stateOf(credit: Credit): string {
  if (credit.taken_back_at) return 'Removed'
  if (credit.used_cents === 0) return 'Waits for the next invoice'
  const left = creditLeft(credit)
  if (left > 0) return `${formatCents(left)} left`
  return credit.used_cents > credit.paid_back_cents ? 'Used' : ''
}

type Values = { amount: string; reason: string }

function Give({
  customer,
  opened,
  onClose,
}: {
  customer: Customer
  opened: boolean
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm<Values, ListedCredits>({
    initialValues: { amount: '', reason: '' },
    validate: ({ amount, reason }) => ({
      ...(parseDollars(amount) ? {} : { amount: priceMessage }),
      ...(reason.trim() ? {} : { reason: 'Enter a reason' }),
    }),
    failure: 'Failed to give the credit',
    fields: { amount_cents: 'amount' },
    send: ({ amount, reason }) =>
      api['POST /api/owner/customers/{id}/credits']({
        params: { id: customer.id },
        body: NewCredit.parse({ amount_cents: parseDollars(amount), reason }),
        idempotency_key: key,
      }),
    sent: (listed) => {
      cache.setQueryData(creditsQuery(customer.id).queryKey, listed)
      toast.done('Credit given')
      onClose()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Give ${customerName(customer)} a credit`}
      form={form}
      action="Give credit"
    >
      <TextInput
        label="Amount"
        inputMode="decimal"
        leftSection="$"
        placeholder="20.00"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Reason"
        description="For your team. Your customer sees the amount as “Credit applied” on the invoice."
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <Text c="dimmed" fz="sm">
        It pays open invoices at once, the earliest due date first. A planned charge asks only for
        what is left. The rest waits for the next invoice.
      </Text>
    </FormSheet>
  )
}

type Props = { credit: Credit; customer: Customer; opened: boolean; onClose: () => void }
type PayBackValues = { method: PayBack['method']; note: string }

/** Records that the office paid a customer's own money back. */
function PayBackSheet({ credit, customer, opened, onClose }: Props) {
  const cache = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const amount = formatCents(creditLeft(credit))
  const form = useActionForm<PayBackValues, ListedCredits>({
    initialValues: { method: 'check', note: '' },
    failure: 'Failed to save changes',
    send: ({ method, note }) =>
      api['POST /api/owner/credits/{id}/payback']({
        params: { id: credit.id },
        body: { method, ...(note.trim() && { note }) },
        idempotency_key: key,
      }),
    sent: (listed) => {
      cache.setQueryData(creditsQuery(customer.id).queryKey, listed)
      toast.done(`${amount} paid back`)
      onClose()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Pay ${amount} back to ${customerName(customer)}`}
      form={form}
      action="Record"
    >
      <Text>
        This is the customer’s own money. Pay it yourself, then record it here: nothing is sent to a
        card or bank account. The customer gets a message that you paid it.
      </Text>
      <ManualKind label="Paid by" {...form.getInputProps('method')} />
      <TextInput
        label="Note"
        description="For example, the check number"
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormSheet>
  )
}

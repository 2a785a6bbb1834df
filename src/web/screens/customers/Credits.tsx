import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { creditLeft, creditRules, NewCredit, type Credit } from '../../../domain/credit.ts'
import type { Customer } from '../../../domain/customer.ts'
import { formatCents, parseDollars, priceMessage } from '../../../domain/money.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { customerName } from '../../customers/queries.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel } from '../../ui/when.ts'
import classes from './customers.module.css'
import type { Heading } from './heading.ts'

type Listed = Answer<Calls['GET /api/owner/customers/{id}/credits']>

const creditsQuery = (id: string) =>
  api['GET /api/owner/customers/{id}/credits'].query({ params: { id } })

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
  const cache = useQueryClient()
  const [asks, setAsks] = useState(false)
  const amount = formatCents(credit.amount_cents)
  const takeBack = useMutation({
    mutationFn: () => api['DELETE /api/owner/credits/{id}']({ params: { id: credit.id } }),
    onSuccess: (listed) => {
      cache.setQueryData(creditsQuery(customer.id).queryKey, listed)
      toast.done('Credit taken back')
    },
  })
  return (
    <Group component="li" justify="space-between" gap="sm" py={4}>
      <div>
        <strong>{amount}</strong> – {credit.reason}
        <Text fz="sm" c="dimmed">
          {[dateLabel(credit.given_at.slice(0, 10)), credit.given_by_name, stateOf(credit)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {creditRules.takeBack(credit) === null && (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Take back the credit of ${amount}`}
          onClick={() => setAsks(true)}
        >
          Take back
        </Button>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={`Take back ${amount}?`}
        confirm="Take back"
        danger
        failure="Failed to take back the credit"
        onConfirm={() => takeBack.mutateAsync()}
      >
        {customerName(customer)} no longer has this credit.
      </ConfirmDialog>
    </Group>
  )
}

function stateOf(credit: Credit): string {
  if (credit.taken_back_at) return 'Taken back'
  if (credit.used_cents === 0) return 'Pays the next invoice'
  const left = creditLeft(credit)
  return left === 0 ? 'Used' : `${formatCents(left)} left`
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
  const form = useActionForm<Values, Listed>({
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
        It pays the next invoice you issue or send, and what is left pays the one after it.
      </Text>
    </FormSheet>
  )
}

import { Text, Textarea } from '@mantine/core'

import type { Customer } from '../../../domain/customer.ts'
import { addDays } from '../../../domain/dates.ts'
import { useToday } from '../../today.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { customerName, useCustomerActs } from '../../customers/queries.ts'

type Values = { from: string | null; resume_on: string | null; reason: string }

/** From when work pauses, until when, and why. */
export default function PauseSheet({
  customer,
  opened,
  onClose,
}: {
  customer: Customer
  opened: boolean
  onClose: () => void
}) {
  const acts = useCustomerActs()
  const today = useToday()
  const isPaused = customer.status === 'paused'
  const form = useActionForm<Values, unknown>({
    initialValues: {
      from: (isPaused && customer.paused_from) || today,
      resume_on: (isPaused && customer.resume_on) || null,
      reason: (isPaused && customer.pause_reason) || '',
    },
    failure: 'Failed to update status',
    send: ({ from, resume_on, reason }) =>
      acts.pause.mutateAsync({ customer, from, resume_on, reason: reason.trim() || null }),
    sent: onClose,
  })
  const { from, resume_on } = form.values
  const earliest = addDays(from && from > today ? from : today, 1)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={isPaused ? `Pause of ${customerName(customer)}` : `Pause ${customerName(customer)}?`}
      size="sm"
      form={form}
      action={isPaused ? 'Save' : 'Pause'}
    >
      <DateField
        label="Pause from"
        value={from}
        error={form.errors.from}
        onChange={(date) =>
          form.setValues({
            from: date ?? today,
            ...(date && resume_on && resume_on <= date ? { resume_on: null } : {}),
          })
        }
      />
      <DateField
        label="Resume on"
        placeholder="Until resumed"
        clearable
        minDate={earliest}
        value={resume_on}
        error={form.errors.resume_on}
        onChange={(date) => form.setValues({ resume_on: date })}
      />
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <Text c="dimmed" fz="sm">
        Visits in between stay on the schedule as skipped and are not billed.{' '}
        {resume_on ? 'Visits resume on that day.' : 'Visits stay paused until you resume them.'}{' '}
        Autopay for open invoices continues.
      </Text>
    </FormSheet>
  )
}

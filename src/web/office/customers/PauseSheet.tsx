import { Text, Textarea } from '@mantine/core'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { useToday } from '../../app/today.ts'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { customerName, useCustomerActs } from '../../shared/customers/queries.ts'
import { firstResume, pausedFrom, pauseValues, type PauseValues } from './pause.ts'

type Props = { customer: Customer; opened: boolean; onClose: () => void }

/** Sets when work pauses, until when, and why. */
export default function PauseSheet({ customer, opened, onClose }: Props) {
  const { pause } = useCustomerActs()
  const today = useToday()
  const isPaused = customer.status === 'paused'
  const form = useActionForm<PauseValues, unknown>({
    initialValues: pauseValues(customer, today),
    failure: 'Failed to update status',
    send: ({ reason, ...days }) =>
      pause.mutateAsync({ customer, ...days, reason: reason.trim() || null }),
    sent: onClose,
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={isPaused ? `Pause of ${customerName(customer)}` : `Pause ${customerName(customer)}?`}
      size="sm"
      form={form}
      action={isPaused ? 'Save' : 'Pause'}
    >
      <Days form={form} today={today} />
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <Text c="dimmed" fz="sm">
        Visits in between stay on the schedule as skipped and are not billed.{' '}
        {form.values.resume_on
          ? 'Visits resume on that day.'
          : 'Visits stay paused until you resume them.'}{' '}
        Autopay for open invoices continues.
      </Text>
    </FormSheet>
  )
}

function Days({ form, today }: { form: ActionForm<PauseValues>; today: LocalDate }) {
  const { from, resume_on } = form.values
  return (
    <>
      <DateField
        label="Pause from"
        value={from}
        error={form.errors.from}
        onChange={(date) => form.setValues(pausedFrom(date, resume_on, today))}
      />
      <DateField
        label="Resume on"
        placeholder="Until resumed"
        clearable
        minDate={firstResume(from, today)}
        value={resume_on}
        error={form.errors.resume_on}
        onChange={(date) => form.setValues({ resume_on: date })}
      />
    </>
  )
}

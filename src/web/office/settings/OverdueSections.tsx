import { Button, Group, NumberInput, Switch, Text, type NumberInputProps } from '@mantine/core'
import { reminderPresets, stepText } from '../../../domain/money/bill-reminder.ts'
import { lateFeeDueDays } from '../../../domain/money/late-fee.ts'
import { PillChecks, Pills } from '../../ui/Pills.tsx'
import { usualFee, type Draft } from './draft.ts'
import type { Fields } from './parts.ts'
import { Fold, Section } from './Sections.tsx'

/** What happens to customers who pay late: both are off until the owner turns them on. */
export const LateSection = (fields: Fields<Draft>) => (
  <Section title="Late fee and hold" about="What happens when an invoice stays unpaid.">
    <LateFeePart {...fields} />
    <HoldPart {...fields} />
  </Section>
)

/** Whether an overdue invoice gets a late fee, and how much. */
function LateFeePart(fields: Fields<Draft>) {
  const { values, set } = fields
  return (
    <>
      <Switch
        label="Add a late fee to overdue invoices"
        description={`Once per invoice, and only after a reminder announced it. It is an invoice of its own, due in ${lateFeeDueDays} days, and never charged automatically. Check what your state and your terms allow.`}
        checked={values.fee_on}
        onChange={(event) => set({ fee_on: event.currentTarget.checked })}
      />
      {values.fee_on && !values.bill_reminders_on && (
        <Text c="var(--mantine-color-error)" fz="sm">
          Reminders are off, so no late fee is added. Switch them on under Payment reminders.
        </Text>
      )}
      {values.fee_on && <Amount {...fields} />}
    </>
  )
}

const Amount = ({ values, set, errors }: Fields<Draft>) => (
  <>
    <Pills
      legend="Kind of late fee"
      quiet
      value={values.fee_kind}
      onChange={(fee_kind) => set({ fee_kind, fee_amount: usualFee[fee_kind] })}
      options={[
        { value: 'flat', label: 'An amount' },
        { value: 'percent', label: 'A percentage of what is owed' },
      ]}
    />
    <Group align="flex-start" gap="sm">
      <NumberInput
        label="Late fee"
        w={150}
        decimalScale={2}
        {...(values.fee_kind === 'flat'
          ? { prefix: '$', min: 0.5, max: 1000 }
          : { suffix: '%', min: 0.01, max: 25 })}
        value={values.fee_amount}
        error={errors.fee_amount}
        onChange={(fee_amount) => set({ fee_amount })}
      />
      <Days
        label="Days overdue"
        max={90}
        value={values.fee_days}
        error={errors.fee_days}
        onChange={(fee_days) => set({ fee_days })}
      />
    </Group>
  </>
)

const Days = (props: NumberInputProps) => (
  <NumberInput w={130} min={1} allowDecimal={false} {...props} />
)

/** When visits wait until a customer has paid. */
const HoldPart = ({ values, set, errors }: Fields<Draft>) => (
  <>
    <Switch
      label="Hold visits until overdue invoices are paid"
      description="The customer’s coming visits show “Held: payment” to you, the crew and the customer. Nothing is cancelled: they resume once the invoice is paid."
      checked={values.hold_on}
      onChange={(event) => set({ hold_on: event.currentTarget.checked })}
    />
    {values.hold_on && (
      <Group align="flex-start" gap="sm">
        <NumberInput
          label="Overdue at least"
          prefix="$"
          w={150}
          min={0}
          max={100_000}
          decimalScale={2}
          value={values.hold_dollars}
          error={errors.hold_dollars}
          onChange={(hold_dollars) => set({ hold_dollars })}
        />
        <Days
          label="Days late"
          max={180}
          value={values.hold_days}
          error={errors.hold_days}
          onChange={(hold_days) => set({ hold_days })}
        />
      </Group>
    )}
  </>
)

/** Days an owner can choose, besides those chosen already. */
const offered = [-7, -3, -1, 0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 45, 60]
/** As many as the schedule takes. */
const most = 8

/** Whether and when customers are reminded of unpaid invoices. */
export const RemindersSection = ({ values, set, errors }: Fields<Draft>) => (
  <Section
    title="Payment reminders"
    about="Customers hear about an unpaid invoice on the days you choose."
  >
    <Switch
      label="Remind customers of unpaid invoices"
      description="By email or text, in their language, from your reminder hour on. Nothing goes to customers who are charged automatically. Payment stops it."
      checked={values.bill_reminders_on}
      onChange={(event) => set({ bill_reminders_on: event.currentTarget.checked })}
    />
    {values.bill_reminders_on && (
      <>
        <Steps
          steps={values.bill_reminder_steps}
          error={errors.bill_reminder_steps}
          choose={(bill_reminder_steps) => set({ bill_reminder_steps })}
        />
        <Text c="dimmed" fz="sm">
          After the last reminder the invoice waits under To bill, Overdue, for a call.
        </Text>
      </>
    )}
  </Section>
)

type StepsProps = {
  steps: readonly number[]
  error: string | undefined
  choose: (steps: number[]) => void
}

const Steps = ({ steps, error, choose }: StepsProps) => (
  <>
    <Group gap="xs">
      <Text>Start from</Text>
      {reminderPresets.map((preset) => {
        const isPressed = preset.steps.join() === steps.join()
        return (
          <Button
            key={preset.name}
            variant={isPressed ? 'light' : 'default'}
            size="xs"
            aria-pressed={isPressed}
            onClick={() => choose([...preset.steps])}
          >
            {preset.name}
          </Button>
        )
      })}
    </Group>
    <Text>{steps.length > 0 ? steps.map(stepText).join(' · ') : 'No reminder'}</Text>
    <Fold title="Choose the days" about={`Up to ${most} days before or after the due date.`}>
      <PillChecks
        legend="Reminders go out"
        options={[...new Set([...offered, ...steps])]
          .toSorted((a, b) => a - b)
          .map((value) => ({ value, label: stepText(value) }))}
        value={steps}
        most={most}
        onChange={(next) => choose(next.toSorted((a, b) => a - b))}
      />
    </Fold>
    {error && (
      <Text c="var(--mantine-color-error)" fz="sm" role="alert">
        {error}
      </Text>
    )}
  </>
)

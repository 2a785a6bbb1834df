import { NumberInput, Select, Switch } from '@mantine/core'
import { clockText } from '../../../../domain/base/dates.ts'
import { billingModeLabels, billingModes } from '../../../../domain/schedule/schedule.ts'
import type { OrganizationSettings } from '../../../../domain/base/organization.ts'
import type { ActionForm } from '../../../ui/action-form.ts'
import css from '../../../ui/forms.module.css'
import { TimeField } from '../../../ui/TimeField.tsx'
import { daysBefore, breakChoices, paidAlways } from './settings-edits.ts'
import { reminderHours } from '../../../../domain/base/organization.ts'

type Props = { form: ActionForm<OrganizationSettings> }

export const SettingsFields = ({ form }: Props) => (
  <>
    <TimeFields form={form} />
    <div className={css.row}>
      <CountField
        form={form}
        name="arrival_window_minutes"
        label="Arrival window (minutes)"
        max={480}
        description="Customers read “9:00 – 10:00 AM”."
      />
      <CapacityField form={form} />
    </div>
    <SwitchField form={form} name="self_move" label="Customers can move visits to open days" />
    <CountField
      form={form}
      name="self_move_cutoff_hours"
      label="Customers can move a visit until (hours before)"
      max={720}
      disabled={!form.values.self_move}
      description="Later than this, or with the switch off, they send a request."
    />
    <CountField
      form={form}
      name="cancel_cutoff_hours"
      label="Customers can cancel a visit until (hours before)"
      max={720}
      description="Later than this they send a request."
    />
    <ReminderFields form={form} />
    <BillingField form={form} />
    <SwitchField form={form} name="crew_can_complete" label="Crew members may complete visits" />
    <SwitchField form={form} name="crew_sees_prices" label="Crews see prices" />
    <BreakField form={form} />
  </>
)

const slotOptions = [5, 10, 15, 20, 30, 60].map((minutes) => ({
  value: String(minutes),
  label: `Every ${minutes} minutes`,
}))

const TimeFields = ({ form: { values, setValues } }: Props) => (
  <div className={css.row}>
    <Select
      label="Time slots"
      description="For times and the day board."
      data={slotOptions}
      value={String(values.slot_minutes)}
      onChange={(value) => setValues({ slot_minutes: Number(value) })}
      allowDeselect={false}
    />
    <TimeField
      label="Usual start"
      description="Free times begin here."
      value={values.default_start_minutes}
      onChange={(minutes) => setValues({ default_start_minutes: minutes ?? 480 })}
      allowDeselect={false}
    />
  </div>
)

type CountProps = Props & {
  name: 'arrival_window_minutes' | 'cancel_cutoff_hours' | 'self_move_cutoff_hours'
  disabled?: boolean
  label: string
  description: string
  max: number
}

const CountField = ({ form, name, ...look }: CountProps) => (
  <NumberInput
    {...look}
    min={0}
    allowDecimal={false}
    // A slip is told, not turned into eight hours.
    clampBehavior="none"
    value={form.values[name]}
    onChange={(value) => form.setValues({ [name]: Number(value) || 0 })}
    error={form.errors[name]}
  />
)

const CapacityField = ({ form: { values, errors, setValues } }: Props) => (
  <NumberInput
    label="Visits per team and day"
    description="We ask before you plan more."
    placeholder="No limit"
    min={1}
    max={200}
    allowDecimal={false}
    clampBehavior="none"
    value={values.capacity_per_team_day ?? ''}
    onChange={(value) => setValues({ capacity_per_team_day: value === '' ? null : Number(value) })}
    error={errors.capacity_per_team_day}
  />
)

const dayOptions = Array.from({ length: 8 }, (_, days) => ({
  value: String(days),
  label: daysBefore(days),
}))
const hourOptions = reminderHours.map((hour) => ({
  value: String(hour),
  label: clockText(hour * 60),
}))

const ReminderFields = ({ form: { values, setValues } }: Props) => (
  <div className={css.row}>
    <Select
      label="Remind customers of a visit"
      data={dayOptions}
      value={String(values.reminder_days_before)}
      onChange={(value) => setValues({ reminder_days_before: Number(value) })}
      allowDeselect={false}
    />
    <Select
      label="Reminders go out at"
      data={hourOptions}
      value={String(values.reminder_hour)}
      onChange={(value) => setValues({ reminder_hour: Number(value) })}
      disabled={values.reminder_days_before === 0}
      allowDeselect={false}
    />
  </div>
)

const BillingField = ({ form: { values, setValues } }: Props) => (
  <Select
    label="Billing"
    description="For work added from now on."
    data={billingModes.map((value) => ({ value, label: billingModeLabels[value] }))}
    value={values.billing_mode}
    onChange={(billing_mode) => billing_mode && setValues({ billing_mode })}
    allowDeselect={false}
  />
)

const BreakField = ({ form: { values, setValues } }: Props) => (
  <Select
    label="Breaks are unpaid"
    description="Applies to breaks that end from now on. Shorter ones are paid time."
    data={breakChoices(values.unpaid_break_minutes)}
    value={String(values.unpaid_break_minutes ?? paidAlways)}
    onChange={(value) =>
      setValues({ unpaid_break_minutes: value === paidAlways ? null : Number(value) })
    }
    allowDeselect={false}
  />
)

type SwitchProps = Props & {
  name: 'self_move' | 'crew_can_complete' | 'crew_sees_prices'
  label: string
}

const SwitchField = ({ form, name, label }: SwitchProps) => (
  <Switch
    label={label}
    checked={form.values[name]}
    onChange={(event) => form.setValues({ [name]: event.currentTarget.checked })}
  />
)

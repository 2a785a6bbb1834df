import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { reminderPresets, stepText } from '../../../domain/money/bill-reminder.ts'
import type { Organization } from '../../../domain/base/organization.ts'
import { api } from '../../app/client.ts'
import { PillChecks } from '../../ui/Pills.tsx'
import { toast } from '../../ui/toast.tsx'

/** Days an owner can choose, besides those chosen already. */
const offered = [-7, -3, -1, 0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 45, 60]
/** As many as the schedule takes. */
const most = 8

type Props = { saved: Organization; onSaved: (organization: Organization) => void }
type Change = { bill_reminders_on?: boolean; bill_reminder_steps?: number[] }

/** Whether and when customers are reminded of unpaid invoices. */
export function RemindersPart({ saved, onSaved }: Props) {
  const change = useMutation({
    mutationFn: (body: Change) => api['PATCH /api/owner/schedule-settings']({ body }),
    onSuccess: (organization) => {
      onSaved(organization)
      toast.done('Saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save organization'),
  })
  const { bill_reminders_on: isOn, bill_reminder_steps: steps } = {
    ...saved.schedule_settings,
    ...(change.isPending ? change.variables : {}),
  }
  return (
    <Stack gap="sm">
      <Switch
        label="Remind customers of unpaid invoices"
        description="By email or text, in their language, from your reminder hour on. Nothing goes to customers who are charged automatically. Payment stops it."
        checked={isOn}
        onChange={(event) => change.mutate({ bill_reminders_on: event.currentTarget.checked })}
      />
      {isOn && (
        <>
          <Schedule
            steps={steps}
            save={(bill_reminder_steps) => change.mutate({ bill_reminder_steps })}
          />
          <Text c="dimmed" fz="sm">
            After the last reminder the invoice waits under To bill, Overdue, for a call.
          </Text>
        </>
      )}
    </Stack>
  )
}

type ScheduleProps = { steps: readonly number[]; save: (steps: number[]) => void }

const Schedule = ({ steps, save }: ScheduleProps) => (
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
            onClick={() => save([...preset.steps])}
          >
            {preset.name}
          </Button>
        )
      })}
    </Group>
    <PillChecks
      legend="Reminders go out"
      options={[...new Set([...offered, ...steps])]
        .toSorted((a, b) => a - b)
        .map((value) => ({ value, label: stepText(value) }))}
      value={steps}
      most={most}
      onChange={(next) => save(next.toSorted((a, b) => a - b))}
    />
  </>
)

import { NumberInput, Select, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clockText } from '../../../../domain/dates.ts'
import { reminderHours } from '../../../../domain/reminder.ts'
import { useState } from 'react'
import type { Organization, OrganizationSettings } from '../../../../domain/organization.ts'
import type { Team } from '../../../../domain/team.ts'
import { api } from '../../../client.ts'
import { queryClient } from '../../../query-client.ts'
import { changedOf } from '../../../ui/changed-of.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { useActionForm } from '../../../ui/action-form.ts'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Loaded } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { organizationQuery } from '../../../visits/queries.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { TeamColors, type ColorsByTeam } from './TeamColors.tsx'

/** What the organization decides about its schedule. */
export function ScheduleSettings({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Sheet opened={opened} onClose={onClose} title="Schedule settings" side size="md">
      {opened && <Settings onClose={onClose} />}
    </Sheet>
  )
}

function Settings({ onClose }: { onClose: () => void }) {
  const organization = useQuery(organizationQuery)
  const teams = useQuery(api['GET /api/owner/teams'].query())
  return (
    <Loaded of={organization} failure="Failed to load data">
      {(data) => (
        <Loaded of={teams} failure="Failed to load data">
          {(known) => <SettingsForm organization={data} teams={known.teams} onClose={onClose} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type Values = OrganizationSettings

const daysBefore = (days: number): string =>
  days === 0 ? 'Never' : days === 1 ? 'The day before' : `${days} days before`

function SettingsForm({
  organization,
  teams,
  onClose,
}: {
  organization: Organization
  teams: readonly Team[]
  onClose: () => void
}) {
  const [colors, setColors] = useState<ColorsByTeam>({})
  const leave = useWhileHere(onClose)
  // The form's base stays the same when others save meanwhile: the difference is what was changed here.
  const [before] = useState(organization.schedule_settings)
  const form = useActionForm<Values, Organization>({
    initialValues: before,
    failure: 'Failed to save organization',
    send: async (values) => {
      const painted = teams.filter(({ id, color }) => id in colors && colors[id] !== color)
      await Promise.all(
        painted.map(({ id }) =>
          api['PUT /api/owner/teams/{id}/color']({
            params: { id },
            body: { color: colors[id] ?? null },
          }),
        ),
      )
      if (painted.length > 0)
        void queryClient.invalidateQueries({ queryKey: api['GET /api/owner/teams'].key() })
      return api['PATCH /api/owner/schedule-settings']({ body: changedOf(values, before) })
    },
    sent: (saved) => {
      queryClient.setQueryData(organizationQuery.queryKey, saved)
      toast.done('Organization saved')
      leave()
    },
  })
  const { values } = form
  const count = (
    name: 'arrival_window_minutes' | 'cancel_cutoff_hours',
    label: string,
    max: number,
    description?: string,
  ) => (
    <NumberInput
      label={label}
      description={description}
      min={0}
      max={max}
      allowDecimal={false}
      // A slip is told, not turned into eight hours.
      clampBehavior="none"
      value={values[name]}
      onChange={(value) => form.setValues({ [name]: Number(value) || 0 })}
      error={form.errors[name]}
    />
  )
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md" inert={form.sending}>
        <div className={css.row}>
          <Select
            label="Time slots"
            description="For times and the day board."
            data={[5, 10, 15, 20, 30, 60].map((minutes) => ({
              value: String(minutes),
              label: `Every ${minutes} minutes`,
            }))}
            value={String(values.slot_minutes)}
            onChange={(value) => form.setValues({ slot_minutes: Number(value) })}
            allowDeselect={false}
          />
          <TimeField
            label="Usual start"
            description="Free times begin here."
            value={values.default_start_minutes}
            onChange={(minutes) => form.setValues({ default_start_minutes: minutes ?? 480 })}
            allowDeselect={false}
          />
        </div>
        <div className={css.row}>
          {count(
            'arrival_window_minutes',
            'Arrival window (minutes)',
            480,
            'Customers read “9:00 – 10:00 AM”.',
          )}
          <NumberInput
            label="Visits per team and day"
            description="One more is asked about."
            placeholder="No limit"
            min={1}
            max={200}
            allowDecimal={false}
            clampBehavior="none"
            value={values.capacity_per_team_day ?? ''}
            onChange={(value) =>
              form.setValues({ capacity_per_team_day: value === '' ? null : Number(value) })
            }
            error={form.errors.capacity_per_team_day}
          />
        </div>
        {count(
          'cancel_cutoff_hours',
          'Customers cancel by themselves until (hours before)',
          720,
          'Later than this they send a request.',
        )}
        <div className={css.row}>
          <Select
            label="Remind customers of a visit"
            data={Array.from({ length: 8 }, (_, days) => ({
              value: String(days),
              label: daysBefore(days),
            }))}
            value={String(values.reminder_days_before)}
            onChange={(value) => form.setValues({ reminder_days_before: Number(value) })}
            allowDeselect={false}
          />
          <Select
            label="Reminders go out at"
            data={reminderHours.map((hour) => ({
              value: String(hour),
              label: clockText(hour * 60),
            }))}
            value={String(values.reminder_hour)}
            onChange={(value) => form.setValues({ reminder_hour: Number(value) })}
            disabled={values.reminder_days_before === 0}
            allowDeselect={false}
          />
        </div>
        <Select
          label="Billing"
          description="Of work added from now on."
          data={[
            { value: 'per_visit', label: 'Each visit' },
            { value: 'per_period', label: 'Visits of a period together' },
            { value: 'none', label: 'Not at all' },
          ]}
          value={values.billing_mode}
          onChange={(mode) => mode && form.setValues({ billing_mode: mode })}
          allowDeselect={false}
        />
        <Switch
          label="Crew members may complete visits"
          checked={values.crew_can_complete}
          onChange={(event) => form.setValues({ crew_can_complete: event.currentTarget.checked })}
        />
        <Switch
          label="Crews see prices"
          checked={values.crew_sees_prices}
          onChange={(event) => form.setValues({ crew_sees_prices: event.currentTarget.checked })}
        />
        <TeamColors
          teams={teams}
          chosen={colors}
          onChoose={(id, color) => setColors((now) => ({ ...now, [id]: color }))}
        />
        <FormProblem text={form.problem} />
      </Stack>
      <SheetFoot>
        <FormFoot form={form} action="Save" away="Close" />
      </SheetFoot>
    </form>
  )
}

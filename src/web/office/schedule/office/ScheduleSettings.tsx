import { Stack, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization, OrganizationSettings } from '../../../../domain/base/organization.ts'
import type { Team } from '../../../../domain/people/team.ts'
import { api } from '../../../app/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import { useActionForm, changedOf } from '../../../ui/action-form.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { Loaded } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import { organizationQuery } from '../../../shared/visits/queries.ts'
import { repainted, type ColorsByTeam, colorOf } from './settings-edits.ts'
import { SettingsFields } from './SettingsFields.tsx'
import { isTeamColor, TeamColor, teamColors } from '../../../../domain/people/team-color.ts'
import css from '../../../ui/forms.module.css'
import { teamPaint } from '../../../shared/visits/teams.ts'

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

type FormProps = { organization: Organization; teams: readonly Team[]; onClose: () => void }

function SettingsForm({ organization, teams, onClose }: FormProps) {
  const [colors, setColors] = useState<ColorsByTeam>({})
  const leave = useWhileHere(onClose)
  // The form's base stays the same when others save meanwhile: the difference is what was changed here.
  const [before] = useState(organization.schedule_settings)
  const form = useActionForm<OrganizationSettings, Organization>({
    initialValues: before,
    failure: 'Failed to save organization',
    send: async (values) => {
      await paint(repainted(teams, colors))
      return api['PATCH /api/owner/schedule-settings']({ body: changedOf(values, before) })
    },
    sent: (saved) => {
      queryClient.setQueryData(organizationQuery.queryKey, saved)
      toast.done('Organization saved')
      leave()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md" inert={form.sending}>
        <SettingsFields form={form} />
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

async function paint(teams: ReturnType<typeof repainted>): Promise<void> {
  await Promise.all(
    teams.map(({ id, color }) =>
      api['PUT /api/owner/teams/{id}/color']({ params: { id }, body: { color } }),
    ),
  )
  if (teams.length > 0)
    void queryClient.invalidateQueries({ queryKey: api['GET /api/owner/teams'].key() })
}

type Props = {
  teams: readonly { id: string; name: string; color: string | null }[]
  chosen: ColorsByTeam
  onChoose: (team_id: string, color: TeamColor | null) => void
}

const none = 'none'
const options = [
  { value: none, label: 'Automatic' },
  ...TeamColor.options.map((color) => ({ value: color, label: teamColors[color].label })),
]
const Swatch = ({ color }: { color: string | null }) => (
  <span className={css.swatch} style={teamPaint(color)} aria-hidden />
)

/** Which colour each team has on the boards. */
function TeamColors({ teams, chosen, onChoose }: Props) {
  if (teams.length === 0) return null
  return (
    <fieldset className={css.colors}>
      <legend>Board colors</legend>
      {teams.map((team) => {
        const { id, name } = team
        const color = colorOf(team, chosen)
        return (
          <Select
            key={id}
            label={name}
            data={options}
            value={color ?? none}
            onChange={(value) => onChoose(id, isTeamColor(value) ? value : null)}
            allowDeselect={false}
            leftSection={<Swatch color={color} />}
            renderOption={({ option }) => (
              <>
                <Swatch color={option.value} />
                {option.label}
              </>
            )}
          />
        )
      })}
    </fieldset>
  )
}

import { Select } from '@mantine/core'
import { isTeamColor, TeamColor, teamColors } from '../../../../domain/team-color.ts'
import css from '../../../ui/forms.module.css'
import { teamPaint } from '../../../visits/team-paint.ts'
import { colorOf, type ColorsByTeam } from './settings-edits.ts'

type Props = {
  teams: readonly { id: string; name: string; color: string | null }[]
  chosen: ColorsByTeam
  onChoose: (team_id: string, color: TeamColor | null) => void
}

const none = 'none'
const options = [
  { value: none, label: 'No color' },
  ...TeamColor.options.map((color) => ({ value: color, label: teamColors[color].label })),
]
const Swatch = ({ color }: { color: string | null }) => (
  <span className={css.swatch} style={teamPaint(color)} aria-hidden />
)

/** Which colour each team has on the boards. */
export function TeamColors({ teams, chosen, onChoose }: Props) {
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

import { Select, type SelectProps } from '@mantine/core'
import { noTeam, teamOptions, type Teams } from './teams.ts'

type Props = Pick<SelectProps, 'disabled' | 'error'> & {
  teams: Teams
  value: string | null
  onChange: (team_id: string | null) => void
  /** What no team is called; null where one must be chosen. */
  nobody?: string | null
}

/** Which team, or none. */
export const TeamField = ({ teams, value, onChange, nobody, ...rest }: Props) => (
  <Select
    label="Team"
    data={teamOptions(teams, nobody)}
    value={value ?? noTeam}
    onChange={(id) => onChange(id === noTeam ? null : id)}
    allowDeselect={false}
    {...rest}
  />
)

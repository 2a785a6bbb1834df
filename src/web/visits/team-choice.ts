import { unassignedGroup } from '../../domain/team.ts'
import type { Teams } from './spots.ts'

/** The value of the choice of no team. */
export const noTeam = 'none'

/** The teams as choices. `nobody`: what no team is called; null where one must be chosen. */
export const teamOptions = (teams: Teams, nobody: string | null = unassignedGroup) => [
  ...(nobody === null ? [] : [{ value: noTeam, label: nobody }]),
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
]

export const teamName = (teams: Teams, team_id: string | null): string =>
  teams.find(({ id }) => id === team_id)?.name ?? unassignedGroup

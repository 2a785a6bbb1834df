import { unassignedGroup } from '../../../domain/people/team.ts'
import { byTime, type Visit } from '../../../domain/schedule/visit.ts'
import type { CSSProperties } from 'react'
import { boardColors, isTeamColor, teamColors } from '../../../domain/people/team-color.ts'

/** The value of the choice of no team. */
export const noTeam = 'none'

/** The teams as choices. `nobody`: what no team is called; null where one must be chosen. */
export const teamOptions = (teams: Teams, nobody: string | null = unassignedGroup) => [
  ...(nobody === null ? [] : [{ value: noTeam, label: nobody }]),
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
]

export const teamName = (teams: Teams, team_id: string | null): string =>
  teams.find(({ id }) => id === team_id)?.name ?? unassignedGroup

export type Teams = readonly { id: string; name: string }[]

export type TeamGroup = { id: string | null; name: string; color: string | null; visits: Visit[] }

/** Visits by team, those without one first; a team that no longer exists keeps its name while it has visits. */
export function teamGroups(
  visits: readonly Visit[],
  teams: readonly { id: string; name: string; color: string | null }[],
): TeamGroup[] {
  const known = new Set(teams.map(({ id }) => id))
  const gone = new Map(
    visits.flatMap(({ team }) =>
      team && !known.has(team.id) ? [[team.id, team.name] as const] : [],
    ),
  )
  const colors = boardColors(teams)
  const inTeam = (id: string | null) => visits.filter(({ team_id }) => team_id === id).sort(byTime)
  return [
    { id: null, name: unassignedGroup, color: null, visits: inTeam(null) },
    ...teams.map(({ id, name }) => ({
      id,
      name,
      color: colors.get(id) ?? null,
      visits: inTeam(id),
    })),
    ...[...gone].map(([id, name]) => ({ id, name, color: null, visits: inTeam(id) })),
  ]
}

/** A team's colour as the style sheets of the boards know it; nothing for a team without one. */
export function teamPaint(color: string | null): CSSProperties {
  if (!isTeamColor(color)) return {}
  const { tint, edge } = teamColors[color]
  return {
    '--team-tint': `light-dark(${tint.join(', ')})`,
    '--team-edge': `light-dark(${edge.join(', ')})`,
  } as CSSProperties
}

import { unassignedGroup } from '../../domain/team.ts'
import { byTime, type Visit } from '../../domain/visit.ts'

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
  const inTeam = (id: string | null) => visits.filter(({ team_id }) => team_id === id).sort(byTime)
  return [
    { id: null, name: unassignedGroup, color: null, visits: inTeam(null) },
    ...teams.map(({ id, name, color }) => ({ id, name, color, visits: inTeam(id) })),
    ...[...gone].map(([id, name]) => ({ id, name, color: null, visits: inTeam(id) })),
  ]
}

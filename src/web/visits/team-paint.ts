import type { CSSProperties } from 'react'
import { isTeamColor, teamColors } from '../../domain/team-color.ts'

/** A team's colour as the style sheets of the boards know it; nothing for a team without one. */
export function teamPaint(color: string | null): CSSProperties {
  if (!isTeamColor(color)) return {}
  const { tint, edge } = teamColors[color]
  return {
    '--team-tint': `light-dark(${tint.join(', ')})`,
    '--team-edge': `light-dark(${edge.join(', ')})`,
  } as CSSProperties
}

import { z } from 'zod'

/**
 * Team colors on the boards: a tint behind text and an edge, each for light and dark. The text says
 * which team it is; the color only helps the eye.
 */
export const teamColors = {
  blue: { label: 'Blue', tint: ['#dbe8fb', '#1b2c47'], edge: ['#2f66b8', '#7fb0ef'] },
  teal: { label: 'Teal', tint: ['#d3eeee', '#123436'], edge: ['#1f7a7a', '#74cccc'] },
  violet: { label: 'Violet', tint: ['#e8e0fa', '#2b2146'], edge: ['#6a48b5', '#b39cf0'] },
  pink: { label: 'Pink', tint: ['#fbdfec', '#43192f'], edge: ['#b03a76', '#f09ac2'] },
  red: { label: 'Red', tint: ['#fbe3df', '#421c17'], edge: ['#b8402f', '#f2a093'] },
  orange: { label: 'Orange', tint: ['#fce5cf', '#42270e'], edge: ['#a85c12', '#f0b173'] },
  yellow: { label: 'Yellow', tint: ['#f8edc0', '#39300a'], edge: ['#8a6d00', '#e3c95a'] },
  slate: { label: 'Slate', tint: ['#e3e7ec', '#28303b'], edge: ['#52627a', '#a9b8cc'] },
} as const satisfies Record<
  string,
  {
    label: string
    tint: readonly [light: string, dark: string]
    edge: readonly [light: string, dark: string]
  }
>

export const TeamColor = z.enum(
  Object.keys(teamColors) as [keyof typeof teamColors, ...(keyof typeof teamColors)[]],
)
export type TeamColor = z.infer<typeof TeamColor>

export const isTeamColor = (color: string | null): color is TeamColor =>
  color !== null && color in teamColors

/** Each team's color on the boards, by id: the one that was chosen, or else the first that no other team has. */
export function boardColors(
  teams: readonly { id: string; color: string | null }[],
): ReadonlyMap<string, TeamColor> {
  const colors = TeamColor.options
  const free = colors.filter((color) => teams.every((team) => team.color !== color))
  let taken = 0
  return new Map(
    teams.map(({ id, color }) => [
      id,
      isTeamColor(color) ? color : (free[taken++] ?? colors[taken % colors.length]!),
    ]),
  )
}

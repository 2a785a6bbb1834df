import { isTeamColor, type TeamColor } from '../../../../domain/people/team-color.ts'

/** The colors chosen and not saved yet, by team; null: none. */
export type ColorsByTeam = Readonly<Record<string, TeamColor | null>>
type Painted = { id: string; color: string | null }

/** The color a team is shown with: the chosen one, or else its own. */
export function colorOf({ id, color }: Painted, chosen: ColorsByTeam): TeamColor | null {
  if (id in chosen) return chosen[id] ?? null
  return isTeamColor(color) ? color : null
}

/** The teams that get another color than they have. */
export const repainted = (teams: readonly Painted[], chosen: ColorsByTeam) =>
  teams
    .filter(({ id, color }) => id in chosen && chosen[id] !== color)
    .map(({ id }) => ({ id, color: chosen[id] ?? null }))

export const daysBefore = (days: number): string =>
  days === 0 ? 'Never' : days === 1 ? 'The day before' : `${days} days before`

/** 'paid': breaks are always paid. */
export const paidAlways = 'paid'

/** From how many minutes a break can be unpaid, with the value that is set: it may come from elsewhere than this list. */
export function breakChoices(set: number | null): { value: string; label: string }[] {
  const minutes = new Set([20, 30, 45, 60, ...(set === null ? [] : [set])])
  return [
    { value: paidAlways, label: 'Never: breaks are paid' },
    ...[...minutes]
      .toSorted((a, b) => a - b)
      .map((most) => ({ value: String(most), label: `From ${most} minutes on` })),
  ]
}

import { z } from 'zod'

/** What can wait for the office, the most pressing first. */
const needKinds = [
  'disputes',
  'failed_refunds',
  'payouts',
  'unconfirmed',
  'declined',
  'requests',
  'crew_reports',
  'extra_work',
  'not_clocked_in',
  'long_shifts',
  'missed',
  'unassigned',
  'to_place',
  'leaving',
  'wishes',
  'signups',
  'unfinished',
  'late',
  'to_bill',
  'ending',
] as const
export type NeedKind = (typeof needKinds)[number]

/** How many of each wait; zero if nothing does. */
export const Needs = z.record(z.enum(needKinds), z.int().min(0))
export type Needs = z.infer<typeof Needs>

export type Need = { kind: NeedKind; count: number }
/** Those that wait, the most pressing first. */
export const openNeeds = (needs: Needs): Need[] =>
  needKinds.map((kind) => ({ kind, count: needs[kind] })).filter(({ count }) => count > 0)

/** Minutes after its first stop should have begun that a crew counts as missing. */
const graceMinutes = 15

type Stop = { team_id: string | null; start_minutes: number | null; hasBegun: boolean }

/**
 * Teams of today's stops whose first one should have begun although none of theirs is on the clock
 * and none of their stops has begun. `clocks`: teams that use the clock at all; `working`: those
 * with somebody on it; `minutes`: the time of day where the business is.
 */
export function missingTeams(
  stops: readonly Stop[],
  teams: { clocks: ReadonlySet<string>; working: ReadonlySet<string> },
  minutes: number,
): string[] {
  const began = new Set(stops.filter(({ hasBegun }) => hasBegun).map(({ team_id }) => team_id))
  const late = stops
    .filter(({ start_minutes }) => start_minutes !== null && start_minutes + graceMinutes < minutes)
    .flatMap(({ team_id }) => (team_id === null ? [] : [team_id]))
  return [...new Set(late)].filter(
    (id) => teams.clocks.has(id) && !teams.working.has(id) && !began.has(id),
  )
}

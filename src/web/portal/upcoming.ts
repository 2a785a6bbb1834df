import type { Upcoming } from '../../api/requests.ts'

const notComing: readonly Upcoming['state'][] = [
  'cancelled',
  'paused',
  'to_be_rescheduled',
  'completed',
]

/** Whether a crew is at work or on its way; that the customer asked to cancel or move it does not stop it. */
export const isComing = ({
  underway,
  on_the_way_at,
}: Pick<Upcoming, 'underway' | 'on_the_way_at'>): boolean => underway || on_the_way_at !== null

/** Puts the next visit that takes place in the middle; those that do not and lie before it stay before it, by date. */
export function aroundNext<V extends Pick<Upcoming, 'state'>>(
  visits: readonly V[],
): { before: readonly V[]; next: V | undefined; later: readonly V[] } {
  const at = Math.max(
    0,
    visits.findIndex(({ state }) => !notComing.includes(state)),
  )
  return { before: visits.slice(0, at), next: visits[at], later: visits.slice(at + 1) }
}

import type { Visit } from '../../domain/schedule/visit.ts'

/** Whether work is still to be done at a stop. */
export const isOpen = (stop: Pick<Visit, 'is_completed' | 'skipped'>): boolean =>
  !stop.is_completed && !stop.skipped

/** Of the open stops of a day, in order: where the crew is at work, else where it set out for last, else the first. */
export function nextStop<V extends Pick<Visit, 'status' | 'on_the_way_at'>>(
  open: readonly V[],
): V | undefined {
  const [last] = open
    .filter(({ on_the_way_at }) => on_the_way_at !== null)
    .toSorted((a, b) => Date.parse(b.on_the_way_at!) - Date.parse(a.on_the_way_at!))
  return open.find(({ status }) => status === 'in_progress') ?? last ?? open[0]
}

import { useSyncExternalStore } from 'react'
import type { Laid } from './laid.ts'

/** What a crew reports of a stop, in order. */
export type Step = 'en_route' | 'start' | 'finish'
type HeldStep = { visit: Laid; step: Step }

/** After a step, the stops stay as they are and no step is taken: the second tap of a glove, and a slow phone's. */
const holdsFor_ms = 1500
/** Then the next stop comes in: a thumb that was on its way already does not hit it. */
const settlesFor_ms = 400

let held: HeldStep | null = null
let isQuiet = false
let pressedAt_ms = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Whether a tap (its event's `timeStamp`, ms) counts. One made before the last step was over does not, however late a busy phone hears of it. */
export const maySteps = (tapped_ms: number): boolean =>
  !isQuiet && tapped_ms - pressedAt_ms >= holdsFor_ms

/** Takes a step by this tap (null: one that ends the stop another way); `write` writes it down. No other step is taken until some time after it is written; one that cannot be written is over at once. */
export async function holdStep(
  pressed: HeldStep | null,
  tapped_ms: number,
  write: () => Promise<boolean>,
): Promise<boolean> {
  clearTimeout(timer)
  held = pressed
  isQuiet = true
  pressedAt_ms = tapped_ms
  changed()
  const isWritten = await write()
  timer = isWritten ? setTimeout(settle, holdsFor_ms) : setTimeout(release, 0)
  return isWritten
}

function settle(): void {
  held = null
  changed()
  timer = setTimeout(release, settlesFor_ms)
}
function release(): void {
  held = null
  isQuiet = false
  changed()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The step that was just taken, while it is shown in its place. */
export const useHeldStep = (): HeldStep | null => useSyncExternalStore(follow, () => held)
/** True while no step can be taken. */
export const useIsQuiet = (): boolean => useSyncExternalStore(follow, () => isQuiet)

/** The stops as they stood when a step was taken, so that nothing moves under the thumb. */
export function useHeldStops(stops: Laid[]): Laid[] {
  const step = useHeldStep()
  return step ? stops.map((stop) => (stop.id === step.visit.id ? step.visit : stop)) : stops
}

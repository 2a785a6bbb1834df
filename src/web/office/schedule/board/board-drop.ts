import type { Visit } from '../../../../domain/schedule/visit.ts'
import { carryAll, spotOf, type Carry, type Spot } from '../../../shared/visits/drop-targets.ts'

/** Where a carried card would land: what changes of its spot. `at`: its place among the visits without a time. */
export type Landing = Partial<Spot> & { at?: number }

/** The spot of a visit that lands there. */
export function spotAt(visit: Visit, landing: Landing): Spot {
  const { at: _, ...spot } = landing
  return { ...spotOf(visit), ...spot }
}

type Dropped = { visit: Visit; company: readonly Visit[]; landing: Landing; byKeys: boolean }

/** What a drop means: the visits to move, and the place in the route to put this one at; null for none. */
export function dropOf({ visit, company, landing, byKeys }: Dropped): {
  carries: Carry[]
  at: number | null
} {
  return {
    carries: carryAll(visit, company, spotAt(visit, landing)),
    // Keys carry to a strip, not to a place in it: that is what Alt with an arrow is for.
    at: byKeys ? null : (landing.at ?? null),
  }
}

type BoardAct = 'clear' | 'earlier' | 'later' | 'tray' | 'choose'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** What a key pressed on a board asks for; null if nothing. */
export function actOfKey({ key, altKey, ctrlKey, metaKey }: Key): BoardAct | null {
  if (key === 'Escape') return 'clear'
  if (altKey && key === 'ArrowUp') return 'earlier'
  if (altKey && key === 'ArrowDown') return 'later'
  if (altKey || ctrlKey || metaKey) return null
  if (key.toLowerCase() === 't') return 'tray'
  if (key.toLowerCase() === 'm') return 'choose'
  return null
}

import type { Refusal } from '../../../../domain/base/rule.ts'
import { placeManyMax, type Visit } from '../../../../domain/schedule/visit.ts'

/** The ids of the visits that are chosen to be placed together. */
export type Chosen = ReadonlySet<string>
export const noneChosen: Chosen = new Set()

/** With this one chosen, or given up if it was. */
export const toggled = (ids: Chosen, id: string): Chosen =>
  ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])

/** As many as can be placed at once. */
export const allOf = (waiting: readonly Pick<Visit, 'id'>[]): Chosen =>
  new Set(waiting.slice(0, placeManyMax).map(({ id }) => id))

export const isAllChosen = (chosen: number, waiting: number): boolean =>
  chosen === Math.min(waiting, placeManyMax)

export const placeManyRefusal = (chosen: number): Refusal | null =>
  chosen > placeManyMax
    ? { code: 'too_many', sentence: `Schedule at most ${placeManyMax} visits at a time.` }
    : null

import { useSyncExternalStore } from 'react'
import type { EndingRule } from '../../../api/series.ts'
import type { EditScope } from '../../../domain/schedule.ts'
import type { Visit } from '../../../domain/visit.ts'
import type { Spot } from './spots.ts'

/** What is to be done with a series, wherever on the page it was asked: in a dialog, on a card, in a message. */
export type SeriesWish =
  | {
      what: 'edit'
      /** The visit one came from. */
      visit: Visit
      scope?: EditScope
      /** How that visit was just moved, to be repeated for the others. */
      moved?: { from: Spot; to: Spot }
    }
  | { what: 'end'; visit: Visit }
  | { what: 'pause'; visit: Visit }
  | { what: 'extend'; ending: EndingRule }

let wish: SeriesWish | null = null
let asked = 0
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export function openSeries(next: SeriesWish): void {
  wish = next
  asked++
  tell()
}
export function closeSeries(): void {
  wish = null
  tell()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The wish under way, null when there is none; `asked` is new with every wish. */
export const useSeriesWish = (): { wish: SeriesWish | null; asked: number } => ({
  wish: useSyncExternalStore(follow, () => wish),
  asked: useSyncExternalStore(follow, () => asked),
})

import type { Active, Over } from '@dnd-kit/core'
import { gapAt } from './ruler.ts'

/** The gap of a strip a carried card would go into; null while the library does not know where the card is. */
export function stripGap(active: Active, over: Over): { at: number; top: number } | null {
  const { translated } = active.rect.current
  const strip = document.querySelector<HTMLElement>(`[data-strip="${CSS.escape(String(over.id))}"]`)
  if (!translated || !strip) return null
  const others = [...strip.querySelectorAll<HTMLElement>('[data-visit]')].filter(
    (card) => card.dataset.visit !== active.id,
  )
  return gapAt(
    translated.top + translated.height / 2,
    others.map((card) => card.getBoundingClientRect()),
    strip.getBoundingClientRect().top,
  )
}

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isMenuOnTop } from './sheet-stack.ts'
import type { OpenSheet } from './unsaved.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'
import { restoreFocus } from './use-sheet.ts'

type Layer = 'above' | 'page' | undefined
/** The open sheets, each after the one it was opened from. */
const sheets: (OpenSheet & { layer: Layer })[] = []
const topSheet = () =>
  sheets.findLast(({ layer }) => layer === 'above') ??
  sheets.findLast(({ layer }) => layer !== 'page') ??
  sheets.at(-1)
const handled = new WeakSet<Event>()

type Leaving = { opened: boolean; onClose: () => void; layer: Layer }

/**
 * Escape closes only the top sheet. Leaving a sheet with unsaved input, also with Back, asks first
 * (`asks`).
 */
export function useLeaving({ opened, onClose, layer }: Leaving) {
  const router = useRouter()
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))
  const [asks, setAsks] = useState(false)
  if (asks && !opened) setAsks(false)
  const askedFrom = useRef<Element | null>(null)
  const [own] = useState(() => {
    const unsaved: OpenSheet['unsaved'] = new Set()
    const leave = () => {
      askedFrom.current = document.activeElement
      if (unsaved.size > 0) setAsks(true)
      else close.current()
    }
    return { layer, unsaved, leave }
  })
  const [keep] = useState(() => () => {
    setAsks(false)
    restoreFocus(askedFrom.current)
  })
  // A sheet with steps may stay open: then only the step is left.
  const [discard] = useState(() => () => {
    setAsks(false)
    close.current()
  })
  useEffect(() => {
    if (!opened) return
    sheets.push(own)
    const escape = (event: KeyboardEvent) => {
      if (!isForSheet(event) || topSheet() !== own) return
      handled.add(event)
      own.leave()
    }
    addEventListener('keydown', escape, { capture: true })
    return () => {
      removeEventListener('keydown', escape, { capture: true })
      sheets.splice(sheets.indexOf(own), 1)
    }
  }, [opened, own])
  useEffect(() => {
    if (!opened) return
    return router.history.block({
      enableBeforeUnload: hasUnsavedInput,
      blockerFn: ({ action }: { action: string }) => {
        if (action !== 'BACK' || own.unsaved.size === 0 || isMenuOnTop()) return false
        // Back while the question is open means no.
        if (asks) keep()
        else if (topSheet() === own) own.leave()
        else return false
        return true
      },
    })
  }, [opened, own, asks, keep, router])
  return { own, asks, keep, discard }
}

/**
 * An open dropdown marks its field, and then Escape belongs to it. The same goes for a menu,
 * wherever the focus is.
 */
function isForSheet(event: KeyboardEvent): boolean {
  const isTaken =
    event.target instanceof Element &&
    event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  return (
    event.key === 'Escape' &&
    !event.isComposing &&
    !isTaken &&
    !isMenuOnTop() &&
    !handled.has(event)
  )
}

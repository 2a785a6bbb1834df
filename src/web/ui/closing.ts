import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The sheets that are open, each after the one it was opened from. */
const sheets: { above: boolean }[] = []
const onTop = () => sheets.findLast(({ above }) => above) ?? sheets.at(-1)
const heard = new WeakSet<Event>()

type Sheet = { opened: boolean; onClose: () => void; isPhone: boolean; above: boolean }

/** Escape closes the sheet on top and no other; on a phone so does going back, and the screen under it stays. */
export function useClosing({ opened, onClose, isPhone, above }: Sheet): void {
  const router = useRouter()
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))
  useEffect(() => {
    if (!opened) return
    const own = { above }
    sheets.push(own)
    const escape = (event: KeyboardEvent) => {
      // An open list in the sheet marks its field: the key is the list's.
      const isTaken = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (event.key !== 'Escape' || event.isComposing || isTaken || heard.has(event) || onTop() !== own) return
      heard.add(event)
      close.current()
    }
    addEventListener('keydown', escape, { capture: true })
    const unblock = isPhone ? blockBack(router, () => onTop() === own, close) : null
    return () => {
      removeEventListener('keydown', escape, { capture: true })
      unblock?.()
      sheets.splice(sheets.indexOf(own), 1)
    }
  }, [opened, isPhone, above, router])
}

function blockBack(router: AnyRouter, isOnTop: () => boolean, close: { readonly current: () => void }) {
  // From the first place there is nowhere to go back to but out, which nobody can hold up: it is entered once more.
  if (!router.history.canGoBack() && navigator.userActivation?.isActive)
    void router.navigate({ to: '.', search: true, hash: true, state: { sheet: true } as never, resetScroll: false } as never)
  return router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' || !isOnTop()) return false
      // Closing may change the address: not before the browser has come back to it.
      addEventListener('popstate', () => setTimeout(() => close.current()), { once: true })
      return true
    },
  })
}

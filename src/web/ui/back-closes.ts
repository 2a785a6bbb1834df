import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The sheets that are open, each after the one it was opened from. */
const sheets: { above: boolean }[] = []
const onTop = () => sheets.findLast(({ above }) => above) ?? sheets.at(-1)

/** Going back in the browser closes the sheet on top, and stays on the screen under it. */
export function useBackCloses(isOpen: boolean, above: boolean, onClose: () => void): void {
  const router = useRouter()
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))
  useEffect(() => {
    if (!isOpen) return
    const own = { above }
    sheets.push(own)
    const { history } = router
    // From the first place there is nowhere to go back to but out, which nobody can hold up: it is entered once more.
    if (!history.canGoBack() && navigator.userActivation?.isActive)
      void router.navigate({ to: '.', search: true, hash: true, state: { sheet: true } as never, resetScroll: false } as never)
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || onTop() !== own) return false
        // Closing may change the address: not before the browser has come back to it.
        addEventListener('popstate', () => setTimeout(() => close.current()), { once: true })
        return true
      },
    })
    return () => {
      unblock()
      sheets.splice(sheets.indexOf(own), 1)
    }
  }, [isOpen, above, router])
}

import { useRouter, type AnyRouter, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from './toast.tsx'
import { hasTyped, watchTyping } from './typed.ts'

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
  useEffect(() => passEntries(router), [router])
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
    watchTyping()
    const isOnTop = () => onTop() === own
    const unblock = isPhone ? blockBack(router, isOnTop, close) : keepTyped(router, isOnTop)
    return () => {
      removeEventListener('keydown', escape, { capture: true })
      unblock()
      sheets.splice(sheets.indexOf(own), 1)
      // What closed it may open another sheet or be on its way to another page: looked at once that is known.
      setTimeout(() => passEntry(router.history, router.history.location))
    }
  }, [opened, isPhone, above, router])
}

function blockBack(router: AnyRouter, isOnTop: () => boolean, close: { readonly current: () => void }) {
  // From the first place there is nowhere to go back to but out, which nobody can hold up: it is entered once more.
  if (!router.history.canGoBack() && navigator.userActivation?.isActive)
    void router.navigate({ to: '.', search: true, hash: true, state: { [mark]: true } as never, resetScroll: false } as never)
  return router.history.block({
    enableBeforeUnload: hasTyped,
    blockerFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' || !isOnTop()) return false
      // Closing may change the address: not before the browser has come back to it.
      addEventListener('popstate', () => setTimeout(() => close.current()), { once: true })
      return true
    },
  })
}

/** Where going back leaves the page, it waits while something typed stands in the sheet. */
function keepTyped(router: AnyRouter, isOnTop: () => boolean) {
  return router.history.block({
    enableBeforeUnload: hasTyped,
    blockerFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' || !isOnTop() || !hasTyped()) return false
      toast.problem('What you typed is not saved. Save it, or close this to go back without it.')
      return true
    },
  })
}

/** Marks a place that was entered only to be gone back from. */
const mark = 'sheet'
const passed = new WeakSet<AnyRouter>()

/** Without its sheet such a place is one too many, whether the sheet was closed, left by a link and come back to, or lost with a reload. */
function passEntries(router: AnyRouter): void {
  if (passed.has(router)) return
  passed.add(router)
  const history: RouterHistory = router.history
  history.subscribe(({ location, action }) => action.type === 'BACK' && passEntry(history, location))
  passEntry(history, history.location)
}

function passEntry(history: RouterHistory, { state }: { state: object }): void {
  if (sheets.length === 0 && mark in state) history.back({ ignoreBlocker: true })
}

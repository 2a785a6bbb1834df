import { useRouter, type AnyRouter, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { OpenSheet } from './unsaved.tsx'
import { bringBack } from './use-sheet.ts'

/** The sheets that are open, each after the one it was opened from. */
const sheets: (OpenSheet & { above: boolean })[] = []
const hasUnsaved = () => sheets.some(({ unsaved }) => unsaved.size > 0)
const onTop = () => sheets.findLast(({ above }) => above) ?? sheets.at(-1)
const heard = new WeakSet<Event>()

export const phoneWidth = '(max-width: 47.99em)'

type Sheet = { opened: boolean; onClose: () => void; isPhone: boolean; above: boolean }

/**
 * Escape leaves the sheet on top and no other; on a phone so does going back, and the screen under it stays. Whoever leaves with something
 * typed or chosen is asked first (`asks`), also by going back on a wide screen.
 */
export function useClosing({ opened, onClose, isPhone, above }: Sheet) {
  const router = useRouter()
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))
  useEffect(() => passEntries(router), [router])
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
    return { above, unsaved, leave }
  })
  const keep = () => {
    setAsks(false)
    bringBack(askedFrom.current)
  }
  useEffect(() => {
    if (!opened) return
    sheets.push(own)
    const escape = (event: KeyboardEvent) => {
      // An open list in the sheet marks its field: the key is the list's.
      const isTaken = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (event.key !== 'Escape' || event.isComposing || isTaken || heard.has(event) || onTop() !== own) return
      heard.add(event)
      own.leave()
    }
    addEventListener('keydown', escape, { capture: true })
    const unblock = blockBack(router, own, isPhone)
    return () => {
      removeEventListener('keydown', escape, { capture: true })
      unblock()
      sheets.splice(sheets.indexOf(own), 1)
      // What closed it may open another sheet or be on its way to another page: looked at once that is known.
      setTimeout(() => passEntry(router))
    }
  }, [opened, own, isPhone, router])
  return { own, asks, keep }
}

/** From the first place there is nowhere to go back to but out, which nobody can hold up: it is entered once more. */
function enterAgain(router: AnyRouter): void {
  if (router.history.canGoBack() || !navigator.userActivation?.isActive) return
  void router.navigate({ to: '.', search: true, hash: true, state: { [mark]: true } as never, resetScroll: false } as never)
}

function blockBack(router: AnyRouter, own: (typeof sheets)[number], isPhone: boolean) {
  if (isPhone) enterAgain(router)
  return router.history.block({
    enableBeforeUnload: hasUnsaved,
    blockerFn: ({ action }: { action: string }) => {
      if (action !== 'BACK' || onTop() !== own || !(isPhone || hasUnsaved())) return false
      // Closing may change the address: not before the browser has come back to it.
      addEventListener('popstate', () => setTimeout(own.leave), { once: true })
      return true
    },
  })
}

/** Marks a place that was entered only to be gone back from; `moved` once its address was changed in place. */
const mark = 'sheet'
const moved = 'moved'
const passed = new WeakSet<AnyRouter>()
const indexOf = (state: object): number => (state as { __TSR_index: number }).__TSR_index

/** Without its sheet such a place is one too many, whether the sheet was closed, left by a link and come back to, or lost with a reload. */
function passEntries(router: AnyRouter): void {
  if (passed.has(router)) return
  passed.add(router)
  const history: RouterHistory = router.history
  let marked = mark in history.location.state ? indexOf(history.location.state) : -1
  history.subscribe(({ location: { state, href }, action }) => {
    if (mark in state) marked = indexOf(state)
    else if (action.type !== 'REPLACE') marked = -1
    else if (marked === indexOf(state)) {
      // Whoever changes an address knows nothing of the mark. It stands with the place, so that a reload finds it.
      history.flush()
      globalThis.history.replaceState({ ...state, [mark]: moved }, '', href)
    }
    if (action.type === 'BACK') passEntry(router)
  })
  passEntry(router)
  followMenus(router)
}

const openMenu = () => document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]')

/** An open menu is closed by going back, before any sheet under it and before the page; on a phone also on the first place. */
function followMenus(router: AnyRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }: { action: string }) => {
      const menu = action === 'BACK' && openMenu()
      // What was entered for it is left once the browser has come back to it.
      if (menu) addEventListener('popstate', () => setTimeout(() => menu.click()), { once: true })
      return Boolean(menu)
    },
  })
  let known = openMenu()
  // A menu says nowhere but on its button that it is open.
  new MutationObserver(() => {
    const menu = openMenu()
    if (menu === known) return
    known = menu
    if (!menu) setTimeout(() => passEntry(router))
    else if (matchMedia(phoneWidth).matches) enterAgain(router)
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-expanded'] })
}

let isLeaving = false

function passEntry(router: AnyRouter): void {
  const history: RouterHistory = router.history
  const { state, href } = history.location
  if (isLeaving || sheets.length > 0 || openMenu() || !(mark in state)) return
  // Several sheets may have closed at once; one step back is enough.
  isLeaving = true
  const arrive = (event: Event) => {
    isLeaving = false
    // A sheet that a menu opened may have had to be fetched first, and came only now.
    setTimeout(() => sheets.length > 0 && matchMedia(phoneWidth).matches && enterAgain(router))
    if (state[mark] !== moved) return
    // Its address was changed in place: so is that of the place before it, unseen by the router until it is.
    event.stopImmediatePropagation()
    const { [mark]: _, ...kept } = state
    globalThis.history.replaceState({ ...kept, __TSR_index: indexOf(state) - 1 }, '', href)
  }
  addEventListener('popstate', arrive, { once: true, capture: true })
  if (state[mark] === moved) globalThis.history.back()
  else history.back({ ignoreBlocker: true })
}

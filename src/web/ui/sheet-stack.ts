import type { AnyRouter, HistoryState, RouterHistory } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'

/**
 * An open sheet or menu. Its name and id are in the URL; `about` is only in this tab's history, and
 * so survives a reload.
 */
type OpenLayer = { name: string; id: string; about?: unknown }

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * The data of the open sheets, and how many history entries below this one are the same page
     * with fewer sheets.
     */
    sheets?: { about: unknown[]; pushed: number }
  }
}

/** Parses `add.start-date` or `visit_0190…`: the sheets in a URL, from the bottom up. */
export function parseLayers(text: string | null): OpenLayer[] {
  return (text ?? '').split('.').flatMap((part) => {
    const [name = '', ...id] = part.split('_')
    return name === '' ? [] : [{ name, id: id.join('_') }]
  })
}
export const formatLayers = (layers: readonly OpenLayer[]): string =>
  layers.map(({ name, id }) => (id === '' ? name : `${name}_${id}`)).join('.')

const isSame = (one: OpenLayer | undefined, other: OpenLayer | undefined): boolean =>
  one?.name === other?.name && one?.id === other?.id

/**
 * How to get from one stack of sheets to another: steps back, whether to replace the rest in place,
 * and what to open on top.
 */
export function stepsBetween(
  from: readonly OpenLayer[],
  to: readonly OpenLayer[],
  pushed: number,
): { back: number; cut: boolean; opens: number } {
  const differs = to.findIndex((layer, at) => !isSame(layer, from[at]))
  const common = differs === -1 ? to.length : differs
  const surplus = from.length - common
  const back = Math.min(surplus, pushed)
  return { back, cut: surplus > back, opens: to.length - common }
}

let router: AnyRouter | null = null
/** The sheets in the URL, or those a pending change will set. */
let shown: readonly OpenLayer[] = []
let wanted: readonly OpenLayer[] | null = null
let changing: Promise<void> | null = null
const listeners = new Set<() => void>()

const refresh = () => {
  // Layers that stay open keep their identity, so that only changes rerender.
  shown = wanted ?? read().layers.map((layer) => shown.find((one) => isSame(one, layer)) ?? layer)
  for (const listener of listeners) listener()
}
const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** How many components show the sheets of a name. */
const places = new Map<string, number>()
function addPlace(name: string): () => void {
  places.set(name, (places.get(name) ?? 0) + 1)
  return () => void places.set(name, (places.get(name) ?? 0) - 1)
}

/** The open sheet or menu of this name, if it is open. */
export function useLayer(name: string, id?: string): OpenLayer | undefined {
  useEffect(() => addPlace(name), [name])
  return useSyncExternalStore(follow, () =>
    shown.findLast((one) => one.name === name && (id === undefined || one.id === id)),
  )
}

/**
 * Opens a sheet over the open ones. A menu is replaced by what it opens, and so is a sheet that
 * vanished with what it was about: closing it later would close this one, too.
 */
export function openLayer(layer: OpenLayer): void {
  const below = shown.filter(
    ({ name }) => name !== layer.name && name !== 'menu' && (places.get(name) ?? 0) > 0,
  )
  void change([...below, layer])
}

/** Closes a sheet and everything opened from it. */
export function closeLayer(name: string, id?: string): void {
  const at = shown.findIndex((one) => one.name === name && (id === undefined || one.id === id))
  if (at !== -1) void change(shown.slice(0, at))
}

/** Transient layers, which a reload does not reopen. */
export type Passing = 'menu' | 'calendar'
const isPassing = ({ name }: OpenLayer) => name === 'menu' || name === 'calendar'
/** True while a menu or a calendar is on top: Back closes only that. */
export const isMenuOnTop = (): boolean => shown.slice(-1).some(isPassing)

function change(next: readonly OpenLayer[]): Promise<void> {
  wanted = next
  refresh()
  changing ??= settle()
  return changing
}

async function settle(): Promise<void> {
  // Everything else this event opens or closes is part of the same change.
  await Promise.resolve()
  while (wanted) {
    const target: readonly OpenLayer[] = wanted
    await moveTo(target)
    if (wanted === target) wanted = null
  }
  changing = null
  refresh()
}

async function moveTo(target: readonly OpenLayer[]): Promise<void> {
  const { layers, pushed } = read()
  const { back, cut, opens } = stepsBetween(layers, target, pushed)
  if (back > 0) await goBack(back)
  const common = target.length - opens
  if (cut) write(target.slice(0, common), { replace: true })
  for (let many = common + 1; many <= target.length; many++)
    write(target.slice(0, many), { replace: false })
}

function read(): { layers: OpenLayer[]; pushed: number } {
  if (!router) return { layers: [], pushed: 0 }
  const { search, state } = router.history.location
  const layers = parseLayers(new URLSearchParams(search).get('sheet'))
  const about = state.sheets?.about ?? []
  return {
    layers: layers.map((layer, at) => ({ ...layer, about: about[at] })),
    pushed: Math.min(state.sheets?.pushed ?? 0, layers.length),
  }
}

function write(layers: readonly OpenLayer[], { replace }: { replace: boolean }): void {
  const pushed = read().pushed + (replace ? 0 : 1)
  void router?.navigate({
    to: '.',
    search: (now: object) => ({ ...now, sheet: formatLayers(layers) || undefined }),
    hash: true,
    state: { sheets: { about: layers.map(({ about }) => about), pushed } },
    replace,
    resetScroll: false,
    ignoreBlocker: true,
  } as never)
}

const searchOf = (path: string): URLSearchParams =>
  new URLSearchParams(path.split('#', 1)[0]!.split('?')[1])
const sheetsOf = (path: string): string | null => searchOf(path).get('sheet')

/** A page and its filters, as they were last set under an open sheet. */
let carried: { pathname: string; filters: URLSearchParams } | null = null

function carryOver(path: string, pathname: string): void {
  const filters = searchOf(path)
  filters.delete('sheet')
  carried = { pathname, filters }
}

/**
 * The entries below a sheet still have the filters from before: text typed just before it opened
 * reaches the URL after it has. They are updated when the sheet closes, however it does.
 */
function bringOver(history: RouterHistory, replace: RouterHistory['replace']): void {
  if (!carried) return
  const { pathname, search, hash, state } = history.location
  if (pathname !== carried.pathname) carried = null
  else {
    const sheet = new URLSearchParams(search).get('sheet')
    const wished = new URLSearchParams(carried.filters)
    if (sheet !== null) wished.append('sheet', sheet)
    else carried = null
    const text = wished.size ? `?${wished}` : ''
    if (text !== search) replace(pathname + text + hash, state, { ignoreBlocker: true })
  }
}

const lost_ms = 2000

/** Resolves once the browser is there; the router has been notified by then. */
const goBack = (steps: number) =>
  new Promise<void>((resolve) => {
    const arrive = () => {
      clearTimeout(timer)
      removeEventListener('popstate', arrive)
      resolve()
    }
    const timer = setTimeout(arrive, lost_ms)
    addEventListener('popstate', arrive)
    router?.history.go(-steps, { ignoreBlocker: true })
  })

/**
 * Keeps the open sheets in the URL. Following a link from a sheet drops the sheet, so that Back
 * leads to the page; so does changing the URL while its sheet closes.
 */
export function syncSheetsWith(known: AnyRouter): void {
  router = known
  const history: RouterHistory = known.history
  const { replace } = history
  for (const way of ['push', 'replace'] as const) {
    const go = history[way]
    history[way] = (path, state, options) => {
      const isOurs = (state as HistoryState | undefined)?.sheets !== undefined
      if (isOurs || (!changing && read().layers.length === 0)) return go(path, state, options)
      // A filter that updates the URL under an open sheet leaves the sheet alone.
      if (way === 'replace' && sheetsOf(path) === sheetsOf(history.location.href)) {
        carryOver(path, history.location.pathname)
        return go(path, { ...state, sheets: history.location.state.sheets }, options)
      }
      void change([]).then(() => go(path, state, options))
    }
  }
  history.subscribe(({ action }) => {
    if (action.type === 'BACK' || action.type === 'GO') bringOver(history, replace)
    else if (read().layers.length === 0) carried = null
    refresh()
  })
  refresh()
  const kept = shown.filter((layer) => !isPassing(layer))
  if (kept.length < shown.length) void change(kept)
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { closeLayer, openLayer, useLayer } from './sheet-stack.ts'

type State<T> = { about: T | null; opened: boolean; key: number; id: string }

/**
 * A sheet whose open state is in the URL, so that Back closes it and a reload keeps it. Its data
 * stays while it closes, so that its text does not vanish early; `key` changes with every opening,
 * so that a form inside starts fresh. `find` looks up an id from the URL: undefined while loading,
 * null if there is no such thing. Without it, a link opens only a sheet without data (`true`). A
 * sheet that cannot be resolved closes silently.
 */
export function useSheet<T = true>(name: string, find?: (id: string) => T | null | undefined) {
  const layer = useLayer(name)
  const about = layer && ((layer.about as T | undefined) ?? named(layer.id, find))
  const [state, setState] = useState<State<T>>({ about: null, opened: false, key: 0, id: '' })
  const opened = about !== undefined && about !== null
  const isOther = opened && layer?.id !== state.id
  if (opened && (!state.opened || isOther))
    setState({ about, opened, key: state.key + 1, id: layer?.id ?? '' })
  if (!opened && state.opened) setState({ ...state, opened })

  const openedFrom = useRef<Element | null>(null)
  const show = useCallback(
    (next: T, id = idOf(next)) => {
      openedFrom.current = document.activeElement
      openLayer({ name, id, about: next })
    },
    [name],
  )
  const hide = useCallback(() => closeLayer(name), [name])
  const isUnknown = about === null
  useEffect(() => {
    if (isUnknown) closeLayer(name)
  }, [isUnknown, name])
  useEffect(() => (opened ? () => restoreFocus(openedFrom.current) : undefined), [opened])
  return {
    ...state,
    opened,
    show,
    hide,
  }
}

const unnamed = 'this'

/** How a URL identifies a sheet's data: by id, if it has one. */
function idOf(about: unknown): string {
  if (about === true || about === null || about === undefined) return ''
  const { id } = about as { id?: unknown }
  return typeof id === 'string' ? id : unnamed
}

function named<T>(id: string, find?: (id: string) => T | null | undefined): T | null | undefined {
  if (id === '') return true as T
  return find && id !== unnamed ? find(id) : null
}

/**
 * A sheet mounted open does not know where the focus came from, so restore it here once the sheet
 * is gone.
 */
export function restoreFocus(from: Element | null, looks = 30): void {
  setTimeout(() => {
    const here = document.activeElement
    if (!(from instanceof HTMLElement) || !from.isConnected || looks === 0) return
    if (!here || here === document.body) from.focus()
    // Closing takes a while, depending on the machine; until then the focus is inside it.
    else if (here.closest('[role=dialog]')) restoreFocus(from, looks - 1)
  }, 100)
}

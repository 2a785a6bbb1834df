import { useEffect, useState, type ComponentType, lazy, Suspense } from 'react'
import { wordsNow, wordsReady } from '../app/words.ts'
import { toast } from './toast.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'
import { uiWords } from '../../words/en/ui.ts'
import { ahead } from '../app/online.ts'
import { queryClient } from '../app/query-client.ts'

type SheetProps = { opened: boolean; onClose: () => void }

/**
 * A sheet whose code is loaded when first opened, and then stays mounted. Not React's `lazy`, which
 * remembers a failed load forever, although a phone may be back online a minute later.
 */
export function later<P extends SheetProps>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let fetched: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Sheet, setSheet] = useState<ComponentType<P> | null>(() => fetched)
    const [isReady, setReady] = useState(Sheet !== null)
    const { opened, onClose } = props
    useEffect(() => {
      if (!opened || Sheet) return
      load().then(
        async (loaded) => {
          await wordsReady()
          fetched = loaded
          setSheet(() => loaded)
        },
        () => {
          onClose()
          reportFailure()
        },
      )
    }, [opened, Sheet, onClose])
    // Rendered closed first: only a dialog that sees itself open knows where the focus was and
    // restores it.
    useEffect(() => {
      if (!Sheet || isReady) return
      const timer = setTimeout(() => setReady(true))
      return () => clearTimeout(timer)
    }, [Sheet, isReady])
    return Sheet ? <Sheet {...props} opened={opened && isReady} /> : null
  }
}

function reportFailure(): void {
  const words = wordsNow(uiWords)
  // After a deploy the files of the old version are gone; a page with unsaved input is not reloaded by itself.
  if (hasUnsavedInput() && navigator.onLine)
    toast.problem(words.updated, [{ label: words.reload, act: () => location.reload() }])
  else toast.problem(words.noEditor)
}

/** A part that a page can do without: loaded after the page, and left out until it is there. `Missing` stands in if it does not come. */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = () => null,
) {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
    ),
  )
  return function Optional(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

const look_ms = 500
const longest_ms = 3000

/** Acts once the screen is shown with its data. Returns how to call it off. */
function whenShown(act: () => void): () => void {
  const timer = setInterval(() => {
    if (queryClient.isFetching() > 0 || document.querySelector('main [aria-busy=true]')) return
    clearInterval(timer)
    act()
  }, look_ms)
  return () => clearInterval(timer)
}

/**
 * Fetches what this screen may open, once it is shown with its data: on a slow connection the files
 * would delay those.
 */
export function useSoon(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(
    () =>
      whenShown(() => {
        for (const load of loads) void ahead(load)
      }),
    [loads],
  )
}

/** Whether the first screen is shown with its data, or has had three seconds: what it can do without may follow. */
export function useIsShown(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) return
    const show = () => setShown(true)
    const callOff = whenShown(show)
    const timer = setTimeout(show, longest_ms)
    return () => {
      callOff()
      clearTimeout(timer)
    }
  }, [isShown])
  return isShown
}

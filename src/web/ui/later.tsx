import { useEffect, useState, type ComponentType } from 'react'
import { wordsNow, wordsReady } from '../words.ts'
import { toast } from './toast.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'
import { uiWords } from './words.ts'

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

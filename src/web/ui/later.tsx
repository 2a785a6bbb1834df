import { useEffect, useState, type ComponentType } from 'react'
import { productName } from '../../domain/text.ts'
import { toast } from './toast.tsx'
import { hasUnsavedInput } from './unsaved-input.ts'

/** After a deploy the files of the old version are gone; a page with unsaved input is not reloaded by itself. */
const updated = `${productName} may have been updated: save what you typed, then reload the page.`

type SheetProps = { opened: boolean; onClose: () => void }

/**
 * A sheet whose code is fetched when it is first opened, and then stays mounted. Not React's `lazy`: that remembers a failed
 * fetch forever, and a phone without a connection has one a minute later.
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
        (loaded) => {
          fetched = loaded
          setSheet(() => loaded)
        },
        () => {
          onClose()
          reportFailure()
        },
      )
    }, [opened, Sheet, onClose])
    // Rendered closed for a moment: only a dialog that is seen to open knows where the focus was and gives it back.
    useEffect(() => {
      if (!Sheet || isReady) return
      const timer = setTimeout(() => setReady(true))
      return () => clearTimeout(timer)
    }, [Sheet, isReady])
    return Sheet ? <Sheet {...props} opened={opened && isReady} /> : null
  }
}

function reportFailure(): void {
  if (hasUnsavedInput() && navigator.onLine)
    toast.problem(`Unable to open editor. ${updated}`, [
      { label: 'Reload', act: () => location.reload() },
    ])
  else toast.problem('Unable to open editor')
}

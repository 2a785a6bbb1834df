import { use, useEffect, useRef, useState, type ReactNode } from 'react'
import { OpenSheetContext, type OpenSheet } from './unsaved.tsx'

/** A step of a sheet, in place of what was there before; the focus goes with it. */
export function Step({ label, children }: { label: string; children: ReactNode }) {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = part
    current?.scrollIntoView({ block: 'start' })
    const first = current?.querySelector<HTMLElement>('[data-autofocus]') ?? current
    first?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={part} aria-label={label} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </section>
  )
}

/** What the steps of a sheet lead back to: it stays as it is, with what was typed into it. */
export function UnderStep({ isCovered, children }: { isCovered: boolean; children: ReactNode }) {
  const sheet = use(OpenSheetContext)
  // Leaving a step loses nothing of what it covers, and so does not ask about it.
  const [covered] = useState<OpenSheet>({ unsaved: new Set(), leave: () => undefined })
  return (
    <OpenSheetContext value={isCovered ? covered : sheet}>
      <div hidden={isCovered}>{children}</div>
    </OpenSheetContext>
  )
}

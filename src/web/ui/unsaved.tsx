import { Button, type ButtonProps } from '@mantine/core'
import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { markUnsaved } from './unsaved-input.ts'

/** An open sheet, for its content: its unsaved input, and a way to leave, which asks first. */
export type OpenSheet = { unsaved: Set<object>; leave: () => void }
export const OpenSheetContext = createContext<OpenSheet | null>(null)

/**
 * Tracks a sheet's fields: once they differ from their initial values, leaving the sheet asks
 * first.
 */
export function useUnsaved(values: unknown): void {
  const sheet = use(OpenSheetContext)
  const now = JSON.stringify(values)
  const [before] = useState(now)
  const isChanged = now !== before
  // Before the screen shows it: a key pressed right then must find what is on the screen.
  useLayoutEffect(() => {
    if (!sheet || !isChanged) return
    const own = {}
    sheet.unsaved.add(own)
    const unmark = markUnsaved()
    return () => {
      sheet.unsaved.delete(own)
      unmark()
    }
  }, [sheet, isChanged])
}

/** The same as a component, where the parent owns the fields. */
export function Unsaved({ values }: { values: unknown }) {
  useUnsaved(values)
  return null
}

/** Leaves a sheet without submitting. */
export function Leave(props: ButtonProps & { children: ReactNode }) {
  const sheet = use(OpenSheetContext)
  return <Button variant="default" {...props} onClick={sheet?.leave} />
}

import { Button, type ButtonProps } from '@mantine/core'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { markUnsaved } from './unsaved-input.ts'

/** An open sheet, for what stands in it: what is not saved there, and the way out, which asks about that first. */
export type OpenSheet = { unsaved: Set<object>; leave: () => void }
export const OpenSheetContext = createContext<OpenSheet | null>(null)

/** What stands in the fields of a sheet, typed or chosen: once it differs from what stood there at first, leaving the sheet is asked about. */
export function useUnsaved(values: unknown): void {
  const sheet = use(OpenSheetContext)
  const now = JSON.stringify(values)
  const [before] = useState(now)
  const isChanged = now !== before
  useEffect(() => {
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

/** The way out of a sheet without its act. */
export function Leave(props: ButtonProps & { children: ReactNode }) {
  const sheet = use(OpenSheetContext)
  return <Button variant="default" {...props} onClick={sheet?.leave} />
}

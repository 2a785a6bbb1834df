import { Button, Alert, Anchor } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useWords } from '../app/words.ts'
import { later } from './lazy.tsx'
import { useLeaving } from './leaving.ts'
import { Leave, OpenSheetContext } from './unsaved.tsx'
import type { FrameProps } from './SheetFrame.tsx'
import { uiWords } from '../../words/en/ui.ts'
import { useSessionEnded } from '../app/auth.ts'

// A screen is shown before any of its sheets.
export const loadFrame = () => import('./SheetFrame.tsx')
const SheetFrame = later<FrameProps>(async () => (await loadFrame()).SheetFrame)

const phoneWidth = '(max-width: 47.99em)'

export const useIsPhone = (): boolean =>
  useMediaQuery(phoneWidth, matchMedia(phoneWidth).matches, { getInitialValueInEffect: false }) ??
  false

export type SheetProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Buttons that stay visible at the bottom. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Slides in from the side on wide screens instead of opening in the middle. */
  side?: boolean
  /** Takes the whole screen of a phone. */
  fills?: boolean
  /**
   * A page of its own from which other sheets open: under all of them, in whatever order they come.
   * On a phone it leaves only the header free, where messages show.
   */
  page?: boolean
  /** May open over another sheet, and then stays on top, whatever the order of mounting. */
  above?: boolean
  /** Closes on the way to another page: the focus does not go back to what opened it. */
  leaves?: boolean
  children: ReactNode
}

/**
 * A dialog on wide screens, a bottom sheet on a phone; closes on Escape, on a click outside, and on
 * a phone with Back.
 */
export function Sheet({
  opened,
  onClose,
  title,
  footer,
  size = 'md',
  side = false,
  fills = false,
  page = false,
  above = false,
  leaves = false,
  children,
}: SheetProps) {
  const isPhone = useShape(opened)
  const layer = page ? 'page' : above ? 'above' : undefined
  const { own, asks, keep, discard } = useLeaving({ opened, onClose, layer })
  return (
    <SheetFrame
      opened={opened}
      onClose={own.leave}
      shape={isPhone ? (page ? 'page' : fills ? 'all' : 'foot') : side ? 'side' : 'middle'}
      title={title}
      size={size}
      layer={layer}
      hasFoot={Boolean(footer)}
      returnFocus={!leaves}
    >
      <OpenSheetContext value={own}>
        <SessionEnded />
        {children}
        {footer && <div className="fh-sheet-foot">{footer}</div>}
        {asks && <Discard onKeep={keep} onDiscard={discard} />}
      </OpenSheetContext>
    </SheetFrame>
  )
}

/** Asks before leaving a sheet with unsaved input. */
function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const words = useWords(uiWords)
  return (
    <Sheet
      opened
      above
      onClose={onKeep}
      title={words.discardTitle}
      size="sm"
      footer={
        <>
          <Leave data-autofocus>{words.keepEditing}</Leave>
          <Button color="red" onClick={onDiscard}>
            {words.discard}
          </Button>
        </>
      }
    >
      {words.discardText}
    </Sheet>
  )
}

/** Phone or not, as of opening: rotating the phone keeps the sheet's shape and its input. */
function useShape(opened: boolean): boolean {
  const now = useIsPhone()
  const [isPhone, setIsPhone] = useState(now)
  if (!opened && isPhone !== now) setIsPhone(now)
  return isPhone
}

/**
 * Shown in a sheet when the session has ended but unsaved input keeps the page open: signing in in
 * another tab is enough.
 */
function SessionEnded() {
  const words = useWords(uiWords)
  if (!useSessionEnded()) return null
  return (
    <Alert color="honey" variant="light" role="alert" mb="md">
      {words.sessionEnded}{' '}
      <Anchor href="/login?next=%2Fapp" target="_blank" rel="noopener" inherit fw={600}>
        {words.logIn}
      </Anchor>
    </Alert>
  )
}

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useWords } from '../words.ts'
import { later } from './later.tsx'
import { useLeaving } from './leaving.ts'
import { SessionEnded } from './SessionEnded.tsx'
import { Leave, OpenSheetContext } from './unsaved.tsx'
import type { FrameProps } from './SheetFrame.tsx'
import { uiWords } from './words.ts'

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
  /** May open over another sheet, and then stays on top, whatever the order of mounting. */
  above?: boolean
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
  above = false,
  children,
}: SheetProps) {
  const isPhone = useShape(opened)
  const { own, asks, keep, discard } = useLeaving({ opened, onClose, above })
  return (
    <SheetFrame
      opened={opened}
      onClose={own.leave}
      shape={isPhone ? (fills ? 'all' : 'foot') : side ? 'side' : 'middle'}
      title={title}
      size={size}
      above={above}
      hasFoot={Boolean(footer)}
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

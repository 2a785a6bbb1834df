import { Button, Drawer, MantineThemeProvider, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useLeaving } from './leaving.ts'
import { SessionEnded } from './SessionEnded.tsx'
import { Leave, OpenSheetContext } from './unsaved.tsx'

const phoneWidth = '(max-width: 47.99em)'

export const useIsPhone = (): boolean =>
  useMediaQuery(phoneWidth, matchMedia(phoneWidth).matches, { getInitialValueInEffect: false }) ??
  false

export type SheetProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Buttons kept in sight at the bottom. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Slides in from the side on wide screens instead of standing in the middle. */
  side?: boolean
  /** May open while another sheet is open, and then stands over it, whichever the page knew first. */
  above?: boolean
  children: ReactNode
}

// The head is a plain div: the library's own <header> would be announced as a second page banner.
/** A dialog on wide screens, a bottom sheet on a phone; closes on Escape and on a click beside it, and on a phone by going back. */
export function Sheet({
  opened,
  onClose,
  title,
  footer,
  size = 'md',
  side = false,
  above = false,
  children,
}: SheetProps) {
  const isPhone = useShape(opened)
  const { own, asks, keep } = useLeaving({ opened, onClose, above })
  const [lists, setLists] = useState<HTMLDivElement | null>(null)
  // A function, because themes are merged by walking into them, and in a sheet on a sheet that walk would go through the whole page.
  const list = { defaultProps: () => ({ portalProps: { target: lists ?? undefined } }) }
  // The library's sheets stand at 200, their lists at 300.
  const layer = above ? { zIndex: 210 } : {}
  const inner = (
    <OpenSheetContext value={own}>
      <MantineThemeProvider inherit theme={{ components: { Combobox: list, Popover: list } }}>
        <SessionEnded />
        {children}
        {footer && <div className="fh-sheet-foot">{footer}</div>}
        {asks && <Discard onKeep={keep} onDiscard={onClose} />}
      </MantineThemeProvider>
    </OpenSheetContext>
  )
  // A reader is kept inside an open dialog, so the lists of its fields open inside it too; beside what scrolls, which would cut them off.
  const outlet = <div ref={setLists} />
  if (isPhone || side) {
    return (
      <Drawer.Root
        opened={opened}
        onClose={own.leave}
        closeOnEscape={false}
        {...layer}
        position={isPhone ? 'bottom' : 'right'}
        size={isPhone ? 'auto' : size}
        // `size="auto"` alone still fills the screen.
        styles={{
          content: {
            ...column,
            ...(isPhone
              ? { height: 'auto', maxHeight: '90dvh', borderRadius: '20px 20px 0 0' }
              : {}),
          },
        }}
      >
        <Drawer.Overlay backgroundOpacity={0.45} />
        <Drawer.Content>
          <div className="fh-sheet-head">
            <Drawer.Title className="fh-sheet-title">{title}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" size="lg" />
          </div>
          <div className="fh-sheet-scroll">
            <Drawer.Body px={20} pb={footer ? 0 : 24}>
              {inner}
            </Drawer.Body>
          </div>
          {outlet}
        </Drawer.Content>
      </Drawer.Root>
    )
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={own.leave}
      closeOnEscape={false}
      {...layer}
      size={size}
      centered
      radius="lg"
      styles={{ content: column }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <div className="fh-sheet-head">
          <Modal.Title className="fh-sheet-title">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <div className="fh-sheet-scroll">
          <Modal.Body px={20} pb={footer ? 0 : 20}>
            {inner}
          </Modal.Body>
        </div>
        {outlet}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Asks before a sheet with unsaved input is left. */
const Discard = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <Sheet
    opened
    above
    onClose={onKeep}
    title="Discard what you typed?"
    size="sm"
    footer={
      <>
        <Leave data-autofocus>Keep editing</Leave>
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      </>
    }
  >
    It is not saved.
  </Sheet>
)

/** A phone or not, as when the sheet opened: turned in the hand it keeps its shape, and with it what was typed. */
function useShape(opened: boolean): boolean {
  const now = useIsPhone()
  const [isPhone, setIsPhone] = useState(now)
  if (!opened && isPhone !== now) setIsPhone(now)
  return isPhone
}

const column = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'visible',
  background: 'var(--fh-surface)',
} as const

import { Button, Drawer, MantineThemeProvider, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../words.ts'
import { useLeaving } from './leaving.ts'
import { SessionEnded } from './SessionEnded.tsx'
import { Leave, OpenSheetContext } from './unsaved.tsx'
import { uiWords } from './words.ts'

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
  const { outlet, theme } = useListsInside()
  const Frame = isPhone ? (fills ? AllOver : AtTheFoot) : side ? AtTheSide : InTheMiddle
  // The library's sheets are at z-index 200, its dropdowns at 300.
  const layer = above ? { zIndex: 210 } : {}
  return (
    <Frame
      root={{ opened, onClose: own.leave, closeOnEscape: false, size, ...layer }}
      title={title}
      hasFoot={Boolean(footer)}
      outlet={outlet}
    >
      <OpenSheetContext value={own}>
        <MantineThemeProvider inherit theme={theme}>
          <SessionEnded />
          {children}
          {footer && <div className="fh-sheet-foot">{footer}</div>}
          {asks && <Discard onKeep={keep} onDiscard={discard} />}
        </MantineThemeProvider>
      </OpenSheetContext>
    </Frame>
  )
}

// Screen readers stay inside an open dialog, so its dropdowns open inside it too, but outside the
// scroll area, which would clip them.
function useListsInside() {
  const [lists, setLists] = useState<HTMLDivElement | null>(null)
  // A function, because themes are deep-merged, and in nested sheets the merge would walk the whole
  // page.
  const list = { defaultProps: () => ({ portalProps: { target: lists ?? undefined } }) }
  return {
    outlet: <div ref={setLists} />,
    theme: { components: { Combobox: list, Popover: list } },
  }
}

type FrameProps = {
  root: {
    opened: boolean
    onClose: () => void
    closeOnEscape: boolean
    size: NonNullable<SheetProps['size']>
    zIndex?: number
  }
  title: string
  hasFoot: boolean
  outlet: ReactNode
  children: ReactNode
}

const column = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'visible',
  background: 'var(--fh-surface)',
} as const
const low = { height: 'auto', maxHeight: '90dvh', borderRadius: '20px 20px 0 0' } as const

// `size="auto"` alone still fills the screen.
const AtTheFoot = ({ root, ...rest }: FrameProps) => (
  <Drawer.Root {...root} position="bottom" size="auto" styles={{ content: { ...column, ...low } }}>
    <DrawerContent {...rest} />
  </Drawer.Root>
)

const all = { height: '100dvh', maxHeight: '100dvh', borderRadius: 0 } as const
const AllOver = ({ root, ...rest }: FrameProps) => (
  <Drawer.Root {...root} position="bottom" size="auto" styles={{ content: { ...column, ...all } }}>
    <DrawerContent {...rest} />
  </Drawer.Root>
)

const AtTheSide = ({ root, ...rest }: FrameProps) => (
  <Drawer.Root {...root} position="right" styles={{ content: column }}>
    <DrawerContent {...rest} />
  </Drawer.Root>
)

const DrawerContent = ({ title, hasFoot, outlet, children }: Omit<FrameProps, 'root'>) => (
  <>
    <Drawer.Overlay backgroundOpacity={0.45} />
    <Drawer.Content>
      <Head of={Drawer} title={title} />
      <div className="fh-sheet-scroll">
        <Drawer.Body px={20} pb={hasFoot ? 0 : 24}>
          {children}
        </Drawer.Body>
      </div>
      {outlet}
    </Drawer.Content>
  </>
)

const InTheMiddle = ({ root, title, hasFoot, outlet, children }: FrameProps) => (
  <Modal.Root {...root} centered radius="lg" styles={{ content: column }}>
    <Modal.Overlay backgroundOpacity={0.45} />
    <Modal.Content>
      <Head of={Modal} title={title} />
      <div className="fh-sheet-scroll">
        <Modal.Body px={20} pb={hasFoot ? 0 : 20}>
          {children}
        </Modal.Body>
      </div>
      {outlet}
    </Modal.Content>
  </Modal.Root>
)

// A plain div: the library's own <header> would be announced as a second page banner.
function Head({ of: Dialog, title }: { of: typeof Modal | typeof Drawer; title: string }) {
  const words = useWords(uiWords)
  return (
    <div className="fh-sheet-head">
      <FirstFocus />
      <Dialog.Title className="fh-sheet-title">{title}</Dialog.Title>
      <Dialog.CloseButton aria-label={words.close} size="lg" />
    </div>
  )
}

/**
 * Moves focus into a dialog once it is open, unless a press was faster: the field pressed keeps it. The library would move it in any
 * case, but to the first element marked for it, and this one takes no focus.
 */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const wait = setTimeout(() => {
      const dialog = mark.current?.closest('[role="dialog"]')
      const now = document.activeElement
      if (!dialog || (now !== dialog && dialog.contains(now))) return
      const first =
        dialog.querySelector<HTMLElement>('[data-autofocus]:not([hidden])') ??
        dialog.querySelector<HTMLElement>('button')
      first?.focus({ preventScroll: true })
    })
    return () => clearTimeout(wait)
  }, [])
  return <span ref={mark} data-autofocus hidden />
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

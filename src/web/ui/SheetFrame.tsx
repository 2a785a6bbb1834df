import { Drawer, MantineThemeProvider, Modal } from '@mantine/core'
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useWords } from '../app/words.ts'
import { useWholeTaps } from './double-tap.ts'
import { uiWords } from '../../words/en/ui.ts'

export type FrameProps = {
  opened: boolean
  onClose: () => void
  shape: keyof typeof shapes
  title: string
  size: 'sm' | 'md' | 'lg' | 'xl'
  /** Over other sheets, or under them. */
  layer: keyof typeof heights | undefined
  hasFoot: boolean
  returnFocus: boolean
  children: ReactNode
}

/** What the library draws of a sheet. Only `Sheet` uses it, once one is opened. */
export function SheetFrame({
  opened,
  onClose,
  shape,
  title,
  size,
  layer,
  hasFoot,
  returnFocus,
  children,
}: FrameProps) {
  const { outlet, theme } = useListsInside()
  useWholeTaps(opened)
  const Parts = shapes[shape]
  return (
    <Parts
      root={{
        opened,
        onClose,
        closeOnEscape: false,
        size,
        returnFocus,
        ...(layer && heights[layer]),
      }}
      title={title}
      hasFoot={hasFoot}
      outlet={outlet}
    >
      <MantineThemeProvider inherit theme={theme}>
        {children}
      </MantineThemeProvider>
    </Parts>
  )
}

// The library's sheets are at z-index 200, its dropdowns at 300.
const heights = { above: { zIndex: 210 }, page: { zIndex: 190 } }

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

type PartsProps = Pick<FrameProps, 'title' | 'hasFoot' | 'children'> & {
  root: Pick<FrameProps, 'opened' | 'onClose' | 'size' | 'returnFocus'> & {
    closeOnEscape: boolean
    zIndex?: number
  }
  outlet: ReactNode
}

const column = {
  display: 'flex',
  flexDirection: 'column',
  overflow: 'visible',
  background: 'var(--fh-surface)',
} as const
// `size="auto"` alone still fills the screen.
const fromBelow = (form: CSSProperties) =>
  function FromBelow({ root, ...rest }: PartsProps) {
    const content = { ...column, ...form }
    return (
      <Drawer.Root {...root} position="bottom" size="auto" styles={{ content }}>
        <DrawerContent {...rest} />
      </Drawer.Root>
    )
  }
const low = { height: 'auto', maxHeight: '90dvh', borderRadius: '20px 20px 0 0' }
const all = { height: '100dvh', maxHeight: '100dvh', borderRadius: 0 }
// The header is 60 px high.
const belowHead = { ...low, height: 'calc(100dvh - 60px)', maxHeight: 'none' }

const AtTheSide = ({ root, ...rest }: PartsProps) => (
  <Drawer.Root {...root} position="right" styles={{ content: column }}>
    <DrawerContent {...rest} />
  </Drawer.Root>
)

const DrawerContent = ({ title, hasFoot, outlet, children }: Omit<PartsProps, 'root'>) => (
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

const InTheMiddle = ({ root, title, hasFoot, outlet, children }: PartsProps) => (
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

const shapes = {
  foot: fromBelow(low),
  all: fromBelow(all),
  page: fromBelow(belowHead),
  side: AtTheSide,
  middle: InTheMiddle,
}

// A plain div: the library's own <header> would be announced as a second page banner.
function Head({ of: Dialog, title }: { of: typeof Modal | typeof Drawer; title: string }) {
  const words = useWords(uiWords)
  return (
    <div className="fh-sheet-head">
      <FirstFocus />
      <Dialog.Title className="fh-sheet-title">{title}</Dialog.Title>
      <Dialog.CloseButton aria-label={words.close} size={44} iconSize={22} mr={-8} />
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

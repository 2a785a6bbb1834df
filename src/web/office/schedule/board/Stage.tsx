import { useDraggable } from '@dnd-kit/core'
import {
  useLayoutEffect,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import css from './board.module.css'
import { cardAt, cardNameAt } from './drop-id.ts'

type Props = Pick<
  HTMLAttributes<HTMLElement>,
  'onClickCapture' | 'onPointerOver' | 'onPointerMove' | 'onPointerLeave'
> & {
  /** Whether the card of this name can be lifted. */
  liftable: (name: string) => boolean
  onKey: (event: KeyboardEvent) => void
  isChoosing: boolean
  hasBeside: boolean
  children: ReactNode
}

/** The board itself: everything on it that can be lifted, and what stands beside it. */
export function Stage({ liftable, onKey, isChoosing, hasBeside, children, ...pointer }: Props) {
  const { arm, pass } = useLifting(liftable)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the cards inside are the buttons; this hears what reaches them
    <div
      className={css.stage}
      data-choosing={isChoosing || undefined}
      data-beside={hasBeside || undefined}
      onPointerDownCapture={arm}
      onFocusCapture={arm}
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
      onKeyDown={(event) => {
        // A sheet that something in here opened is elsewhere on the page.
        if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
        onKey(event)
        pass('onKeyDown')(event)
      }}
      {...pointer}
    >
      {children}
    </div>
  )
}

const none = 'none'

/**
 * Lifts cards. The library wants a hook for everything that can be dragged; with a thousand cards that is a second of work for one
 * drag. So there is one hook, for the card that was last pressed or focused: both happen before the press can become a drag.
 */
function useLifting(liftable: (name: string) => boolean) {
  const [armed, setArmed] = useState<string>(none)
  const { setNodeRef, listeners, isDragging, node } = useDraggable({
    id: armed,
    disabled: armed === none,
  })
  const arm = (event: { target: EventTarget }) => {
    if (isDragging) return
    const name = cardNameAt(event.target)
    const isLiftable = liftable(name)
    setNodeRef(isLiftable ? cardAt(event.target) : null)
    setArmed(isLiftable ? name : none)
  }
  const pass = (name: string) => (event: SyntheticEvent) => {
    if (cardNameAt(event.target) === armed) listeners?.[name]?.(event)
  }
  useLayoutEffect(() => {
    const lifted = isDragging ? node.current : null
    lifted?.setAttribute('data-lifted', 'true')
    return () => lifted?.removeAttribute('data-lifted')
  }, [isDragging, node])
  return { arm, pass }
}

import { Button, type ButtonProps } from '@mantine/core'
import {
  useEffect,
  useId,
  useState,
  type ComponentPropsWithoutRef,
  type ReactElement,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Refusal } from '../../domain/base/rule.ts'
import { ahead } from '../app/online.ts'
import { refusalText } from '../app/words.ts'
import { useLocale } from '../app/locale.ts'
import type { ReasonTooltip } from './ReasonTooltip.tsx'
import { showUnread } from './FormProblem.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why the action is not possible now, from the same rule the server uses; null if it is. */
    refusal: Refusal | null
  }

/**
 * A button for an action a rule may refuse; then it does nothing and shows the reason to pointer,
 * keyboard and screen reader. It stays focusable (`aria-disabled`, not `disabled`), so that
 * keyboard users can learn the reason.
 */
export function Refusable({ refusal, onClick, children, ...rest }: Props) {
  const id = useId()
  useLocale()
  useFocusBack(rest.loading)
  const [keepFocus] = useState(focusKeeper)
  // A field with unreadable text comes first: the form still has its previous value.
  const showUnreadIn = (button: Element) => showUnread(button.closest('form, [role=dialog]'))
  if (!refusal) {
    return (
      <Button
        {...rest}
        ref={keepFocus}
        onClick={(event) => showUnreadIn(event.currentTarget) || onClick?.(event)}
      >
        {children}
      </Button>
    )
  }
  const reason = refusalText(refusal)
  return (
    <Reasoned reason={reason}>
      <Button
        {...rest}
        ref={keepFocus}
        aria-disabled="true"
        data-disabled
        aria-description={reason}
        id={rest.id ?? id}
        onClick={(event) => {
          event.preventDefault()
          showUnreadIn(event.currentTarget)
        }}
        style={{ pointerEvents: 'auto' }}
      >
        {children}
      </Button>
    </Reasoned>
  )
}

type Tip = typeof ReasonTooltip
export const loadTip = () => import('./ReasonTooltip.tsx')
let fetched: Tip | null = null

/** With the tooltip once that is loaded; until then the button has its description. */
function Reasoned({ reason, children }: { reason: string; children: ReactElement }) {
  const [Tip, setTip] = useState(() => fetched)
  useEffect(() => {
    if (Tip) return
    void ahead(async () => {
      fetched = (await loadTip()).ReasonTooltip
      setTip(() => fetched)
    })
  }, [Tip])
  return Tip ? <Tip reason={reason}>{children}</Tip> : children
}

/** A button that is rendered again, with or without a tooltip, keeps the focus. */
function focusKeeper() {
  let hadFocus = false
  return (button: HTMLButtonElement | null) => {
    if (hadFocus) button?.focus()
    hadFocus = false
    return () => void (hadFocus = button !== null && button === document.activeElement)
  }
}

/**
 * Disabling a button or field while an action runs takes away its focus; restores it afterward,
 * unless it moved elsewhere.
 */
export function useFocusBack(busy: boolean | undefined): void {
  const from = useRef<Element>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (busy) from.current = activeElement
    else if (activeElement === body && from.current instanceof HTMLElement) from.current.focus()
  }, [busy])
}

import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useId, type ComponentPropsWithoutRef } from 'react'
import type { Refusal } from '../../domain/rule.ts'
import { refusalText } from '../frame-words.ts'
import { useLocale } from '../locale.ts'
import { useFocusBack } from './focus-back.ts'
import { showUnread } from './unread.ts'

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
  // A field with unreadable text comes first: the form still has its previous value.
  const showUnreadIn = (button: Element) => showUnread(button.closest('form, [role=dialog]'))
  if (!refusal) {
    return (
      <Button {...rest} onClick={(event) => showUnreadIn(event.currentTarget) || onClick?.(event)}>
        {children}
      </Button>
    )
  }
  const reason = refusalText(refusal)
  return (
    <Tooltip label={reason} multiline maw={280}>
      <Button
        {...rest}
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
    </Tooltip>
  )
}

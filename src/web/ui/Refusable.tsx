import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useId, type ComponentPropsWithoutRef } from 'react'
import type { Refusal } from '../../domain/rule.ts'
import { useFocusBack } from './focus-back.ts'
import { showUnread } from './unread.ts'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why the act is not possible now, from the same rule the server asks; null when it is. */
    refusal: Refusal | null
  }

/**
 * A button for an act a rule may refuse: then it does nothing and says why, to the pointer, the keyboard and the ear.
 * It stays focusable (`aria-disabled`, not `disabled`), or keyboard users could not learn the reason.
 */
export function Refusable({ refusal, onClick, children, ...rest }: Props) {
  const id = useId()
  useFocusBack(rest.loading)
  // A field whose text cannot be read comes first: the form still holds the value from before.
  const showUnreadIn = (button: Element) => showUnread(button.closest('form, [role=dialog]'))
  if (!refusal) {
    return (
      <Button {...rest} onClick={(event) => showUnreadIn(event.currentTarget) || onClick?.(event)}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={refusal.sentence} multiline maw={280}>
      <Button
        {...rest}
        aria-disabled="true"
        data-disabled
        aria-description={refusal.sentence}
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

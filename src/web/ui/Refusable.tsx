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
 * It stays focusable (`aria-disabled`, not `disabled`), or nobody without a mouse could learn the reason.
 */
export function Refusable({ refusal, onClick, children, ...rest }: Props) {
  const id = useId()
  useFocusBack(rest.loading)
  if (!refusal) {
    return (
      // What stands in a field and means nothing must not pass for what stood there before.
      <Button {...rest} onClick={(event) => showUnread(event.currentTarget.closest('form, [role=dialog]')) || onClick?.(event)}>
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
        onClick={(event) => event.preventDefault()}
        style={{ pointerEvents: 'auto' }}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

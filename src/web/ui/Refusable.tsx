import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useId, type ComponentPropsWithoutRef } from 'react'
import type { Refusal } from '../../domain/rule.ts'

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
  if (!refusal) {
    return (
      <Button {...rest} onClick={onClick}>
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

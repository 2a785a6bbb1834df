import { TextInput, type TextInputProps } from '@mantine/core'
import { stateCodeOf, stateTyped } from '../../domain/contact.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onState: (state: string) => void
}

/** A state, typed or pasted as a code or by its name, which becomes its code on leaving the field. */
export function StateField({ value, onState, onBlur, ...rest }: Props) {
  return (
    <TextInput
      autoCapitalize="words"
      {...rest}
      value={value}
      onChange={(event) => onState(stateTyped(event.currentTarget.value))}
      onBlur={(event) => {
        const code = rest.readOnly ? null : stateCodeOf(value)
        if (code && code !== value) onState(code)
        onBlur?.(event)
      }}
    />
  )
}

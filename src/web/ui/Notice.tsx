import { Alert, type AlertProps } from '@mantine/core'

/** A notice that screen readers announce without interrupting. */
export function Notice({ color = 'honey', ...rest }: AlertProps) {
  return (
    <output style={{ display: 'block' }}>
      <Alert color={color} variant="light" role="none" {...rest} />
    </output>
  )
}

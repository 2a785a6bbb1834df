import { Alert, type AlertProps } from '@mantine/core'

/** Something worth knowing, read out when it appears but without interrupting. */
export function Notice({ color = 'honey', ...rest }: AlertProps) {
  return (
    <output style={{ display: 'block' }}>
      <Alert color={color} variant="light" role="none" {...rest} />
    </output>
  )
}

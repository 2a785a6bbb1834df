import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Shows why a button is refused. Only `Refusable` uses it, once something is refused. */
export const ReasonTooltip = ({ reason, children }: { reason: string; children: ReactElement }) => (
  <Tooltip label={reason} multiline maw={280}>
    {children}
  </Tooltip>
)

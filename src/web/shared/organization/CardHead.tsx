import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A card's title and status; the chip stays next to a two-line title. */
export const CardHead = ({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) => (
  <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
    <Title order={2} fz="h3" id={id}>
      {title}
    </Title>
    <div style={{ flex: 'none' }}>{children}</div>
  </Group>
)

import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The title of a card and where it stands; the chip keeps its place beside a title of two lines. */
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

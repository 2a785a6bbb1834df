import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** What a status means, in five tones; the words say it too, so colour is never alone. */
export type Tone = 'good' | 'wait' | 'bad' | 'calm' | 'info'
const colors: Record<Tone, string> = {
  good: 'pine',
  wait: 'honey',
  bad: 'red',
  calm: 'gray',
  info: 'blue',
}

export function StatusChip({
  tone = 'calm',
  children,
  title,
}: {
  tone?: Tone
  children: ReactNode
  title?: string
}) {
  return (
    <Badge color={colors[tone]} variant="light" title={title} size="md">
      {children}
    </Badge>
  )
}

import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** A status's meaning in five tones; the text carries it too, so color is never the only cue. */
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
    <Badge color={colors[tone]} variant="light" title={title} size="md" miw="max-content">
      {children}
    </Badge>
  )
}

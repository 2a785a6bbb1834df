import { Text } from '@mantine/core'
import { Hexagon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Nothing here yet: says why, and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
  icon,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className="fh-empty">
      <span className="fh-empty-icon" aria-hidden>
        {icon ?? <Hexagon size={22} />}
      </span>
      <Text fw={650}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={440} component="div">
          {children}
        </Text>
      )}
      {action && <div style={{ marginTop: 10 }}>{action}</div>}
    </div>
  )
}

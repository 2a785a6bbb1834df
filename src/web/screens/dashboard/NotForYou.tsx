import { Anchor } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown to people outside the office. */
export default function NotForYou({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState title="You don’t have permission to view the owner dashboard.">
      {isAdmin && (
        <>
          Open the <Anchor href="/app/admin">Admin Panel</Anchor> to manage people and
          organizations, or <Anchor href="/app/impersonate">Impersonate</Anchor> someone to see what
          they see.
        </>
      )}
    </EmptyState>
  )
}

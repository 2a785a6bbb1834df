import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown to people outside the office. */
export default function NotForYou({ isAdmin }: { isAdmin: boolean }) {
  return (
    <EmptyState title="You don’t have permission to view the owner dashboard.">
      {isAdmin && (
        <>
          Open the{' '}
          <Anchor component={Link} to="/app/admin" underline="always">
            Admin Panel
          </Anchor>{' '}
          to manage people and organizations, or{' '}
          <Anchor component={Link} to="/app/impersonate" underline="always">
            Impersonate
          </Anchor>{' '}
          someone to see what they see.
        </>
      )}
    </EmptyState>
  )
}

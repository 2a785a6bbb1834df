import { Anchor } from '@mantine/core'
import { Building2 } from 'lucide-react'
import { useHasRole } from '../me.ts'
import { EmptyState } from './EmptyState.tsx'

/** Replaces an organization's data for an admin without one; retrying would not help. */
export function NoOrganization() {
  const isAdmin = useHasRole('admin')
  return (
    <EmptyState title="No organization is chosen" icon={<Building2 size={22} />}>
      {isAdmin ? (
        <>
          This page shows the data of one organization.{' '}
          <Anchor href="/app/impersonate" underline="always">
            Impersonate
          </Anchor>{' '}
          one of its people to see what they see, or open the{' '}
          <Anchor href="/app/admin" underline="always">
            Admin Panel
          </Anchor>
          .
        </>
      ) : (
        'This page shows the data of one organization, and your account belongs to none.'
      )}
    </EmptyState>
  )
}

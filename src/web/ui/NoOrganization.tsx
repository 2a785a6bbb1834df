import { Anchor } from '@mantine/core'
import { Building2 } from 'lucide-react'
import { useHasRole } from '../me.ts'
import { useWords } from '../words.ts'
import { EmptyState } from './EmptyState.tsx'
import { uiWords } from './words.ts'

/** Replaces an organization's data for an admin without one; retrying would not help. */
export function NoOrganization() {
  const words = useWords(uiWords)
  const isAdmin = useHasRole('admin')
  return (
    <EmptyState title={words.noOrganization} icon={<Building2 size={22} />}>
      {isAdmin ? (
        <>
          {words.oneOrganization}{' '}
          <Anchor href="/app/impersonate" underline="always">
            {words.impersonate}
          </Anchor>{' '}
          {words.impersonateOne}{' '}
          <Anchor href="/app/admin" underline="always">
            {words.adminPanel}
          </Anchor>
          .
        </>
      ) : (
        words.belongsToNone
      )}
    </EmptyState>
  )
}

import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { frameWords } from '../../../words/en/frame.ts'
import { useMe, useHasRole, type Me } from '../me.ts'
import { useIsOnline } from '../online.ts'
import { Page } from '../../ui/Page.tsx'
import { useWords } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'
import { Anchor } from '@mantine/core'
import { Building2 } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { uiWords } from '../../../words/en/ui.ts'

/** Organization screens that handle an admin without an organization themselves. */
const speakForThemselves: readonly string[] = ['/app/dashboard-owner', '/app/settings']

/** The current screen. Without an organization its calls would fail, so that is shown instead. */
export function Place() {
  const { organization_id } = useMe()
  const words = useWords(shellWords)
  const frame = useWords(frameWords)
  const match = useMatches().at(-1)
  const { roles, title } = match?.staticData ?? {}
  const isOfOrganization =
    roles?.includes('owner') === true && !speakForThemselves.includes(match?.routeId ?? '')
  const isComing = useRouterState({ select: ({ status }) => status === 'pending' })
  const isOnline = useIsOnline()
  if (organization_id || !isOfOrganization)
    return (
      <>
        {isComing && !isOnline && (
          <output className="shell-notice shell-coming">{words.offlinePage}</output>
        )}
        <Outlet />
      </>
    )
  return (
    <Page title={title ? frame.title(title) : ''}>
      <NoOrganization />
    </Page>
  )
}

/** Replaces an organization's data for an admin without one; retrying would not help. */
function NoOrganization() {
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

/** True for staff of a deactivated business. Its customers keep their pages. */
export const isShutOut = ({ roles, organization }: Me): boolean =>
  organization?.status === 'inactive' && roles.some((role) => role !== 'user')

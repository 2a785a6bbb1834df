import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { useIsOnline } from '../online.ts'
import { NoOrganization } from '../ui/NoOrganization.tsx'
import { Page } from '../ui/Page.tsx'

/** Screens of an organization that have something to say to an admin who acts in none. */
const speakForThemselves: readonly string[] = ['/app/dashboard-owner', '/app/settings']

/** The open screen. Where an organization's data would stand and none is chosen, no call could succeed: so that is said at once. */
export function Place() {
  const { organization_id } = useMe()
  const match = useMatches().at(-1)
  const { roles, title = '' } = match?.staticData ?? {}
  const isOfOrganization =
    roles?.includes('owner') === true && !speakForThemselves.includes(match?.routeId ?? '')
  const isComing = useRouterState({ select: ({ status }) => status === 'pending' })
  const isOnline = useIsOnline()
  if (organization_id || !isOfOrganization)
    return (
      <>
        {isComing && !isOnline && (
          <output className="shell-notice shell-coming">
            You appear to be offline. The page opens when you are online again.
          </output>
        )}
        <Outlet />
      </>
    )
  return (
    <Page title={title}>
      <NoOrganization />
    </Page>
  )
}

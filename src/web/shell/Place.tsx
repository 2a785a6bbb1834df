import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { frameWords } from '../frame-words.ts'
import { useMe } from '../me.ts'
import { useIsOnline } from '../online.ts'
import { NoOrganization } from '../ui/NoOrganization.tsx'
import { Page } from '../ui/Page.tsx'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

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

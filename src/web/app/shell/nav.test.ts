import { describe, expect, it } from 'vitest'
import { roles, type Role } from '../../../domain/base/roles.ts'
import { router } from '../router.tsx'
import { navFor, quickActionsFor } from './nav.ts'

/** The roles a screen is open to; null for anyone with a role. */
const rolesOf = (path: string): readonly Role[] | null => {
  const routes = router.routesByPath as Record<
    string,
    { options: { staticData?: { roles?: readonly Role[] | null } } } | undefined
  >
  const route = routes[`${path}/`] ?? routes[path]
  if (!route) throw new Error(`No screen at ${path}`)
  return route.options.staticData?.roles ?? null
}

describe('navigation', () => {
  it.each(roles)('shows %s only screens they may open', (role) => {
    const closed = [...navFor([role]), ...quickActionsFor([role])].filter(
      ({ to }) => rolesOf(to)?.includes(role) === false,
    )
    expect(closed).toEqual([])
  })

  it('shows Crews to owners, and quick actions to the office and crew leaders', () => {
    const seen = (label: string) =>
      roles.filter((role) => navFor([role]).some((item) => item.label === label))
    expect(seen('Crews')).toEqual(['owner'])
    expect(roles.filter((role) => quickActionsFor([role]).length)).toEqual([
      'owner',
      'admin',
      'manager',
      'crew_owner',
      'crew_leader',
    ])
  })
})

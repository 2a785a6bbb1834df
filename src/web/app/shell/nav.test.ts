import { describe, expect, it } from 'vitest'
import { roles, type Role } from '../../../domain/base/roles.ts'
import { router } from '../router.tsx'
import { navFor, placesFor, quickActionsFor } from './nav.ts'

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
    const closed = [...placesFor([role]), ...quickActionsFor([role])].filter(
      ({ to }) => rolesOf(to)?.includes(role) === false,
    )
    expect(closed).toEqual([])
  })

  it('has nine entries for an owner; the others are tabs of theirs', () => {
    expect(
      navFor(['owner']).map(({ label, tabs }) => [label, ...tabs.map((tab) => tab.label)]),
    ).toEqual([
      ['Dashboard'],
      ['Customers'],
      ['Schedule'],
      ['Inbox', 'Inbox', 'Messages'],
      ['Crews', 'Crews', 'People', 'Hours'],
      ['Services'],
      ['Invoices'],
      ['Payments', 'Payments', 'Payouts', 'Reports', 'Insights'],
      ['Settings'],
    ])
    const people = navFor(['manager']).find(({ label }) => label === 'People')
    expect(people?.tabs.map(({ label }) => label)).toEqual(['People', 'Hours'])
  })

  it('shows Crews to owners, and quick actions to the office and crew leaders', () => {
    const seen = (label: string) =>
      roles.filter((role) => placesFor([role]).some((item) => item.label === label))
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

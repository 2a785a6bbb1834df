import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { hasRole, type Role } from '../../../domain/base/roles.ts'
import type { PageTitle } from '../../../words/en/frame.ts'
import { placesFor } from '../shell/nav.ts'
import { callRoles } from './call-roles.ts'
import { actions, type Action } from './commands.ts'

/** A page that somebody can open without naming anything first. */
type PlacePage = { to: string; title: PageTitle }

/** Pressed one after the other, to open a page. */
export const pageKeys: Readonly<Record<string, string>> = {
  '/app/dashboard-owner': 'G D',
  '/app/customers': 'G C',
  '/app/schedule': 'G S',
  '/app/inbox': 'G X',
  '/app/invoices': 'G I',
  '/app/payments': 'G P',
  '/app/reports': 'G R',
  '/app/messages': 'G M',
  '/app/timesheets': 'G H',
  '/app/people': 'G E',
  '/app/settings': 'G T',
  '/app/sales': 'G L',
}

/** Every page behind sign-in that these roles may open, those of the sidebar first. */
export function pagesFor(router: AnyRouter, roles: readonly Role[]): PlacePage[] {
  const inBar = placesFor(roles).map(({ to, label }) => ({ to: to as string, title: label }))
  const titles = new Set<string>(inBar.map(({ title }) => title))
  const others = (Object.values(router.routesByPath) as AnyRoute[]).flatMap((route) => {
    const to = route.fullPath.replace(/(.)\/$/, '$1')
    const { title, roles: open } = route.options.staticData ?? {}
    const isOpen = open === null || (open !== undefined && hasRole(roles, open))
    if (!title || !isOpen || !to.startsWith('/app') || to.includes('$') || titles.has(title))
      return []
    titles.add(title)
    return [{ to, title }]
  })
  return [...inBar, ...others]
}

/** The actions these roles may take: the call allows it, and its page is open to them. */
export function actionsFor(
  router: AnyRouter,
  roles: readonly Role[],
): (Action & { call: string })[] {
  const isOpen = (to: string): boolean => {
    const route = router.routesByPath[to] as AnyRoute | undefined
    const open = route?.options.staticData?.roles
    return open === null || (open !== undefined && hasRole(roles, open))
  }
  return Object.entries<Action>(actions).flatMap(([call, action]) =>
    mayCall(call, roles) && isOpen(action.to) ? [{ call, ...action }] : [],
  )
}

function mayCall(call: string, roles: readonly Role[]): boolean {
  const allowed = callRoles[call]
  return typeof allowed === 'string' ? allowed === 'signed_in' : hasRole(roles, allowed ?? [])
}

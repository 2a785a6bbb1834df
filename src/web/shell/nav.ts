import type { RegisteredRouter } from '@tanstack/react-router'
import {
  Banknote,
  BriefcaseBusiness,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  ClipboardList,
  FileText,
  House,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  TrendingUp,
  UserCog,
  UserPlus,
  Users,
  UsersRound,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { hasRole, type Role } from '../../domain/roles.ts'

export type NavItem = {
  to: string
  label: string
  /** One word, where a thumb's width is all there is. */
  short?: string
  icon: LucideIcon
  for: readonly Role[]
}

const office = ['owner', 'manager', 'admin'] as const
const money = ['owner', 'manager', 'admin', 'payee'] as const
const leaders = ['crew_owner', 'crew_leader'] as const
const crew = ['crew_owner', 'crew_leader', 'crew_member'] as const

/** Everything the sidebar can hold, in its order. The route's own roles decide as well, so a link never leads to a refusal. */
const items: readonly NavItem[] = [
  { to: '/app', label: 'Home', icon: House, for: [...crew, 'user'] },
  { to: '/app/dashboard-owner', label: 'Dashboard', icon: LayoutDashboard, for: office },
  { to: '/app/customers', label: 'Customers', icon: Users, for: office },
  { to: '/app/schedule', label: 'Schedule', icon: CalendarDays, for: office },
  { to: '/app/crew-schedule', label: 'Schedule', icon: CalendarDays, for: crew },
  { to: '/app/team', label: 'Team', icon: UsersRound, for: crew },
  { to: '/app/crew-customers', label: 'Customers', icon: Users, for: leaders },
  { to: '/app/crews', label: 'Crews', icon: UsersRound, for: ['owner'] },
  { to: '/app/services', label: 'Services', icon: Wrench, for: office },
  { to: '/app/invoices', label: 'Invoices', icon: FileText, for: office },
  { to: '/app/payments', label: 'Payments', icon: Banknote, for: money },
  { to: '/app/reports', label: 'Reports', icon: ClipboardList, for: money },
  { to: '/app/insights', label: 'Insights', icon: TrendingUp, for: money },
  { to: '/app/settings', label: 'Settings', icon: Settings, for: office },
  { to: '/app/onboard-customer', label: 'Onboard Customer', short: 'Onboard', icon: UserPlus, for: leaders },
  { to: '/app/user/invoices', label: 'Invoices', icon: FileText, for: ['user'] },
  { to: '/app/user/payments', label: 'Payments', icon: Banknote, for: ['user'] },
  { to: '/app/account', label: 'Account', icon: CircleUserRound, for: ['user'] },
  { to: '/app/sales', label: 'Sales CRM', icon: BriefcaseBusiness, for: ['sales', 'admin'] },
  { to: '/app/admin', label: 'Admin Panel', icon: ShieldCheck, for: ['admin'] },
  { to: '/app/impersonate', label: 'Impersonate', icon: UserCog, for: ['admin'] },
]

const quickActions: readonly (NavItem & { about: string })[] = [
  {
    to: '/app/onboard-customer',
    label: 'Onboard Customer',
    about: 'Share a link or QR code, or send an invitation',
    icon: UserPlus,
    for: [...office, ...leaders],
  },
  { to: '/app/schedule', label: 'Schedule', about: 'See the week, add a visit', icon: CalendarDays, for: [...office, ...leaders] },
  { to: '/app/invoices', label: 'Invoices', about: 'What is open and what is paid', icon: ChartColumn, for: [...office, ...leaders] },
]
export const quickActionRoles = ['owner', 'admin', 'manager', 'crew_owner', 'crew_leader'] as const satisfies readonly Role[]

type AnyRoutes = Record<string, { options: { staticData?: { roles?: readonly Role[] | null } } } | undefined>

/** Whether a route is there and these roles may open it. */
function isOpenTo(router: RegisteredRouter, to: string, roles: readonly Role[]): boolean {
  const routes = router.routesByPath as unknown as AnyRoutes
  const route = routes[to] ?? routes[`${to}/`]
  const wanted = route?.options.staticData?.roles
  return route !== undefined && (!wanted || hasRole(roles, wanted))
}

export const navFor = (router: RegisteredRouter, roles: readonly Role[]): NavItem[] => {
  const isCrew = hasRole(roles, crew)
  const shown = items.filter((item) => hasRole(roles, item.for) && isOpenTo(router, item.to, roles))
  return isCrew ? shown.filter((item) => item.to !== '/app/admin' && item.to !== '/app/impersonate') : shown
}

export const quickActionsFor = (router: RegisteredRouter, roles: readonly Role[]) =>
  quickActions.filter((item) => hasRole(roles, item.for) && isOpenTo(router, item.to, roles))

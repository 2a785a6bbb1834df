import type { RegisteredRouter } from '@tanstack/react-router'
import {
  Banknote,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  ClipboardList,
  FileText,
  House,
  LayoutDashboard,
  Settings,
  TrendingUp,
  UserPlus,
  Users,
  UsersRound,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import {
  crewRoles,
  hasRole,
  inviterRoles,
  leaderRoles,
  moneyRoles,
  officeAndAdminRoles,
  type Role,
} from '../../domain/roles.ts'

export type NavItem = {
  to: Exclude<keyof RegisteredRouter['routesByPath'], `${string}/`>
  label: string
  /** One word, for narrow screens. */
  short?: string
  icon: LucideIcon
  roles: readonly Role[]
}

/** Everything the sidebar can hold, in its order. Some screens admit more roles than find them here: admins may open Crews. */
const items: readonly NavItem[] = [
  { to: '/app', label: 'Home', icon: House, roles: [...crewRoles, 'user'] },
  {
    to: '/app/dashboard-owner',
    label: 'Dashboard',
    icon: LayoutDashboard,
    roles: officeAndAdminRoles,
  },
  { to: '/app/customers', label: 'Customers', icon: Users, roles: officeAndAdminRoles },
  { to: '/app/schedule', label: 'Schedule', icon: CalendarDays, roles: officeAndAdminRoles },
  { to: '/app/crew-schedule', label: 'Schedule', icon: CalendarDays, roles: crewRoles },
  { to: '/app/team', label: 'Team', icon: UsersRound, roles: crewRoles },
  { to: '/app/crew-customers', label: 'Customers', icon: Users, roles: leaderRoles },
  { to: '/app/crews', label: 'Crews', icon: UsersRound, roles: ['owner'] },
  { to: '/app/services', label: 'Services', icon: Wrench, roles: officeAndAdminRoles },
  { to: '/app/invoices', label: 'Invoices', icon: FileText, roles: officeAndAdminRoles },
  { to: '/app/payments', label: 'Payments', icon: Banknote, roles: moneyRoles },
  { to: '/app/reports', label: 'Reports', icon: ClipboardList, roles: moneyRoles },
  { to: '/app/insights', label: 'Insights', icon: TrendingUp, roles: moneyRoles },
  { to: '/app/settings', label: 'Settings', icon: Settings, roles: officeAndAdminRoles },
  {
    to: '/app/onboard-customer',
    label: 'Onboard Customer',
    short: 'Onboard',
    icon: UserPlus,
    roles: leaderRoles,
  },
  { to: '/app/user/invoices', label: 'Invoices', icon: FileText, roles: ['user'] },
  { to: '/app/user/payments', label: 'Payments', icon: Banknote, roles: ['user'] },
  { to: '/app/account', label: 'Account', icon: CircleUserRound, roles: ['user'] },
]

const quickActions: readonly (NavItem & { about: string })[] = [
  {
    to: '/app/onboard-customer',
    label: 'Onboard Customer',
    about: 'Share a link or QR code, or send an invitation',
    icon: UserPlus,
    roles: inviterRoles,
  },
  {
    to: '/app/schedule',
    label: 'Schedule',
    about: 'See the week, add a visit',
    icon: CalendarDays,
    roles: inviterRoles,
  },
  {
    to: '/app/invoices',
    label: 'Invoices',
    about: 'What is open and what is paid',
    icon: ChartColumn,
    roles: officeAndAdminRoles,
  },
]

export const navFor = (roles: readonly Role[]): NavItem[] =>
  items.filter((item) => hasRole(roles, item.roles))

export const quickActionsFor = (roles: readonly Role[]) =>
  quickActions.filter((item) => hasRole(roles, item.roles))

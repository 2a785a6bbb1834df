import type { RegisteredRouter } from '@tanstack/react-router'
import {
  Banknote,
  CalendarDays,
  ChartColumn,
  CircleUserRound,
  Clock,
  ClipboardList,
  FileText,
  House,
  IdCard,
  Inbox,
  Landmark,
  LayoutDashboard,
  Mails,
  Settings,
  Target,
  ShieldCheck,
  TrendingUp,
  UserPlus,
  Users,
  UsersRound,
  VenetianMask,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { PageTitle } from '../../../words/en/frame.ts'
import {
  adminRoles,
  crewRoles,
  hasRole,
  inviterRoles,
  leaderRoles,
  moneyRoles,
  officeAndAdminRoles,
  officeRoles,
  salesRoles,
  type Role,
} from '../../../domain/base/roles.ts'

export type NavItem = {
  to: Exclude<keyof RegisteredRouter['routesByPath'], `${string}/`>
  label: PageTitle
  /** One word, for narrow screens with a long label. */
  short?: 'onboardShort' | 'adminShort'
  icon: LucideIcon
  roles: readonly Role[]
  /** A number stands beside it. */
  counts?: 'threads'
  /** Those of one group are one entry of the sidebar, with tabs. */
  group?: 'people' | 'messages' | 'money'
}
/** An entry of the sidebar, and the tabs of its pages if it leads to several. */
export type NavEntry = NavItem & { tabs: readonly NavItem[] }

/**
 * Everything the sidebar can show, in order. Some screens admit more roles than are listed here:
 * admins can open Crews.
 */
const items: readonly NavItem[] = [
  {
    to: '/app/admin',
    label: 'Admin Panel',
    short: 'adminShort',
    icon: ShieldCheck,
    roles: adminRoles,
  },
  { to: '/app/impersonate', label: 'Impersonate', icon: VenetianMask, roles: adminRoles },
  { to: '/app/sales', label: 'Sales CRM', icon: Target, roles: salesRoles },
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
  {
    to: '/app/inbox',
    label: 'Inbox',
    icon: Inbox,
    roles: officeRoles,
    counts: 'threads',
    group: 'messages',
  },
  { to: '/app/messages', label: 'Messages', icon: Mails, roles: officeRoles, group: 'messages' },
  { to: '/app/crews', label: 'Crews', icon: UsersRound, roles: ['owner'], group: 'people' },
  { to: '/app/people', label: 'People', icon: IdCard, roles: officeRoles, group: 'people' },
  { to: '/app/timesheets', label: 'Hours', icon: Clock, roles: officeRoles, group: 'people' },
  { to: '/app/services', label: 'Services', icon: Wrench, roles: officeAndAdminRoles },
  { to: '/app/invoices', label: 'Invoices', icon: FileText, roles: officeAndAdminRoles },
  { to: '/app/payments', label: 'Payments', icon: Banknote, roles: moneyRoles, group: 'money' },
  { to: '/app/payouts', label: 'Payouts', icon: Landmark, roles: moneyRoles, group: 'money' },
  { to: '/app/reports', label: 'Reports', icon: ClipboardList, roles: moneyRoles, group: 'money' },
  { to: '/app/insights', label: 'Insights', icon: TrendingUp, roles: moneyRoles, group: 'money' },
  { to: '/app/settings', label: 'Settings', icon: Settings, roles: officeAndAdminRoles },
  {
    to: '/app/onboard-customer',
    label: 'Onboard Customer',
    short: 'onboardShort',
    icon: UserPlus,
    roles: leaderRoles,
  },
  { to: '/app/user/invoices', label: 'Invoices', icon: FileText, roles: ['user'] },
  { to: '/app/user/payments', label: 'Payments', icon: Banknote, roles: ['user'] },
  { to: '/app/account', label: 'Account', icon: CircleUserRound, roles: ['user'] },
]

const quickActions: readonly (NavItem & {
  about: 'inviteAbout' | 'scheduleAbout' | 'invoicesAbout'
})[] = [
  {
    to: '/app/onboard-customer',
    label: 'Onboard Customer',
    about: 'inviteAbout',
    icon: UserPlus,
    roles: inviterRoles,
  },
  {
    to: '/app/schedule',
    label: 'Schedule',
    about: 'scheduleAbout',
    icon: CalendarDays,
    roles: inviterRoles,
  },
  {
    to: '/app/invoices',
    label: 'Invoices',
    about: 'invoicesAbout',
    icon: ChartColumn,
    roles: officeAndAdminRoles,
  },
]

/** Every page of the sidebar that these roles see, those behind tabs too. */
export const placesFor = (roles: readonly Role[]): NavItem[] =>
  items.filter((item) => hasRole(roles, item.roles))

/** The sidebar's entries: the first page of a group stands for all of them. */
export function navFor(roles: readonly Role[]): NavEntry[] {
  const places = placesFor(roles)
  return places.flatMap((item) => {
    const tabs = item.group ? places.filter(({ group }) => group === item.group) : []
    return tabs.length > 0 && tabs[0] !== item
      ? []
      : [{ ...item, tabs: tabs.length > 1 ? tabs : [] }]
  })
}

export const quickActionsFor = (roles: readonly Role[]) =>
  quickActions.filter((item) => hasRole(roles, item.roles))

/** Every role a person can hold. `admin` and `sales` belong to the platform; the others to one organization. */
export const roles = [
  'owner',
  'admin',
  'manager',
  'payee',
  'crew_owner',
  'crew_leader',
  'crew_member',
  'sales',
  'user',
] as const
export type Role = (typeof roles)[number]

export const platformRoles = ['admin', 'sales'] as const satisfies readonly Role[]
export const organizationRoles = [
  'owner',
  'manager',
  'payee',
  'crew_owner',
  'crew_leader',
  'crew_member',
  'user',
] as const satisfies readonly Role[]
export const crewRoles = [
  'crew_owner',
  'crew_leader',
  'crew_member',
] as const satisfies readonly Role[]
export const isCrewRole = (role: string): boolean => crewRoles.some((one) => one === role)

// Role groups used by routes, navigation and calls.

export const ownerAndAdminRoles = ['owner', 'admin'] as const satisfies readonly Role[]
export const officeRoles = ['owner', 'manager'] as const satisfies readonly Role[]
export const officeAndAdminRoles = [...officeRoles, 'admin'] as const satisfies readonly Role[]
/** Who may see all money. */
export const moneyRoles = [...officeAndAdminRoles, 'payee'] as const satisfies readonly Role[]
export const leaderRoles = ['crew_owner', 'crew_leader'] as const satisfies readonly Role[]
/** Who may invite customers. */
export const inviterRoles = [
  ...officeAndAdminRoles,
  ...leaderRoles,
] as const satisfies readonly Role[]
/** Who runs the platform. */
export const adminRoles = ['admin'] as const satisfies readonly Role[]
/** Who works leads. */
export const salesRoles = ['admin', 'sales'] as const satisfies readonly Role[]
/** Who works at a desk, and so has the commands. */
export const deskRoles = [...moneyRoles, 'sales'] as const satisfies readonly Role[]
/** Whose pages are there in every language; the office reads English. */
export const languageRoles = [...crewRoles, 'user'] as const satisfies readonly Role[]
/** Who plans or does the work. */
export const workRoles = [...officeAndAdminRoles, ...crewRoles] as const satisfies readonly Role[]

const labels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Platform admin',
  manager: 'Manager',
  payee: 'Payee',
  crew_owner: 'Crew owner',
  crew_leader: 'Crew leader',
  crew_member: 'Crew member',
  sales: 'Sales',
  user: 'Customer',
}
export const roleLabel = (role: Role): string => labels[role]

/**
 * The highest of several roles; `roles` is ordered from highest to lowest. Null if there is none.
 */
export const highestRole = (held: readonly Role[]): Role | null =>
  roles.find((r) => held.includes(r)) ?? null

export const hasRole = (held: readonly Role[], wanted: readonly Role[]): boolean =>
  wanted.some((r) => held.includes(r))

/** Whether somebody may complete visits: the office and leaders always, crew members if their business lets them. */
export const mayComplete = (roles: readonly Role[], crew_can_complete: boolean): boolean =>
  crew_can_complete || hasRole(roles, [...officeAndAdminRoles, ...leaderRoles])

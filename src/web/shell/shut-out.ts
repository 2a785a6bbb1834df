import type { Me } from '../me.ts'

/** True for staff of a deactivated business. Its customers keep their pages. */
export const isShutOut = ({ roles, organization }: Me): boolean =>
  organization?.status === 'inactive' && roles.some((role) => role !== 'user')

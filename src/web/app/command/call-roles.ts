import { calls } from '../../../api/calls.ts'
import type { Role } from '../../../domain/base/roles.ts'

/**
 * Who may make each call, from its declaration. The build writes the result in the place of this
 * module (scripts/call-roles.ts), so that the page does not load the schemas of every call.
 */
export const callRoles: Readonly<Record<string, readonly Role[] | string>> = Object.fromEntries(
  Object.entries(calls).map(([call, { roles }]) => [
    call,
    typeof roles === 'string' ? roles : (Object.keys(roles) as Role[]),
  ]),
)

import type { finding } from '../../api/finding.ts'
import { hasRole, officeRoles } from '../../domain/roles.ts'
import type { Handlers } from '../call.ts'
import { readCalendar } from '../week/calendar.ts'
import { nextVisitsOf, readNames } from './find.ts'

export const findingHandlers: Handlers<typeof finding> = {
  'GET /api/find/customers': ({ readOrg, actor }) =>
    readOrg(async (tx) => ({
      customers: await readNames(tx, { with_leads: hasRole(actor.roles, officeRoles) }),
    })),

  'GET /api/find/visits': ({ readOrg, query }) =>
    readOrg(async (tx) => ({ visits: await nextVisitsOf(tx, await readCalendar(tx), query.q) })),
}

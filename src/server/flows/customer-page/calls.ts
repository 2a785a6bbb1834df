import type { customerPage } from '../../../api/customer-page.ts'
import type { Handlers } from '../../base/call.ts'
import { hasRole, officeAndAdminRoles } from '../../../domain/base/roles.ts'
import { readSchedule } from '../../schedule/week/context.ts'
import { readOverview } from './read.ts'

export const customerPageHandlers: Handlers<typeof customerPage> = {
  'GET /api/owner/customers/{id}/overview': (call) =>
    readSchedule(call, (ctx) =>
      readOverview(ctx, call.params.id, {
        sees_work: hasRole(call.actor.roles, officeAndAdminRoles),
      }),
    ),
}

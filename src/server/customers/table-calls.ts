import type { customerTable } from '../../api/customer-table.ts'
import type { Handlers } from '../call.ts'
import { filterOf } from './filter.ts'
import { editMany, readTable } from './table.ts'

export const customerTableHandlers: Handlers<typeof customerTable> = {
  'GET /api/owner/customers/table': ({ readOrg, query }) =>
    readOrg((tx) => readTable(tx, filterOf(query), query)),
  'POST /api/owner/customers/bulk-edit': ({ inOrg, body }) => inOrg((tx) => editMany(tx, body)),
}

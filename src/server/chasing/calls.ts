import type { chasing } from '../../api/chasing.ts'
import type { Handlers } from '../call.ts'
import { readReminders } from './read-reminders.ts'
import { queueStatements, sendStatement } from './statements.ts'

export const chasingHandlers: Handlers<typeof chasing> = {
  'GET /api/invoices/{id}/reminders': ({ readOrg, params }) =>
    readOrg((tx) => readReminders(tx, params.id)),

  'POST /api/owner/customers/{id}/statement': ({ inOrg, app, params }) =>
    inOrg((tx) => sendStatement(tx, app, params.id)),

  'POST /api/owner/receivables/statements': ({ inOrg }) => inOrg(queueStatements),
}

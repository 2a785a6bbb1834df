import type { billReminders } from '../../../api/bill-reminders.ts'
import type { Handlers } from '../../base/call.ts'
import { readReminders } from './read.ts'
import { queueStatements, sendStatement } from './statements.ts'

export const billReminderHandlers: Handlers<typeof billReminders> = {
  'GET /api/invoices/{id}/reminders': ({ readOrg, params }) =>
    readOrg((tx) => readReminders(tx, params.id)),

  'POST /api/owner/customers/{id}/statement': ({ inOrg, app, params }) =>
    inOrg((tx) => sendStatement(tx, app, params.id)),

  'POST /api/owner/receivables/statements': ({ inOrg }) => inOrg(queueStatements),
}

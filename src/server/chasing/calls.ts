import type { chasing } from '../../api/chasing.ts'
import type { Handlers } from '../call.ts'
import { readReminders } from './read-reminders.ts'

export const chasingHandlers: Handlers<typeof chasing> = {
  'GET /api/invoices/{id}/reminders': ({ readOrg, params }) =>
    readOrg((tx) => readReminders(tx, params.id)),
}

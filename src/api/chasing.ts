import { BillReminders } from '../domain/bill-reminder.ts'
import { anyOffice, defineCalls } from './kit.ts'

/** What asks for money again. */
export const chasing = defineCalls({
  'GET /api/invoices/{id}/reminders': {
    summary: 'Which reminders of an invoice went out, and which comes next or why none does',
    roles: anyOffice,
    ok: BillReminders,
  },
})

import { z } from 'zod'
import { SendingPolicy } from '../messages/sending.ts'

/** How a customer is asked for money. */
export const CustomerBilling = z.object({
  /** When their bills go out; null: as the business does. */
  invoice_sending: SendingPolicy.nullable(),
  /** False: the office reminds them of unpaid bills in person. */
  bill_reminders: z.boolean(),
})

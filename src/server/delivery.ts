import { drawAttached } from './money/documents/attach.ts'
import { overtakenReminder } from './flows/visit-reminders/remind.ts'
import type { DeliveryNeeds } from './messages/delivery-needs.ts'

/** What a message needs of the rest of the product when it is delivered. */
export const deliveryNeeds: DeliveryNeeds = { draw: drawAttached, overtaken: overtakenReminder }

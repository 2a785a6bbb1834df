import type { NotificationPrefs } from '../../domain/person.ts'
import type { PlatformTx } from '../db/door.ts'

/** What a customer switched off by the link in a letter, as their account shows it. */
export async function readNoticesOff(
  tx: PlatformTx,
  organization_id: string,
  customer_id: string,
): Promise<Partial<NotificationPrefs>> {
  const { notices_off } = await tx
    .selectFrom('customers')
    .select('notices_off')
    .where('organization_id', '=', organization_id)
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(notices_off.map((name) => [name, false]))
}

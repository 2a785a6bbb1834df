import { changeBilling } from '../customers/write-billing.ts'
import type { OrgTx } from '../db/door.ts'
import { homeUrl } from '../messages/home.ts'
import { notifyChargeDayMoved } from '../messages/notify-money.ts'

/**
 * After the due day was lowered: no customer is charged later in the month than money is due, and
 * those whose day moves are told. Charges that are planned already keep their date.
 */
export async function clampChargeDays(tx: OrgTx, due_day: number): Promise<void> {
  const later = await tx
    .selectFrom('customers')
    .select(['id', 'preferred_charge_day', 'autopay_enabled'])
    .where('preferred_charge_day', '>', due_day)
    .where('status', '<>', 'archived')
    .orderBy('id')
    .execute()
  for (const { id, preferred_charge_day, autopay_enabled } of later) {
    await changeBilling(tx, id, { preferred_charge_day: due_day })
    if (!autopay_enabled) continue
    await notifyChargeDayMoved(tx, id, {
      old_day: preferred_charge_day!,
      new_day: due_day,
      url: homeUrl('/app/user/payments'),
    })
  }
}

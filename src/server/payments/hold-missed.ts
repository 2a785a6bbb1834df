import { addDays } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import { leaveToOffice, stopRetrying } from '../invoices/write-charging.ts'
import { todayOf } from '../organizations/read-time-zone.ts'
import { readMissedCharges } from './due-charges.ts'

/** Days its customer gets to pay an invoice that was due while the business was closed. */
const daysToPay = 14

/**
 * Leaves the automatic charges whose day passed while the business was closed to the office, as it
 * opens again: nobody is charged for months at once. Returns how many.
 */
export async function holdMissedCharges(tx: OrgTx): Promise<number> {
  const missed = await readMissedCharges(tx)
  const due_date = addDays(await todayOf(tx), daysToPay)
  for (const { kind, id } of missed)
    await (kind === 'retries' ? stopRetrying(tx, id) : leaveToOffice(tx, id, due_date))
  return missed.length
}

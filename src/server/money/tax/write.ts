import type { TaxRates } from '../../../domain/money/tax.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { emit } from '../../base/events.ts'

/** Puts these rates in the place of all before; lines that exist keep theirs. */
export async function replaceTaxRates(tx: OrgTx, rates: TaxRates): Promise<void> {
  // Two at once would both delete what was there, and then add the same rates.
  await lockName(`tax rates:${tx.org}`).execute(tx)
  await tx.deleteFrom('tax_rates').execute()
  if (rates.length)
    await tx
      .insertInto('tax_rates')
      .values(rates.map((rate, position) => ({ ...rate, position })))
      .execute()
  await emit(tx, 'organization.changed', { tax_rates: true })
}

import { sql } from 'kysely'
import { todayIn } from '../../domain/dates.ts'
import { exemptionState, type TaxPlace, type TaxRate } from '../../domain/tax.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'

export const readTaxRates = (tx: OrgTx): Promise<TaxRate[]> =>
  tx
    .selectFrom('tax_rates')
    .select(['id', 'name', 'rate_ppm', 'zips', 'is_default'])
    .orderBy('position')
    .execute()

/** Where a line is taxed, and which services are. */
export type TaxFacts = TaxPlace & { taxable_services: ReadonlySet<string> }

type Row = {
  time_zone: string
  tax_certificate: string | null
  tax_exempt_until: string | null
  name: string | null
  rate_ppm: number | null
  taxable: string[]
}

/**
 * What decides the tax of lines made now for a customer: at `zip`, or else at the place where the
 * work is done. 404 for an unknown customer.
 */
export async function readTaxFacts(
  tx: OrgTx,
  customer_id: string,
  { location_id = null, zip = null }: { location_id?: string | null; zip?: string | null },
): Promise<TaxFacts> {
  const { rows } = await sql<Row>`
    select o.time_zone, c.tax_certificate, c.tax_exempt_until, r.name, r.rate_ppm,
      array(select s.id::text from services s where s.taxable) as taxable
    from customers c join organizations o on o.id = c.organization_id
      left join lateral tax_rate_at(o.id, coalesce(${zip}::text, tax_zip(o.id, c.id, ${location_id}::uuid))) r on true
    where c.id = ${customer_id}::uuid`.execute(tx)
  const row = found(rows[0], 'Customer not found')
  const state = exemptionState(row, todayIn(row.time_zone, new Date().toISOString()))
  return {
    rate: row.name === null ? null : { name: row.name, rate_ppm: row.rate_ppm! },
    certificate: state === 'valid' || state === 'ends_soon' ? row.tax_certificate : null,
    taxable_services: new Set(row.taxable),
  }
}

/** The rate at a ZIP, in parts per million; 0 without one. */
export async function readTaxPpm(tx: OrgTx, zip: string | null): Promise<number> {
  const { rows } = await sql<{
    rate_ppm: number
  }>`select rate_ppm from tax_rate_at(${tx.org}::uuid, ${zip}::text)`.execute(tx)
  return rows[0]?.rate_ppm ?? 0
}

import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Product, ProductApplication, ProductUnit } from '../../../domain/flows/product.ts'
import type { Role } from '../../../domain/base/roles.ts'
import type { OrgTx } from '../../base/db/door.ts'

export const productColumns = ['id', 'name', 'epa_number', 'unit', 'active'] as const

/** Every product, also those no longer used. */
export const readProducts = (tx: OrgTx): Promise<Product[]> =>
  tx
    .selectFrom('products')
    .select(productColumns)
    .orderBy(sql`lower(name)`)
    .$castTo<Product & { unit: ProductUnit }>()
    .execute()

type ApplicationFilter = {
  from: LocalDate
  to: LocalDate
  customer_id?: string | undefined
  product_id?: string | undefined
}
const selectApplications = (tx: OrgTx) =>
  tx
    .selectFrom('product_applications')
    .select([
      'id',
      'applied_at',
      'applied_on',
      'customer_id',
      'customer_name',
      'address',
      'service_name',
      'product_id',
      'product_name',
      'epa_number',
      'amount',
      'unit',
      'area',
      'target',
      'method',
      'wind_mph',
      'temperature_f',
      'applicator_name',
      'license_number',
      'void_reason',
      'voided_at',
      'person_id',
    ])
    .select(
      sql<
        string | null
      >`(select coalesce(p.name, p.email) from people p where p.id = voided_by)`.as('voided_by'),
    )

/** What was applied between two dates, in the given order of time. */
export const readApplications = (
  tx: OrgTx,
  { from, to, customer_id, product_id }: ApplicationFilter,
  { order, limit }: { order: 'asc' | 'desc'; limit: number },
): Promise<ProductApplication[]> =>
  selectApplications(tx)
    .where('applied_on', '>=', from)
    .where('applied_on', '<=', to)
    .$if(customer_id !== undefined, (rows) => rows.where('customer_id', '=', customer_id!))
    .$if(product_id !== undefined, (rows) => rows.where('product_id', '=', product_id!))
    .orderBy('applied_on', order)
    .orderBy('applied_at', order)
    .orderBy('id')
    .limit(limit)
    .execute()

export const readApplication = (tx: OrgTx, id: string) =>
  selectApplications(tx).where('id', '=', id).executeTakeFirst()
/** The same, locked, so that it is voided once. */
export const lockApplication = (tx: OrgTx, id: string) =>
  selectApplications(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Who works here, by name. */
export const readApplicators = (tx: OrgTx) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .leftJoin('applicator_licenses as l', 'l.person_id', 'm.person_id')
    .select(['p.id', 'p.name', 'm.role', 'l.number as license_number'])
    .where('m.role', 'not in', ['user', 'payee'])
    .where('m.status', '<>', 'inactive')
    .orderBy(sql`lower(coalesce(p.name, p.email))`)
    .$castTo<{ id: string; name: string | null; role: Role; license_number: string | null }>()
    .execute()

import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Applied, NewProduct, Product } from '../../../domain/flows/product.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found, refused } from '../../base/kit/refusals.ts'
import type { LockedVisit } from '../../schedule/visits/find.ts'
import { emitVisit, keepUntouchedRows } from '../../schedule/visits/write.ts'
import { readPlaces } from '../../schedule/week/window.ts'
import { productColumns } from './read.ts'

export async function addProduct(tx: OrgTx, product: NewProduct): Promise<Product> {
  const row = await tx
    .insertInto('products')
    .values(product)
    .onConflict((on) => on.doNothing())
    .returning(productColumns)
    .executeTakeFirst()
  if (!row) throw nameTaken()
  await emit(tx, 'service.changed', { product_id: row.id })
  return row as Product
}

export async function changeProduct(
  tx: OrgTx,
  id: string,
  patch: Partial<NewProduct>,
): Promise<Product> {
  const others = tx.selectFrom('products').select('id').where('id', '<>', id)
  const { name } = patch
  if (name && (await others.where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst()))
    throw nameTaken()
  const row = await tx
    .updateTable('products')
    .set({ active: sql<boolean>`active`, ...patch })
    .where('id', '=', id)
    .returning(productColumns)
    .executeTakeFirst()
  await emit(tx, 'service.changed', { product_id: id })
  return found(row) as Product
}

const nameTaken = () => refused('name_taken', 'There is a product with this name already.')

type NewApplication = {
  id: string
  person_id: string
  applied_at: string
  applied_on: LocalDate
  applied: Applied
}

/** Records a product applied at a visit, with everything as it is now. */
export async function writeApplication(
  tx: OrgTx,
  visit: LockedVisit,
  { applied, ...given }: NewApplication,
): Promise<void> {
  const { series_id, original_date, customer_id, customer, service, rule } = visit
  const place = rule.location_id && (await readPlaces(tx, [visit])).get(rule.location_id)
  const { street, city, state, zip } = place || (customer ?? emptyPlace)
  const [product, person] = await Promise.all([
    tx
      .selectFrom('products')
      .select(productColumns)
      .where('id', '=', applied.product_id)
      .executeTakeFirst(),
    readApplicator(tx, given.person_id),
  ])
  await tx
    .insertInto('product_applications')
    .values({
      ...given,
      ...applied,
      series_id,
      original_date,
      customer_id,
      customer_name: customer?.name ?? null,
      address: addressText([street, city, [state, zip].filter(Boolean).join(' ')]),
      service_name: service?.name ?? null,
      product_id: product?.id ?? null,
      product_name: product?.name ?? applied.product_name,
      epa_number: product ? product.epa_number : (applied.epa_number ?? null),
      applicator_name: person?.name ?? null,
      license_number: person?.license_number ?? null,
    })
    .execute()
  await keepUntouchedRows(tx, series_id, [original_date])
  await emitVisit(tx, 'visit.product_applied', visit)
}

const addressText = (parts: readonly (string | null)[]): string | null =>
  parts.filter(Boolean).join(', ') || null

const emptyPlace = { street: null, city: null, state: null, zip: null }

const readApplicator = (tx: OrgTx, person_id: string) =>
  tx
    .selectFrom('people as p')
    .leftJoin('applicator_licenses as l', 'l.person_id', 'p.id')
    .select(['p.name', 'l.number as license_number'])
    .where('p.id', '=', person_id)
    .executeTakeFirst()

/** Marks a record as a mistake. `team_id`: whose phones hear of it. */
export async function voidApplication(
  tx: OrgTx,
  id: string,
  { reason, at, team_id }: { reason: string; at?: string; team_id?: string | null },
): Promise<void> {
  await tx
    .updateTable('product_applications')
    .set({
      void_reason: reason,
      voided_at: at ?? sql<string>`now()`,
      voided_by: tx.cause.person_id,
    })
    .where('id', '=', id)
    .execute()
  await emit(
    tx,
    'visit.product_applied',
    { application_id: id },
    team_id ? { team_ids: [team_id] } : {},
  )
}

/** Sets the license number of somebody who works here. 404 for anybody else. */
export async function writeLicense(
  tx: OrgTx,
  person_id: string,
  number: string | null,
): Promise<void> {
  found(
    await tx
      .selectFrom('memberships')
      .select('id')
      .where('person_id', '=', person_id)
      .where('role', 'not in', ['user', 'payee'])
      .executeTakeFirst(),
  )
  if (number === null)
    await tx.deleteFrom('applicator_licenses').where('person_id', '=', person_id).execute()
  else
    await tx
      .insertInto('applicator_licenses')
      .values({ person_id, number })
      .onConflict((on) =>
        on
          .columns(['organization_id', 'person_id'])
          .doUpdateSet({ number, updated_at: sql<string>`now()` }),
      )
      .execute()
  await emit(tx, 'organization.changed', { fields: ['licenses'] })
}

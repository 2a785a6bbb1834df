import { sql, type Insertable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { ExtraPrice } from '../../../domain/flows/extra-work.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

type New = Omit<Insertable<Database['extra_work']>, 'organization_id'>
type OfVisit = { series_id: string; original_date: LocalDate }

export const writeExtra = (tx: OrgTx, extra: New): Promise<unknown> =>
  tx.insertInto('extra_work').values(extra).execute()

/** Locks one, so that it is settled once. */
export const lockExtra = (tx: OrgTx, id: string): Promise<unknown> =>
  tx.selectFrom('extra_work').select('id').where('id', '=', id).forUpdate().execute()

type Settlement =
  | ({ state: 'confirmed' } & ExtraPrice)
  | ({ state: 'billed'; invoice_id: string } & ExtraPrice)
  | { state: 'rejected'; reason: string }

/** Records what the office made of it. */
export async function settleExtra(tx: OrgTx, id: string, as: Settlement): Promise<void> {
  await tx
    .updateTable('extra_work')
    .set({ ...as, settled_at: sql`now()`, settled_by: tx.cause.person_id })
    .where('id', '=', id)
    .execute()
}

/** A crew takes its own back before anybody dealt with it. False if there is none. */
export async function takeBackExtra(tx: OrgTx, id: string, person_id: string): Promise<boolean> {
  const row = await tx
    .updateTable('extra_work')
    .set({ state: 'taken_back', settled_at: sql`now()`, settled_by: person_id })
    .where('id', '=', id)
    .where('person_id', '=', person_id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What was confirmed for a visit that is completed now, as lines of its bill. */
export const lockConfirmed = (tx: OrgTx, { series_id, original_date }: OfVisit) =>
  tx
    .selectFrom('extra_work')
    .select(['id', 'service_id', 'description', 'quantity', 'unit_price_cents'])
    .where('series_id', '=', series_id)
    .where('original_date', '=', original_date)
    .where('state', '=', 'confirmed')
    .orderBy('id')
    .forUpdate()
    .execute()

export async function markBilled(
  tx: OrgTx,
  extras: readonly { id: string }[],
  invoice_id: string,
): Promise<void> {
  if (extras.length)
    await tx
      .updateTable('extra_work')
      .set({ state: 'billed', invoice_id })
      .where(
        'id',
        'in',
        extras.map(({ id }) => id),
      )
      .execute()
}

/** For every page that shows the visit or what waits. */
export const emitExtra = (
  tx: OrgTx,
  { series_id, original_date }: OfVisit,
  team_ids: readonly (string | null)[],
): Promise<void> =>
  emit(
    tx,
    'visit.extra_changed',
    { series_id, original_date, occurrence_id: occurrenceId(series_id, original_date) },
    { team_ids },
  )

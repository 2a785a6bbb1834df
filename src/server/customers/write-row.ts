import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { OrgTx } from '../base/db/door.ts'
import { emit } from '../base/events.ts'
import { found } from '../base/kit/refusals.ts'

const lockedColumns = [
  'id',
  'status',
  'was_active',
  'team_id',
  'name',
  'email',
  'version',
  'paused_from',
  'resume_on',
  'promotions_off_at',
  'gate_code_sealed',
] as const
/**
 * A customer's row, locked until the transaction ends. 404 if the caller cannot see the customer.
 */
export const lockCustomer = async (tx: OrgTx, id: string) =>
  found(
    await tx
      .selectFrom('customers')
      .select(lockedColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
export type LockedCustomer = Awaited<ReturnType<typeof lockCustomer>>

export type CustomerValues = UpdateObject<Database, 'customers'>

/**
 * Sets columns of a customer and increments the version, so that an edit of the old row is refused.
 */
export const setCustomer = (tx: OrgTx, id: string, values: CustomerValues): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Screens that show the customer reload; among crews, those of `team_ids`. */
export const emitChanged = (
  tx: OrgTx,
  customer_id: string,
  team_ids: readonly (string | null)[] = [],
  data: object = {},
): Promise<void> =>
  emit(tx, 'customer.changed', { customer_id, ...data }, { customer_id, team_ids })

/**
 * Sets columns the office's forms do not edit; the version stays, so that an open form can still be
 * saved.
 */
export const setCustomerQuietly = (
  tx: OrgTx,
  id: string,
  values: CustomerValues,
): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

import { sql } from 'kysely'
import {
  serviceKey,
  type NewService,
  type Service,
  type ServicePatch,
} from '../../domain/service.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { found } from '../refusals.ts'
import { serviceColumns } from './read.ts'

/** Adds a service with its own key. */
export async function addService(tx: OrgTx, service: NewService): Promise<Service> {
  const taken = (await tx.selectFrom('services').select('key').execute()).map((row) => row.key)
  const row = await tx
    .insertInto('services')
    .values({ key: serviceKey(service.name, taken), ...service })
    .returning(serviceColumns)
    .executeTakeFirstOrThrow()
  await emit(tx, 'service.changed', { service_id: row.id })
  return row
}

export async function changeService(tx: OrgTx, id: string, patch: ServicePatch): Promise<Service> {
  const row = await tx
    .updateTable('services')
    .set({
      ...patch,
      description: patch.description ?? undefined,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(serviceColumns)
    .executeTakeFirst()
  await emit(tx, 'service.changed', { service_id: id })
  return found(row)
}

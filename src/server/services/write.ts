import { sql } from 'kysely'
import {
  serviceKey,
  type NewService,
  type Service,
  type ServicePatch,
} from '../../domain/service.ts'
import { sendAlong, type OrgTx } from '../db/door.ts'
import { lockName } from '../db/lock-name.ts'
import { emit } from '../events.ts'
import { found } from '../refusals.ts'
import { serviceColumns } from './read.ts'

/** Adds a service with its own key. */
export async function addService(tx: OrgTx, service: NewService): Promise<Service> {
  lockKeys(tx)
  return insertService(tx, service)
}

/** Adds those whose names are not offered yet, so that pressing twice adds them once. */
export async function addServices(tx: OrgTx, services: readonly NewService[]): Promise<void> {
  lockKeys(tx)
  const rows = await tx.selectFrom('services').select('name').execute()
  const known = new Set(rows.map(({ name }) => name.toLowerCase()))
  for (const service of services) {
    if (known.has(service.name.toLowerCase())) continue
    known.add(service.name.toLowerCase())
    await insertService(tx, service)
  }
}

/** Of two that add services at the same time, the later one sees the other's, and takes other keys. */
const lockKeys = (tx: OrgTx): void => sendAlong(tx, lockName(`services:${tx.org}`))

async function insertService(tx: OrgTx, service: NewService): Promise<Service> {
  const taken = (await tx.selectFrom('services').select('key').execute()).map((row) => row.key)
  const row = await tx
    .insertInto('services')
    .values({
      key: serviceKey(service.name, taken),
      ...service,
      checklist: JSON.stringify(service.checklist),
    })
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
      checklist: patch.checklist && JSON.stringify(patch.checklist),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(serviceColumns)
    .executeTakeFirst()
  await emit(tx, 'service.changed', { service_id: id })
  return found(row)
}

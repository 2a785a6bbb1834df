import { sql } from 'kysely'
import {
  serviceKey,
  type NewService,
  type Service,
  type ServicePatch,
} from '../../../domain/base/service.ts'
import { sendAlong, type OrgTx } from '../db/door.ts'
import { lockName } from '../db/lock-name.ts'
import { emit } from '../events.ts'
import { found, refused } from '../kit/refusals.ts'
import { serviceColumns } from './read.ts'
import { oneOf } from '../db/ids.ts'
import type { NewServiceRow } from '../../../domain/flows/import-planning.ts'

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

/** 409 `stale` if somebody else saved it after the version that was edited. */
export async function changeService(
  tx: OrgTx,
  id: string,
  { version, ...patch }: ServicePatch,
): Promise<Service> {
  const before = found(
    await tx
      .selectFrom('services')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (version !== undefined && version !== before.version)
    throw refused(
      'stale',
      'Someone else changed this service in the meantime. Save again to keep what you changed, too.',
    )
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
    .executeTakeFirstOrThrow()
  await emit(tx, 'service.changed', { service_id: id })
  return row
}

/** Writes the services an import brings. Emits nothing. */
export async function insertImportedServices(
  tx: OrgTx,
  services: readonly NewServiceRow[],
): Promise<void> {
  if (!services.length) return
  const taken = (await tx.selectFrom('services').select('key').execute()).map((row) => row.key)
  const rows = services.map(({ id, name, description, price_cents, estimated_minutes }) => {
    const key = serviceKey(name, taken)
    taken.push(key)
    return { id, key, name, description, price_cents, estimated_minutes }
  })
  await tx.insertInto('services').values(rows).execute()
}

/** Deletes imported services that nothing uses. Emits nothing. */
export async function deleteImportedServices(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`delete from services s where id in ${oneOf(ids)} and version = 1
    and not exists (select 1 from rules r where r.organization_id = s.organization_id and r.service_id = s.id)
    and not exists (select 1 from invoice_lines l where l.organization_id = s.organization_id and l.service_id = s.id)`.execute(
    tx,
  )
}

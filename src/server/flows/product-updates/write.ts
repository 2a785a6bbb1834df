import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import {
  productUpdateRules,
  type NewProductUpdate,
  type ProductUpdate,
} from '../../../domain/flows/product-update.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { readReaders } from './read.ts'

type Row = Selectable<Database['product_updates']>

export async function addDraft(
  tx: PlatformTx,
  content: NewProductUpdate,
  author_id: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('product_updates')
    .values({ ...content, author_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, { action: 'product_update.drafted', entity: 'product_update', entity_id: id })
  return id
}

export async function changeDraft(
  tx: PlatformTx,
  id: string,
  { version: seen, ...content }: NewProductUpdate & { version: number },
): Promise<void> {
  const { state, version } = await lockDraft(tx, id)
  enforce(productUpdateRules.change({ state, version, seen }))
  await tx
    .updateTable('product_updates')
    .set({ ...content, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await audit(tx, { action: 'product_update.changed', entity: 'product_update', entity_id: id })
}

export async function removeDraft(tx: PlatformTx, id: string): Promise<void> {
  enforce(productUpdateRules.remove(await lockDraft(tx, id)))
  await tx.deleteFrom('product_updates').where('id', '=', id).execute()
  await audit(tx, { action: 'product_update.deleted', entity: 'product_update', entity_id: id })
}

/** Fixes the draft and who gets it, and begins to send it. Its row is locked, so of two presses one is refused. */
export async function startSending(
  tx: PlatformTx,
  id: string,
  seen: number,
  sent_by: string,
): Promise<void> {
  const { state, version, subject } = await lockDraft(tx, id)
  const person_ids = await readReaders(tx)
  enforce(productUpdateRules.send({ state, version, seen, people: person_ids.length }))
  await tx
    .updateTable('product_updates')
    .set({ state: 'sending', person_ids, sent_by, sent_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await audit(tx, {
    action: 'product_update.sent',
    entity: 'product_update',
    entity_id: id,
    after: { subject, people: person_ids.length },
  })
  await queueNext(tx, id)
}

/** Locked until the transaction ends, so that changing and sending take turns. */
export const lockUpdate = (tx: PlatformTx, id: string): Promise<Row | undefined> =>
  tx.selectFrom('product_updates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const lockDraft = async (tx: PlatformTx, id: string) => {
  const row = found(await lockUpdate(tx, id))
  return { ...row, state: row.state as ProductUpdate['state'] }
}

/** Records whose turn is next, and queues it; after the last one the update is sent. */
export async function setNext(
  tx: PlatformTx,
  { id, person_ids }: Row,
  next_index: number,
): Promise<void> {
  const isLast = next_index >= person_ids.length
  await tx
    .updateTable('product_updates')
    .set({ next_index, ...(isLast ? { state: 'sent', ended_at: sql<string>`now()` } : {}) })
    .where('id', '=', id)
    .execute()
  if (!isLast) await queueNext(tx, id)
}

const queueNext = (tx: PlatformTx, update_id: string): Promise<void> =>
  enqueue(tx, 'product-update.send', { update_id }, { key: update_id })

import { sql } from 'kysely'
import {
  announcementRules,
  type Announcement,
  type NewAnnouncement,
} from '../../../domain/flows/announcement.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { refuseWaiting } from '../../messages/write-waiting.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { readGroup } from './telling.ts'

/** Keeps an announcement with the customers who are in its group now, and begins to send it. */
export async function addAnnouncement(
  tx: OrgTx,
  { group, ...content }: NewAnnouncement,
  author_id: string,
): Promise<string> {
  const customer_ids = await readGroup(tx, group)
  enforce(announcementRules.send({ customers: customer_ids.length }))
  const { id } = await tx
    .insertInto('announcements')
    .values({
      ...content,
      filter: JSON.stringify(group),
      customer_ids,
      author_id,
      next_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueNext(tx, id)
  await emit(tx, 'organization.changed', { announcement: id })
  return id
}

/** Ends an announcement at once: no one else gets it, and messages that wait are refused. */
export async function stopAnnouncement(tx: OrgTx, { id }: Announcement): Promise<void> {
  const row = await lockAnnouncement(tx, id)
  const waiting = await refuseWaiting(tx, id)
  enforce(announcementRules.stop({ state: row.state as Announcement['state'], waiting }))
  await setStopped(tx, id)
}

/** Ends every announcement of a business that closes, with what waits. */
export async function stopAnnouncements(tx: OrgTx): Promise<void> {
  const rows = await tx
    .selectFrom('announcements')
    .select('id')
    .where((one) =>
      one.or([
        one('state', '=', 'sending'),
        one.exists(
          one
            .selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.announcement_id', '=', 'announcements.id')
            .where('m.status', '=', 'queued'),
        ),
      ]),
    )
    .forUpdate()
    .execute()
  for (const { id } of rows) {
    await refuseWaiting(tx, id)
    await setStopped(tx, id)
  }
}

async function setStopped(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ state: 'stopped', ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'organization.changed', { announcement: id })
}

/** Locked until the transaction ends, so that sending and stopping take turns. */
export const lockAnnouncement = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Records whose turn is next and when; without `next_at` everyone has had theirs. */
export async function setNext(
  tx: OrgTx,
  id: string,
  next_index: number,
  next_at: Date | null,
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set(
      next_at
        ? { next_index, next_at: next_at.toISOString() }
        : { next_index, state: 'sent', ended_at: sql`now()` },
    )
    .where('id', '=', id)
    .execute()
  if (next_at) await queueNext(tx, id, next_at)
}

/** Queues the next part. */
export const queueNext = (tx: OrgTx, announcement_id: string, startAfter?: Date): Promise<void> =>
  enqueue(
    tx,
    'announcement.send',
    { organization_id: tx.org, announcement_id },
    { key: announcement_id, ...(startAfter ? { startAfter } : {}) },
  )

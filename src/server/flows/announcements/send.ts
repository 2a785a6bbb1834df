import { paceOf, type AnnouncementKind } from '../../../domain/flows/announcement.ts'
import { planTelling } from '../../../domain/messages/message.ts'
import type { App } from '../../base/call.ts'
import { readMerged } from '../../customers/merged.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { readReach, type ReachedCustomer } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { limitedTo, wordsOf, type Content } from './telling.ts'
import { lockAnnouncement, queueNext, setNext } from './write.ts'

type Row = Awaited<ReturnType<typeof lockAnnouncement>>

/**
 * Writes the messages of the next customers and queues the part after them, all in one transaction: a crash leaves both or neither.
 * A second run before its time does nothing.
 */
export const sendAnnouncement = (
  { store }: Pick<App, 'store'>,
  { organization_id, announcement_id }: { organization_id: string; announcement_id: string },
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    const row = await lockAnnouncement(tx, announcement_id)
    if (row.state !== 'sending') return
    if (Date.parse(row.next_at) > Date.now())
      return queueNext(tx, announcement_id, new Date(row.next_at))
    const { at_once, seconds } = paceOf(row.per_hour)
    const ids = row.customer_ids.slice(row.next_index, row.next_index + at_once)
    const content = { ...row, kind: row.kind as AnnouncementKind }
    const group = await readTurn(tx, ids, content)
    const opens = opensFor(group, content.kind)
    // Held one by one they would all go out in the same minute of the morning.
    if (opens) return setNext(tx, announcement_id, row.next_index, opens)
    for (const to of group) await tellOf(tx, row, content, to)
    const next_index = row.next_index + ids.length
    const isLast = next_index >= row.customer_ids.length
    await setNext(
      tx,
      announcement_id,
      next_index,
      isLast ? null : new Date(Date.now() + seconds * 1000),
    )
  })

/** The customers whose turn it is, under their current ids. */
async function readTurn(
  tx: OrgTx,
  ids: readonly string[],
  content: Content,
): Promise<ReachedCustomer[]> {
  if (!ids.length) return []
  const merged = await readMerged(tx, ids)
  const reached = await readReach(
    tx,
    ids.map((id) => merged.get(id) ?? id),
  )
  return [...reached.values()].map((to) => limitedTo(to, content))
}

/** The first moment at which one of them may get it, if all who may have to wait for their hours. */
function opensFor(group: readonly ReachedCustomer[], kind: AnnouncementKind): Date | null {
  const now = new Date().toISOString()
  const going = group
    .flatMap(({ recipient }) => planTelling(recipient, kind, now))
    .flatMap(({ verdict }) => (verdict.do === 'send' || verdict.do === 'later' ? [verdict] : []))
  const held = going.flatMap((one) =>
    one.do === 'later' && one.reason === 'quiet_hours' ? [Date.parse(one.at)] : [],
  )
  return going.length > 0 && held.length === going.length ? new Date(Math.min(...held)) : null
}

const tellOf = (tx: OrgTx, { id, author_id }: Row, content: Content, to: ReachedCustomer) => {
  const once = `announcement:${id}:${to.customer_id}`
  const about = { once, announcement_id: id, author_id, data: wordsOf(content, to) }
  return content.kind === 'promotion'
    ? tell(tx, to, { ...about, kind: 'promotion' })
    : tell(tx, to, { ...about, kind: 'announcement_service' })
}

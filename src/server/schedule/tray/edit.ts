import { closeEdit, openEdit, visitSpan } from '../series/edit-log.ts'
import type { OpenEdit } from '../series/edit-log.ts'
import type { ScheduleContext } from '../week/context.ts'
import type { LockedVisit } from '../visits/find.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'

/** Opens an edit of one visit. Crews get no undo; they restore what they put on hold. */
export const openVisitEdit = async (
  { tx, may }: ScheduleContext,
  visit: LockedVisit,
): Promise<OpenEdit | null> => (may.by_crew ? null : openEdit(tx, [visitSpan(visit)]))

/** Returns the id that undoes the edit; null if a customer has read a reply that depends on it. */
export async function closeVisitEdit(
  { tx }: ScheduleContext,
  open: OpenEdit | null,
  { request_id }: { request_id?: string | undefined },
  changes: readonly VisitChange[],
): Promise<string | null> {
  const edit_id = open && (await closeEdit(tx, open, changes))
  return request_id ? null : edit_id
}

import { undoMinutes } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { enqueue } from '../jobs/jobs.ts'

/** Tells the customer that the visit was already done, once that can no longer be undone. */
export const planTooLate = (
  tx: OrgTx,
  request_id: string,
  startAfter: Date | number = undoMinutes * 60,
): Promise<void> =>
  enqueue(
    tx,
    'request.tell',
    { organization_id: tx.org, request_id },
    { key: request_id, startAfter },
  )

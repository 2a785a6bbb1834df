import type { App } from './base/call.ts'
import { resumeDue } from './customers/write-status.ts'
import { sealPlainGateCodes } from './customers/seal-plain.ts'
import { onPlatform, system, type PlatformTx } from './base/db/door.ts'
import { deleteOldAnswers } from './base/idempotency.ts'
import { deleteExpiredExports } from './flows/exports/write.ts'
import { sealPlainImports } from './flows/imports/seal-plain.ts'
import { deleteOldFiles } from './flows/imports/write.ts'
import { deleteExpiredSignIns } from './people/identity/adapter.ts'
import { deleteOldCodes } from './people/identity/sign-in-codes.ts'
import { deleteOldUndos } from './people/identity/undo.ts'
import { deleteOldSessions } from './people/identity/sessions.ts'
import { deleteOldCounts } from './people/identity/throttle.ts'
import { deleteExpiredTickets } from './base/live/write.ts'
import { deleteOldAudit, deleteOldSecurityEvents } from './base/security/log.ts'
import { expireRequests } from './schedule/requests/expire.ts'

/** What each noun deletes once it is too old, in this order. */
const removals: readonly ((tx: PlatformTx) => Promise<unknown>)[] = [
  deleteExpiredTickets,
  deleteOldAnswers,
  deleteExpiredSignIns,
  deleteOldCounts,
  deleteOldSessions,
  deleteOldCodes,
  deleteOldUndos,
  deleteOldSecurityEvents,
  deleteOldFiles,
  deleteExpiredExports,
  deleteOldAudit,
]
/** What each noun ends on its day, in the time zone of its business. */
const endings = [resumeDue, expireRequests]

/** The nightly round over everything: what is too old goes, and what has had its day ends. */
export async function sweepExpired({
  store,
  secret,
}: Pick<App, 'store' | 'secret'>): Promise<void> {
  await sealPlainGateCodes(store, secret)
  await sealPlainImports(store, secret)
  await onPlatform(store, system, async (tx) => {
    for (const remove of removals) await remove(tx)
  })
  for (const end of endings) await end({ store })
}

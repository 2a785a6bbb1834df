import { sql } from 'kysely'
import type { PlatformTx } from '../../base/db/door.ts'
import { endRecoveryCodes } from './recovery-codes.ts'
import { endOwnSessions } from './sessions.ts'

/**
 * Ends everything that opened an account before its mailbox was proven: anyone could have made it
 * with an address that is not theirs.
 */
export async function emptyAccount(tx: PlatformTx, account_id: string): Promise<void> {
  await tx
    .updateTable('idp_account')
    .set({ password_hash: null })
    .where('id', '=', account_id)
    .execute()
  const held = ['idp_passkey', 'idp_factor', 'idp_link', 'idp_sign_in_code', 'idp_undo'] as const
  for (const table of held)
    await tx.deleteFrom(table).where('account_id', '=', account_id).execute()
  await endRecoveryCodes(tx, account_id)
  await tx
    .deleteFrom('idp_address')
    .where('account_id', '=', account_id)
    .where('kind', '=', 'phone')
    .execute()
  await endEverySignIn(tx, account_id)
}

/** No session, code or refresh token of the account can be used from now on, nor a sign-in that is just ending. */
export async function endEverySignIn(tx: PlatformTx, account_id: string): Promise<void> {
  await endOwnSessions(tx, { account_id })
  await sql`delete from idp_payload where payload ->> 'accountId' = ${account_id}
    or (model = 'Interaction' and payload #>> '{result,login,accountId}' = ${account_id})`.execute(
    tx,
  )
}

/** Ends passkeys and the app that were set up before the mailbox was proven. */
export async function endFactorsFromBefore(tx: PlatformTx, account_id: string): Promise<void> {
  const before = sql<boolean>`created_at < (select min(proven_at) from idp_address
    where account_id = ${account_id}::uuid and kind = 'mailbox')`
  for (const table of ['idp_passkey', 'idp_factor'] as const)
    await tx.deleteFrom(table).where('account_id', '=', account_id).where(before).execute()
  const { rows } = await sql`select 1 from idp_passkey where account_id = ${account_id}::uuid
    union all select 1 from idp_factor where account_id = ${account_id}::uuid and confirmed_at is not null`.execute(
    tx,
  )
  if (!rows.length) await endRecoveryCodes(tx, account_id)
}

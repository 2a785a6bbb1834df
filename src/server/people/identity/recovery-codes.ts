import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { PlatformTx } from '../../base/db/door.ts'
import { deriveKey } from '../../base/kit/secrets.ts'

const recoveryCodes = 10
/** Ten of 32 letters are 50 bits. None of them looks like another. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * New recovery codes, which can't be read again; the old ones stop working. Null if the account has
 * some left, unless `replace` is set.
 */
export async function newRecoveryCodes(
  tx: PlatformTx,
  secret: Buffer,
  account_id: string,
  { replace = false } = {},
): Promise<string[] | null> {
  if (!replace && (await countRecoveryCodes(tx, account_id)) > 0) return null
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await endRecoveryCodes(tx, account_id)
  await tx
    .insertInto('idp_recovery')
    .values(codes.map((one) => ({ account_id, code_hash: hashOf(secret, account_id, one) })))
    .execute()
  return codes
}

/** How many were not used yet. */
export async function countRecoveryCodes(tx: PlatformTx, account_id: string): Promise<number> {
  const { left } = await tx
    .selectFrom('idp_recovery')
    .select(sql<string>`count(*)`.as('left'))
    .where('account_id', '=', account_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** True if it was one of the account's, not used before. */
export async function spendRecoveryCode(
  tx: PlatformTx,
  secret: Buffer,
  account_id: string,
  code: string,
): Promise<boolean> {
  const spent = await tx
    .updateTable('idp_recovery')
    .set({ used_at: sql<string>`now()` })
    .where('account_id', '=', account_id)
    .where('code_hash', '=', hashOf(secret, account_id, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export const endRecoveryCodes = (tx: PlatformTx, account_id: string): Promise<unknown> =>
  tx.deleteFrom('idp_recovery').where('account_id', '=', account_id).execute()

/** Keyed, since 50 bits could be tried out on a copy of the database. */
const hashOf = (secret: Buffer, account_id: string, code: string): string =>
  createHmac('sha256', deriveKey(secret, 'recovery codes'))
    .update(`${account_id} ${code.replace('-', '')}`)
    .digest('hex')

/** 'abcde-fghjk'. */
function newCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

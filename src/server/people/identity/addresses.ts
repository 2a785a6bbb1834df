import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** Where somebody is reached, and shows it by typing back a code or opening a link. */
type AddressKind = 'mailbox' | 'phone'
/** `operator`: whoever runs this installation answers for it. */
export type HowProven = 'link' | 'code' | 'reset' | 'operator'

/** A sign-in needs no more of them. */
export const mostNumbers = 5

type Proven = {
  account_id: string
  kind: AddressKind
  /** A number in E.164, or an e-mail. */
  address: string
  how: HowProven
  session_uid?: string | null
}

/** True of an account of `idp_account` whose mailbox was proven. */
export const isMailboxProven = sql<boolean>`exists (select 1 from idp_address s
  where s.account_id = idp_account.id and s.kind = 'mailbox' and s.address = lower(idp_account.email))`

/** The account that an address opens. */
export const accountAt = (tx: PlatformTx, kind: AddressKind, address: string) =>
  tx
    .selectFrom('idp_address')
    .innerJoin('idp_account', 'idp_account.id', 'idp_address.account_id')
    .select(['idp_account.id', 'idp_account.name', 'idp_account.email', 'idp_account.disabled_at'])
    .where('kind', '=', kind)
    .where('address', '=', kind === 'mailbox' ? emailKey(address) : address)
    .executeTakeFirst()

/** Keeps that a mailbox was proven. True the first time. */
export async function keepMailbox(
  tx: PlatformTx,
  { account_id, address, how }: Omit<Proven, 'kind'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('idp_address')
    .values({ kind: 'mailbox', address: emailKey(address), account_id, how })
    .onConflict((on) => on.columns(['kind', 'address']).doNothing())
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

/** The numbers an account has proven, the first one first. */
export const numbersOf = (tx: PlatformTx, account_id: string) =>
  tx
    .selectFrom('idp_address')
    .select(['address', 'proven_at', 'used_at'])
    .where('account_id', '=', account_id)
    .where('kind', '=', 'phone')
    .orderBy('proven_at')
    .orderBy('address')
    .execute()

/**
 * Keeps that somebody has proven a number. It is theirs alone from now on: whoever held it before
 * has handed it on. Returns the account it was taken from.
 */
export async function keepNumber(
  tx: PlatformTx,
  { account_id, address, session_uid = null }: Omit<Proven, 'kind' | 'how'>,
): Promise<string | null> {
  const before = await accountAt(tx, 'phone', address)
  const row = { account_id, how: 'code', session_uid, used_at: null, proven_at: sql<string>`now()` }
  await tx
    .insertInto('idp_address')
    .values({ kind: 'phone', address, ...row })
    .onConflict((on) => on.columns(['kind', 'address']).doUpdateSet(row))
    .execute()
  return before && before.id !== account_id ? before.id : null
}

/** False if it is not one of theirs. */
export async function dropNumber(
  tx: PlatformTx,
  account_id: string,
  address: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('idp_address')
    .where('kind', '=', 'phone')
    .where('address', '=', address)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes that somebody signed in with a number. True the first time. */
export async function markUsed(tx: PlatformTx, phone: string): Promise<boolean> {
  const row = await tx
    .updateTable('idp_address')
    .set({ used_at: sql<string>`now()` })
    .where('kind', '=', 'phone')
    .where('address', '=', phone)
    .where('used_at', 'is', null)
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

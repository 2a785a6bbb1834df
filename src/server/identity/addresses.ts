import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import type { PlatformTx } from '../db/door.ts'

/** Where somebody is reached, and shows it by typing back a code or opening a link. */
type AddressKind = 'mailbox' | 'phone'
/** `operator`: whoever runs this installation answers for it. */
export type HowProven = 'link' | 'code' | 'reset' | 'operator'

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

import { sql } from 'kysely'
import { emailKey } from '../../domain/base/email.ts'
import type { BlockReason } from '../../domain/messages/message.ts'
import type { PlatformTx } from '../base/db/door.ts'

const keyOf = (channel: 'email' | 'sms', address: string): string =>
  channel === 'email' ? emailKey(address) : address

/** From now on nothing goes to this address, from any organization. The latest reason stands. */
export async function block(
  tx: PlatformTx,
  channel: 'email' | 'sms',
  address: string,
  reason: BlockReason,
  detail: string | null = null,
): Promise<void> {
  const values = { channel, address: keyOf(channel, address), reason, detail }
  await tx
    .insertInto('message_blocks')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'address'])
        .doUpdateSet({ reason, detail, at: sql`now()` })
        // When it began stays: START takes back what that STOP took.
        .where('message_blocks.reason', '!=', reason),
    )
    .execute()
}

/** Nothing is texted to this number until somebody has looked whether its owner wants that. Another block stands. */
export const holdTexts = (tx: PlatformTx, phone: string): Promise<unknown> =>
  tx
    .insertInto('message_blocks')
    .values({ channel: 'sms', address: phone, reason: 'on_hold' satisfies BlockReason })
    .onConflict((conflict) => conflict.columns(['channel', 'address']).doNothing())
    .execute()

/** Somebody has looked: texts go to these numbers again. */
export async function release(tx: PlatformTx, phones: readonly string[]): Promise<void> {
  if (!phones.length) return
  await tx
    .deleteFrom('message_blocks')
    .where('channel', '=', 'sms')
    .where('address', 'in', phones)
    .where('reason', '=', 'on_hold' satisfies BlockReason)
    .execute()
}

/** A number that carriers do not let send texts, until an operator says otherwise. */
export const markUnregistered = (
  tx: PlatformTx,
  number: string,
  detail: string,
): Promise<unknown> =>
  tx
    .insertInto('sms_senders')
    .values({ number, unregistered_at: sql`now()`, detail })
    .onConflict((conflict) =>
      conflict.column('number').doUpdateSet({ unregistered_at: sql`now()`, detail }),
    )
    .execute()

/** The number takes texts again, unless something else than a STOP speaks against it. */
export const unblock = (tx: PlatformTx, phone: string): Promise<unknown> =>
  tx
    .deleteFrom('message_blocks')
    .where('channel', '=', 'sms')
    .where('address', '=', phone)
    .where('reason', 'in', ['stopped', 'on_hold'] satisfies BlockReason[])
    .execute()

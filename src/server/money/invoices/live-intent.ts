import type { Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { refused } from '../../base/kit/refusals.ts'
import { openAttemptStates } from '../../../domain/money/payment.ts'

export type IntentRow = Selectable<Database['payment_intents']>

/** The invoice's live intent, if any. 409 payment_in_progress if an attempt is open. */
export async function readLive(tx: OrgTx, invoice_id: string): Promise<IntentRow | undefined> {
  const [live, attempt] = await Promise.all([
    tx
      .selectFrom('payment_intents')
      .selectAll()
      .where('invoice_id', '=', invoice_id)
      .where('status', 'not in', ['succeeded', 'canceled'])
      .executeTakeFirst(),
    tx
      .selectFrom('charge_attempts')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .where('state', 'in', openAttemptStates)
      .executeTakeFirst(),
  ])
  if (attempt) throw refused('payment_in_progress', 'Payment in progress')
  return live
}

/** Thrown inside `withoutIntent`, which releases the intent and runs the work again. */
export class IntentIsLive extends Error {
  readonly invoice_id: string
  constructor(invoice_id: string) {
    super('This invoice has a live payment intent')
    this.invoice_id = invoice_id
  }
}

/**
 * Checks that no one can pay the invoice through an earlier intent, also one that a pay page is
 * just creating. The transaction must see the whole organization, hold the invoice's lock and run inside `withoutIntent`. 409
 * payment_in_progress if money is on its way.
 */
export async function checkNoIntent(tx: OrgTx, invoice_id: string): Promise<void> {
  const live = await readLive(tx, invoice_id)
  if (live) throw new IntentIsLive(invoice_id)
}

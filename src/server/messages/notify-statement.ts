import type { LocalDate } from '../../domain/dates.ts'
import type { NeverReason } from '../../domain/message.ts'
import type { OrgTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import { readReach } from './reach.ts'
import { isGoingOut, tell } from './tell.ts'

type Statement = {
  owed_cents: number
  from: LocalDate
  to: LocalDate
  invoice_number: string | null
  url: string
  /** A second one with the same key is the first. */
  once?: string
}

/** Mails a customer their statement; answers why not if it may not go. */
export async function notifyStatement(
  tx: OrgTx,
  customer_id: string,
  { once, from, to, ...about }: Statement,
): Promise<{ sent: boolean; reason: NeverReason | null }> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const sendings = await tell(tx, customer, {
    kind: 'statement',
    data: { organization, customer_name, to, ...about },
    document: { kind: 'statement', id: customer_id, from, to },
    ...(once ? { once } : {}),
  })
  const refusal = sendings.find(({ verdict }) => verdict.do === 'never')?.verdict
  return {
    sent: isGoingOut(sendings),
    reason: refusal?.do === 'never' ? refusal.reason : null,
  }
}

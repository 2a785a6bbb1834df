import type { GateLook } from '../../../domain/flows/gate-code.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { refused } from '../../base/kit/refusals.ts'
import { unsealGateCode } from '../../base/gate-seal.ts'

/** The codes of customers the caller can see, by customer; those without one are left out. */
export async function readGateCodes(
  tx: OrgTx,
  customer_ids: readonly string[],
): Promise<Map<string, string>> {
  if (!customer_ids.length) return new Map()
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'gate_code_sealed'])
    .where('id', 'in', oneOf([...new Set(customer_ids)]))
    .where('gate_code_sealed', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ id, gate_code_sealed }) => {
      const code = unsealGateCode(tx, id, gate_code_sealed)
      if (code === null)
        throw refused('gate_code_unreadable', 'This gate code can’t be read. Enter it again.')
      return [id, code]
    }),
  )
}

/** Who saw a customer's gate code, newest first. */
export const readLooks = (tx: OrgTx, customer_id: string): Promise<GateLook[]> =>
  tx
    .selectFrom('gate_code_looks')
    .select(['id', 'at', 'screen', 'person_name', 'team_name', 'visit_date'])
    .where('customer_id', '=', customer_id)
    .orderBy('id', 'desc')
    .limit(100)
    .$castTo<GateLook>()
    .execute()

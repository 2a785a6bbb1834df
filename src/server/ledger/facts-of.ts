import { idOf } from '../outside/id-of.ts'

type Transaction = { id: string; type: string; source: string | { id: string } | null }

/** The ledger facts that must add up to a provider's transaction; none for what we do not book. */
export function factsOf({ type, source: from, id }: Transaction): string[] {
  const source = idOf(from) ?? ''
  if (type === 'charge' || type === 'payment') return [`charge:${source}`, `fee:${source}`]
  if (source.startsWith('dp_') || source.startsWith('du_') || source.startsWith('pdp_'))
    return [`dispute:${id}`]
  if (type === 'refund' || type === 'payment_refund') return [`refund:${source}`]
  if (type === 'refund_failure' || type === 'payment_failure_refund')
    return [`refund_failed:${source}`]
  if (type === 'payout') return [`payout:${source}`]
  if (type === 'payout_failure' || type === 'payout_cancel') return [`payout_failed:${source}`]
  return []
}

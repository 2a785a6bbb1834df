import { calls } from '../../api/calls.ts'
import type { CallDeclaration } from '../../api/kit.ts'

/** What a call does, in its own words; other acts have theirs here. */
const acts = new Map<string, string>([
  ...Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) => [
    [key, call.summary] as const,
    ...(call.aliases ?? []).map(
      (alias) => [typeof alias === 'string' ? alias : alias.call, call.summary] as const,
    ),
  ]),
  ['customer.held', 'Visits held: a payment is overdue'],
  ['customer.released', 'Visits released'],
  ['impersonation.started', 'Support began to act as a person'],
  ['impersonation.ended', 'Support stopped acting as a person'],
])
export const actOf = (action: string): string => acts.get(action) ?? action
